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

/** @param {View} view @param {string} act */
export const may = (view, act) => view.legal.includes(act);

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
export const secret = (view, game) => game === view.game && !["judging", "over"].includes(view.phase);

/** The name of a player, or what to call an empty seat. @param {View} view @param {number} player */
export const nameAt = (view, player) => view.players[player].name ?? "a friend";

/** Which game this is, void ones told apart. @param {Game} game */
export const gameKey = (game) => `${game.number}.${game.replay}`;

/** The true answer to a guess: what the reveal is compared with. @param {string} guess @param {string} code */
export function mark(guess, code) {
  const black = [...guess].filter((letter, place) => letter === code[place]).length;
  const shared = [...new Set(guess)].reduce(
    (sum, letter) => sum + Math.min(count(guess, letter), count(code, letter)),
    0,
  );
  return `${black}+${shared - black}`;
}

const count = (code, letter) => [...code].filter((each) => each === letter).length;

/** Rows, counted from 1, whose answer is not the true one; none while the code is hidden. @param {Game} game */
export function wrongRows(game) {
  if (!game.code) return [];
  return game.rows
    .map((row, place) => ({ ...row, number: place + 1 }))
    .filter((row) => row.guess && row.feedback && mark(row.guess, game.code) !== row.feedback)
    .map((row) => row.number);
}

/** Whether a clock runs for you. @param {View} view */
export const pressed = (view) => yourTurn(view) && view.clock.left !== null;

/**
 * Why this row may not be played as it stands, or null.
 * @param {any} terms @param {(string|null)[]} pegs @param {boolean} code
 */
export function fault(terms, pegs, code) {
  const open = pegs.filter((letter) => !letter).length;
  if (open) {
    const blank = terms.blanks ? ", and an empty hole is chosen like a colour" : "";
    return `${open === 1 ? "1 hole is" : `${open} holes are`} still to be filled${blank}.`;
  }
  const repeats = code ? terms.code_repeats : terms.guess_repeats;
  if (!repeats && new Set(pegs).size < pegs.length) {
    return `No colour may stand in a ${code ? "code" : "guess"} twice in this game.`;
  }
  return null;
}
