/** What is around the grid of a review: the headline, the board with its steps, and what else there is to say. */
import { sentence } from "../board/sentence.js";
import { h, icon, off } from "../lib/dom.js";
import { nameAt, seated } from "../lib/model.js";
import { gameTitle, games } from "../table/lead.js";

/**
 * @param {import("../lib/model.js").View} view @param {number} place of the game
 * @param {import("../lib/model.js").Game} game
 * @param {{headline: string, sentences: string[], slips: string, table: string|null, shared: string}} said
 * `shared` is what became of sharing
 */
export function head(view, place, game, { headline, sentences, slips, table, shared }) {
  const mine = table && view.terms.solo && view.outcome && seated(view);
  const name = (player) => h("span", { class: "name" }, nameAt(view, player));
  return h(
    "div",
    { class: "page-head", "data-part": "head" },
    h(
      "div",
      {},
      h("p", { class: "eyebrow" }, gameTitle(view, game), !view.terms.solo && [" · ", name(0), " and ", name(1)]),
      h("h1", {}, headline),
      h("p", { class: "sub soft" }, sentences.join(" ")),
      h("p", { class: "sub only-narrow" }, slips),
      games(view, place),
    ),
    h(
      "div",
      { class: "actions" },
      mine && h("button", { type: "button", class: "btn", "data-act": "share" }, shared || "Share"),
      table && h("a", { class: "btn primary", href: `/t/${table}` }, "Back to the game"),
    ),
  );
}

/** Why a game has no review. @param {import("../lib/model.js").Game} game */
export const whyNot = ({ ending }) =>
  ending ? "This game can’t be reviewed, because its code was never revealed." : "You can review this game once it’s over.";

/**
 * What else there is to say about a game.
 * @param {any} terms @param {import("../lib/model.js").Game} game @param {any} judged its review, or null
 */
export function account(terms, { proof, ended, code, salt }, judged) {
  const told = [
    ...(proof ? ended : []),
    // The first sentence has the numbers that are above the grid.
    ...(judged ? [...judged.words.slice(1), ...judged.made.words, ...judged.notes] : []),
    ...(code && salt ? ["Verified: this is the code that was sealed before the first guess."] : []),
  ];
  if (!told.length) return null;
  return h(
    "section",
    { class: "words", "aria-label": "About this game", "data-part": "account" },
    told.map((text) => h("p", {}, sentence(terms, text))),
  );
}

/** @param {boolean} table whether the games are those of a table @param {string} refusal */
export function actions(table, refusal) {
  const button = (act, label) => h("button", { type: "button", class: "btn small", "data-act": act }, label);
  return h(
    "div",
    { class: "actions", "data-part": "actions" },
    button("record", "Save the record"),
    button("picture", "Save the board as a picture"),
    !table && h("a", { class: "btn small plain", href: "/review" }, "Another record"),
    refusal && h("p", { class: "refusal", role: "alert" }, refusal),
  );
}

/** @param {number} at how many rows are on the board @param {number} last */
export function steps(at, last) {
  const button = (by, label, path, nothing) =>
    h(
      "button",
      { type: "button", class: "icon-btn", "data-act": "step", "data-by": by, "aria-label": label, title: label, ...off(nothing) },
      icon(path),
    );
  return h(
    "div",
    { class: "walk", role: "group", "aria-label": "Step through the game", "data-part": "steps" },
    button(-1, "Previous guess", "M15 5l-7 7 7 7", at === 0),
    h("b", {}, at ? `Guess ${at} of ${last}` : "The start"),
    button(1, "Next guess", "M9 5l7 7-7 7", at === last),
  );
}

/** @param {string} table @param {string} refusal */
export const missing = (table, refusal) =>
  h(
    "section",
    { class: "card gone" },
    h("h1", {}, "Nothing to review"),
    h("p", { role: "alert" }, refusal),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "btn primary", href: `/t/${table}` }, "Back to the game"),
      h("a", { class: "btn", href: "/review" }, "Review a record"),
    ),
  );
