/**
 * Redraws that wait while a pointer is pressed. A press and a release make a click only if both hit the same element, so
 * nothing may move or disappear in between. Changes that arrive while the pointer is pressed are drawn after the click.
 */

/** Milliseconds after the release in which the click comes: touch screens take a moment. */
const CLICK_WITHIN = 100;

export class Redraw {
  #draw;
  #pressed = false;
  #due = false;
  #timer = 0;

  /** @param {() => unknown} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Watch the pointer until the signal is aborted. @param {AbortSignal} signal */
  connect(signal) {
    const options = { capture: true, signal };
    const end = () => this.#end(CLICK_WITHIN);
    addEventListener("pointerdown", () => this.#press(), options);
    for (const event of ["pointerup", "pointercancel", "blur"]) addEventListener(event, end, options);
    // After those who listen to the click.
    addEventListener("click", () => this.#end(0), options);
    // The pointer was released outside the window. A release that was noticed must not start to wait again.
    addEventListener("pointermove", ({ buttons }) => buttons || this.#timer || end(), options);
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Draw now, or as soon as nothing is pressed. */
  request() {
    if (this.#pressed) this.#due = true;
    else this.#draw();
  }

  #press() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#pressed = true;
  }

  #end(delay) {
    if (!this.#pressed) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#pressed = false;
      if (this.#due) this.#draw();
      this.#due = false;
    }, delay);
  }
}
