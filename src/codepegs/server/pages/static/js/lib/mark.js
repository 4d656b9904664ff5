/**
 * Marking, and drawing a random code, for games that are played without the server. `mark` of `rules/feedback.py` and
 * `Prng.row` of `analysis/puzzle/prng.py` are their twins. Codes are spelled in letters, an empty hole as "-".
 * @typedef {Pick<import("./view.js").Terms, "pegs" | "blanks" | "code_repeats"> & {colours: {letter: string}[]}} Board
 */

/**
 * The true answer to a guess, such as "1+2": pegs in their places, and pegs whose colours are elsewhere in the code.
 * @param {string} guess @param {string} code
 */
export function mark(guess, code) {
  const black = [...guess].filter((letter, place) => letter === code[place]).length;
  const shared = [...new Set(guess)].reduce(
    (sum, letter) => sum + Math.min(count(guess, letter), count(code, letter)),
    0,
  );
  return `${black}+${shared - black}`;
}

/** @param {string} code @param {string} letter */
const count = (code, letter) => [...code].filter((each) => each === letter).length;

/**
 * A code of a board, each with the same chance.
 * @param {Board} terms @param {(count: number) => number} [choose] a number from 0 to count - 1
 */
export function drawCode(terms, choose = randomBelow) {
  const left = terms.colours.map(({ letter }) => letter);
  if (terms.blanks) left.push("-");
  let code = "";
  while (code.length < terms.pegs) {
    const place = choose(left.length);
    code += left[place];
    if (!terms.code_repeats) left.splice(place, 1);
  }
  return code;
}

const WORDS = 2 ** 32;

/**
 * A number from 0 to count - 1, each with the same chance: a random word modulo `count`. Words above the largest
 * multiple of `count` are skipped.
 * @param {number} count @param {() => number} [word] a number from 0 to 2 ** 32 - 1
 */
export function randomBelow(count, word = randomWord) {
  const whole = WORDS - (WORDS % count);
  for (;;) {
    const drawn = word();
    if (drawn < whole) return drawn % count;
  }
}

const randomWord = () => crypto.getRandomValues(new Uint32Array(1))[0];
