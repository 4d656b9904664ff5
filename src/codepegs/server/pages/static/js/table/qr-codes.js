/** QR codes of links to the table, drawn by the server. The secret part of a link is sent by POST, never in an address. */
import { Refusal, qrOf } from "../lib/api.js";
import { h } from "../lib/dom.js";

export class QrCodes {
  #id;
  #changed;
  /** Drawn codes by what comes after the # of the link. @type {Map<string, Element|null>} */
  #drawn = new Map();

  /** @param {string} id @param {() => void} changed draws the page */
  constructor(id, changed) {
    this.#id = id;
    this.#changed = changed;
  }

  /** The code of a link, as soon as it is there. @param {string} fragment @param {string} label */
  of(fragment, label) {
    if (!this.#drawn.has(fragment)) this.#ask(fragment);
    const drawn = this.#drawn.get(fragment)?.cloneNode(true);
    return h("div", { class: "qr", role: "img", "aria-label": label, "data-part": "qr" }, drawn ?? null);
  }

  async #ask(fragment) {
    this.#drawn.set(fragment, null);
    try {
      const picture = new DOMParser().parseFromString(await qrOf(this.#id, fragment), "image/svg+xml");
      this.#drawn.set(fragment, picture.documentElement);
      this.#changed();
    } catch (error) {
      // The link is there as text.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
