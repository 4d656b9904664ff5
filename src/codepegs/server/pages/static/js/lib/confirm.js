/** A question before something that cannot be taken back. */
import { h } from "./dom.js";

/**
 * Whether it was confirmed. The careful answer has the focus.
 * @param {{title: string, text: string, yes: string, no?: string}} question @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no = "No, go on playing" }) {
  const dialog = h(
    "dialog",
    { class: "question", "aria-labelledby": "question-title" },
    h("h2", { id: "question-title" }, title),
    h("p", {}, text),
    h(
      "form",
      { method: "dialog", class: "actions" },
      h("button", { value: "no", autofocus: true }, no),
      h("button", { value: "yes", class: "danger" }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
