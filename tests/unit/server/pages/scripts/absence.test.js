/** How long an opponent has been away: by the server's count, also after a reload. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Absence, longWords } from "../../../../../src/codepegs/server/pages/static/js/table/absence.js";

const view = (limit, more = {}) => ({
  outcome: null,
  players: [{ computer: null }, { computer: null }],
  game: { time_limit: limit },
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
    assert.equal(absence.follow(view(limit), crowd(away), 1), words);
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
  assert.equal(absence.follow(view(60), crowd(500), 1), "8 minutes");
  absence.dismiss();
  assert.equal(absence.follow(view(60), crowd(500), 1), "");
  absence.stop();
});

test("a long time is told in words", () => {
  assert.equal(longWords(60_000), "1 minute");
});
