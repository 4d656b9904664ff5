/** Base class of elements. What one listens to while it is on the page ends when it leaves the page. */
export class Listening extends HTMLElement {
  #listening = new AbortController();

  connectedCallback() {
    this.#listening = new AbortController();
    this.listen(this.#listening.signal);
  }

  disconnectedCallback() {
    this.#listening.abort();
  }

  /** Add listeners that end with the signal. @param {AbortSignal} _signal */
  listen(_signal) {}
}
