/** <turn-clock>: the time that is left for a turn. It counts by itself, and says so when little is left. */
import { say } from "../lib/announce.js";
import { counted } from "../lib/sentences.js";

const WARNINGS = [60, 30, 10];

export class TurnClock extends HTMLElement {
  #until = 0;
  #timer = 0;
  #last = Infinity;

  /** Nothing is shown while nobody's time runs. @param {{left: number|null, seenAt: number, yours: boolean}} state */
  set state({ left, seenAt, yours }) {
    clearInterval(this.#timer);
    this.hidden = left === null;
    this.toggleAttribute("data-yours", yours);
    const until = left === null ? 0 : seenAt + left;
    // A message within a turn changes its end by the time that it travelled. It must not swallow a warning.
    if (Math.abs(until - this.#until) > 1000) this.#last = Infinity;
    this.#until = until;
    if (left === null) return;
    this.#show();
    this.#timer = setInterval(() => this.#show(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show() {
    const left = Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.textContent !== text) this.textContent = text;
    this.setAttribute("aria-label", `${counted(left, "second")} left`);
    this.toggleAttribute("data-low", left <= 10);
    const warning = WARNINGS.find((seconds) => this.#last > seconds && left <= seconds && left > seconds - 2);
    if (this.#last !== Infinity && warning && this.hasAttribute("data-yours")) say(`${warning} seconds left.`);
    this.#last = left;
  }
}

customElements.define("turn-clock", TurnClock);
