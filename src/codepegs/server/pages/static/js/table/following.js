/** Effects of a change of the view: which game the page shows, and its sentences, sounds and motion. */
import { Notes } from "../board/notes.js";
import { counts } from "../board/peg.js";
import { say } from "../lib/announce.js";
import { stored } from "../lib/api.js";
import { codebreaker, gameKey, hiding, may, seated, yourClockRuns, yourTurn } from "../lib/model.js";
import { gameName, told } from "../lib/sentences.js";
import { play } from "../lib/sound.js";

/** @typedef {import("./peg-table.js").PegTable} Table */
/** @typedef {import("../lib/model.js").View} View */

/** Storage key of the number of games that this tab has left. @param {string} id */
export const continuedKey = (id) => `codepegs.continued.${id}`;

/** After a reload: a game that ended and was not left yet is shown again. @param {Table} table */
export function recall(table) {
  const { view } = table;
  const { length } = view.past;
  const fresh = view.game && !view.game.rows.length && view.phase === "setting" && !yourClockRuns(view);
  const left = Number(stored(continuedKey(view.id), sessionStorage) ?? 0);
  if (seated(view) && fresh && length > left) table.looking = length - 1;
}

/**
 * Which game is shown after a change, and what to say with it.
 * @param {Table} table @param {View} before @param {boolean} late whether the table moved because the time was over
 */
export function follow(table, before, late) {
  const { view } = table;
  const last = view.past.length - 1;
  const ended = last >= before.past.length;
  const another = !ended && view.game?.rows.length > before.game?.rows.length;
  const reading = ended || (table.looking !== null && table.looking === last);
  table.news = another && !view.game.rows.at(-1).guess ? view.told.join(" ") : "";
  if (late && yourTurn(before) && hiding(before, before.game)) {
    const done = before.phase === "setting" ? "set a random code" : "marked the guess";
    table.news = `Time’s up: the computer ${done} for you.`;
  }
  if (view.outcome && !before.outcome) table.looking = null;
  else if (reading && yourClockRuns(view) && !view.terms.shared && (ended || !yourClockRuns(before))) {
    // The clock is running, so the result must not hold the player up.
    table.news = `${gameName(view.past[last])}: ${view.past[last].ended.join(" ")}`;
    table.looking = null;
  } else if (ended) table.looking = last;
  // Spectators follow when the next game has a row.
  else if (reading && !seated(view) && another) table.looking = null;
  if (ended || (view.outcome && !before.outcome)) table.closed = false;
}

/** Say, play and show what has happened. @param {Table} table @param {View} before */
export function tell(table, before) {
  const { view, moments } = table;
  say(told(before, view));
  const ended = view.past.length > before.past.length ? view.past.at(-1) : view.outcome && !before.outcome ? view.game : null;
  const game = ended ?? view.game;
  const number = game?.rows.length ?? 0;
  const row = game?.rows.at(-1);
  const answered = row?.feedback && !before.game?.rows[number - 1]?.feedback && game.number === before.game?.number;
  const keys = answered ? counts(row.feedback).reduce((sum, each) => sum + each) : 0;
  if (ended && table.game === ended) {
    // Players who give up on a phone have scrolled down to the button, and the end is seen on the board.
    scrollTo({ top: 0 });
    const won = ended.ending === "broken";
    const breaks = view.you === null || view.you === codebreaker(ended);
    moments.ended({ row: answered ? number : 0, keys, won, mine: won === breaks });
  } else if (answered) moments.answered(number, keys);
  else if (yourTurn(view) && !yourTurn(before)) play("turn");
}

/** Prepare the row that is laid or answered now, as this tab has stored it. @param {Table} table */
export function prepareRow(table) {
  const { view, editor, hints } = table;
  const { game, terms } = view;
  const code = may(view, "code");
  const guess = may(view, "guess");
  const place = game ? `${gameKey(game)} ${code ? "code" : game.rows.length + 1}` : "";
  if (game && table.notes?.game !== gameKey(game)) table.notes = new Notes(view.id, gameKey(game));
  if (view.outcome) table.notes?.forget();
  const notes = guess ? table.notes : null;
  if ((code || guess) && table.looking === null) editor.lay({ terms, place, key: view.id, code, notes });
  else if (!code && !guess) editor.rest(view.id);
  else editor.pause();
  // Hints that were taken before a reload are shown once more.
  if (hints.at(guess ? place : "")) {
    table.hinting = guess && game.hints.length > 0 && game.hints_left.length < 3;
    if (table.hinting) hints.listen(editor.plan).then(() => table.draw());
  }
  const answering = may(view, "answer") ? place : "";
  if (answering !== table.answering) table.counts = [0, 0];
  table.answering = answering;
}
