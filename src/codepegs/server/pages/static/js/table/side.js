/** The side of the table: notes, the terms, and what else can be done. */
import { lettersOf } from "../board/keys.js";
import { BLANK, nameOf, peg } from "../board/peg.js";
import { h, off } from "../lib/dom.js";
import { decidesAlone, hiding, hintsAllowed, isLocal, may, mayClaim, seated, secret } from "../lib/model.js";
import { duration } from "../lib/sentences.js";

const CLOCKS = [60, 120, 180, 240, 300, 600];

/**
 * What a player may do besides laying pegs.
 * @param {import("../lib/model.js").View} view
 * @param {{curtain: boolean, sending: boolean, looking: number|null, hinting: boolean, noting: boolean, movable: boolean}} state
 */
export function links(view, { curtain, sending, looking, hinting, noting, movable }) {
  const { game } = view;
  const running = looking === null && !view.outcome;
  const button = (act, label, kind = "plain", more = {}) =>
    h(
      "button",
      { type: "button", class: `btn small ${kind}`, "data-act": act, "data-part": act, ...more },
      label,
    );
  const acts = (act, label, kind) => running && may(view, act) && button(act.replace(" ", "-"), label, kind, off(sending));
  const guessing = running && may(view, "guess");
  const own = running && hiding(view, game) && game.code && secret(view, game);
  return h(
    "section",
    { class: "foot-links", "aria-label": "What you can do", "data-part": "links" },
    button("terms", "Match details"),
    guessing && hintsAllowed(view) && button("hinting", "Hint", "plain", { "aria-expanded": String(hinting) }),
    guessing && button("noting", "Notes", "plain", { "aria-expanded": String(noting) }),
    movable && button("move-seat", "Move to another device", "plain", off(sending)),
    acts("take back", "Take back the last guess"),
    mayClaim(view) && acts("claim", "Claim a wrong answer"),
    acts("own up", "Own up to a wrong answer"),
    own && button("curtain", curtain ? "Show my code" : "Hide my code"),
    acts("give up", "Give up", "danger"),
    seated(view) && !view.outcome && !view.terms.solo && button("leave", "Leave match", "danger", off(sending)),
  );
}

/** All that is agreed, in the server's words, and what can be agreed anew. @param {import("../lib/model.js").View} view */
export function termsSheet(view) {
  const playing = seated(view) && view.game && !view.outcome && view.terms.daily === null && !isLocal(view.id);
  return [
    terms(view),
    h("p", {}, h("a", { href: `/rules/${view.terms.slug}` }, `Rules of ${view.terms.title}`)),
    playing && offering(view),
  ];
}

/** @param {import("../lib/model.js").View} view */
export const terms = (view) =>
  h(
    "ul",
    { class: "terms" },
    view.agreed.map((sentence) => h("li", {}, sentence)),
  );

/** Offers to make: a clock, hints, to stop. */
function offering(view) {
  const alone = decidesAlone(view);
  const limit = view.game.time_limit;
  const button = (offer, label) =>
    h("button", { type: "button", class: "btn small", "data-act": "offer", "data-offer": offer, "data-close": true }, label);
  return h(
    "section",
    { class: "offering", "aria-label": "Change the rules" },
    h("h3", {}, alone ? "Change the rules" : "Suggest a change"),
    !view.terms.friendly &&
      h(
        "form",
        { class: "actions", "data-act": "offer-clock" },
        h("label", { for: "clock" }, "Time limit"),
        h(
          "select",
          { id: "clock", name: "clock" },
          limit !== null && h("option", { value: "clock off" }, "none"),
          CLOCKS.filter((seconds) => seconds !== limit).map((seconds) =>
            h("option", { value: `clock ${seconds}` }, `${duration(seconds)} per guess`),
          ),
        ),
        h("button", { class: "btn small" }, alone ? "Set time limit" : "Suggest time limit"),
      ),
    h(
      "div",
      { class: "actions" },
      !hintsAllowed(view) && button("hints", alone ? "Turn hints on" : "Suggest hints"),
      (!alone || view.terms.shared) &&
        h(
          "button",
          { type: "button", class: "btn small", "data-act": "stop", "data-close": true },
          alone ? "Stop the match" : "Suggest stopping the match",
        ),
    ),
  );
}

/** Where a colour is not, by its player's own reckoning: a table of switches. @param {any} terms @param {import("../board/notes.js").Notes} notes */
export function notePad(terms, notes) {
  const places = Array.from({ length: terms.pegs }, (_, place) => place);
  const line = (letter) => {
    const name = letter === BLANK ? "empty" : nameOf(terms, letter);
    const all = { class: "note all", "data-act": "note-all", "data-letter": letter };
    return h(
      "div",
      { class: "note-line", "data-part": `note ${letter}` },
      h("button", { type: "button", ...all, "aria-label": `${name}: cross out everywhere, or nowhere` }, peg(terms, letter)),
      places.map((place) => {
        const out = notes.out(letter, place);
        const what = { "data-act": "note", "data-letter": letter, "data-place": place, "aria-pressed": String(out) };
        return h(
          "button",
          { type: "button", class: out ? "note out" : "note", ...what, "aria-label": `${name} is not in hole ${place + 1}` },
          h("span", { "aria-hidden": "true" }, out ? "✕" : place + 1),
        );
      }),
    );
  };
  return h(
    "section",
    { class: "card floating", "aria-label": `Notes: where a ${terms.colour_word} can’t be`, "data-part": "notes" },
    h("div", { class: "row-between" }, h("h2", {}, "Notes"), closing("noting")),
    h("p", { class: "soft" }, `Cross out the holes where a ${terms.colour_word} can’t be. Only you can see this.`),
    lettersOf(terms).map(line),
  );
}

/** A button that closes a card of the side. @param {string} act */
export const closing = (act) => h("button", { type: "button", class: "btn small plain", "data-act": act }, "Close");
