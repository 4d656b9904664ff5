/** What is said aloud to those who listen to the page: one live region, new sentences in place of old ones. */
import { h } from "./dom.js";

/** Milliseconds in which sentences that follow each other are collected: the last alone would be heard. */
const TOGETHER = 100;

let region = null;
/** @type {string[]} */
let waiting = [];

/** A region in the page before anything is said, since readers take notice of later changes alone. */
export function prepare() {
  if (region?.isConnected) return;
  region = h("div", { class: "unseen", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  document.body.append(region);
}

/** @param {string} sentence */
export function say(sentence) {
  prepare();
  if (waiting.push(sentence) > 1) return;
  setTimeout(() => {
    const text = waiting.join(" ");
    waiting = [];
    // The same sentence again is no change, unless something differs that nobody hears.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }, TOGETHER);
}
