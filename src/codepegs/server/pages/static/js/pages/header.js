/** The header of every page: how to play, sound, and settings, as dialogs over the page. Without scripts they are links. */
import { stored } from "../lib/api.js";
import { PLAYED } from "../lib/model.js";
import { change, changes, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";

const ACTS = {
  /** Pages with a board show the sheet for their edition, and other pages that for the classic one. */
  "how-to-play": async (event) => {
    event.preventDefault();
    if (!document.dispatchEvent(new CustomEvent("how-to-play", { cancelable: true }))) return;
    try {
      const [{ howToPlay }, { edition }] = await Promise.all([import("../elements/how-to-play.js"), import("../lib/api.js")]);
      howToPlay((await edition("classic-1")).terms);
    } catch {
      location.assign("/rules");
    }
  },
  sound: () => {
    change({ sound: settings().sound === "on" ? "off" : "on" });
    play("turn");
  },
  settings: async (event) => {
    // The settings page has them already.
    if (document.querySelector("settings-form")) return;
    event.preventDefault();
    /** @type {HTMLElement|null} */ (document.querySelector("#menu"))?.hidePopover?.();
    const { settingsDialog } = await import("../elements/settings-dialog.js");
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

/** Send what was played without the server, if there is something. */
const sendPlayed = async () => stored(PLAYED) && (await import("../lib/offline.js")).sendPlayed();
sendPlayed();
addEventListener("online", sendPlayed);

// Browsers have it only for pages from https or from this computer.
if ("serviceWorker" in navigator) addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));

changes.addEventListener("change", showSound);
showSound();
