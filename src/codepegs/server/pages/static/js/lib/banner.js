/** The banner over a board while the server cannot be reached, or the game goes on without it. */
import { h } from "./dom.js";

/** @param {string} state of the connection @param {boolean} sending whether a move is on its way */
export function banner(state, sending) {
  const words = sending ? "Your move is saved and will be sent when you’re back online." : "Your row is saved.";
  return h(
    "p",
    {
      class: `banner ${state}`,
      role: "status",
      "data-part": "connection",
      "data-state": state,
      "data-sending": String(sending),
    },
    state === "offline" && h("span", {}, h("b", {}, "You are offline."), " This game is saved here and will be counted later."),
    state === "lost" && [
      h("i", { class: "spin", "aria-hidden": "true" }),
      h("span", {}, h("b", {}, "Connection lost."), h("span", { class: "only-wide" }, ` ${words}`), h("span", { class: "only-narrow" }, " Retrying …")),
    ],
  );
}
