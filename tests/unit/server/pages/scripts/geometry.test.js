import assert from "node:assert/strict";
import { test } from "node:test";

import { geometry, rowInPlay } from "../../../../../src/codepegs/server/pages/static/js/board/geometry.js";

const terms = (pegs, rows, colours, blanks = false) => ({ pegs, rows, colours: Array(colours).fill({}), blanks });
const attributes = ["data-pegs", "data-rows", "data-colours"];

/** Pegs, rows, colours, blanks; columns and rows of the tray beside and under the board; what there are many of. */
const BOARDS = [
  [[4, 10, 6], [3, 2, 6, 1], []],
  [[3, 8, 6], [3, 2, 6, 1], []],
  [[5, 12, 8], [3, 3, 8, 1], []],
  [[4, 10, 8, true], [3, 3, 5, 2], ["data-colours"]],
  [[4, 10, 10], [4, 3, 5, 2], ["data-colours"]],
  [[8, 20, 20], [5, 4, 7, 3], attributes],
  [[12, 30, 26], [5, 6, 7, 4], attributes],
  [[7, 12, 8], [3, 3, 8, 1], []],
];

for (const [board, tray, many] of BOARDS) {
  test(`a board of ${board} has a tray of ${tray}`, () => {
    const found = geometry(terms(...board), 1);
    const names = ["--tray-columns", "--tray-rows", "--strip-columns", "--strip-rows"];
    assert.deepEqual(names.map((name) => Number(found.style[name])), tray);
    assert.deepEqual(attributes.filter((name) => found[name] === "many"), many);
    assert.equal(found.style["--columns"], String(Math.ceil(board[0] / 2)));
  });
}

const row = { guess: "RRBB", feedback: "1+0" };
const guess = { pegs: [], cursor: 0 };
const code = { pegs: [], cursor: 0, code: true };
const STATES = [
  ["the code is laid", [], code, 11],
  ["the first row is laid", [], guess, 1],
  ["the third row is laid", [row, row], guess, 3],
  ["the last row is laid", Array(9).fill(row), guess, 10],
  ["a row waits for its answer", [row, { guess: "RRBB", feedback: null }], null, 2],
  ["nothing is set", [], null, 11],
];

for (const [name, rows, draft, now] of STATES) {
  test(`the row in play is ${now} if ${name}`, () => {
    assert.equal(rowInPlay({ terms: terms(4, 10, 6), rows, draft }), now);
  });
}
