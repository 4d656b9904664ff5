/** Where another puzzle is chosen: by theme, difficulty and edition. */
import { h } from "../lib/dom.js";
import { editionsHere } from "./explore.js";

export const THEMES = {
  "one-code": "Find the code",
  "best-guess": "Find the best guess",
};
const DIFFICULTIES = { easy: "Easy", medium: "Medium", hard: "Hard" };

/** @param {Record<string, string>} chosen @param {boolean} waits @param {boolean} today whether this is the puzzle of the day */
export function puzzleForm(chosen, waits, today) {
  const choice = (name, label, options) =>
    h(
      "div",
      { class: "field inline" },
      h("label", { for: `puzzle-${name}` }, label),
      h(
        "select",
        { id: `puzzle-${name}`, name },
        options.map(([value, words]) => h("option", { value, selected: value === chosen[name] }, words)),
      ),
    );
  const known = editionsHere();
  const { edition } = chosen;
  const all = known.some(([slug]) => slug === edition) ? known : [[edition, edition], ...known];
  return h(
    "form",
    { class: "another", "data-act": "new-puzzle", "aria-label": "Another puzzle", "data-part": "another" },
    h("button", { class: "btn", disabled: waits }, "Another puzzle"),
    !today && h("a", { class: "btn plain", href: "/puzzle" }, "Today’s puzzle"),
    h(
      "details",
      {},
      h("summary", {}, "Kind of puzzle"),
      choice("theme", "Theme", Object.entries(THEMES)),
      choice("difficulty", "Difficulty", Object.entries(DIFFICULTIES)),
      choice("edition", "Edition", all),
    ),
  );
}
