/** The dock next to the row in play: the tray of colours with Undo, Clear and Check, or a panel in its place. */
import { h, icon, off } from "../lib/dom.js";
import { lettersOf } from "./keys.js";
import { BLANK, nameOf, nameOfKeys, peg } from "./peg.js";

/**
 * @param {{terms: any, draft: import("./draft.js").Draft, notes: import("./notes.js").Notes|null,
 *   label: string, check: string, fault: string|null, ready: boolean, busy: boolean,
 *   more: import("../lib/dom.js").Content, above: import("../lib/dom.js").Content}} state
 * `check` is on the button, and `fault` says why it is off; everything is off while `busy`; `more` is between the
 * colours and the buttons, and `above` is above the colours
 */
export function tray({ terms, draft, notes, label, check, fault, ready, busy, more, above }) {
  return h(
    "section",
    { class: busy ? "dock busy" : "dock", "aria-label": label, "data-part": "tray" },
    above,
    h(
      "div",
      { class: "tray", role: "group", "aria-label": `${terms.colour_word}s` },
      lettersOf(terms).map((letter) => swatch(terms, letter, { struck: notes?.out(letter, draft.cursor) ? draft.cursor + 1 : 0, busy })),
    ),
    more,
    h(
      "div",
      { class: "dock-row" },
      tool("undo", "Undo", busy || !draft.changed),
      tool("clear", "Clear", busy || draft.empty),
      h(
        "button",
        { type: "button", class: "btn primary check", "data-lay": "check", "aria-describedby": "fault", ...off(!ready) },
        check,
      ),
      h("span", { id: "fault", class: "unseen" }, fault),
    ),
  );
}

function swatch(terms, letter, { struck, busy }) {
  const name = letter === BLANK ? "empty hole" : nameOf(terms, letter);
  return h(
    "button",
    {
      type: "button",
      class: struck ? "swatch struck" : "swatch",
      "data-lay": "put",
      "data-letter": letter,
      "data-drag": letter,
      title: letter === BLANK ? name : `${name} (${letter})`,
      "aria-label": struck ? `${name}, noted as not in hole ${struck}` : name,
      ...off(busy),
    },
    peg(terms, letter),
    h("span", { class: "cap", "aria-hidden": "true" }, letter),
  );
}

const ICONS = { undo: "M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2", clear: "M6 6l12 12M18 6 6 18" };

function tool(act, label, nothing) {
  return h(
    "button",
    { type: "button", class: "tool", "data-lay": act, title: label, ...off(nothing) },
    icon(ICONS[act]),
    h("span", { class: "word" }, label),
  );
}

/** Two numbers of key pegs to count out. @param {any} terms @param {[number, number]} counts */
export function steppers(terms, [black, white]) {
  const full = black + white >= terms.pegs;
  return h("div", { class: "pair" }, stepper(terms, "black", black, full), stepper(terms, "white", white, full));
}

function stepper(terms, kind, count, full) {
  const key = terms.keys[kind];
  const label = nameOfKeys(terms, key);
  const arms = terms.keys.style === "arms";
  const button = (act, label, sign, nothing) =>
    h("button", { type: "button", "data-act": act, "data-kind": kind, "aria-label": label, ...off(nothing) }, sign);
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    h("i", { class: arms ? "arm" : "key", "data-key": key.paint, "aria-hidden": "true" }),
    h("span", { class: "label", "aria-hidden": "true" }, kind === "black" ? "Right place" : "Wrong place"),
    button("fewer", `One ${key.name} fewer`, "−", count === 0),
    h("output", { "aria-live": "polite", "aria-label": label }, count),
    button("more", `One ${key.name} more`, "+", full),
  );
}

/**
 * A panel in place of the tray.
 * @param {string} part @param {string} label
 * @param {...import("../lib/dom.js").Content} content
 */
export const panel = (part, label, ...content) =>
  h("section", { class: "dock panel", "aria-label": label, "data-part": part }, content);
