import assert from "node:assert/strict";
import { test } from "node:test";

import { rowsOf, typedPosition } from "../../../../../src/codepegs/server/pages/static/js/learn/position.js";

const SLUGS = ["classic-1", "mini"];

test("what is typed is a whole position, or rows of the edition on the page", () => {
  for (const [typed, expected] of [
    ["", "mini"],
    ["  ", "mini"],
    ["RGB 1+0", "mini / RGB 1+0"],
    ["RGB 1+0 / GBY 0+1", "mini / RGB 1+0 / GBY 0+1"],
    ["classic-1", "classic-1"],
    ["classic-1/RRBB 1+0", "classic-1/RRBB 1+0"],
    [" classic-1 rows=8 / RRBB 1+0 ", "classic-1 rows=8 / RRBB 1+0"],
    ["nonsense", "mini / nonsense"],
  ])
    assert.equal(typedPosition(typed, "mini", SLUGS), expected);
});

test("the rows of a position are shown without its edition", () => {
  for (const [line, rows] of [
    ["mini", ""],
    ["mini rows=8 / RGB 1+0 / GBY 0+1", "RGB 1+0 / GBY 0+1"],
  ])
    assert.equal(rowsOf(line), rows);
});
