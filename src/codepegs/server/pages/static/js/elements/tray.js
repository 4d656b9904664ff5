/** What lies beside the board while a row is laid: the colours, the tools, notes, and the button that plays it. */
import { h, off, svg } from "../lib/dom.js";
import { BLANK, nameOf, peg } from "./peg.js";

/**
 * @param {{terms: any, draft: import("../table/draft.js").Draft, notes: import("../table/draft.js").Notes|null, noting: boolean,
 *   code: boolean, fault: string|null, last: string|null, sending: boolean,
 *   words?: {play: string, idle: string}}} state `words` stand on the button, and below it where nothing is wrong
 */
export function tray({ terms, draft, notes, noting, code, fault, last, sending, words = code ? SET : PLAY }) {
  const letters = [...terms.colours.map((colour) => colour.letter), ...(terms.blanks ? [BLANK] : [])];
  return h(
    "section",
    { class: "tray", "aria-label": code ? "Lay your code" : "Lay your row", "data-part": "tray" },
    h(
      "div",
      { class: "colours", role: "group", "aria-label": "Colours" },
      letters.map((letter) => {
        const called = letter === BLANK ? "empty hole" : nameOf(terms, letter);
        const out = notes?.out(letter, draft.cursor) ?? false;
        return h(
          "button",
          {
            type: "button",
            class: out ? "colour struck" : "colour",
            "data-act": "put",
            "data-letter": letter,
            "data-drag": letter,
            title: letter === BLANK ? called : `${called} (${letter})`,
            "aria-label": out ? `${called}, noted as not in hole ${draft.cursor + 1}` : called,
          },
          peg(terms, letter),
        );
      }),
    ),
    h(
      "div",
      { class: "tools", role: "group", "aria-label": "Tools" },
      tool("clear", "Clear", off(draft.empty)),
      tool("fill", "Fill", off(!(draft.pegs[draft.cursor] ?? draft.last) || !draft.pegs.includes(null))),
      !code && tool("copy-last", "Copy last", off(!last)),
      notes &&
        tool("notes", "Notes", { "aria-expanded": String(noting), "aria-controls": noting ? "notes" : null }),
    ),
    notes && noting && notePad(terms, notes, letters),
    h(
      "button",
      {
        type: "button",
        class: "primary play",
        "data-act": "submit",
        disabled: Boolean(fault) || sending,
        "aria-describedby": "fault",
      },
      sending ? "Sending …" : [words.play, h("span", { class: "label" }, code ? " this code" : " this row")],
    ),
    h(
      "p",
      { id: "fault", class: draft.pegs.includes(null) ? "fault soft unfilled" : "fault" },
      fault ?? words.idle,
    ),
  );
}

const SET = { play: "Set", idle: "Nobody else sees it." };
const PLAY = { play: "Play", idle: "" };

/** What stands on a tool where there is no room for its name. */
const ICONS = {
  clear: "M6 6l10 10M16 6L6 16",
  fill: "M5 11h.01M9 11h.01M13 11h.01M17 11h.01",
  "copy-last": "M9 9h9v9H9zM4 13V4h9",
  notes: "M4 18l1-4L14.5 4.5l3 3L8 17z",
};

function tool(act, label, attributes) {
  return h(
    "button",
    { type: "button", class: "tool", "data-act": act, title: label, ...attributes },
    svg(
      "svg",
      { class: "icon", viewBox: "0 0 22 22", "aria-hidden": "true" },
      svg("path", { d: ICONS[act] }),
    ),
    h("span", { class: "label" }, label),
  );
}

/** Where a colour is not, by its player's own reckoning: a table of switches. */
function notePad(terms, notes, letters) {
  const places = Array.from({ length: terms.pegs }, (_, place) => place);
  return h(
    "div",
    { id: "notes", class: "notes", role: "group", "aria-label": "Notes: where a colour is not" },
    h("p", { class: "soft" }, "Strike out where a colour cannot be. Only you see this."),
    letters.map((letter) => {
      const name = letter === BLANK ? "empty" : nameOf(terms, letter);
      return h(
        "div",
        { class: "note-line", "data-part": `note ${letter}` },
        h(
          "button",
          {
            type: "button",
            class: "note all",
            "data-act": "note-all",
            "data-letter": letter,
            "aria-label": `${name}: strike out everywhere, or nowhere`,
          },
          peg(terms, letter),
        ),
        places.map((place) => {
          const out = notes.out(letter, place);
          return h(
            "button",
            {
              type: "button",
              class: out ? "note out" : "note",
              "data-act": "note",
              "data-letter": letter,
              "data-place": place,
              "aria-pressed": String(out),
              "aria-label": `${name} is not in hole ${place + 1}`,
            },
            h("span", { "aria-hidden": "true" }, out ? "✕" : place + 1),
          );
        }),
      );
    }),
  );
}
