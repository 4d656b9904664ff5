/** The panels of the dock while no pegs are laid: waiting, answering by hand, an opponent who is away, and the end. */
import { panel, steppers } from "../board/dock.js";
import { h, off } from "../lib/dom.js";
import { hiding, nameAt, opponent } from "../lib/model.js";
import { capital } from "../lib/sentences.js";

/**
 * Answering by hand. `counts` is null until something was set, so that nothing is answered by accident.
 * @param {import("../lib/model.js").View} view
 * @param {{counts: [number, number]|null, sending: boolean}} state
 */
export function answering({ terms }, { counts, sending }) {
  const [black, white] = counts ?? [0, 0];
  const ready = counts !== null && !sending;
  return panel(
    "answer",
    { label: "Answer the guess" },
    h("h2", {}, "How close is it?"),
    steppers(terms, [black, white]),
    h("p", { class: "only-wide" }, meanings(terms)),
    h(
      "div",
      { class: "dock-row" },
      counts === null &&
        h("button", { type: "button", class: "chip", "data-act": "answer-none" }, "None at all"),
      h(
        "button",
        { type: "button", class: "btn primary check", "data-act": "answer", ...off(!ready) },
        sending ? "Sending …" : "Send answer",
      ),
    ),
  );
}

const meanings = ({ keys, colour_word }) =>
  `${capital(keys.black.name)}: right place. ${capital(keys.white.name)}: right ${colour_word}, wrong place.`;

/**
 * Waiting for the other player, or watching: how many codes are left, if that is known.
 * @param {import("../lib/model.js").View} view
 * @param {{codes: number|null, all: number|null, words: string, phrases: import("../lib/dom.js").Content}} state
 */
export function waiting(view, { codes, all, words, phrases }) {
  if (codes === null) return panel("wait", { label: "Waiting", size: "short" }, h("h2", {}, words), phrases);
  const share = codes <= 1 ? 0 : Math.log(codes) / Math.log(Math.max(all ?? codes, 2));
  const breaker = view.game.codemaker === 0 ? 1 : 0;
  return panel(
    "wait",
    { label: "Codes left", size: "short" },
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
    { label: "Your opponent is away", size: "mid" },
    h(
      "div",
      {},
      h("h2", {}, h("span", { class: "name" }, nameAt(view, opponent(view))), ` ${why}`),
      h("p", {}, "You can claim the win. The points so far stand."),
    ),
    h(
      "div",
      { class: "pair" },
      h("button", { type: "button", class: "btn primary", "data-act": "opponent-gone", ...off(sending) }, "Claim the win"),
      h("button", { type: "button", class: "chip", "data-act": "keep-waiting" }, "Keep waiting"),
    ),
  );
}

/** The game is over, and its result card was closed. @param {import("../lib/dom.js").Content} next */
export const closed = (next) =>
  panel(
    "closed",
    { label: "The game is over", size: "short" },
    h("div", { class: "pair" }, next, h("button", { type: "button", class: "chip", "data-act": "show-result" }, "Show result")),
  );

/** Bare wood, while a game ends on the board. */
export const resting = () => panel("rest", { label: "The game is over", size: "short" });

/** Whether this player's own code is on the board. @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game */
export const tagOf = (view, game) => (hiding(view, game) && game.code ? "Your code" : "");
