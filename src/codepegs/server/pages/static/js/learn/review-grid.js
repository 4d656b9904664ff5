/** The parts of a review: three numbers, and one grid with a line for each guess, whose details are folded. */
import { answerSpoken, codeStrip, plate } from "../board/peg.js";
import { sentence } from "../board/sentence.js";
import { h, icon } from "../lib/dom.js";
import { counted } from "../lib/sentences.js";
import { analysisPage, positionLine } from "./position.js";
import { againstPar, luck, share, verdict } from "./review-words.js";

const number = (count) => count.toLocaleString("en");

/**
 * Guesses next to par, skill and luck.
 * @param {any} result @param {any[]} rows @param {string} slipped where the slips were
 */
export function numbers(result, rows, slipped) {
  const { guesses, par, skill, luck: lucky } = result;
  return h(
    "section",
    { class: "bigs", "aria-label": "Summary", "data-part": "numbers" },
    big("Guesses", guesses ?? rows.length, par === null || guesses === null ? "" : `par ${par.toFixed(2)}`, null, againstPar(result)),
    skill !== null && big("Skill", Math.round(skill), "of 100", skill, slipped),
    lucky !== null && big("Luck", Math.round(lucky), "of 100", lucky, summed(lucky)),
  );
}

const summed = (fortune) =>
  fortune > 58 ? "Luckier than average." : fortune < 42 ? "Unluckier than average." : "About average.";

const big = (name, value, unit, meter, words) =>
  h(
    "div",
    { class: "big-n" },
    h("span", {}, name),
    h("b", {}, value, h("small", {}, ` ${unit}`)),
    meter !== null && h("div", { class: "meter", "aria-hidden": "true" }, h("i", { style: { "--v": `${meter}%` } })),
    h("p", {}, words),
  );

/**
 * @typedef {object} Shown what a grid shows
 * @property {any} terms
 * @property {import("../lib/model.js").Row[]} rows as they were played
 * @property {any[]} judged the rows of the review, or none
 * @property {boolean} you whether the reader has made these guesses
 * @property {number} at the row on the board, counted from 1
 * @property {Set<number>} open the rows whose details are open
 */

/** @param {Shown} shown */
export function grid(shown) {
  const { rows, judged } = shown;
  const names = ["", "Guess", "Answer", "Codes left", "How good", "Luck", "Best guess", ""];
  if (!rows.length) return h("p", { class: "empty", "data-part": "grid" }, "No guesses were made.");
  return h(
    "section",
    {
      class: "rev",
      "aria-label": "Guesses",
      "data-bare": judged.length === 0,
      "data-part": "grid",
      style: { "--pegs": String(shown.terms.pegs) },
    },
    judged.length > 0 &&
      h(
        "div",
        { class: "rev-head", "aria-hidden": "true", "data-part": "head" },
        names.map((name) => h("span", {}, name)),
      ),
    h(
      "ol",
      { "data-part": "rows" },
      rows.map((row, place) => item(shown, row, judged[place] ?? null, place + 1)),
    ),
  );
}

function item({ terms, rows, judged, you, at, open }, row, review, place) {
  const opened = open.has(place);
  return h(
    "li",
    { class: place === at ? "rev-item here" : "rev-item", "data-part": `row ${place}` },
    h(
      "div",
      { class: "rev-row" },
      h(
        "button",
        { type: "button", class: "n", "data-act": "row", "data-row": place, "aria-label": `Guess ${place}, show it on the board` },
        place,
      ),
      h("span", { class: "guess" }, row.guess ? codeStrip(terms, row.guess) : "Out of time"),
      h("span", { class: "got" }, row.feedback && plate(terms, row.feedback, { named: true })),
      review && [left(review, judged[0].left), good(review), fortune(review), best(terms, review, you), more(place, opened)],
    ),
    review && opened && details(terms, rows, review, place),
  );
}

const left = ({ left_after: after, left: before }, all) =>
  h(
    "span",
    { class: "left" },
    h("span", { class: "left-n" }, number(after), " ", h("span", {}, `of ${number(before)}`), h("span", { class: "unseen" }, " codes left")),
    h("span", { class: "left-bar", "aria-hidden": "true" }, h("i", { style: { "--v": `${share(after, all)}%` } })),
  );

function good(review) {
  const found = verdict(review);
  if (!found) return h("span", { class: "verdict" }, h("small", {}, "Not rated"));
  return h("span", { class: "verdict", "data-kind": found.kind }, h("b", {}, found.name), h("small", {}, found.words));
}

function fortune({ fortune: value, guess }) {
  if (guess === null) return h("span", { class: "luck-c" });
  const dot = value !== null && h("span", { class: "luck", "aria-hidden": "true" }, h("i", { style: { "--v": `${value}%` } }));
  return h("span", { class: "luck-c" }, dot, luck(value));
}

function best(terms, { best: found, guess }, you) {
  if (!found || guess === null) return h("span", { class: "alt" });
  if (found.guess === guess) return h("span", { class: "alt soft" }, you ? "You found it" : "The same");
  return h("span", { class: "alt" }, h("span", { class: "lab" }, "Best "), codeStrip(terms, found.guess));
}

const more = (place, opened) =>
  h(
    "button",
    {
      type: "button",
      class: "icon-btn btn-more",
      "data-act": "more",
      "data-row": place,
      "aria-expanded": String(opened),
      "aria-label": `Details of guess ${place}`,
    },
    icon("M9 5l7 7-7 7"),
  );

function details(terms, rows, review, place) {
  const before = positionLine(terms, rows.slice(0, place - 1));
  return h(
    "div",
    { class: "rev-more" },
    h(
      "p",
      {},
      review.words.map((text) => [sentence(terms, text), " "]),
    ),
    review.played && [h("h2", {}, "Codes left after each possible answer"), answers(terms, review.played.answers, review.answer)],
    review.left > 0 && h("p", { class: "actions" }, h("a", { class: "btn small", href: analysisPage(before) }, "Try another guess")),
  );
}

/**
 * What each answer leaves, as key plates with numbers.
 * @param {any} terms @param {{answer: string, codes: number}[]} parts @param {string|null} [given] the answer that was given
 */
export const answers = (terms, parts, given = null) =>
  h(
    "ul",
    { class: "answers" },
    [...parts]
      .sort((one, other) => other.codes - one.codes)
      .map(({ answer, codes }) => {
        const won = answer === `${terms.pegs}+0`;
        const got = answer === given;
        return h(
          "li",
          { class: got ? "given" : null },
          h("span", { class: "unseen" }, `${answerSpoken(terms, answer)}: `),
          plate(terms, answer),
          won ? "cracked" : counted(codes, "code"),
          got && h("span", { class: "unseen" }, " (the answer)"),
        );
      }),
  );
