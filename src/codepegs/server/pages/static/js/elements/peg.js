/**
 * Pegs as they are drawn: a disc in the paint of its colour with a letter and a shape, of which the settings show
 * one; key pegs in the paint of the edition, or arms with numbers. Positions of key pegs tell nothing: exact ones
 * come first.
 */
import { h, svg } from "../lib/dom.js";

/** @typedef {{letter: string, name: string}} Colour */
/**
 * @typedef {{pegs: number, colours: Colour[], blanks: boolean,
 *   keys: {style: string, black: string, white: string}}} Terms
 */

export const BLANK = "-";

/** A shape for each of an edition's colours, in a box from -10 to 10. Past them letters are shown instead. */
const SHAPES = [
  "M0-8L8 7H-8Z",
  "M-7-7H7V7H-7Z",
  "M0-9L9 0L0 9L-9 0Z",
  "M0-9L2.6-3L9-2.6L4 1.6L5.6 8L0 4.4L-5.6 8L-4 1.6L-9-2.6L-2.6-3Z",
  "M-3-8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z",
  "M0-8A8 8 0 1 0 0 8A8 8 0 1 0 0-8ZM0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4Z",
  "M2-9A9 9 0 1 0 9 4A8 8 0 0 1 2-9Z",
  "M0 8L-8-1A4.6 4.6 0 0 1 0-5A4.6 4.6 0 0 1 8-1Z",
  "M-9-4H9V-1H-9ZM-9 2H9V5H-9Z",
  "M-7-8H-4L0-2L4-8H7L2 0L7 8H4L0 2L-4 8H-7L-2 0Z",
];

/** The shape for the colour at this place of an edition's, if there is one. @param {number} place */
export function shapeAt(place) {
  const path = SHAPES[place];
  return path
    ? svg(
        "svg",
        { class: "shape", viewBox: "-10 -10 20 20" },
        svg("path", { d: path, "fill-rule": "evenodd" }),
      )
    : null;
}

/** @param {Terms} terms @param {string} letter @returns {Colour | undefined} */
export const colourOf = (terms, letter) => terms.colours.find((colour) => colour.letter === letter);

/** What a letter of a code is called. @param {Terms} terms @param {string} letter */
export const nameOf = (terms, letter) =>
  letter === BLANK ? "empty" : (colourOf(terms, letter)?.name ?? letter);

/** A code in words: "red, blue, empty, red". @param {Terms} terms @param {string} code */
export const spoken = (terms, code) => [...code].map((letter) => nameOf(terms, letter)).join(", ");

/**
 * A peg, a hole that stays empty on purpose (`-`), or a hole without a peg (no letter). It says nothing to those
 * who listen: what it stands in has a name.
 * @param {Terms} terms @param {string} [letter]
 */
export function peg(terms, letter) {
  if (!letter) return h("span", { class: "hole", "aria-hidden": "true" });
  if (letter === BLANK) return h("span", { class: "peg blank", "aria-hidden": "true" });
  const place = terms.colours.findIndex((colour) => colour.letter === letter);
  const shape = shapeAt(place);
  return h(
    "span",
    {
      class: shape ? "peg" : "peg lettered",
      "data-colour": terms.colours[place]?.name,
      "aria-hidden": "true",
    },
    h("span", { class: "letter" }, letter),
    shape,
  );
}

/** "2+1" as counts. @param {string} feedback @returns {[number, number]} */
export function counts(feedback) {
  const [black, white] = feedback.split("+").map(Number);
  return [black, white];
}

/** An answer in words and in the paint of the edition. @param {Terms} terms @param {string} feedback */
export function answerSpoken(terms, feedback) {
  const [black, white] = counts(feedback);
  return `${black} ${terms.keys.black}, ${white} ${terms.keys.white}`;
}

/** What answers are set with in this edition. @param {Terms} terms */
export const keyWords = (terms) => (terms.keys.style === "arms" ? "arms" : "key pegs");

/** The key pegs of a row; empty holes where there is no answer. @param {Terms} terms @param {string | null} feedback */
export function keyPegs(terms, feedback) {
  const [black, white] = feedback ? counts(feedback) : [0, 0];
  const { keys } = terms;
  if (keys.style === "arms") {
    const arm = (paint, count) =>
      h(
        "span",
        { class: feedback ? "arm" : "arm none", "data-key": feedback ? paint : null },
        feedback ? count : "",
      );
    return h(
      "span",
      { class: "keys arms", "aria-hidden": "true" },
      arm(keys.black, black),
      arm(keys.white, white),
    );
  }
  const pegs = [...Array(black).fill(keys.black), ...Array(white).fill(keys.white)];
  return h(
    "span",
    { class: "keys", "data-columns": Math.ceil(terms.pegs / 2), "aria-hidden": "true" },
    Array.from({ length: Math.max(terms.pegs, pegs.length) }, (_, place) =>
      pegs[place] ? h("span", { class: "key", "data-key": pegs[place] }) : h("span", { class: "key none" }),
    ),
  );
}
