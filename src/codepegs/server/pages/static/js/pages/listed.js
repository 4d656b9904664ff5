/** What the list of games says about a table. */
import { ago } from "../lib/ago.js";
import { dailyNumber } from "../lib/daily.js";
import { listed } from "../lib/model.js";

/**
 * @typedef {{id: string, title: string, games: number, names: (string|null)[], you: 0|1|null, daily: string|null,
 *   status: string, turn: 0|1|null, over: boolean, changed: number, ended: number|null, reviewable: boolean,
 *   challenge: boolean, rematch_of: string|null}} Listed
 */

/** @param {Listed} table */
const isSolo = ({ names }) => names[0] === "";
/** @param {Listed} table */
export const isWaiting = ({ names }) => names.includes(null);
/** Whether two people play at this screen. @param {Listed} table */
const isShared = ({ you }) => you === null;

/** Whose turn it is, if somebody here is to move. @param {Listed} table */
export function turnWords(table) {
  if (table.turn === null) return "";
  if (isShared(table)) return `${table.names[table.turn]} to move`;
  return table.turn === table.you ? "Your turn" : "";
}

/** Who you play, or what. @param {Listed} table */
export function nameOf(table) {
  if (table.daily) return `Daily code No. ${dailyNumber(table.daily)}`;
  if (isSolo(table)) return "Solo";
  if (isShared(table)) return table.names.join(" and ");
  const name = table.names[1 - table.you] ?? (table.challenge ? "Open challenge" : "Waiting for a friend");
  return listed(name);
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
    const other = isSolo(table) ? "" : ` Nothing changes for ${nameOf(table)}.`;
    const kept = isShared(table) ? "" : ` The result stays in your statistics.${other}`;
    const text = `It disappears from your list.${kept}`;
    return { title: "Delete this game?", text, yes: "Delete", no: "Keep it" };
  }
  if (isWaiting(table)) {
    const [what, text] = table.challenge
      ? ["challenge", "Nobody can take it any more."]
      : ["invitation", "The link will no longer work."];
    return { title: `Withdraw the ${what}?`, text, yes: "Withdraw", no: "Keep it" };
  }
  if (!(isSolo(table) || /^computer/.test(table.names[1 - table.you])) || table.daily) return null;
  const text = "It will be deleted for good, and won’t count in your statistics.";
  return { title: "Delete this game?", text, yes: "Delete", no: "Keep it" };
}
