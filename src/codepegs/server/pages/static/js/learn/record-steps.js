/**
 * Steps: a match as it is looked back at, each game from its bare board on, and at last with its code.
 * @typedef {{game: number, rows: number, end: boolean}} Step
 */
import { nameAt } from "../lib/model.js";
import { answerSpoken, spoken } from "../board/peg.js";

/** @param {import("../lib/model.js").View} view */
export const games = (view) => [...view.past, view.game];

/** @param {import("../lib/model.js").View} view @returns {Step[]} */
export function steps(view) {
  return games(view).flatMap((each, game) => {
    const played = Array.from({ length: each.rows.length + 1 }, (_, rows) => ({ game, rows, end: false }));
    return each.ending ? [...played, { game, rows: each.rows.length, end: true }] : played;
  });
}

/** Which step this is. @param {import("../lib/model.js").View} view @param {Step} step */
export function where(view, { game, rows, end }) {
  const each = games(view)[game];
  const which = `Game ${each.number}${each.replay ? ", again" : ""}`;
  return end ? `${which}, the end` : rows ? `${which}, row ${rows}` : `${which}, the beginning`;
}

/** What has happened, a sentence each. @param {import("../lib/model.js").View} view @param {Step} step */
export function sentences(view, { game: place, rows, end }) {
  const { terms } = view;
  const game = games(view)[place];
  if (end) return endings(view, game, place);
  if (!rows) return ["The board is bare."];
  const row = game.rows[rows - 1];
  if (!row.guess) return ["The turn ran out of time: the row stays empty."];
  const answered = row.feedback ? `Answer: ${answerSpoken(terms, row.feedback)}.` : "It was not answered.";
  return [`Guess: ${spoken(terms, row.guess)}.`, answered];
}

function endings(view, game, place) {
  const [one, two] = game.points;
  const last = place === games(view).length - 1;
  return [
    ...game.ended,
    game.code && `The code was ${spoken(view.terms, game.code)}.`,
    game.code && game.salt && "It opens the commitment that was made before the first guess.",
    !view.terms.solo && `Points of this game: ${nameAt(view, 0)} ${one}, ${nameAt(view, 1)} ${two}.`,
    !view.terms.solo && last && view.outcome && `${view.status}.`,
  ].filter(Boolean);
}

/** What the board shows. @param {import("../lib/model.js").View} view @param {Step} step */
export function board(view, step) {
  const game = games(view)[step.game];
  const shown = {
    terms: view.terms,
    rows: game.rows.slice(0, step.rows),
    draft: null,
    label: where(view, step),
  };
  if (!step.end) return { ...shown, code: null };
  return { ...shown, code: game.code, marked: game.proof?.rows ?? [], over: true };
}
