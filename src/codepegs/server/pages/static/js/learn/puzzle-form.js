/** Where another puzzle is chosen: by theme, difficulty and edition. */
import { h } from "../lib/dom.js";

export const THEMES = {
  "one-code": "One code",
  "best-guess": "Best guess",
};
const DIFFICULTIES = { easy: "Easy", medium: "Medium", hard: "Hard" };

/** @param {Record<string, string>} chosen @param {any[]} editions those there are @param {boolean} waits */
export function puzzleForm(chosen, editions, waits) {
  const choice = (name, label, options) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `puzzle-${name}` }, label),
      h(
        "select",
        { id: `puzzle-${name}`, name },
        options.map(([value, words]) => h("option", { value, selected: value === chosen[name] }, words)),
      ),
    );
  const known = editions.map(({ slug, title }) => [slug, title]);
  const { edition } = chosen;
  const all = known.some(([slug]) => slug === edition) ? known : [[edition, edition], ...known];
  return h(
    "form",
    {
      class: "card another",
      "data-act": "new-puzzle",
      "aria-label": "Another puzzle",
      "data-part": "another",
    },
    h("h2", {}, "Another puzzle"),
    choice("theme", "Theme", Object.entries(THEMES)),
    choice("difficulty", "Difficulty", Object.entries(DIFFICULTIES)),
    choice("edition", "Edition", all),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "btn primary", name: "which", value: "new", disabled: waits }, "New puzzle"),
      h("button", { class: "btn", name: "which", value: "today", disabled: waits }, "Today’s puzzle"),
    ),
  );
}
