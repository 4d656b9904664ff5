import assert from "node:assert/strict";
import { test } from "node:test";

import { letterOf, lettersOf } from "../../../../../src/codepegs/server/pages/static/js/board/keys.js";

const colours = (letters) => [...letters].map((letter) => ({ letter, name: letter }));
const classic = lettersOf({ colours: colours("RBYGWK"), blanks: false });
const blanks = lettersOf({ colours: colours("RBYGWK"), blanks: true });
const digits = lettersOf({ colours: colours("0123456789"), blanks: false });

const KEYS = [
  [classic, "r", "R"],
  [classic, "K", "K"],
  [classic, "1", "R"],
  [classic, "6", "K"],
  [classic, "7", undefined],
  [classic, "0", undefined],
  [classic, "x", undefined],
  [classic, " ", undefined],
  [classic, "-", undefined],
  [classic, "Tab", undefined],
  [classic, "F1", undefined],
  [blanks, " ", "-"],
  [blanks, "-", "-"],
  [blanks, "6", "K"],
  [blanks, "7", undefined],
  [digits, "0", "0"],
  [digits, "1", "1"],
  [digits, "r", undefined],
];

for (const [letters, key, letter] of KEYS) {
  test(`"${key}" lays ${letter} of ${letters.join("")}`, () => assert.equal(letterOf(letters, key), letter));
}
