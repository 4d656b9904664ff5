import assert from "node:assert/strict";
import { test } from "node:test";

import { aloud, pieces } from "../../../../../src/codepegs/server/pages/static/js/board/sentence.js";

const PIECES = [
  ["45 codes left.", ["45 codes left."]],
  ["The best guess is `RRGR`.", ["The best guess is ", { code: "RRGR", answer: null }, "."]],
  ["`R-B` is right.", [{ code: "R-B", answer: null }, " is right."]],
  ["They are `012` and `120`.", ["They are ", { code: "012", answer: null }, " and ", { code: "120", answer: null }, "."]],
  ["Play: `RRKY` 1+1, `WYKW` 4+0.", ["Play: ", { code: "RRKY", answer: "1+1" }, ", ", { code: "WYKW", answer: "4+0" }, "."]],
  ["Ada`s code, BOB", ["Ada`s code, BOB"]],
  ["", []],
];

for (const [text, found] of PIECES) {
  test(`"${text}" has its codes apart`, () => assert.deepEqual(pieces(text), found));
}

test("a sentence is heard with the names of its colours", () => {
  const colours = [
    { letter: "R", name: "red" },
    { letter: "B", name: "blue" },
  ];
  const called = (/** @type {string} */ name) => ({ name, plural: name, paint: name });
  const keys = { style: "pegs", black: called("black"), white: called("white") };
  const terms = { pegs: 2, colours, blanks: true, keys };
  assert.equal(aloud(terms, "Not `R-`: `BB` 1+0."), "Not red, empty: blue, blue (1 black, 0 white).");
  const animals = { ...keys, black: { name: "bull", plural: "bulls", paint: "black" } };
  assert.equal(aloud({ ...terms, keys: animals }, "`BB` 2+0."), "blue, blue (2 bulls, 0 white).");
});
