/**
 * Hints for the row in play, where both have agreed on them. That one was taken is a move, which everybody sees; what
 * it says is told to the codebreaker alone, when asked for.
 */
import { Refusal, hintOf } from "../lib/api.js";
import { panel } from "../board/dock.js";
import { pieces, sentence } from "../board/sentence.js";
import { h, icon, off } from "../lib/dom.js";
import { nameAt, opponent } from "../lib/model.js";

const STEPS = new Map([
  [1, "Small hint"],
  [2, "Bigger hint"],
  [3, "Show me a guess"],
]);

export class Hints {
  #id;
  #place = "";
  /**
   * @type {{plan: string|null, steps: {step: number, sentences: string[]}[], left: number[],
   *   ruled_out_by: {row: number}[]} | null}
   */
  told = null;
  asking = false;
  refusal = "";
  /** Whose seat it is. @type {number|null} */
  seat = null;

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
  }

  /**
   * Which row they are for; those of another one are forgotten.
   * @param {string} place @returns {boolean} whether it is another one
   */
  at(place) {
    if (this.#place === place) return false;
    this.#place = place;
    this.told = null;
    this.refusal = "";
    return true;
  }

  /**
   * Rows that rule the planned guess out, as a hint has said: none if it has spoken of another.
   * @param {string|null} plan
   */
  rows(plan) {
    return plan && plan === this.told?.plan ? this.told.ruled_out_by.map(({ row }) => row) : [];
  }

  /** Whether a step that was taken can speak of this plan, and has not. @param {string|null} plan */
  open(plan) {
    return Boolean(plan) && plan !== this.told?.plan && this.told?.steps[0]?.step === 1;
  }

  /** Hear what the hints taken for this row say. @param {string|null} plan the guess that is planned, if it is whole */
  async listen(plan) {
    const place = this.#place;
    this.asking = true;
    this.refusal = "";
    try {
      const told = await hintOf(this.#id, plan, this.seat);
      if (place === this.#place) this.told = told;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.message;
    } finally {
      this.asking = false;
    }
  }
}

/** The hints for this row, the last one first, in place of the tray. @param {import("./peg-table.js").PegTable} table */
export function hintPanel({ view, hints, editor, live }) {
  const { terms } = view;
  const steps = hints.told?.steps.toReversed() ?? [];
  const left = hints.told?.left ?? [...STEPS.keys()];
  const guess = steps[0]?.step === 3 ? pieces(steps[0].sentences.join(" ")).find((piece) => typeof piece === "object") : null;
  const them = opponent(view);
  const button = (attributes, label) =>
    h("button", { type: "button", class: "btn small", ...attributes, ...off(live.sending || hints.asking) }, label);
  return panel(
    "hints",
    "Hints",
    h(
      "div",
      { class: "row-between" },
      h("h2", { tabindex: "-1" }, STEPS.get(steps[0]?.step) ?? "Hint"),
      h("button", { type: "button", class: "icon-btn", "data-act": "hinting", "aria-label": "Close" }, icon(CROSS)),
    ),
    h(
      "div",
      { class: "said", "aria-live": "polite", tabindex: "0" },
      hints.asking && h("p", {}, "Thinking …"),
      hints.refusal && h("p", { class: "refused" }, hints.refusal),
      steps.map(({ step, sentences }) =>
        h("p", { "data-part": `step ${step}` }, sentences.map((text) => [sentence(terms, text), " "])),
      ),
      them !== null &&
        view.players[them].computer === null &&
        h("p", {}, h("span", { class: "name" }, nameAt(view, them)), " can see that you took a hint, but not what it says."),
    ),
    h(
      "div",
      { class: "dock-row" },
      left.map((step) => button({ "data-act": "hint", "data-step": step }, STEPS.get(step))),
      hints.open(editor.plan) && button({ "data-act": "ask-plan" }, "Ask about this guess"),
      guess && button({ class: "btn small primary", "data-act": "lay", "data-guess": guess.code }, "Lay it"),
    ),
  );
}

const CROSS = "M6 6l12 12M18 6 6 18";
