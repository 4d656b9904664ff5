/** The panels of the dock while no pegs are laid: waiting, answering by hand, an opponent who is away, and the end. */
import { panel, steppers } from "../board/dock.js";
import { h, off } from "../lib/dom.js";
import { hiding, nameAt, opponent } from "../lib/model.js";

/**
 * Marking by hand: one button in one place, which says what it sends.
 * @param {import("../lib/model.js").View} view
 * @param {{counts: [number, number], sending: boolean}} state
 */
export function answering({ terms }, { counts, sending }) {
  const none = counts.every((count) => count === 0);
  return panel(
    "answer",
    "Mark the guess",
    h("h2", {}, "How close is it?"),
    steppers(terms, counts),
    h(
      "button",
      { type: "button", class: none ? "btn send" : "btn primary send", "data-act": "answer", ...off(sending) },
      sending ? "Sending …" : none ? "Nothing right" : "Send answer",
    ),
  );
}

/**
 * Waiting for the other player, or watching: how many codes are left, if that is known.
 * @param {import("../lib/model.js").View} view
 * @param {{codes: number|null, all: number|null, words: string, phrases: import("../lib/dom.js").Content}} state
 */
export function waiting(view, { codes, all, words, phrases }) {
  if (codes === null) return panel("wait", "Waiting", h("h2", {}, words), phrases);
  const share = codes <= 1 ? 0 : Math.log(codes) / Math.log(Math.max(all ?? codes, 2));
  const breaker = view.game.codemaker === 0 ? 1 : 0;
  return panel(
    "wait",
    "Codes left",
    h(
      "div",
      { class: "figure" },
      h("span", { class: "big" }, codes.toLocaleString("en")),
      h(
        "div",
        {},
        h("h2", {}, codes === 1 ? "code left for " : "codes left for ", h("span", { class: "name" }, nameAt(view, breaker))),
        all && h("p", {}, `${all.toLocaleString("en")} at the start`),
      ),
    ),
    h("div", { class: "meter", "aria-hidden": "true" }, h("i", { style: { "--v": `${Math.round(100 * share)}%` } })),
    phrases,
  );
}

/**
 * The opponent has been away, or has not moved, long enough to claim the match.
 * @param {import("../lib/model.js").View} view @param {string} why @param {boolean} sending
 */
export function away(view, why, sending) {
  return panel(
    "away",
    "Your opponent is away",
    h(
      "div",
      {},
      h("h2", {}, h("span", { class: "name" }, nameAt(view, opponent(view))), ` ${why}`),
      h("p", {}, "You can claim the win. The points stay as they are."),
    ),
    h(
      "div",
      { class: "pair" },
      h("button", { type: "button", class: "btn primary", "data-act": "opponent-gone", ...off(sending) }, "Claim the win"),
      h("button", { type: "button", class: "chip", "data-act": "keep-waiting" }, "Keep waiting"),
    ),
  );
}

/**
 * The game is over, and its result card was closed.
 * @param {import("../lib/dom.js").Content} next @param {import("../lib/dom.js").Content} phrases
 */
export const closed = (next, phrases) =>
  panel(
    "closed",
    "The game is over",
    h("div", { class: "pair" }, next, h("button", { type: "button", class: "chip", "data-act": "show-result" }, "Show result")),
    phrases,
  );

/** Bare wood, while a game ends on the board. */
export const resting = () => panel("rest", "The game is over");

/** Whether this player's own code is on the board. @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game */
export const tagOf = (view, game) => (hiding(view, game) && game.code ? "Your code" : "");
