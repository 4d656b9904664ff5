/** What can be laid, and which key lays it. */
import { BLANK } from "./peg.js";

/** Every letter that can be laid. @param {import("./peg.js").Terms} terms @returns {string[]} */
export const lettersOf = (terms) => [
  ...terms.colours.map((colour) => colour.letter),
  ...(terms.blanks ? [BLANK] : []),
];

/**
 * The letter that a key lays: its own, for a digit the colour at that place, or for a space a blank.
 * @param {string[]} letters all that can be laid @param {string} key @returns {string|undefined}
 */
export function letterOf(letters, key) {
  const upper = key.toUpperCase();
  if (letters.includes(upper)) return upper;
  if (key === " ") return letters.includes(BLANK) ? BLANK : undefined;
  const colours = letters.filter((letter) => letter !== BLANK);
  const digits = colours.some((letter) => /\d/.test(letter));
  return !digits && /^[1-9]$/.test(key) ? colours[Number(key) - 1] : undefined;
}
