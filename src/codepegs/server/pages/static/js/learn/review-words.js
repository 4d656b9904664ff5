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
  const words = guess === null ? "Out of time" : kind === "best" ? "Nothing to improve" : lost(regret);
  return { kind, name: NAMES[kind], words };
}

/** @param {Difference} regret */
function lost({ guesses, error, chance }) {
  const about = error ? "About " : "";
  if (chance >= LITTLE_CHANCE) return `${about}${percent(chance)} chance lost`;
  return guesses < 0.005 ? "Almost nothing lost" : `${about}${guesses.toFixed(2)} guesses lost`;
}

/** @param {number} chance */
const percent = (chance) => `${(100 * chance).toFixed(chance < 0.01 ? 1 : 0)} %`;

/** What slips have cost, in a sentence. @param {any[]} rows @param {boolean} you whether the reader has guessed */
export function slips(rows, you) {
  const judged = rows.filter(({ grade }) => grade);
  const slipped = judged.filter(({ grade }) => KINDS[grade] === "slip");
  if (!judged.length) return "";
  if (!slipped.length) return judged.every(({ grade }) => grade === "best") ? "Every guess was the best." : "No slips.";
  const played = slipped.filter(({ regret }) => regret);
  const chance = sum(played.map(({ regret }) => Math.max(0, regret.chance)));
  const late = slipped.length - played.length;
  const guesses = late + sum(played.filter(({ regret }) => regret.chance < LITTLE_CHANCE).map(({ regret }) => regret.guesses));
  const about = played.some(({ regret }) => regret.error) ? "about " : "";
  const cost = [
    guesses >= 0.005 && `${about}${guesses.toFixed(2)} guesses`,
    chance >= LITTLE_CHANCE && `${about}${percent(chance)} of the chance`,
  ].filter(Boolean);
  const number = NUMBERS[slipped.length] ?? slipped.length;
  return `${number} ${slipped.length === 1 ? "slip" : "slips"} cost ${you ? "you " : ""}${cost.join(" and ") || "nothing"}.`;
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** How lucky an answer was. @param {number|null} fortune from 0 to 100 */
export function luck(fortune) {
  if (fortune === null) return "No luck in it";
  if (fortune < 32) return "Unlucky";
  if (fortune < 42) return "A bit unlucky";
  if (fortune <= 58) return "Even";
  return fortune <= 68 ? "A bit lucky" : "Lucky";
}

/** Guesses next to perfect play. @param {{guesses: number|null, par: number|null}} result */
export function againstPar({ guesses, par }) {
  if (guesses === null) return "Not cracked.";
  if (par === null) return "Nobody has proved the average of perfect play here.";
  const more = guesses - par;
  if (Math.abs(more) < 0.005) return "Exactly par.";
  return `${Math.abs(more).toFixed(2)} ${more > 0 ? "above" : "below"} par.`;
}

/** How long a bar for codes left is, in percent, on a log scale. @param {number} left @param {number} all */
export function share(left, all) {
  if (left < 1) return 0;
  return Math.max(1, Math.round((100 * Math.log(left)) / Math.log(Math.max(all, 2))));
}
