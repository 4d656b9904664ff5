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
const row = (grade, regret = lost(0), guess = "RRBB", place = 1) => ({ row: place, guess, grade, regret });

const VERDICTS = [
  [row("best"), { kind: "best", name: "Best", words: "Couldn’t be better" }],
  [row("good", lost(0.02)), { kind: "good", name: "Good", words: "0.02 guesses lost" }],
  [row("good", lost(0.001)), { kind: "good", name: "Good", words: "Almost nothing lost" }],
  [row("fair", lost(0.1, { error: 0.1 })), { kind: "good", name: "Good", words: "About 0.10 guesses lost" }],
  [row("weak", lost(0.31)), { kind: "slip", name: "Slip", words: "0.31 guesses lost" }],
  [row("bad", lost(0, { chance: 0.25 })), { kind: "slip", name: "Slip", words: "25% chance lost" }],
  [row("weak", lost(0, { chance: 0.004 })), { kind: "slip", name: "Slip", words: "0.4% chance lost" }],
  [row("wasted", null, null), { kind: "slip", name: "Slip", words: "Out of time" }],
  [row(null, null), null],
];
for (const [each, found] of VERDICTS) {
  test(`the verdict on ${JSON.stringify(each)}`, () => assert.deepEqual(verdict(each), found));
}

const slip = (place, guess = "RRBB") => row("weak", lost(0.31), guess, place);
const SLIPS = [
  [[], true, false, ""],
  [[row(null, null)], true, false, ""],
  [[row("best"), row("best")], true, false, "Every guess was the best one."],
  [[row("best"), row("good", lost(0.02))], true, false, "No slips."],
  [[slip(1), slip(2), row("good", lost(0.02)), slip(4)], true, false, "Three slips: guesses 1, 2 and 4."],
  [[row("best"), slip(2, null)], false, false, "One slip: guess 2."],
  [[slip(1), slip(2)], true, true, "Two weak guesses cost you the game."],
  [[slip(1)], false, true, "One weak guess cost the game."],
];
for (const [rows, you, gaveAway, found] of SLIPS) {
  test(`slips: ${found || "nothing is rated"}`, () => assert.equal(slips(rows, you, gaveAway), found));
}

test("luck goes from unlucky to lucky", () => {
  assert.deepEqual([null, 0, 31.9, 36, 50, 60, 88].map(luck), [
    "No luck involved",
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
