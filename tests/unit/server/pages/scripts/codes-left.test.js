/** Codes left: one question at a time, and the last one counts. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { CodesLeft } from "../../../../../src/codepegs/server/pages/static/js/table/codes-left.js";

const view = (answered) => ({
  id: "table",
  you: 0,
  phase: "guessing",
  game: { number: 1, attempt: 1, codemaker: 0, rows: Array(answered).fill({ feedback: "0+0" }) },
});

test("a fast match is asked about once for several answers", async () => {
  /** @type {((codes: number) => void)[]} */
  const waiting = [];
  globalThis.fetch = () =>
    new Promise((done) => {
      waiting.push((codes) => done(new Response(JSON.stringify({ codes, all: 1296 }))));
    });
  const left = new CodesLeft(() => {});
  const first = left.follow(view(1));
  for (const answered of [2, 3, 4]) left.follow(view(answered));
  assert.equal(waiting.length, 1);
  waiting[0](256);
  await new Promise((done) => setTimeout(done));
  assert.equal(left.codes, null);
  assert.equal(waiting.length, 2);
  waiting[1](3);
  await first;
  assert.equal(left.codes, 3);
});
