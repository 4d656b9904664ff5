/** Notice of a list that could not be loaded. */
import { h } from "../lib/dom.js";

/** @param {string} message */
export const tryAgain = (message) =>
  h(
    "p",
    { class: "notice warn", role: "alert" },
    message,
    " ",
    h("button", { type: "button", class: "btn small", "data-act": "again" }, "Try again"),
  );
