/**
 * Words and numbers of a review, from what the server has worked out. Nothing here touches the page.
 * @typedef {{guesses: number, error: number, chance: number}} Difference
 */

/** Three verdicts are enough for a page; the server has six grades. */
const KINDS = { best: "best", good: "good", fair: "good", weak: "slip", bad: "slip", wasted: "slip" };
const NAMES = { best: "Best", good: "Good", slip: "Slip" };
/** Chance below this is rounding. */
const LITTLE_CHANCE = 0.0005;
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/**
 * How good a guess was, or null if nobody can say.
 * @param {{guess: string|null, grade: string|null, regret: Difference|null}} row
 */
export function verdict({ guess, grade, regret }) {
  const kind = KINDS[grade];
  if (!kind) return null;
  const words = guess === null ? "Out of time" : kind === "best" ? "Couldn’t be better" : lost(regret);
  return { kind, name: NAMES[kind], words };
}

/** @param {Difference} regret */
function lost({ guesses, error, chance }) {
  const about = error ? "About " : "";
  if (chance >= LITTLE_CHANCE) return `${about}${percent(chance)} chance lost`;
  return guesses < 0.005 ? "Almost nothing lost" : `${about}${guesses.toFixed(2)} guesses lost`;
}

/** @param {number} chance */
const percent = (chance) => `${(100 * chance).toFixed(chance < 0.01 ? 1 : 0)}%`;

/**
 * Where the slips were, in a sentence, or that they lost the game.
 * @param {any[]} rows @param {boolean} you whether the reader has guessed @param {boolean} gaveAway whether perfect play
 *   would have won a game that was lost
 */
export function slips(rows, you, gaveAway) {
  const judged = rows.filter(({ grade }) => grade);
  const slipped = judged.filter(({ grade }) => KINDS[grade] === "slip");
  if (!judged.length) return "";
  if (!slipped.length) return judged.every(({ grade }) => grade === "best") ? "Every guess was the best one." : "No slips.";
  const one = slipped.length === 1;
  const number = NUMBERS[slipped.length] ?? slipped.length;
  if (gaveAway) return `${number} weak ${one ? "guess" : "guesses"} cost ${you ? "you " : ""}the game.`;
  const places = slipped.map(({ row }) => row);
  const listed = one ? places[0] : `${places.slice(0, -1).join(", ")} and ${places.at(-1)}`;
  return `${number} ${one ? "slip: guess" : "slips: guesses"} ${listed}.`;
}

/** How lucky an answer was. @param {number|null} fortune from 0 to 100 */
export function luck(fortune) {
  if (fortune === null) return "No luck involved";
  if (fortune < 32) return "Unlucky";
  if (fortune < 42) return "A bit unlucky";
  if (fortune <= 58) return "Even";
  return fortune <= 68 ? "A bit lucky" : "Lucky";
}

/** Guesses next to perfect play. @param {{guesses: number|null, par: number|null}} result */
export function againstPar({ guesses, par }) {
  if (guesses === null) return "Not cracked.";
  if (par === null) return "There is no proved par for this board.";
  const more = guesses - par;
  if (Math.abs(more) < 0.005) return "Exactly par.";
  return `${Math.abs(more).toFixed(2)} ${more > 0 ? "above" : "below"} par.`;
}

/** How long a bar for codes left is, in percent, on a log scale. @param {number} left @param {number} all */
export function share(left, all) {
  if (left < 1) return 0;
  return Math.max(1, Math.round((100 * Math.log(left)) / Math.log(Math.max(all, 2))));
}
