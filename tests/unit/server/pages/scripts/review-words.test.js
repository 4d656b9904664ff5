import assert from "node:assert/strict";
import { test } from "node:test";

import {
  againstPar,
  luck,
  share,
  slips,
  verdict,
} from "../../../../../src/codepegs/server/pages/static/js/learn/review-words.js";

const lost = (guesses, { error = 0, chance = 0 } = {}) => ({ guesses, error, chance });
const row = (grade, regret = lost(0), guess = "RRBB") => ({ guess, grade, regret });

const VERDICTS = [
  [row("best"), { kind: "best", name: "Best", words: "Nothing to improve" }],
  [row("good", lost(0.02)), { kind: "good", name: "Good", words: "0.02 guesses lost" }],
  [row("good", lost(0.001)), { kind: "good", name: "Good", words: "Almost nothing lost" }],
  [row("fair", lost(0.1, { error: 0.1 })), { kind: "good", name: "Good", words: "About 0.10 guesses lost" }],
  [row("weak", lost(0.31)), { kind: "slip", name: "Slip", words: "0.31 guesses lost" }],
  [row("bad", lost(0, { chance: 0.25 })), { kind: "slip", name: "Slip", words: "25 % chance lost" }],
  [row("weak", lost(0, { chance: 0.004 })), { kind: "slip", name: "Slip", words: "0.4 % chance lost" }],
  [row("wasted", null, null), { kind: "slip", name: "Slip", words: "Out of time" }],
  [row(null, null), null],
];
for (const [each, found] of VERDICTS) {
  test(`the verdict on ${JSON.stringify(each)}`, () => assert.deepEqual(verdict(each), found));
}

const SLIPS = [
  [[], true, ""],
  [[row(null, null)], true, ""],
  [[row("best"), row("best")], true, "Every guess was the best."],
  [[row("best"), row("good", lost(0.02))], true, "No slips."],
  [[row("weak", lost(0.31)), row("bad", lost(0.44)), row("good", lost(0.02))], true, "Two slips cost you 0.75 guesses."],
  [[row("weak", lost(0.31))], false, "One slip cost 0.31 guesses."],
  [[row("weak", lost(0.31, { error: 0.1 }))], false, "One slip cost about 0.31 guesses."],
  [[row("wasted", null, null)], true, "One slip cost you 1.00 guesses."],
  [[row("bad", lost(-1, { chance: 0.5 })), row("weak", lost(0.25))], true, "Two slips cost you 0.25 guesses and 50 % of the chance."],
];
for (const [rows, you, found] of SLIPS) {
  test(`what slips cost: ${found || "nothing is rated"}`, () => assert.equal(slips(rows, you), found));
}

test("luck goes from unlucky to lucky", () => {
  assert.deepEqual([null, 0, 31.9, 36, 50, 60, 88].map(luck), [
    "No luck in it",
    "Unlucky",
    "Unlucky",
    "A bit unlucky",
    "Even",
    "A bit lucky",
    "Lucky",
  ]);
});

test("guesses stand next to par", () => {
  assert.equal(againstPar({ guesses: 5, par: 4.34 }), "0.66 above par.");
  assert.equal(againstPar({ guesses: 3, par: 4.34 }), "1.34 below par.");
  assert.equal(againstPar({ guesses: 1, par: 1 }), "Exactly par.");
  assert.equal(againstPar({ guesses: null, par: 4.34 }), "Not cracked.");
  assert.match(againstPar({ guesses: 7, par: null }), /proved/);
});

test("bars for codes left are on a log scale", () => {
  assert.deepEqual([1296, 256, 45, 1, 0].map((left) => share(left, 1296)), [100, 77, 53, 1, 0]);
  assert.equal(share(1, 1), 1);
});
