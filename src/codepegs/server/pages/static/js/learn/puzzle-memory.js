/** What this browser remembers of puzzles: tries, hints and answers of the last ones, and the days that were solved. */
import { store, storedJson } from "../lib/api.js";

const KEPT = "codepegs.puzzles";
/** Puzzles that are remembered, the newest last. */
const MOST = 40;
const MOST_DAYS = 400;

/**
 * @typedef {object} Progress how far somebody got with a puzzle
 * @property {{code: string, sentence: string, row: number|null}[]} tries
 * @property {{sentence: string, last: boolean}[]} clues
 * @property {{code: string, why: string[], found: boolean}|null} end the answer, once it is found or given up
 */

/** @returns {{puzzles: [string, Progress][], days: string[]}} */
function read() {
  const kept = storedJson(KEPT);
  return Array.isArray(kept?.puzzles) && Array.isArray(kept?.days) ? kept : { puzzles: [], days: [] };
}

/** @param {string} id @returns {Progress} */
export function recall(id) {
  const found = read().puzzles.find(([name]) => name === id)?.[1];
  return found ?? { tries: [], clues: [], end: null };
}

/** @param {string} id @param {Progress} progress @param {string|null} day the date, if it is the puzzle of that day */
export function remember(id, progress, day) {
  const { puzzles, days } = read();
  const solved = day && progress.end?.found && !days.includes(day);
  const kept = {
    puzzles: [...puzzles.filter(([name]) => name !== id), [id, progress]].slice(-MOST),
    days: (solved ? [...days, day].sort() : days).slice(-MOST_DAYS),
  };
  store(KEPT, JSON.stringify(kept));
}

/** How many days in a row were solved, up to today or yesterday. @param {string} today */
export const streak = (today) => daysInARow(read().days, today);

/** @param {string[]} days as 2026-11-18 @param {string} today */
export function daysInARow(days, today) {
  const solved = new Set(days);
  const before = (day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  let day = solved.has(today) ? today : before(today);
  let count = 0;
  for (; solved.has(day); day = before(day)) count += 1;
  return count;
}
