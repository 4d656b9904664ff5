/** Dialogs: sheets with a title and a button that closes them. Phones show them at the bottom edge. */
import { h, icon } from "./dom.js";

let titles = 0;

/**
 * A dialog, not yet open. It closes by its button, by Escape and by a tap next to it.
 * @param {string} title @param {import("./dom.js").Content[]} content
 */
export function sheet(title, ...content) {
  const id = `sheet-${++titles}`;
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h("div", { class: "sheet" }, h("div", { class: "sheet-head" }, h("h2", { id }, title), closeButton()), content),
  );
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === dialog || target.closest("[data-close]")) /** @type {HTMLDialogElement} */ (dialog).close();
  });
  return /** @type {HTMLDialogElement} */ (dialog);
}

/** Open a dialog that is removed from the page when it closes. @param {HTMLDialogElement} dialog */
export function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove(), { once: true });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

const closeButton = () =>
  h(
    "button",
    { type: "button", class: "icon-btn close", "data-close": true, "aria-label": "Close" },
    icon("M6 6l12 12M18 6 6 18"),
  );
