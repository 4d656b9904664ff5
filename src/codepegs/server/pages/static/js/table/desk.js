/** The table while a match is played: lead, board with its dock and the result card, and side. Nothing here changes the table. */
import { stage } from "../board/peg-board.js";
import { h, icon, off } from "../lib/dom.js";
import { gameKey, hiding, hintsAllowed, isLocal, may, mayClaim, opponent, seated, secret } from "../lib/model.js";
import { advice, gameName } from "../lib/sentences.js";
import * as docks from "./docks.js";
import { hintPanel } from "./hints.js";
import { remotePegs } from "./laid.js";
import * as lead from "./lead.js";
import { forward, resultCard } from "./result.js";
import * as side from "./side.js";
import { tracker } from "./tracker.js";

/** @typedef {import("./peg-table.js").PegTable} Table */

/** @param {Table} table @param {import("../board/peg-board.js").BoardState} state */
export function desk(table, state) {
  const { view } = table;
  const { solo } = view.terms;
  const over = table.over && !table.closed;
  return h(
    "div",
    { class: "desk", "data-part": "desk" },
    h(
      "div",
      { class: solo ? "first" : "first match" },
      leadOf(table),
      stage(state, { "data-match": solo ? null : view.terms.answers, "data-helps": helped(view), "data-over": over }, dock(table), over && card(table)),
    ),
    sideOf(table),
  );
}

/** What the board shows. @param {Table} table */
export function boardState(table) {
  const { view, game, editor, looking } = table;
  const { phase, fresh, cheer } = table.moments;
  const over = game.ending !== null && phase !== "keys";
  const own = hiding(view, game);
  return {
    terms: view.terms,
    rows: game.rows,
    code: over || own ? game.code : null,
    curtain: table.curtain && own && secret(view, game),
    tag: docks.tagOf(view, game),
    draft: editor.laid ?? remote(table),
    answer: may(view, "answer") && looking === null ? table.counts.join("+") : null,
    marked: over ? (game.proof?.rows ?? []) : table.hints.rows(editor.plan),
    sending: table.live.sending,
    over,
    fresh,
    cheer,
    label: `Board of game ${game.number}`,
  };
}

/** The row that another player is laying. */
function remote({ view, live, looking }) {
  if (looking !== null || view.phase !== "guessing" || view.outcome) return null;
  return { pegs: remotePegs(live.laid, view), cursor: null, remote: true };
}

function leadOf(table) {
  const { view, game, live } = table;
  const back = table.looking !== null;
  return h(
    "section",
    { class: "lead", "aria-label": "The game", "data-part": "lead" },
    h("p", { class: "eyebrow" }, lead.gameTitle(view, game)),
    lead.status(back ? `${gameName(game)} is over` : view.status, view.terms.solo),
    lead.players(view, game, live.crowd, { bubble: (player) => table.phrases.bubble(player) }),
    tracker(view),
    lead.legend(view.terms),
    h("p", { class: "hint-line", "data-part": "advice" }, back ? view.status : advice(view)),
    pageParts(table, "lead"),
    table.notices(),
  );
}

/** Controls next to the row in play. */
function dock(table) {
  const { view, live, editor } = table;
  if (table.over && table.closed) return docks.closed(forward(view, table.looking !== null), chips(table));
  if (table.game.ending) return docks.resting();
  const gone = table.absence.follow(view, live.crowd, opponent(view));
  if (gone) return docks.away(view, gone, live.sending);
  if (may(view, "answer")) return docks.answering(view, { counts: table.counts, sending: live.sending });
  if (table.hinting && may(view, "guess") && hintsAllowed(view)) return hintPanel(table);
  if (editor.draft) return editor.dock(null, helps(table));
  const { codes, all } = table.codesLeft;
  return docks.waiting(view, { codes, all, words: view.status, phrases: chips(table) });
}

/** What helps with a row: in the dock on phones, which have the side below the fold. */
function helps(table) {
  const { view, live, phrases } = table;
  if (!helped(view)) return null;
  const guessing = may(view, "guess");
  const help = (act, word, path, more = {}) =>
    h("button", { type: "button", class: "help", "data-act": act, "data-part": act, ...more }, icon(path), word);
  return h(
    "div",
    { class: "helps", role: "group", "aria-label": "Help", "data-part": "helps" },
    guessing && hintsAllowed(view) && help("hinting", "Hint", BULB),
    guessing && help("noting", "Notes", PEN, { "aria-expanded": String(table.noting) }),
    mayClaim(view) && help("claim", "Claim", FLAG, { "aria-label": "Claim a wrong answer", ...off(live.sending) }),
    live.seat === null && phrases.menu(view),
  );
}

/** Whether a player has more than notes to help with a row. @param {import("../lib/model.js").View} view */
const helped = (view) =>
  opponent(view) !== null && (hintsAllowed(view) || !view.players[opponent(view)].computer);

const BULB = "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.7-1 1.200-1 2H9c0-.8-.3-1.300-1-2z";
const PEN = "M4 20h4L19 9l-4-4L4 16zM13 7l4 4";
const FLAG = "M6 21V4h11l-2 4 2 4H6";

function card(table) {
  const { view, game, copied } = table;
  const more = { ...table.results.of(game), honest: table.honest.get(gameKey(game)), copied, phrases: chips(table) };
  return resultCard(view, game, { ...more, next: table.looking !== null });
}

function sideOf(table) {
  const { view, live, looking, curtain, hinting, noting } = table;
  const others = live.crowd.watching - (seated(view) ? 0 : 1);
  const movable = seated(view) && live.seat === null && !view.terms.daily && !isLocal(view.id);
  return h(
    "aside",
    { class: "side", "aria-label": "More", "data-part": "side" },
    looking === null && noting && may(view, "guess") && side.notePad(view.terms, table.notes),
    pageParts(table, "side"),
    chips(table),
    side.links(view, { curtain, sending: live.sending, looking, hinting, noting, movable }),
    lead.games(view, looking),
    others > 0 && h("p", { class: "hint-line", "data-part": "watching" }, `${others}${seated(view) ? "" : " more"} watching`),
  );
}

/** Phrases to send, unless both players are at this screen. */
const chips = ({ live, phrases, view }) => (live.seat === null ? phrases.chips(view) : null);

/** Placeholders of the parts that the server has rendered, which the differ keeps. @param {Table} table @param {string} section */
const pageParts = (table, section) => table.kept[section].map((part) => part.cloneNode(false));
