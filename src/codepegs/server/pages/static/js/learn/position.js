/** Positions: a board as one line, which the address of the analysis board has. See docs/notation.md. */

/** @param {{edition: string}} terms @param {import("../lib/model.js").Row[]} rows */
export const positionLine = ({ edition }, rows) =>
  [
    edition,
    ...rows.map(({ guess, feedback }) => (guess ? `${guess} ${feedback ?? "?"}` : "timeout")),
  ].join(" / ");

/** The edition of a position, with its house rules. @param {string} line */
export const editionOf = (line) => line.split("/")[0].trim();

/** The rows of a position. @param {string} line */
export const rowsOf = (line) => line.split("/").slice(1).join("/").trim();

/**
 * The position that a player has typed: a whole line, or rows of the edition that is on the page.
 * @param {string} typed @param {string} edition @param {string[]} slugs of all editions
 */
export function typedPosition(typed, edition, slugs) {
  const text = typed.trim();
  if (!text || slugs.includes(text.split(/[\s/]/)[0])) return text || edition;
  return `${edition} / ${text}`;
}

/** The analysis board with a position on it. @param {string} line */
export const analysisPage = (line) => `/analysis?position=${encodeURIComponent(line)}`;

/**
 * The opening explorer: an edition, then a first guess, its answer, and a second guess.
 * @param {string} edition @param {{guess?: string, answer?: string, second?: string}} [chosen]
 */
export const openingsPage = (edition, chosen = {}) => `/openings?${new URLSearchParams({ edition, ...chosen })}`;
