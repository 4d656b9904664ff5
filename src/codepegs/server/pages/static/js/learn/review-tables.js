/** The parts of a review: a row in pegs, what each answer would have left, all rows in figures, the plot. */
import { h } from "../lib/dom.js";
import { answerSpoken, codeStrip, plate } from "../board/peg.js";

/** @param {any} terms @param {string} name @param {string|null} code @param {string|null} answer */
export const pegs = (terms, name, code, answer) =>
  h(
    "div",
    {},
    h("dt", {}, name),
    h(
      "dd",
      { class: "actions" },
      code ? codeStrip(terms, code, "mid") : "out of time",
      answer && plate(terms, answer, { named: true }),
    ),
  );

/** Guesses to go, and the chance to crack the code if the rows may run out. @param {any} outlook */
function toGo({ guesses, error, chance }) {
  const shown = `${error ? "~" : ""}${guesses.toFixed(2)}`;
  return chance < 1 ? `${shown}, ${(100 * chance).toFixed(0)} %` : shown;
}

/** What each answer would have left. @param {any} terms @param {any} row */
export function answers(terms, { played, answer }) {
  return h(
    "details",
    { class: "answers", "data-part": "answers" },
    h("summary", {}, "What each answer would have left"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Possible answers" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["answer", "chance", "left", "to go"].map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          played.answers.map((part) =>
            h(
              "tr",
              { class: part.answer === answer ? "given" : null },
              h(
                "th",
                { scope: "row" },
                answerSpoken(terms, part.answer),
                part.answer === answer ? " (given)" : "",
              ),
              h("td", {}, `${(100 * part.chance).toFixed(1)} %`),
              h("td", {}, part.codes.toLocaleString("en")),
              h("td", {}, toGo(part.to_go)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {{name: string, meaning: string, number: boolean}[]} columns
 * @param {any[]} rows
 * @param {number} chosen the place of the row looked at
 */
export function figures(columns, rows, chosen) {
  return h(
    "div",
    {
      class: "scroll figures",
      tabindex: 0,
      role: "region",
      "aria-label": "Rows in figures",
      "data-part": "figures",
    },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map(({ name, meaning, number }) =>
            h("th", { scope: "col", class: number ? null : "word", title: meaning }, name),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, place) =>
          h(
            "tr",
            { class: place === chosen ? "here" : null, "data-part": `figures ${row.row}` },
            row.cells.map((cell, column) => {
              if (column === 0)
                return h(
                  "th",
                  { scope: "row" },
                  h(
                    "button",
                    {
                      type: "button",
                      class: "btn small plain",
                      "data-act": "row",
                      "data-row": place,
                      "aria-label": `Look at row ${cell}`,
                      "aria-pressed": String(place === chosen),
                    },
                    cell,
                  ),
                );
              const { name, number } = columns[column];
              const grade = name === "grade" ? ` grade ${cell}` : "";
              return h("td", { class: number ? null : `word${grade}` }, cell);
            }),
          ),
        ),
      ),
    ),
  );
}

/** The plot as the server drew it, which has no style of its own: this page paints it. @param {string} drawing */
export function plot(drawing) {
  const drawn = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  return h(
    "div",
    { class: "scroll plot", tabindex: 0, role: "region", "aria-label": "Plot", "data-part": "plot" },
    document.importNode(drawn, true),
  );
}
