/**
 * Solo games that are played without the server: they are kept in this browser, with their codes, and sent when the
 * server can be reached again. A game is sent under one key until there is an answer, so that it counts once.
 *
 * @typedef {import("./solo.js").Solo} Solo
 */
import { Refusal, ask, freshKey, ownName, store, storedJson } from "./api.js";
import { dailyCode } from "./daily.js";
import { drawCode } from "./mark.js";
import { PLAYED, keptAt, localTable } from "./model.js";
import { isOver, resultOf, shareText, writeRecord } from "./solo.js";

/** Games that wait to be sent, at most: the oldest is given up first. */
const MOST = 100;

/** The game at a table without the server. @param {string} id @returns {Solo} */
export const load = (id) => storedJson(keptAt(id));

/** Keep a game after each guess, and have it counted when it is over. @param {string} id @param {Solo} solo */
export function save(id, solo) {
  store(keptAt(id), JSON.stringify(solo));
  if (!isOver(solo)) return;
  store(PLAYED, JSON.stringify([...played(), { key: freshKey(), record: writeRecord(solo) }].slice(-MOST)));
  sendPlayed();
}

/** How the game at a table without the server ended. @param {string} id */
export const localResult = (id) => resultOf(load(id));
/** What to share about it. @param {string} id */
export const localText = (id) => shareText(load(id));

/** Leave a finished game for a new one. @param {string} id */
export const forget = (id) => store(keptAt(id), null);

/** Begin a game without the server. @param {import("./view.js").Terms} terms @returns {Promise<string>} its table */
export async function begin(terms) {
  const code = terms.daily ? await dailyCode(terms.daily) : drawCode(terms);
  const id = localTable(terms);
  const name = ownName.last() || "Player";
  store(keptAt(id), JSON.stringify({ terms, name, code, guesses: [], givenUp: false }));
  return id;
}

/** The table of a game that was begun here and goes on, or of the daily code that was played here. @param {import("./view.js").Terms} terms */
export function find(terms) {
  const id = localTable(terms);
  const kept = load(id);
  return kept && (terms.daily || !isOver(kept)) ? id : null;
}

/** @returns {{key: string, record: string}[]} */
const played = () => storedJson(PLAYED) ?? [];

let sending = null;

/** Send the games that wait, one after another. */
export function sendPlayed() {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll() {
  for (const game of played()) {
    try {
      await ask("/api/offline-games", game);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The server refuses for good what the rules do not allow, such as a second try at a daily code.
      if (error.status < 400 || error.status >= 500 || error.status === 429) return;
    }
    const left = played().filter(({ key }) => key !== game.key);
    store(PLAYED, left.length ? JSON.stringify(left) : null);
  }
}
