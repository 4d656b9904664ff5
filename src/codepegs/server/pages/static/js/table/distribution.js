/** Statistics of solo games: facts in a line, and columns for the number of guesses. */
import { h } from "../lib/dom.js";

/**
 * @param {{games: number, cracked: number, average: number|null, streak: number}} tally
 */
export function facts({ games, cracked, average, streak }) {
  const fact = (value, words) => h("span", {}, h("b", {}, value), ` ${words}`);
  return h(
    "p",
    { class: "facts", "data-part": "facts" },
    fact(games, "played"),
    fact(`${games ? Math.round((100 * cracked) / games) : 0}%`, "cracked"),
    average !== null && fact(average.toFixed(1), "average"),
    fact(streak, "in a row"),
  );
}

/**
 * How often each number of guesses was needed. Every column has its number next to it.
 * @param {{distribution: Record<string, number>}} tally @param {number} rows @param {number} yours 0 if it was not cracked
 */
export function distribution({ distribution: counts }, rows, yours) {
  const most = Math.max(0, ...Object.values(counts));
  if (!most) return null;
  return h(
    "ol",
    { class: "dist", "aria-label": "Games by number of guesses", "data-part": "dist" },
    Array.from({ length: rows }, (_, place) => {
      const guesses = place + 1;
      const count = counts[guesses] ?? 0;
      return h(
        "li",
        { "aria-current": guesses === yours ? "true" : null },
        h("span", { class: "col", style: { "--v": `${Math.round((78 * count) / most)}%` } }, h("b", {}, count || "")),
        h("span", {}, h("span", { class: "unseen" }, "guesses: "), guesses),
      );
    }),
  );
}
