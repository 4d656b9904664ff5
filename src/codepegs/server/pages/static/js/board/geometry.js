/**
 * Numbers from which css/board.css works out every length of a board. Nothing is measured: these become custom
 * properties, and the style sheet follows the space that the window leaves.
 */

/** Colours that a tray has in one line at most, before it wraps and shows letters. */
const FEW_COLOURS = 8;
/** Pegs that the row in play has in one line at most. */
const FEW_PEGS = 7;
/** Rows that always fit, even on a phone on its side. */
const FEW_ROWS = 12;

/**
 * Attributes of the element around a board and its dock.
 * @param {{pegs: number, rows: number, colours: {length: number}, blanks: boolean}} terms
 * @param {number} now the row in play
 */
export function geometry({ pegs, rows, colours, blanks }, now) {
  const tiles = colours.length + (blanks ? 1 : 0);
  const beside = tiles <= 9 ? 3 : tiles <= 16 ? 4 : 5;
  const under = tiles <= FEW_COLOURS ? tiles : tiles <= 2 * FEW_COLOURS ? Math.ceil(tiles / 2) : 7;
  const many = (found, limit) => (found > limit ? "many" : null);
  const numbers = {
    pegs,
    rows,
    now,
    half: Math.ceil(pegs / 2),
    columns: Math.ceil(pegs / 2),
    "tray-columns": beside,
    "tray-rows": Math.ceil(tiles / beside),
    "strip-columns": under,
    "strip-rows": Math.ceil(tiles / under),
  };
  return {
    style: Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`--${name}`, String(value)])),
    "data-pegs": many(pegs, FEW_PEGS),
    "data-rows": many(rows, FEW_ROWS),
    "data-colours": many(tiles, FEW_COLOURS),
  };
}

/**
 * The row in play, counted from 1; after the last row comes the bay of the code.
 * @param {Pick<import("./peg-board.js").BoardState, "terms"|"rows"|"draft">} state
 */
export function rowInPlay({ terms, rows, draft }) {
  if (draft) return draft.code ? terms.rows + 1 : Math.min(rows.length + 1, terms.rows);
  return rows.length || terms.rows + 1;
}
