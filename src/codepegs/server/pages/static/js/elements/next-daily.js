/** <next-daily>: counts down to the next daily code, which comes at midnight where you are. */
import { h, update } from "../lib/dom.js";
import { today, untilNext } from "../lib/daily.js";

class NextDaily extends HTMLElement {
  #day = today();
  #timer = 0;

  connectedCallback() {
    this.#timer = setInterval(() => this.#draw(), 1000);
    this.#draw();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #draw() {
    const text = untilNext(Date.now());
    if (today() !== this.#day) update(this, h("a", { class: "btn small", href: "/daily" }, "It’s here"));
    else update(this, h("span", { role: "timer", "aria-label": `${text} hours, minutes and seconds` }, text));
  }
}

customElements.define("next-daily", NextDaily);
