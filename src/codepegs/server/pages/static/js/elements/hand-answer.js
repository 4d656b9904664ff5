/** Answering by hand: the code and the row, one above the other, and key pegs or arms to set. */
import { h, off } from "../lib/dom.js";
import { answerSpoken, keyPegs, keyWords, peg, spoken } from "./peg.js";

/**
 * @param {{terms: any, code: string, row: {guess: string}, number: number, counts: [number, number]|null,
 *   curtain: boolean, sending: boolean}} state
 * `counts` is null until something was set, so that nothing is answered by accident
 */
export function handAnswer({ terms, code, row, number, counts, curtain, sending }) {
  const [black, white] = counts ?? [0, 0];
  const full = black + white >= terms.pegs;
  const feedback = `${black}+${white}`;
  const pegs = (letters) => [...letters].map((letter) => peg(terms, letter));
  return h(
    "section",
    { class: "hand", "aria-label": `Answer row ${number}`, "data-part": "hand" },
    h(
      "dl",
      { class: "compare" },
      h(
        "div",
        {},
        h("dt", {}, "Code"),
        h(
          "dd",
          {},
          curtain ? "behind your shield" : [pegs(code), h("span", { class: "unseen" }, spoken(terms, code))],
        ),
      ),
      h(
        "div",
        {},
        h("dt", {}, `Row ${number}`),
        h("dd", {}, pegs(row.guess), h("span", { class: "unseen" }, spoken(terms, row.guess))),
      ),
    ),
    stepper(terms, "black", "right colour, right place", black, full),
    stepper(terms, "white", "right colour, other place", white, full),
    h(
      "div",
      { class: "submit" },
      h(
        "button",
        {
          type: "button",
          class: "tool",
          "data-act": "answer-none",
          "aria-pressed": String(counts !== null && black + white === 0),
        },
        "None at all",
      ),
      h(
        "button",
        { type: "button", class: "primary play", "data-act": "answer", disabled: counts === null || sending },
        keyPegs(terms, counts ? feedback : null),
        sending ? "Sending …" : counts ? `Answer ${answerSpoken(terms, feedback)}` : "Answer",
      ),
      h(
        "p",
        { class: "fault soft" },
        counts
          ? "A wrong answer voids the game, at the latest when the code is revealed."
          : `Set the ${keyWords(terms)}, or say that there is nothing to show.`,
      ),
    ),
  );
}

function stepper(terms, kind, meaning, count, full) {
  const paint = terms.keys[kind];
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": `${paint}: ${meaning}` },
    h("span", { class: "key big", "data-key": paint, "aria-hidden": "true" }),
    h("span", { class: "meaning" }, h("b", {}, paint), h("span", { class: "soft" }, ` ${meaning}`)),
    h(
      "button",
      {
        type: "button",
        "data-act": "fewer",
        "data-kind": kind,
        "aria-label": `One ${paint} fewer`,
        ...off(count === 0),
      },
      "−",
    ),
    h("output", { "aria-live": "polite", "aria-label": `${paint} ${keyWords(terms)}` }, count),
    h(
      "button",
      {
        type: "button",
        "data-act": "more",
        "data-kind": kind,
        "aria-label": `One ${paint} more`,
        ...off(full),
      },
      "+",
    ),
  );
}
