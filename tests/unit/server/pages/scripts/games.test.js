import assert from "node:assert/strict";
import { test } from "node:test";

import { gamesOf, placeOf } from "../../../../../src/codepegs/server/pages/static/js/learn/games.js";
import { cleaned, rangeOf } from "../../../../../src/codepegs/server/pages/static/js/learn/record-form.js";

const game = (number, replay, reviewable) => ({ number, replay, reviewable });
const MATCH = [game(1, 0, true), game(1, 1, true), game(2, 0, false)];
const PLACES = [
  ["", 1],
  ["game=1", 1],
  ["game=1&replay=0", 0],
  ["game=1&replay=7", 1],
  ["game=2", 2],
  ["game=9", 1],
  ["game=x", 1],
];
for (const [query, place] of PLACES) {
  test(`"${query}" names game ${place}`, () => assert.equal(placeOf(MATCH, new URLSearchParams(query)), place));
}

test("without a review the last game is shown", () => {
  assert.equal(placeOf([game(1, 0, false), game(2, 0, false)], new URLSearchParams()), 1);
  assert.deepEqual(gamesOf({ past: [], game: null }), []);
});

test("the line that is refused can be selected", () => {
  const text = cleaned("\n \n\ncodepegs 2\r\ngomes 2\n\n");
  assert.equal(text, "codepegs 2\ngomes 2\n");
  assert.equal(text.slice(...rangeOf(text, 2)), "gomes 2");
  assert.equal(text.slice(...rangeOf(text, 9)), "");
});
