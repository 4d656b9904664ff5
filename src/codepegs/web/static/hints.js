/** Hints for the row in play: the steps that were taken, what they say, and the next one to take. */
import { Refusal, hintOf } from "./api.js";
import { say } from "./announce.js";
import { h } from "./dom.js";
import { fault, may } from "./model.js";

/** What each step gives, in a few words. */
const STEPS = { 1: "a nudge", 2: "something narrower", 3: "the best guess" };

/**
 * The guess that is planned: a whole row that may be played.
 * @param {any} terms @param {import("./draft.js").Draft|null} draft
 */
const planned = (terms, draft) => (draft && !fault(terms, draft.pegs, false) ? draft.pegs.join("") : null);

export class Hints {
  /** Which row this is about. */
  #place = "";
  /**
   * @type {{plan: string|null, steps: {step: number, sentences: string[]}[], left: number[],
   *   ruled_out_by: {row: number}[]}|null}
   */
  told = null;
  busy = false;
  refused = "";

  /**
   * Go on to a row. What was taken for it before the page was loaded is asked for again.
   * @param {import("./table.js").PegTable} table @param {string} place
   */
  at(table, place) {
    const { view } = table;
    if (place === this.#place) return;
    this.#place = place;
    this.told = null;
    this.refused = "";
    if (place && view.terms.hints && view.game.hints.length) this.load(table, { aloud: false });
  }

  /** Ask what the steps say, with the row as it is laid now. @param {import("./table.js").PegTable} table */
  async load(table, { aloud = true } = {}) {
    const place = this.#place;
    this.busy = true;
    this.refused = "";
    try {
      const told = await hintOf(table.view.id, planned(table.view.terms, table.draft));
      if (place !== this.#place) return;
      this.told = told;
      if (aloud) say(told.steps.at(-1)?.sentences.join(" ") ?? "");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (place !== this.#place) return;
      this.refused = error.message;
      if (aloud) say(this.refused);
    } finally {
      this.busy = false;
      table.draw();
    }
  }

  /** Rows that rule out the row as it is laid now. @param {any} terms @param {import("./draft.js").Draft|null} draft */
  marked(terms, draft) {
    const plan = planned(terms, draft);
    return plan && this.told?.plan === plan ? this.told.ruled_out_by.map(({ row }) => row) : [];
  }

  /** @param {import("./table.js").PegTable} table */
  card({ view, draft, live, laying }) {
    if (laying !== "guess" || !view.terms.hints) return null;
    const steps = this.told?.steps ?? [];
    const [next] = this.told?.left ?? [1, 2, 3];
    const plan = planned(view.terms, draft);
    const first = steps.some(({ step }) => step === 1);
    const waits = this.busy || live.sending;
    return h(
      "section",
      { class: "card hints", "aria-label": "Hints", "data-part": "hints" },
      steps.map(({ step, sentences }) =>
        h(
          "div",
          { class: "hint", "data-part": `hint ${step}` },
          h("h2", {}, `Hint ${step}`),
          sentences.map((sentence) => h("p", {}, sentence)),
        ),
      ),
      this.refused && h("p", { class: "warn-text", role: "alert" }, this.refused),
      h(
        "div",
        { class: "actions" },
        may(view, "hint") &&
          next &&
          h(
            "button",
            { type: "button", "data-act": "hint", "data-step": next, disabled: waits },
            this.busy ? "Looking …" : `Hint ${next}: ${STEPS[next]}`,
          ),
        first &&
          plan &&
          plan !== this.told.plan &&
          h("button", { type: "button", "data-act": "ask-plan", disabled: waits }, "Ask about this row"),
        this.refused &&
          steps.length === 0 &&
          view.game.hints.length > 0 &&
          h("button", { type: "button", "data-act": "ask-plan", disabled: waits }, "Ask again"),
      ),
      !steps.length &&
        h(
          "p",
          { class: "soft" },
          plan ? "It says whether this row can be the code. " : "Lay a row first, and it speaks of that. ",
          "That you took a hint, everybody sees; what it says, only you.",
        ),
    );
  }
}
