/** How many codes are left, for codemakers who wait and for spectators. */
import { Refusal, codesLeft } from "../lib/api.js";
import { codebreaker, gameKey } from "../lib/model.js";

export class CodesLeft {
  #changed;
  #asked = "";
  #asking = false;
  /** What to ask next. @type {{view: import("../lib/model.js").View, asked: string}|null} */
  #next = null;
  /** Codes that fit the answers, or null if that is not known. @type {number|null} */
  codes = null;
  /** The same before the first answer. @type {number|null} */
  all = null;

  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Ask again if there is another answer. @param {import("../lib/model.js").View} view */
  async follow(view) {
    const { game, phase } = view;
    const answered = game?.rows.filter((row) => row.feedback).length ?? 0;
    const asked = phase === "guessing" || phase === "answering" ? `${gameKey(game)} ${answered}` : "";
    if (asked === this.#asked) return;
    const another = asked.split(" ")[0] !== this.#asked.split(" ")[0];
    this.#asked = asked;
    if (another) this.codes = this.all = null;
    if (!asked || view.you === codebreaker(game)) return;
    this.#next = { view, asked };
    // One question at a time: in a fast match only the last one counts.
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#next) await this.#ask(this.#next);
    } finally {
      this.#asking = false;
    }
  }

  /** @param {{view: import("../lib/model.js").View, asked: string}} question */
  async #ask({ view, asked }) {
    this.#next = null;
    try {
      const { codes, all } = await codesLeft(view.id, view.game.number, view.you);
      if (asked !== this.#asked) return;
      Object.assign(this, { codes, all });
      this.#changed();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

