/** Requests of records, reviews, analysis, openings and puzzles. */
import { JSON_KIND, ask, at, blob, query, reach, store, stored } from "../lib/api.js";

/** What a record tells, as a view. @param {string} record */
export const readRecord = (record) => ask("/api/records", { record });

/** A game of a record as a picture. @param {string} record @param {number} game @param {number|null} rows */
export const drawRecord = async (record, game, rows) =>
  blob(
    await reach("/api/pictures", {
      method: "POST",
      headers: JSON_KIND,
      body: JSON.stringify({ record, game, rows }),
    }),
  );
/** The record of a table, as text. @param {string} id */
export const recordOf = async (id) => (await blob(await reach(`${at(id)}/record`))).text();

/** A game that is over, looked back at. @param {string} id @param {string|null} game */
export const reviewOf = (id, game) => ask(`${at(id)}/review${query({ game })}`);
/** The same of a record. @param {string} record @param {number|null} game */
export const reviewRecord = (record, game) => ask("/api/review", { record, game });
/** What follows from a position, and from a guess on it. @param {string} position @param {string|null} guess */
export const analyse = (position, guess) =>
  ask(`/api/analysis?${new URLSearchParams(guess ? { position, guess } : { position })}`);
/** The first two guesses of an edition. @param {string} line @param {Record<string, string>} chosen */
export const opening = (line, chosen) => ask(`/api/openings/${encodeURIComponent(line)}?${new URLSearchParams(chosen)}`);
/** Puzzles: the one of the day, or a new one. @param {"today"|"new"} which @param {Record<string, string>} kind */
export const puzzleOf = (which, kind) => ask(`/api/puzzles/${which}?${new URLSearchParams(kind)}`);
/** @param {string} id */
const puzzleAt = (id) => `/api/puzzles/${encodeURIComponent(id)}`;
export const puzzle = (id) => ask(puzzleAt(id));
/** @param {string} id @param {string} code */
export const tryPuzzle = (id, code) => ask(`${puzzleAt(id)}/try`, { code });
/** @param {string} id @param {number} number */
export const clue = (id, number) => ask(`${puzzleAt(id)}/clue?number=${number}`);
export const solution = (id) => ask(`${puzzleAt(id)}/answer`);
/** The record that was opened in this tab, for a reload of the review page. */
export const reviewing = {
  leave: (record) => store("codepegs.review", record, sessionStorage),
  left: () => stored("codepegs.review", sessionStorage),
};
