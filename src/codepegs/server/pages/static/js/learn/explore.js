/** Parts that the analysis board and the opening explorer share. */
import { codeStrip } from "../board/peg.js";
import { h } from "../lib/dom.js";
import { analysisPage, openingsPage } from "./position.js";

export const number = (count) => count.toLocaleString("en");

/** Editions to choose from, which the page brings along. @returns {[string, string][]} */
export const editionsHere = () => JSON.parse(document.getElementById("editions").textContent);

/**
 * Title and tabs.
 * @param {"position"|"openings"} here @param {string} edition
 * @param {import("../lib/dom.js").Content} [summary] what phones show in place of the title
 */
export function lead(here, edition, summary) {
  const tab = (kind, href, label) => h("a", { href, "aria-current": kind === here ? "page" : null }, label);
  return h(
    "section",
    { class: "lead", "aria-label": "Analysis", "data-part": "lead" },
    h("h1", { class: "status" }, h("span", {}, here === "position" ? "Analysis board" : "Openings")),
    summary && h("p", { class: "summary only-narrow" }, summary),
    h(
      "nav",
      { class: "tabs", "aria-label": "Analysis" },
      tab("position", analysisPage(edition), "Position"),
      tab("openings", openingsPage(edition), "Openings"),
    ),
  );
}

/** @param {string} chosen the edition line in use */
export function editionField(chosen) {
  const known = editionsHere();
  const all = known.some(([line]) => line === chosen) ? known : [[chosen, chosen], ...known];
  return h(
    "div",
    { class: "field inline", "data-part": "edition" },
    h(
      "select",
      { name: "edition", "aria-label": "Edition" },
      all.map(([line, title]) => h("option", { value: line, selected: line === chosen }, title)),
    ),
  );
}

/**
 * Guesses with what they leave.
 * @param {any} terms @param {any[]} splits @param {{best: string|null, chosen: string|null, first: string, wins: boolean}} how
 * `best` is proved or good, `first` heads the first column, and `wins` says whether a guess can be the code
 */
export function splitTable(terms, splits, { best, chosen, first, wins }) {
  const heads = [first, "Leaves about", "At worst", "Answers", ...(wins ? ["Can win"] : [])];
  return h(
    "div",
    { class: "scroll", "data-part": "splits" },
    h(
      "table",
      { class: "ex-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        splits.map(({ guess, leaves, leaves_at_most: most, parts, possible }) =>
          h(
            "tr",
            { "data-part": guess },
            h("th", { scope: "row" }, h("span", { class: "nowrap" }, pick(terms, guess, guess === chosen), guess === best && STAR())),
            h("td", {}, leaves < 100 ? leaves.toFixed(1) : number(Math.round(leaves))),
            h("td", {}, number(most)),
            h("td", {}, parts),
            wins && h("td", {}, possible ? "yes" : "no"),
          ),
        ),
      ),
    ),
  );
}

const STAR = () => h("b", { class: "star", title: "Best" }, "★", h("span", { class: "unseen" }, " best"));

/** A guess to choose. @param {any} terms @param {string} guess @param {boolean} chosen */
const pick = (terms, guess, chosen) =>
  h(
    "button",
    { type: "button", class: "pick", "data-act": "guess", "data-guess": guess, "aria-pressed": String(chosen) },
    codeStrip(terms, guess),
  );

/** The address of what is shown, to be shared. @param {string} label @param {string} value @param {string} copied @param {boolean} fixed */
export const shareField = (label, value, copied, fixed) =>
  h(
    "div",
    { class: "pos", "data-part": "share" },
    h("input", { type: "text", name: "position", "aria-label": label, placeholder: "Rows, such as RRBB 1+2 / YYGG 0+1", value, readonly: fixed, spellcheck: "false", autocomplete: "off" }),
    h("button", { type: "button", class: "btn small", "data-act": "copy" }, copied || "Copy link"),
  );

/** Copy the address of this page. @returns {Promise<string>} what to say */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    return "Copied";
  } catch {
    return "Copy the address bar";
  }
}
