/** <turn-clock>: the time that is left for a turn. It counts by itself, and says so when little is left. */
import { say } from "../lib/announce.js";
import { counted } from "../lib/sentences.js";

const WARNINGS = [60, 30, 10];

export class TurnClock extends HTMLElement {
  #until = 0;
  #timer = 0;
  #last = Infinity;

  /** @param {{limit: number|null, left: number|null, seenAt: number, yours: boolean}} state */
  set state({ limit, left, seenAt, yours }) {
    clearInterval(this.#timer);
    this.hidden = limit === null;
    this.toggleAttribute("data-yours", yours);
    if (limit === null) return;
    this.#until = left === null ? 0 : seenAt + left;
    this.#last = Infinity;
    this.#show(limit);
    if (left !== null) this.#timer = setInterval(() => this.#show(limit), 250);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show(limit) {
    const left = this.#until ? Math.max(0, Math.ceil((this.#until - performance.now()) / 1000)) : limit;
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.textContent !== text) this.textContent = text;
    const seconds = counted(left, "second");
    this.setAttribute("aria-label", `${seconds} ${this.#until ? "left" : "per turn"}`);
    this.toggleAttribute("data-low", this.#until > 0 && left <= 10);
    const warning = WARNINGS.find((seconds) => this.#last > seconds && left <= seconds && left > seconds - 2);
    if (this.#until && this.#last !== Infinity && warning && this.hasAttribute("data-yours"))
      say(`${warning} seconds left.`);
    this.#last = left;
  }
}

customElements.define("turn-clock", TurnClock);
