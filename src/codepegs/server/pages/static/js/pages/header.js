/** The header of every page: how to play, sound, and settings, as dialogs over the page. Without scripts they are links. */
import { settingsDialog } from "../elements/settings-dialog.js";
import { change, changes, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";

const ACTS = {
  /** Pages with a board show a sheet for their edition; others leave the link to the rules. */
  "how-to-play": (event) => {
    const asked = new CustomEvent("how-to-play", { cancelable: true });
    if (!document.dispatchEvent(asked)) event.preventDefault();
  },
  sound: () => {
    change({ sound: settings().sound === "on" ? "off" : "on" });
    play("turn");
  },
  settings: (event) => {
    // The settings page has them already.
    if (document.querySelector("settings-form")) return;
    event.preventDefault();
    /** @type {HTMLElement|null} */ (document.querySelector("#menu"))?.hidePopover?.();
    settingsDialog();
  },
};

document.addEventListener("click", (event) => {
  /** @type {HTMLElement|null} */
  const source = /** @type {Element} */ (event.target).closest("[data-opens]");
  if (source && !event.ctrlKey && !event.metaKey) ACTS[source.dataset.opens]?.(event);
});

function showSound() {
  /** @type {HTMLElement|null} */
  const button = document.querySelector('[data-opens="sound"]');
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(settings().sound === "on"));
}

// Browsers have it only for pages from https or from this computer.
if ("serviceWorker" in navigator) addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));

changes.addEventListener("change", showSound);
showSound();
