/** Statistics in numbers and words. */
import { counted } from "../lib/sentences.js";

/**
 * @typedef {{games: number, cracked: number, average: number|null, best: number|null, hints: number, par?: number|null,
 *   streak?: number, longest_streak?: number}} Tally
 */

/** @param {Tally} tally */
const percent = ({ games, cracked }) => `${games ? Math.round((100 * cracked) / games) : 0}%`;

/** What to show big, with its words. @param {Tally} tally @returns {[string, string][]} */
export function numbers(tally) {
  const { games, average, best, hints, streak, longest_streak: longest } = tally;
  return [
    ["played", String(games)],
    ["cracked", percent(tally)],
    ["average", average?.toFixed(2) ?? "–"],
    ["best", String(best ?? "–")],
    ["streak", String(streak)],
    ["longest streak", String(longest)],
    .../** @type {[string, string][]} */ (hints ? [["hints", String(hints)]] : []),
  ];
}

/** An edition by its title, and its house rules if it has some. @param {{title: string, edition: string}} tally */
export function titleOf({ title, edition }) {
  const rules = edition.split(" ").slice(1).map((rule) => (rule === "answers=hand" ? "marked by hand" : rule.replace("=", " ")));
  return rules.length ? `${title} (${rules.join(", ")})` : title;
}

/** The facts in a line. @param {Tally} tally */
export function describe(tally) {
  const { games, average, best, hints, par } = tally;
  const facts = [`${games} ${games === 1 ? "game" : "games"}`, `${percent(tally)} cracked`];
  if (average !== null) facts.push(`average ${average.toFixed(2)}${par ? ` (perfect play ${par.toFixed(2)})` : ""}`);
  if (best !== null) facts.push(`best ${best}`);
  if (hints) facts.push(counted(hints, "hint"));
  return facts.join(" · ");
}
