/**
 * Settings of this browser: what pegs and pages look like, and what moves and sounds.
 * `apply-settings.js` applies them before the first paint. This module reads and changes them.
 * @typedef {{theme: string, marks: string, palette: string, motion: string, sound: string}} Settings
 */

const first = globalThis.codepegsSettings;

/** What each setting may be, what it is by default first. @type {Record<string, string[]>} */
export const CHOICES = first.CHOICES;

let now = first.read();

/** @returns {Settings} */
export const settings = () => now;

/** Whether things may move: as chosen here, or else as the system says. */
export function moves() {
  if (now.motion !== "auto") return now.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Told whenever a setting changes, here or in another tab: a `change` event. */
export const changes = new EventTarget();

/** @param {Partial<Settings>} some */
export function change(some) {
  now = { ...now, ...some };
  first.keep(now);
  changes.dispatchEvent(new Event("change"));
}

addEventListener("storage", (event) => {
  if (event.key !== first.KEPT) return;
  now = first.read();
  first.apply(now);
  changes.dispatchEvent(new Event("change"));
});
