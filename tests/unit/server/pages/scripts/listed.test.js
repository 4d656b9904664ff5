import assert from "node:assert/strict";
import { test } from "node:test";

import { ago } from "../../../../../src/codepegs/server/pages/static/js/lib/ago.js";
import {
  deletion,
  describe,
  nameOf,
  turnWords,
} from "../../../../../src/codepegs/server/pages/static/js/pages/listed.js";

const NOW = Date.parse("2026-11-18T12:00:00Z");
const before = (seconds) => (NOW / 1000 - seconds) * 1e6;
const MATCH = {
  id: "abcdefghjk",
  title: "Classic",
  games: 4,
  names: ["Ada", "Mia"],
  you: 0,
  daily: null,
  status: "Game 3 of 4, 9 to 7",
  turn: 0,
  over: false,
  changed: before(120),
  ended: null,
  reviewable: true,
  challenge: false,
  rematch_of: null,
};
const SOLO = { ...MATCH, names: ["", "Ada"], you: 1, turn: 1, games: 1, status: "Guess 5 of 10" };
const DAILY = { ...SOLO, daily: "2026-11-18" };
const WAITING = { ...MATCH, names: ["Ada", null], turn: null, status: "Waiting for a player" };
const SHARED = { ...MATCH, you: null };
const OVER = { ...MATCH, turn: null, over: true, status: "You won the match, 9 to 7", ended: before(90000) };

const AGO = [
  [10, "just now"],
  [60, "1 minute ago"],
  [7300, "2 hours ago"],
  [86400, "yesterday"],
  [10 * 86400, "10 days ago"],
  [60 * 86400, "19 September 2026"],
];
for (const [seconds, words] of AGO) test(words, () => assert.equal(ago(before(seconds), NOW), words));

const ROWS = [
  [MATCH, "Mia", "Game 3 of 4, 9 to 7 · Classic · 2 minutes ago"],
  [{ ...MATCH, you: 1 }, "Ada", "Game 3 of 4, 9 to 7 · Classic · 2 minutes ago"],
  [SHARED, "Ada and Mia", "Game 3 of 4, 9 to 7 · Classic · 2 minutes ago"],
  [SOLO, "Solo", "Guess 5 of 10 · Classic · 2 minutes ago"],
  [DAILY, "Daily code No. 3", "Guess 5 of 10 · 2 minutes ago"],
  [WAITING, "Waiting for a friend", "4 games · Classic · 2 minutes ago"],
  [{ ...WAITING, challenge: true }, "Open challenge", "4 games · Classic · 2 minutes ago"],
  [{ ...MATCH, names: ["Ada", "computer expert"] }, "Computer (expert)", "Game 3 of 4, 9 to 7 · Classic · 2 minutes ago"],
  [OVER, "Mia", "You won the match, 9 to 7 · Classic · yesterday"],
];
for (const [table, name, words] of ROWS) {
  test(`${name}: ${words}`, () => assert.deepEqual([nameOf(table), describe(table, NOW)], [name, words]));
}

test("only the player to move reads that it is their turn", () => {
  const tables = [MATCH, { ...MATCH, you: 1 }, SHARED, SOLO, WAITING, OVER];
  assert.deepEqual(tables.map(turnWords), ["Your turn", "", "Ada to move", "Your turn", "", ""]);
});

test("a match of two people and a daily code cannot be deleted", () => {
  assert.equal(deletion(MATCH), null);
  assert.equal(deletion(SHARED), null);
  assert.equal(deletion(DAILY), null);
});

test("the question says what deleting means", () => {
  assert.match(deletion(SOLO).text, /for good/);
  assert.match(deletion({ ...MATCH, names: ["computer easy", "Ada"], you: 1 }).text, /for good/);
  assert.match(deletion(OVER).text, /Nothing changes for Mia/);
  assert.match(deletion({ ...DAILY, over: true }).text, /stays in your statistics\.$/);
  assert.match(deletion(WAITING).title, /^Withdraw the invitation/);
  assert.match(deletion({ ...WAITING, challenge: true }).title, /^Withdraw the challenge/);
  assert.match(deletion({ ...SHARED, over: true }).text, /from your list\.$/);
});
