/**
 * A table as it is seen from here: the view that the server sends, and what follows from it.
 * @typedef {import("./view.js").View} View
 * @typedef {import("./view.js").Game} Game
 * @typedef {import("./view.js").Row} Row
 */

/**
 * The view after a change: its sections in place of those before.
 * @param {View} view @param {any} change @returns {View}
 */
export function changed(view, change) {
  const { line: _line, by: _by, ...sections } = change;
  return { ...view, ...sections };
}

/** The name of the codemaker in a solo game. */
export const NOBODY = "";

/** The table without the server where this device plays a solo game by itself: one for each edition and each daily code. @param {View["terms"]} terms */
export const localTable = ({ daily, edition }) => (daily ? `offline-${daily}` : `offline ${edition}`);
/** Whether a table is one of them. @param {string} id */
export const isLocal = (id) => id.startsWith("offline");
/** Where the game of such a table is kept. @param {string} id */
export const keptAt = (id) => `codepegs.${id}.game`;
/** Where finished games wait to be sent. */
export const PLAYED = "codepegs.offline.played";

/** @param {View} view @param {string} act */
export const may = (view, act) => view.legal.includes(act);

/** Whether a wrong answer may be claimed: not against a computer, which makes no mistakes. @param {View} view */
export const mayClaim = (view) => may(view, "claim") && !view.players[opponent(view)].computer;

/** Whether hints may be taken, as last agreed. @param {View} view */
export const hintsAllowed = (view) => view.game?.hints_allowed ?? view.terms.hints;

/** Whether this browser sits at the table. @param {View} view */
export const seated = (view) => view.you !== null;

/** @param {View} view */
export const yourTurn = (view) => view.you !== null && view.turn === view.you;

/** @param {Game} game */
export const codebreaker = (game) => (game.codemaker === 0 ? 1 : 0);

/** Whether you hide the code of this game. @param {View} view @param {Game} game */
export const hiding = (view, game) => view.you === game.codemaker;
/** Whether the code of a game is still a secret. @param {View} view @param {any} game */
export const secret = (view, game) => game === view.game && view.phase !== "over";

/** The other player, if you sit at the table and are not alone. @param {View} view @returns {0|1|null} */
export const opponent = (view) => (view.you === null || view.terms.solo ? null : view.you === 0 ? 1 : 0);

/** Whether everything that you offer is agreed at once. @param {View} view */
export const decidesAlone = (view) =>
  view.terms.solo || view.terms.shared || (opponent(view) !== null && view.players[opponent(view)].computer !== null);

/** A name as it stands in a list. `call_player` in `notation/sentences.py` is the twin. @param {string} name */
export const listed = (name) => name.replace(/^computer(?: (.+))?$/i, (_, level) => (level ? `Computer (${level})` : "Computer"));

/** The name of a player within a sentence. @param {View} view @param {number} player */
export function nameAt({ players }, player) {
  const alone = players[player].computer && !players[1 - player].computer;
  return alone ? "the computer" : listed(players[player].name ?? "");
}

/** What to call a player on this screen: the one who looks is "You". @param {View} view @param {number} player */
export const calledHere = (view, player) =>
  player === view.you && !view.terms.shared ? "You" : listed(view.players[player].name ?? "");

/** Which game this is, void ones told apart. @param {Game} game */
export const gameKey = (game) => `${game.number}.${game.replay}`;

/**
 * Whether some code can earn this answer for some guess. `Edition.is_possible` is its twin.
 * @param {{pegs: number, colours: object[], blanks: boolean, code_repeats: boolean, guess_repeats: boolean}} terms
 * @param {[number, number]} answer
 */
export function isPossible(terms, [black, white]) {
  const kinds = terms.colours.length + (terms.blanks ? 1 : 0);
  const missed = terms.pegs - black - white;
  if (Math.min(black, white, missed) < 0) return false;
  // The last peg has only its own place left.
  if (white === 1 && missed === 0) return false;
  // With two colours, misplaced pegs come in pairs: one of each colour.
  if (terms.code_repeats) return kinds > 2 || white % 2 === 0;
  // A code with all colours has every colour of the guess. If there is only one, it is in its place.
  if (terms.guess_repeats) return kinds > terms.pegs || black >= 1 || white >= 2;
  // The code leaves out `kinds - pegs` colours, and each of them can be missed once.
  return missed <= kinds - terms.pegs;
}

/** Whether a clock runs for you. @param {View} view */
export const yourClockRuns = (view) => yourTurn(view) && view.clock.left !== null;

/**
 * Why this row may not be played as it stands, or null.
 * @param {any} terms @param {(string|null)[]} pegs @param {boolean} code
 */
export function fault(terms, pegs, code) {
  const open = pegs.filter((letter) => !letter).length;
  if (open) {
    const blank = terms.blanks ? ` To leave a hole empty, pick “empty” like any ${terms.colour_word}.` : "";
    return `Fill ${open} more ${open === 1 ? "hole" : "holes"}.${blank}`;
  }
  const repeats = code ? terms.code_repeats : terms.guess_repeats;
  if (!repeats && new Set(pegs).size < pegs.length) {
    return `A ${code ? "code" : "guess"} can’t repeat a ${terms.colour_word} in this game.`;
  }
  return null;
}
