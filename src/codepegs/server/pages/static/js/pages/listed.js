/** What the list of games says about a table. */
import { ago } from "../lib/ago.js";
import { dailyNumber } from "../lib/daily.js";

/**
 * @typedef {{id: string, title: string, games: number, names: (string|null)[], you: 0|1, daily: string|null,
 *   status: string, turn: 0|1|null, over: boolean, changed: number, ended: number|null, reviewable: boolean,
 *   rematch_of: string|null}} Listed
 */

/** @param {Listed} table */
export const isSolo = ({ names }) => names[0] === "";
/** @param {Listed} table */
export const isWaiting = ({ names }) => names.includes(null);
/** @param {Listed} table */
export const isYourTurn = ({ turn, you }) => turn !== null && turn === you;

/** Who you play, or what. @param {Listed} table */
export function nameOf(table) {
  if (table.daily) return `Daily code No. ${dailyNumber(table.daily)}`;
  if (isSolo(table)) return "Solo";
  return table.names[1 - table.you] ?? "Waiting for a friend";
}

/** The line under the name: how it stands, which edition, and when. @param {Listed} table @param {number} [now] */
export function describe(table, now) {
  const { games, status, title } = table;
  const stands = isWaiting(table) ? `${games} ${games === 1 ? "game" : "games"}` : status;
  const edition = table.daily ? [] : [title];
  return [stands, ...edition, ago(table.ended ?? table.changed, now)].join(" · ");
}

/**
 * What to ask before the table is deleted; null if it cannot be deleted now.
 * @param {Listed} table @returns {{title: string, text: string, yes: string, no: string} | null}
 */
export function deletion(table) {
  if (table.over) {
    const other = isSolo(table) ? "" : ` ${nameOf(table)} is not affected.`;
    const text = `It disappears from your list. Your statistics keep the result.${other}`;
    return { title: "Delete this game?", text, yes: "Delete", no: "Keep it" };
  }
  if (isWaiting(table)) {
    return { title: "Withdraw the invitation?", text: "The link will no longer work.", yes: "Withdraw", no: "Keep it" };
  }
  if (!isSolo(table) || table.daily) return null;
  const text = "It goes away for good, and counts in no statistics.";
  return { title: "Delete this game?", text, yes: "Delete", no: "Keep it" };
}
