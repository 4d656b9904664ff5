/**
 * Hints for the row in play, where both have agreed on them. That one was taken is a move, which everybody sees; what
 * it says is told to the codebreaker alone, when asked for.
 */
import { Refusal, hintOf } from "../lib/api.js";
import { h, off } from "../lib/dom.js";
import { closing } from "./side.js";
import { sentence } from "../board/sentence.js";

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

/** @param {any} terms @param {Hints} hints @param {string|null} plan the guess that is planned @param {boolean} sending */
export function hintCard(terms, hints, plan, sending) {
  const steps = hints.told?.steps ?? [];
  const left = hints.told?.left ?? [...STEPS.keys()];
  const button = (attributes, label) =>
    h("button", { type: "button", class: "btn small", ...attributes, ...off(sending || hints.asking) }, label);
  return h(
    "section",
    { class: "card hints floating", "aria-label": "Hints", "data-part": "hints" },
    h("div", { class: "row-between" }, h("h2", {}, "Hints for this guess"), closing("hinting")),
    h(
      "div",
      { "aria-live": "polite" },
      steps.map(({ step, sentences }) =>
        h(
          "div",
          { "data-part": `step ${step}` },
          h("h3", {}, STEPS.get(step)),
          sentences.map((text) => h("p", {}, sentence(terms, text))),
        ),
      ),
      hints.asking && h("p", { class: "soft" }, "Thinking …"),
      hints.refusal && h("p", { class: "warn-text" }, hints.refusal),
    ),
    h(
      "div",
      { class: "actions" },
      left.map((step) => button({ "data-act": "hint", "data-step": step }, STEPS.get(step))),
      hints.open(plan) && button({ "data-act": "ask-plan" }, "Ask about this row"),
    ),
    h("p", { class: "soft" }, "Everybody sees that you took a hint. Only you see what it says."),
  );
}
