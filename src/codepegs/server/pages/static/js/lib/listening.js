/** Base class of elements that removes their listeners when they leave the page. */
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
