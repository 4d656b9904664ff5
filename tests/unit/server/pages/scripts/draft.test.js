import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../../../../src/codepegs/server/pages/static/js/board/draft.js";

/** A draft from letters, with a dot for a free hole. */
const draft = (letters, keep) => new Draft([...letters].map((letter) => (letter === "." ? null : letter)), keep);
const shown = ({ pegs }) => pegs.map((letter) => letter ?? ".").join("");

/** What is there, what is done, what is there afterwards, and where the next peg goes. */
const CASES = [
  ["....", (row) => row.put("R"), "R...", 1],
  ["R.B.", (row) => row.put("G"), "RGB.", 3],
  ["RG.B", (row) => row.put("Y"), "RGYB", null],
  [".R..", (row) => row.put("B", 3), ".R.B", 0],
  ["RRBB", (row) => row.put("G"), "RRBB", null],
  ["RRBB", (row) => row.put("G", 2), "RRGB", null],
  ["RRBB", (row) => row.take(1), "R.BB", 1],
  ["R...", (row) => row.take(2), "R...", 2],
  ["RGB.", (row) => row.back(), "RG..", 2],
  ["RGBY", (row) => row.back(), "RGB.", 3],
  ["....", (row) => row.back(), "....", 0],
  [".G..", (row) => row.back(), ".G..", 0],
  ["RGBY", (row) => row.clear(), "....", 0],
  ["R...", (row) => row.copy("GGYY"), "GGYY", null],
  ["RG..", (row) => row.swap(0, 3), ".G.R", 0],
  ["RGBY", (row) => row.swap(0, 1), "GRBY", null],
];

for (const [before, work, after, cursor] of CASES) {
  test(`${before} becomes ${after} by ${work.toString().slice(9)}`, () => {
    const row = draft(before);
    work(row);
    assert.equal(shown(row), after);
    assert.equal(row.cursor, cursor);
  });
}

test("a full row refuses another peg until a hole is chosen", () => {
  const row = draft("RGBY");
  assert.equal(row.put("W"), false);
  row.cursor = 1;
  assert.equal(row.put("W"), true);
  assert.equal(shown(row), "RWBY");
});

test("undo takes back every change, the last one first", () => {
  const row = draft("....");
  const steps = [() => row.put("R"), () => row.put("G"), () => row.swap(0, 1), () => row.clear(), () => row.copy("WWWW"), () => row.take(2)];
  const seen = [shown(row)];
  for (const step of steps) {
    step();
    seen.push(shown(row));
  }
  for (const before of seen.reverse()) {
    assert.equal(shown(row), before);
    row.undo();
  }
  assert.equal(row.changed, false);
});

test("every change is kept, and a look is not", () => {
  const kept = [];
  const row = draft("..", (pegs) => kept.push(pegs.join("")));
  row.put("R");
  row.cursor = 1;
  row.take(1);
  row.put("B");
  row.undo();
  assert.deepEqual(kept, ["R", "RB", "R"]);
});
