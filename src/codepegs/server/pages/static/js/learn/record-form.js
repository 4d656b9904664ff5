/** The form for a record: a file, or pasted text. If the server refuses a line, that line is selected. */
import { h } from "../lib/dom.js";

/** Bytes of a file that could be a record, at most. */
const LONGEST = 1_600_000;
export const TOO_LONG = "This file is too long to be a record.";
export const EMPTY = "Choose a file, or paste the text of a record.";

/** @param {{refusal: string, busy: boolean}} state */
export const recordForm = ({ refusal, busy }) =>
  h(
    "section",
    { class: "reading", "data-part": "form" },
    h("h1", {}, "Review a record"),
    h(
      "p",
      { class: "soft" },
      "Open a saved game to review it. Nothing is stored.",
    ),
    h(
      "form",
      { class: "card" },
      h(
        "div",
        { class: "field" },
        h("label", { for: "record-file" }, "Open a file"),
        h("input", { type: "file", id: "record-file", accept: ".pegs,text/plain" }),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "record-text" }, "Or paste the text"),
        h("textarea", {
          id: "record-text",
          rows: 10,
          spellcheck: "false",
          autocomplete: "off",
          "aria-describedby": "no-record",
          "aria-invalid": refusal ? "true" : null,
          placeholder: "codepegs 2\nedition classic-1\ngames 2\n…",
        }),
      ),
      h("p", { class: "refusal", id: "no-record", role: "alert" }, refusal),
      h("p", { class: "go" }, h("button", { class: "btn primary", disabled: busy }, busy ? "Checking …" : "Review it")),
    ),
  );

/** The text of a file, or null if it is too long. @param {File} file */
export const textOf = async (file) => (file.size > LONGEST ? null : file.text());

/** A record as it is sent: without empty lines before it. @param {string} text */
export const cleaned = (text) =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/\n*$/, "\n")
    .replace(/^\s*\n/, "");

/** Show the text that was refused, with the caret at the line. @param {HTMLTextAreaElement} field @param {string} text @param {number} [line] */
export function point(field, text, line) {
  field.value = text;
  field.focus();
  if (!line) return;
  const [start, end] = rangeOf(text, line);
  field.setSelectionRange(start, end);
}

/** Where a line starts and ends. @param {string} text @param {number} line counted from 1 @returns {[number, number]} */
export function rangeOf(text, line) {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
