/** The clock of a turn: what it shows, and when it warns. Time and elements are the test's. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

class Element {
  attributes = new Map();
  textContent = "";
  hidden = false;
  isConnected = true;
  /** @param {string} name */
  setAttribute(name, value = "") {
    this.attributes.set(name, value);
  }
  toggleAttribute(name, on) {
    if (on) this.attributes.set(name, "");
    else this.attributes.delete(name);
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  append() {}
}
/** What is said aloud. @type {Element} */
let region;
/** @type {any} */
let TurnClock;
Object.assign(globalThis, {
  HTMLElement: Element,
  Node: Element,
  customElements: { define: (_name, kind) => (TurnClock = kind) },
  document: { createElement: () => (region = new Element()), body: new Element() },
});
let now = 0;
performance.now = () => now;
await import("../../../../../src/codepegs/server/pages/static/js/elements/turn-clock.js");

const pass = (milliseconds) => {
  for (const end = now + milliseconds; now < end; ) {
    now += 50;
    mock.timers.tick(50);
  }
};
let clock;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  now = 0;
  if (region) region.textContent = "";
  clock = new TurnClock();
});

test("it counts by itself, and marks the last ten seconds", () => {
  clock.state = { left: 75_000, seenAt: now, yours: true };
  assert.equal(clock.textContent, "1:15");
  pass(60_000);
  assert.equal(clock.textContent, "0:15");
  assert.ok(!clock.hasAttribute("data-low"));
  pass(5000);
  assert.ok(clock.hasAttribute("data-low"));
  pass(20_000);
  assert.equal(clock.textContent, "0:00");
});

test("it is hidden while nobody's time runs, and counts no more", () => {
  clock.state = { left: 9000, seenAt: now, yours: true };
  clock.state = { left: null, seenAt: now, yours: true };
  assert.ok(clock.hidden);
  pass(3000);
  assert.equal(clock.textContent, "0:09");
});

test("messages do not swallow a warning", () => {
  clock.state = { left: 11_500, seenAt: now, yours: true };
  for (const until = 11_500; now < 2000; ) {
    pass(50);
    // Each message took a different time.
    clock.state = { left: until - now + 20 * Math.sin(now), seenAt: now, yours: true };
  }
  pass(300);
  assert.equal(region.textContent, "10 seconds left.");
});

test("the time of the others warns nobody", () => {
  clock.state = { left: 11_000, seenAt: now, yours: false };
  pass(3000);
  assert.equal(region?.textContent ?? "", "");
});

test("a turn that begins with little time is not a warning", () => {
  clock.state = { left: 9500, seenAt: now, yours: true };
  pass(1000);
  assert.equal(region?.textContent ?? "", "");
});
