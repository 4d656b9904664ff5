/** Redraws wait while a pointer is pressed. Events and time are the test's. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Redraw } from "../../../../../src/codepegs/server/pages/static/js/lib/redraw.js";

const page = new EventTarget();
Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page), window: globalThis });
const point = (type, buttons = 0) => page.dispatchEvent(Object.assign(new Event(type), { buttons }));

let drawn = 0;
/** @type {AbortController} */
let ended;
/** @type {Redraw} */
let redraw;

beforeEach(() => {
  ended?.abort();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  drawn = 0;
  ended = new AbortController();
  redraw = new Redraw(() => (drawn += 1));
  redraw.connect(ended.signal);
});

test("with nothing pressed it draws at once", () => {
  redraw.request();
  assert.equal(drawn, 1);
});

test("what changes during a press is drawn once, after the click", () => {
  point("pointerdown", 1);
  redraw.request();
  redraw.request();
  point("pointerup");
  point("click");
  assert.equal(drawn, 0, "Others still have to hear the click.");
  mock.timers.tick(1);
  assert.equal(drawn, 1);
});

for (const release of ["pointerup", "pointercancel", "blur", "pointermove"]) {
  test(`${release} without a click ends the press`, () => {
    point("pointerdown", 1);
    redraw.request();
    mock.timers.tick(10_000);
    assert.equal(drawn, 0, "It is still pressed.");
    point(release);
    mock.timers.tick(100);
    assert.equal(drawn, 1);
    redraw.request();
    assert.equal(drawn, 2);
  });
}

test("a mouse that moves on after the release delays nothing", () => {
  point("pointerdown", 1);
  redraw.request();
  point("pointerup");
  for (let moved = 0; moved < 5; moved += 1) {
    mock.timers.tick(20);
    point("pointermove");
  }
  assert.equal(drawn, 1);
});

test("a pressed mouse that moves is still pressed", () => {
  point("pointerdown", 1);
  redraw.request();
  point("pointermove", 1);
  mock.timers.tick(1000);
  assert.equal(drawn, 0);
});

test("a second press within the time of the click keeps waiting", () => {
  point("pointerdown", 1);
  redraw.request();
  point("pointerup");
  point("pointerdown", 1);
  mock.timers.tick(1000);
  assert.equal(drawn, 0);
});

test("after it left the page nothing is drawn", () => {
  point("pointerdown", 1);
  redraw.request();
  point("pointerup");
  ended.abort();
  mock.timers.tick(1000);
  assert.equal(drawn, 0);
});
