/** Requests: refusals as errors, and a seat that neither a lost answer nor a reload loses. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import * as api from "../../../../../src/codepegs/server/pages/static/js/lib/api.js";

/** @type {Map<string, string>} */
const kept = new Map();
const storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
/** The bodies that were sent. @type {any[]} */
let sent = [];
/** The answers to come; a TypeError is a lost connection. @type {(Response | Error)[]} */
let answers = [];
Object.assign(globalThis, {
  sessionStorage: storage,
  fetch: async (_path, { body }) => {
    sent.push(body && JSON.parse(body));
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  },
});
const LOST = new TypeError("Failed to fetch");
const refusal = (status, kind) => Response.json({ refused: { kind, message: "No.", facts: { seat: 1 } } }, { status });

beforeEach(() => {
  kept.clear();
  sent = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** @template T @param {Promise<T>} promise @returns {Promise<T>} */
async function inTime(promise) {
  let over = false;
  const ended = promise.finally(() => (over = true));
  ended.catch(() => {});
  while (!over) {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(500);
  }
  return promise;
}

test("a refusal has its kind, facts, status and view", async () => {
  answers = [Response.json({ refused: { kind: "Seated", message: "No.", facts: { seat: 1 } }, view: { version: 3 } }, { status: 409 })];
  await assert.rejects(api.look("one"), { kind: "Seated", message: "No.", facts: { seat: 1 }, status: 409, view: { version: 3 } });
});

for (const [name, answer, kind] of [
  ["an answer that is not JSON", new Response("<html>", { status: 502 }), "Unreadable"],
  ["a lost connection", LOST, "Offline"],
]) {
  test(`${name} is refused as ${kind}`, async () => {
    answers = [answer];
    await assert.rejects(api.look("one"), { kind });
  });
}

test("a seat is asked for with the same key until there is an answer", async () => {
  answers = [LOST, LOST, Response.json({ id: "one" })];
  let failed = 0;
  const opened = await inTime(api.open({ edition: "mini" }, () => (failed += 1)));
  assert.equal(opened.id, "one");
  assert.equal(failed, 2);
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
  assert.equal(kept.size, 0);
});

test("after a reload the same request has the same key, and another request another one", async () => {
  answers = Array(12).fill(LOST);
  await assert.rejects(inTime(api.join("one", "token", "Ada")), { kind: "Offline" });
  assert.equal(api.unanswered("one"), "Ada");
  const [{ key }] = sent;
  sent = [];
  answers = [Response.json({ seat: 1 })];
  await inTime(api.join("one", "token", "Ada"));
  assert.equal(sent[0].key, key);
  assert.equal(api.unanswered("one"), null);
  answers = [Response.json({ seat: 1 })];
  await inTime(api.join("one", "token", "Bob"));
  assert.notEqual(sent[1].key, key);
});

for (const [status, keeps] of [
  [404, false],
  [429, false],
  [500, true],
]) {
  test(`after a refusal with ${status} the key is ${keeps ? "kept" : "forgotten"}`, async () => {
    answers = [refusal(status, "No")];
    await assert.rejects(inTime(api.join("one", "token", "Ada")), { status });
    assert.equal(kept.size, keeps ? 1 : 0);
  });
}

test("a browser that stores nothing still gets its seat", async () => {
  const { setItem, getItem } = storage;
  storage.setItem = storage.getItem = () => {
    throw new Error("denied");
  };
  answers = [Response.json({ seat: 0 })];
  assert.deepEqual(await inTime(api.open({ edition: "mini" })), { seat: 0 });
  Object.assign(storage, { setItem, getItem });
});
