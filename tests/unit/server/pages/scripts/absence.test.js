/** How long an opponent has been away: by the server's count, also after a reload. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Absence, longWords } from "../../../../../src/codepegs/server/pages/static/js/table/absence.js";

const view = (limit, more = {}) => ({
  outcome: null,
  players: [{ computer: null }, { computer: null }],
  game: { time_limit: limit },
  terms: { codemaker_time: null },
  clock: { limit: null },
  turn: 0,
  moves: 3,
  ...more,
});
const crowd = (away) => ({ here: [true, away === null], away: [null, away], heardAt: performance.now() });

for (const [limit, away, words] of [
  [60, 119, ""],
  [60, 120, "2 minutes"],
  [60, 3 * 3600, "3 hours"],
  [null, 120, ""],
  [null, 3 * 24 * 3600, "3 days"],
  [60, null, ""],
]) {
  test(`with a limit of ${limit}, ${away} seconds away are "${words}"`, () => {
    const absence = new Absence(() => {});
    assert.equal(absence.follow(view(limit), crowd(away), 1), words && `has been away for ${words}`);
    absence.stop();
  });
}

for (const [what, limit, more, seconds, words] of [
  ["with a clock for you", 60, {}, 599, ""],
  ["with a clock for you", 60, {}, 600, "10 minutes"],
  ["with a clock for them", 60, { clock: { limit: 60 } }, 9999, ""],
  ["with a clock for the codemaker", null, { terms: { codemaker_time: 60 } }, 600, "10 minutes"],
  ["without a clock", null, {}, 600, ""],
  ["without a clock", null, {}, 3 * 24 * 3600, "3 days"],
  ["in your own turn", 60, { turn: 0 }, 9999, ""],
]) {
  test(`${what}, ${seconds} seconds without a move are "${words}"`, () => {
    const absence = new Absence(() => {});
    const there = { ...crowd(null), idle: seconds };
    assert.equal(absence.follow(view(limit, { turn: 1, ...more }), there, 1), words && `has not moved for ${words}`);
    assert.equal(absence.follow(view(limit, { turn: 1, ...more, moves: 4 }), there, 1), "", "They have moved.");
    absence.stop();
  });
}

test("nobody is away after the match, nor is a computer", () => {
  const absence = new Absence(() => {});
  assert.equal(absence.follow(view(60, { outcome: {} }), crowd(500), 1), "");
  assert.equal(absence.follow(view(60, { players: [{}, { computer: "easy" }] }), crowd(500), 1), "");
  assert.equal(absence.follow(view(60), crowd(500), null), "");
});

test("one who keeps waiting is asked again later", () => {
  const absence = new Absence(() => {});
  assert.equal(absence.follow(view(60), crowd(500), 1), "has been away for 8 minutes");
  absence.dismiss();
  assert.equal(absence.follow(view(60), crowd(500), 1), "");
  absence.stop();
});

test("a long time is told in words", () => {
  assert.equal(longWords(60_000), "1 minute");
});
