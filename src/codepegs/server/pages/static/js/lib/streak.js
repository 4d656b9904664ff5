/** The streak of daily codes as this browser knows it, so that a page can show it at once. */
import { store, storedJson } from "./api.js";
import { today } from "./daily.js";

const KEPT = "codepegs.daily";

/** The streak as it was last known, if it still runs: it ends with a day without a cracked code. */
export function runningStreak() {
  const kept = storedJson(KEPT);
  const yesterday = new Date(Date.parse(today()) - 24 * 3600 * 1000).toISOString().slice(0, 10);
  return kept && kept.last >= yesterday ? kept.streak : 0;
}

/** @param {{streak: number, calendar: Record<string, number>}} tally */
export function keepStreak({ streak, calendar }) {
  const cracked = Object.keys(calendar).filter((day) => calendar[day] > 0);
  store(KEPT, JSON.stringify({ streak, last: cracked.sort().at(-1) ?? "" }));
}
