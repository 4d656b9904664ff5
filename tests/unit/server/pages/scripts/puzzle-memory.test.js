import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { daysInARow, recall, remember, streak } from "../../../../../src/codepegs/server/pages/static/js/learn/puzzle-memory.js";

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  });
});

const NOTHING = { tries: [], clues: [], end: null };
const solved = (found) => ({ tries: [{ code: "RRBB", sentence: "", row: 1 }], clues: [], end: { code: "RGBY", why: [], found } });

test("what was tried is remembered by puzzle", () => {
  assert.deepEqual(recall("a"), NOTHING);
  remember("a", solved(true), null);
  remember("b", NOTHING, null);
  assert.deepEqual(recall("a"), solved(true));
  assert.deepEqual(recall("b"), NOTHING);
});

test("only the last forty puzzles are remembered", () => {
  for (let number = 0; number <= 40; number += 1) remember(String(number), solved(true), null);
  assert.deepEqual(recall("0"), NOTHING);
  assert.deepEqual(recall("1"), solved(true));
});

test("a day counts once, and only if it was solved", () => {
  remember("a", solved(true), "2026-11-17");
  remember("a", solved(true), "2026-11-17");
  remember("b", solved(false), "2026-11-18");
  assert.equal(streak("2026-11-18"), 1);
});

test("what somebody else wrote is as good as nothing", () => {
  for (const text of ["x", "[]", '{"puzzles": 1}', "null"]) {
    localStorage.setItem("codepegs.puzzles", text);
    assert.deepEqual(recall("a"), NOTHING);
  }
});

const STREAKS = [
  [[], 0],
  [["2026-11-18"], 1],
  [["2026-11-17"], 1],
  [["2026-11-16"], 0],
  [["2026-10-31", "2026-11-01"], 0],
  [["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18"], 4],
  [["2026-11-14", "2026-11-16", "2026-11-17"], 2],
];
for (const [days, count] of STREAKS) {
  test(`${days.join(" ") || "no day"} makes ${count} in a row`, () => assert.equal(daysInARow(days, "2026-11-18"), count));
}

test("a row of days goes on over the end of a month", () => {
  assert.equal(daysInARow(["2026-02-27", "2026-02-28", "2026-03-01"], "2026-03-01"), 3);
});
