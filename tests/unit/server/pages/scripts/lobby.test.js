import assert from "node:assert/strict";
import { test } from "node:test";

import { heard } from "../../../../../src/codepegs/server/pages/static/js/lib/lobby.js";

const some = (...ids) => ids.map((id) => ({ id }));
const list = (ids, yours = []) => ({ challenges: some(...ids), yours });
const change = (opened, closed = []) => ({ opened: some(...opened), closed: closed.map((id) => ({ id, taken: true })) });

const MESSAGES = [
  ["a whole list replaces the old one", list("ab"), list("c", ["c"]), list("c", ["c"])],
  ["new challenges come first, the latest on top", list("a"), change(["b", "c"]), list("cba")],
  ["closed challenges go", list("abc", ["b"]), change([], ["a", "b"]), list("c")],
  ["a challenge that is sent twice is listed once", list("ab"), change(["a"]), list("ab")],
  ["a challenge that was opened and closed is not listed", list("a"), change(["b"], ["b"]), list("a")],
];
for (const [name, before, message, after] of MESSAGES) {
  test(name, () => assert.deepEqual(heard(before, message), after));
}
