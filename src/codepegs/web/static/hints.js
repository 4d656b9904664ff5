/**
 * Hints for the row in play, where both have agreed on them. That one was taken is a move, which everybody sees; what
 * it says is told to the codebreaker alone, when asked for.
 */
import { Refusal, ask } from "./api.js";
import { h } from "./dom.js";

const STEPS = new Map([
  [1, "A nudge"],
  [2, "Something narrower"],
  [3, "A guess"],
]);

export class Hints {
  #id;
  #place = "";
  /** @type {{steps: {step: number, sentences: string[]}[], left: number[], ruled_out_by: {row: number}[]} | null} */
  told = null;
  asking = false;
  refusal = "";

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

  /** Rows that rule the planned guess out, as a hint has said. */
  get rows() {
    return this.told?.ruled_out_by.map(({ row }) => row) ?? [];
  }

  /** Hear what the hints taken for this row say. @param {string|null} plan the guess that is planned, if it is whole */
  async listen(plan) {
    const place = this.#place;
    this.asking = true;
    this.refusal = "";
    try {
      const told = await ask(
        `/api/tables/${encodeURIComponent(this.#id)}/hint${plan ? `?plan=${encodeURIComponent(plan)}` : ""}`,
      );
      if (place === this.#place) this.told = told;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.message;
    } finally {
      this.asking = false;
    }
  }
}

/** @param {Hints} hints @param {boolean} sending */
export function hintCard(hints, sending) {
  const steps = hints.told?.steps ?? [];
  const left = hints.told?.left ?? [...STEPS.keys()];
  return h(
    "section",
    { class: "card hints", "aria-label": "Hints", "data-part": "hints" },
    h("h2", {}, "Hints for this row"),
    h(
      "div",
      { "aria-live": "polite" },
      steps.map(({ step, sentences }) =>
        h(
          "div",
          { "data-part": `step ${step}` },
          h("h3", {}, STEPS.get(step)),
          sentences.map((text) => h("p", {}, text)),
        ),
      ),
      hints.asking && h("p", { class: "soft" }, "Thinking …"),
      hints.refusal && h("p", { class: "warn-text" }, hints.refusal),
    ),
    left.length > 0 &&
      h(
        "div",
        { class: "actions" },
        left.map((step) =>
          h(
            "button",
            { type: "button", "data-act": "hint", "data-step": step, disabled: sending || hints.asking },
            STEPS.get(step),
          ),
        ),
      ),
    h("p", { class: "soft" }, "Everybody sees that a hint was taken; what it says, you alone."),
  );
}
