/** A question before something that cannot be taken back. */
import { h } from "./dom.js";
import { show } from "./dialog.js";

/**
 * Whether it was confirmed. The careful answer has the focus.
 * @param {{title: string, text: string, yes: string, no?: string}} question @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no = "Keep playing" }) {
  const dialog = h(
    "dialog",
    { class: "question", "aria-labelledby": "question-title" },
    h(
      "form",
      { method: "dialog", class: "sheet" },
      h("h2", { id: "question-title" }, title),
      h("p", {}, text),
      h(
        "div",
        { class: "sheet-foot" },
        h("button", { class: "btn", value: "no", autofocus: true }, no),
        h("button", { class: "btn danger solid", value: "yes" }, yes),
      ),
    ),
  );
  const open = show(/** @type {HTMLDialogElement} */ (dialog));
  return new Promise((resolve) => {
    open.addEventListener("close", () => resolve(open.returnValue === "yes"));
  });
}
