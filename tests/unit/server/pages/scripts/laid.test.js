/** The row being laid: how it is spelled and read, and when it is sent. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Shown, remotePegs, spell } from "../../../../../src/codepegs/server/pages/static/js/table/laid.js";

const VIEW = { moves: 5, terms: { pegs: 3 } };

for (const [laid, pegs] of [
  [{ moves: 5, laid: "R.Y" }, ["R", null, "Y"]],
  [{ moves: 5, laid: "-.." }, ["-", null, null]],
  [{ moves: 4, laid: "RYB" }, [null, null, null]],
  [{ moves: 5, laid: "RYBG" }, [null, null, null]],
  [null, [null, null, null]],
]) {
  test(`a row is read from ${JSON.stringify(laid)}`, () => {
    assert.deepEqual(remotePegs(laid, VIEW), pegs);
    if (laid?.moves === 5 && laid.laid.length === 3) assert.equal(spell(pegs), laid.laid);
  });
}

/** Rows that are followed, and what is sent by then. */
function sent(...rows) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [];
  const shown = new Shown((moves, laid) => heard.push(`${moves} ${laid}`));
  for (const [moves, pegs, looked = true, time = 300] of rows) {
    shown.follow(moves, pegs, looked);
    mock.timers.tick(time);
  }
  mock.timers.reset();
  return heard;
}

const [EMPTY, RED, BLUE] = [[null, null], ["R", null], ["R", "B"]];

test("a row is sent when it changes", () => {
  assert.deepEqual(sent([1, EMPTY], [1, RED], [1, RED], [1, BLUE], [1, EMPTY]), ["1 R.", "1 RB", "1 .."]);
});

test("fast changes are one message", () => {
  assert.deepEqual(sent([1, RED, true, 10], [1, BLUE]), ["1 RB"]);
});

test("nothing is sent while nobody looks, and the row when somebody comes", () => {
  assert.deepEqual(sent([1, RED, false], [1, RED, true]), ["1 R."]);
});

test("the next row starts without a message", () => {
  assert.deepEqual(sent([1, BLUE], [1, null], [2, EMPTY], [2, RED]), ["1 RB", "2 R."]);
});
