/**
 * Sentences of the server about guesses. A code in them is in backticks, and may have its answer after it, as in
 * "`RRKY` 1+1". Pages draw both, so that nobody has to read letters that are not on the pegs.
 */
import { answerSpoken, codeStrip, plate, spoken } from "./peg.js";

const CODE = /`([A-Z0-9-]+)`(?: (\d+\+\d+))?/g;

/** A sentence in pieces: text, and codes with their answers. @param {string} text @returns {(string|{code: string, answer: string|null})[]} */
export function pieces(text) {
  const found = [];
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    found.push(text.slice(end, match.index), { code: match[1], answer: match[2] ?? null });
    end = match.index + match[0].length;
  }
  return [...found, text.slice(end)].filter((piece) => piece !== "");
}

/** A sentence with its codes as pegs. @param {import("./peg.js").Terms} terms @param {string} text */
export const sentence = (terms, text) =>
  pieces(text).map((piece) =>
    typeof piece === "string"
      ? piece
      : [codeStrip(terms, piece.code), piece.answer && [" ", plate(terms, piece.answer, { named: true })]],
  );

/** The same for those who listen. @param {import("./peg.js").Terms} terms @param {string} text */
export const aloud = (terms, text) =>
  pieces(text)
    .map((piece) =>
      typeof piece === "string"
        ? piece
        : spoken(terms, piece.code) + (piece.answer ? ` (${answerSpoken(terms, piece.answer)})` : ""),
    )
    .join("");
