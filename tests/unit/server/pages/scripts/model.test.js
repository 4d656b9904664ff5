import assert from "node:assert/strict";
import { test } from "node:test";

import {
  changed,
  decidesAlone,
  fault,
  gameKey,
  hiding,
  isLocal,
  opponent,
  secret,
  yourClockRuns,
  yourTurn,
} from "../../../../../src/codepegs/server/pages/static/js/lib/model.js";
import {
  analysisPage,
  editionOf,
  openingsPage,
  positionLine,
} from "../../../../../src/codepegs/server/pages/static/js/learn/position.js";

const GAME = { number: 2, replay: 1, codemaker: 0 };
const PERSON = { name: "Ada", computer: null };
const VIEW = {
  you: 1,
  turn: 1,
  phase: "guessing",
  game: GAME,
  terms: { solo: false, shared: false },
  players: [PERSON, PERSON],
  clock: { left: null },
};

test("a change replaces its sections and keeps the others", () => {
  const after = changed(VIEW, { line: "guess RGB", by: 1, turn: 0, version: 7 });
  assert.deepEqual([after.turn, after.you, after.version, after.line, after.by], [0, 1, 7, undefined, undefined]);
});

test("seats follow from the view", () => {
  assert.ok(yourTurn(VIEW));
  assert.ok(!yourTurn({ ...VIEW, you: null, turn: null }));
  assert.equal(opponent(VIEW), 0);
  assert.equal(opponent({ ...VIEW, you: null }), null);
  assert.equal(opponent({ ...VIEW, terms: { solo: true } }), null);
  assert.ok(!hiding(VIEW, GAME));
  assert.ok(hiding({ ...VIEW, you: 0 }, GAME));
  assert.ok(secret(VIEW, GAME));
  assert.ok(!secret({ ...VIEW, phase: "over" }, GAME));
  assert.ok(!secret(VIEW, { ...GAME }));
  assert.equal(gameKey(GAME), "2.1");
});

test("an offer is agreed at once if nobody else has to agree", () => {
  assert.ok(!decidesAlone(VIEW));
  assert.ok(decidesAlone({ ...VIEW, terms: { solo: true } }));
  assert.ok(decidesAlone({ ...VIEW, players: [{ name: "computer easy", computer: "easy" }, PERSON] }));
});

test("a clock presses only the player to move", () => {
  assert.ok(!yourClockRuns(VIEW));
  assert.ok(yourClockRuns({ ...VIEW, clock: { left: 9000 } }));
  assert.ok(!yourClockRuns({ ...VIEW, turn: 0, clock: { left: 9000 } }));
});

test("tables of this device are known by their names", () => {
  assert.deepEqual(["offline mini", "offline-daily", "crts3a3y6k"].map(isLocal), [true, true, false]);
});

const ONCE = { colour_word: "colour", blanks: false, code_repeats: false, guess_repeats: true };
const FAULTS = [
  [ONCE, ["R", null, null], false, "Fill 2 more holes."],
  [{ ...ONCE, blanks: true }, ["R", null], false, "Fill 1 more hole. To leave a hole empty, pick “empty” like any colour."],
  [ONCE, ["R", "R"], false, null],
  [ONCE, ["R", "R"], true, "A code can’t repeat a colour in this game."],
  [ONCE, ["R", "B"], true, null],
  [{ ...ONCE, colour_word: "digit" }, ["1", "1"], true, "A code can’t repeat a digit in this game."],
];

test("a row that cannot be played has a reason", () => {
  for (const [terms, pegs, code, reason] of FAULTS) assert.equal(fault(terms, pegs, code), reason);
});

test("a position is a line that its address can carry", () => {
  const rows = [{ guess: "RRBB", feedback: "1+0" }, { guess: null, feedback: null }, { guess: "RGBY", feedback: null }];
  const line = positionLine({ edition: "classic-1 rows=8" }, rows);
  assert.equal(line, "classic-1 rows=8 / RRBB 1+0 / timeout / RGBY ?");
  assert.equal(editionOf(line), "classic-1 rows=8");
  assert.equal(new URL(analysisPage(line), "http://x").searchParams.get("position"), line);
  assert.equal(positionLine({ edition: "mini" }, []), "mini");
  assert.equal(openingsPage("mini", { guess: "RRB" }), "/openings?edition=mini&guess=RRB");
});
