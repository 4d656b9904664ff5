/**
 * Pegs, codes and key plates as they are drawn. A peg is a disc in the paint of its colour with a letter and a shape;
 * the settings show one of them or neither. Key pegs fill a plate from the top left, exact ones first: their places
 * mean nothing.
 */
import { h, svg } from "../lib/dom.js";

/** @typedef {{letter: string, name: string}} Colour */
/**
 * @typedef {{name: string, plural: string, paint: string}} KeyPeg
 * @typedef {{pegs: number, colours: Colour[], blanks: boolean,
 *   keys: {style: string, black: KeyPeg, white: KeyPeg}}} Terms
 */

export const BLANK = "-";

/** A shape for each of an edition's first colours, in a box from -10 to 10. */
const SHAPES = [
  "M0-8L8 7H-8Z",
  "M-7-7H7V7H-7Z",
  "M0-9L2.6-3L9-2.6L4 1.6L5.6 8L0 4.4L-5.6 8L-4 1.6L-9-2.6L-2.6-3Z",
  "M0-9L9 0L0 9L-9 0Z",
  "M-3-8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z",
  "M0-8A8 8 0 1 0 0 8A8 8 0 1 0 0-8ZM0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4Z",
  "M2-9A9 9 0 1 0 9 4A8 8 0 0 1 2-9Z",
  "M0 8L-8-1A4.6 4.6 0 0 1 0-5A4.6 4.6 0 0 1 8-1Z",
];

/** The shape for the colour at this place of an edition's, if there is one. @param {number} place */
export function shapeAt(place) {
  const path = SHAPES[place];
  if (!path) return null;
  const box = { class: "shape", viewBox: "-10 -10 20 20", "aria-hidden": "true" };
  return svg("svg", box, svg("path", { d: path, "fill-rule": "evenodd" }));
}

/** Whether pegs always have their letter: digits do, and colours that are too many to tell apart. @param {Terms} terms */
const alwaysLettered = ({ colours }) => colours.length > SHAPES.length || /\d/.test(colours[0].letter);

/** @param {Terms} terms @param {string} letter @returns {Colour | undefined} */
const colourOf = (terms, letter) => terms.colours.find((colour) => colour.letter === letter);

/** What a letter of a code is called. @param {Terms} terms @param {string} letter */
export const nameOf = (terms, letter) =>
  letter === BLANK ? "empty" : (colourOf(terms, letter)?.name ?? letter);

/** A code in words: "red, blue, empty, red". @param {Terms} terms @param {string} code */
export const spoken = (terms, code) => [...code].map((letter) => nameOf(terms, letter)).join(", ");

/**
 * A peg, a hole that stays empty on purpose (`-`), or a hole without a peg (no letter). It is silent: the element
 * around it has a name.
 * @param {Terms} terms @param {string|null} [letter]
 */
export function peg(terms, letter) {
  if (!letter) return h("span", { class: "hole", "aria-hidden": "true" });
  if (letter === BLANK) return h("span", { class: "peg blank", "aria-hidden": "true" });
  const place = terms.colours.findIndex((colour) => colour.letter === letter);
  const kind = alwaysLettered(terms) ? "peg lettered" : "peg";
  return h(
    "span",
    { class: kind, "data-colour": terms.colours[place]?.name, "aria-hidden": "true" },
    h("span", { class: "letter" }, letter),
    shapeAt(place),
  );
}

/**
 * A code in a sentence, a table or a dialog: pegs on a strip of walnut, with the names of the colours.
 * @param {Terms} terms @param {string} code @param {"mid"|"big"|""} [size]
 */
export const codeStrip = (terms, code, size = "") =>
  h(
    "span",
    { class: `code ${size}`.trim(), role: "img", "aria-label": spoken(terms, code) },
    [...code].map((letter) => peg(terms, letter)),
  );

/** "2+1" as counts. @param {string} feedback @returns {[number, number]} */
export function counts(feedback) {
  const [black, white] = feedback.split("+").map(Number);
  return [black, white];
}

/** `1 bull`, `2 bulls`, `2 black`. @param {KeyPeg} key @param {number} count */
export const countKeys = (key, count) => `${count} ${count === 1 ? key.name : key.plural}`;

/** An answer in the words of the edition: "1 red, 2 white". @param {Terms} terms @param {string} feedback */
export function answerSpoken({ keys }, feedback) {
  const [black, white] = counts(feedback);
  return `${countKeys(keys.black, black)}, ${countKeys(keys.white, white)}`;
}

/** What a control counts: "black key pegs", "red arms", "bulls". @param {Terms} terms @param {KeyPeg} key */
export function nameOfKeys({ keys }, key) {
  if (key.name !== key.paint) return key.plural;
  return `${key.name} ${keys.style === "arms" ? "arms" : "key pegs"}`;
}

/**
 * The answer to a row: key pegs or two number flags on a plate, a dash if nothing is right, or dimples in the wood if
 * there is no answer. It is silent, unless it is `named`.
 * @param {Terms} terms @param {string | null} feedback @param {{named?: boolean, preview?: boolean}} [options]
 */
export function plate(terms, feedback, { named = false, preview = false } = {}) {
  const { keys } = terms;
  const [black, white] = feedback ? counts(feedback) : [0, 0];
  const arms = keys.style === "arms";
  const dash = feedback && !arms && black + white === 0;
  const kind = ["plate", arms && "arms", !feedback && "open", dash && "dash", preview && "preview"];
  const said = named && feedback ? { role: "img", "aria-label": answerSpoken(terms, feedback) } : null;
  return h(
    "span",
    {
      class: kind.filter(Boolean).join(" "),
      "data-columns": Math.ceil(terms.pegs / 2),
      ...(said ?? { "aria-hidden": "true" }),
    },
    arms ? [arm(keys.black.paint, feedback && black), arm(keys.white.paint, feedback && white)] : null,
    !arms && !feedback ? Array.from({ length: terms.pegs }, () => h("i", { class: "dimple" })) : null,
    !arms && feedback ? [...keyPegs(keys.black.paint, black), ...keyPegs(keys.white.paint, white)] : null,
  );
}

const keyPegs = (paint, count) => Array.from({ length: count }, () => h("i", { class: "key", "data-key": paint }));

const arm = (paint, count) =>
  h("span", { class: "arm", "data-key": count === null ? null : paint }, count === null ? "" : count);
