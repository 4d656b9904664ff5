import assert from "node:assert/strict";
import { test } from "node:test";

import { describe, numbers, titleOf } from "../../../../../src/codepegs/server/pages/static/js/pages/tally.js";

const TALLY = { games: 3, cracked: 2, average: 4.5, best: 4, hints: 0, streak: 1, longest_streak: 2, par: 4.3403 };
const NONE = { games: 1, cracked: 0, average: null, best: null, hints: 0, streak: 0, longest_streak: 0, par: null };

const LINES = [
  [TALLY, "3 games · 67% cracked · average 4.50 (perfect play 4.34) · best 4"],
  [{ ...TALLY, par: undefined }, "3 games · 67% cracked · average 4.50 · best 4"],
  [{ ...TALLY, hints: 3 }, "3 games · 67% cracked · average 4.50 (perfect play 4.34) · best 4 · 3 hints"],
  [NONE, "1 game · 0% cracked"],
];
for (const [tally, line] of LINES) test(line, () => assert.equal(describe(tally), line));

test("house rules tell editions apart", () => {
  assert.equal(titleOf({ title: "Super", edition: "super" }), "Super");
  assert.equal(titleOf({ title: "Super", edition: "super rows=8 time=60" }), "Super (rows 8, time 60)");
  assert.equal(titleOf({ title: "Classic", edition: "classic-1 answers=hand" }), "Classic (marked by hand)");
});

test("hints are a number if some were taken", () => {
  assert.deepEqual(numbers({ ...TALLY, hints: 3 }).at(-1), ["hints", "3"]);
});

test("numbers that nobody knows yet are dashes", () => {
  assert.deepEqual(numbers(TALLY).map(([, value]) => value), ["3", "67%", "4.50", "4", "1", "2"]);
  assert.deepEqual(numbers(NONE).map(([, value]) => value), ["1", "0%", "–", "–", "0", "0"]);
});
