/** Where a page gets the games from that it reviews: a table, or a record that somebody has opened. */
import { look } from "../lib/api.js";
import { drawRecord, readRecord, recordOf, reviewOf, reviewRecord } from "./requests.js";

/**
 * @typedef {object} Source
 * @property {string|null} table
 * @property {() => Promise<import("../lib/model.js").View>} view
 * @property {(game: import("../lib/model.js").Game) => Promise<any>} review
 * @property {() => Promise<string>} record
 */

/** @param {string} id @returns {Source} */
export const fromTable = (id) => ({
  table: id,
  view: () => look(id),
  review: ({ number }) => reviewOf(id, String(number)),
  record: () => recordOf(id),
});

/** @param {string} text @returns {Source} */
export const fromRecord = (text) => ({
  table: null,
  view: () => readRecord(text),
  review: ({ number }) => reviewRecord(text, number),
  record: async () => text,
});

/** The games of a match, in order. @param {import("../lib/model.js").View} view */
export const gamesOf = (view) => [...view.past, ...(view.game ? [view.game] : [])];

/**
 * The place of the game that an address names, or of the last one that can be reviewed.
 * @param {import("../lib/model.js").Game[]} games @param {URLSearchParams} asked
 */
export function placeOf(games, asked) {
  const number = Number(asked.get("game"));
  const replay = asked.get("replay");
  const named = games.findLastIndex(
    (game) => game.number === number && (replay === null || String(game.replay) === replay),
  );
  if (named >= 0) return named;
  const reviewable = games.findLastIndex((game) => game.reviewable);
  return reviewable >= 0 ? reviewable : games.length - 1;
}

/** Save the record, or a board of it. @param {Source} source @param {"record"|"picture"} what @param {number} game @param {number|null} rows */
export async function save(source, what, game, rows) {
  const text = await source.record();
  const name = source.table ?? "match";
  if (what === "picture") return download(await drawRecord(text, game, rows), `${name}-${game + 1}.svg`);
  return download(new Blob([text], { type: "text/plain" }), `${name}.pegs`);
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
