/** Phrases that two people say to each other: chips to press, and bubbles next to the one who spoke. */
import { say } from "../lib/announce.js";
import { h, icon, off } from "../lib/dom.js";
import { nameAt, opponent } from "../lib/model.js";

/** All that can be said. The server knows the same, and refuses everything else. */
const PHRASES = ["Good game", "Nice one", "One moment", "Thanks"];

/** Milliseconds for which a bubble is shown, and in which nothing more can be said. */
const SHOWN = 8000;
const PAUSE = 4000;

export class Phrases {
  #changed;
  /** @type {Map<number, string>} */
  #said = new Map();
  /** @type {Map<string, number>} */
  #timers = new Map();

  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Somebody says something. @param {import("../lib/model.js").View} view @param {0|1} by @param {string} phrase */
  hear(view, by, phrase) {
    if (!PHRASES.includes(phrase)) return;
    this.#said.set(by, phrase);
    if (by !== view.you) say(`${nameAt(view, by)}: ${phrase}.`);
    this.#for(SHOWN, `said by ${by}`, () => this.#said.delete(by));
    this.#changed();
  }

  /** You have said something. */
  pause() {
    this.#for(PAUSE, "pause", () => {});
  }

  /** What a player has just said, as a bubble. @param {number} player */
  bubble(player) {
    const phrase = this.#said.get(player);
    return phrase ? h("span", { class: "bubble", "data-part": "bubble" }, phrase) : null;
  }

  /** A button that opens the phrases, for phones. @param {import("../lib/model.js").View} view */
  menu(view) {
    const chips = this.chips(view, { popovertarget: "say", popovertargetaction: "hide" });
    if (chips === null) return null;
    const bubble = icon("M4 5h16v11h-9l-5 4v-4H4z");
    return [
      h("button", { type: "button", class: "help", popovertarget: "say", "aria-label": "Say something", "data-part": "say" }, bubble, "Say"),
      h("div", { id: "say", class: "menu", popover: "auto", "data-part": "say menu" }, chips),
    ];
  }

  /**
   * Something to say to another person, or nothing.
   * @param {import("../lib/model.js").View} view @param {Record<string, string>} [more] attributes of the buttons
   */
  chips(view, more = {}) {
    const them = opponent(view);
    if (them === null || !view.game || view.players[them].computer) return null;
    const quiet = this.#timers.has("pause");
    const heard = this.#said.get(them);
    return h(
      "div",
      { class: "phrases", role: "group", "aria-label": "Say something", "data-part": "phrases" },
      heard && h("p", { class: "heard" }, h("b", { class: "name", dir: "auto" }, nameAt(view, them)), `: ${heard}`),
      PHRASES.map((phrase) =>
        h("button", { type: "button", class: "chip", "data-act": "say", "data-phrase": phrase, ...more, ...off(quiet) }, phrase),
      ),
    );
  }

  stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #for(time, what, then) {
    clearTimeout(this.#timers.get(what));
    const done = () => {
      this.#timers.delete(what);
      then();
      this.#changed();
    };
    this.#timers.set(what, window.setTimeout(done, time));
  }
}
