/**
 * Commitments: whether the code that was revealed is the one that was fixed before the first guess. The definition is
 * in docs/notation.md; here it is worked out once more, by this browser.
 */
import { store, storedJson } from "../lib/api.js";
import { gameKey } from "../lib/model.js";

const TAG = "codepegs commitment 1\n";

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game */
async function commitment(view, game) {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(TAG)];
  for (const field of [
    view.id,
    `${game.number} ${game.replay}`,
    String(game.codemaker),
    view.terms.edition,
    game.code,
  ]) {
    const word = encoder.encode(field);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, word.length);
    parts.push(length, word);
  }
  parts.push(bytes(game.salt));
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const KEPT = "codepegs.commitments";
/** Commitments that this browser remembers, the newest last. */
const MOST = 60;

const nameOf = (view, game) => `${view.id} ${gameKey(game)}`;

/** @returns {[string, string][]} */
const seen = () => storedJson(KEPT) ?? [];

/**
 * Note the commitment before the first guess, so that one that is changed later is noticed. Later it would prove nothing
 * about the guesses before.
 * @param {import("../lib/model.js").View} view
 */
export function note(view) {
  const { game } = view;
  if (!game?.commitment || game.salt || game.rows.length) return;
  const name = nameOf(view, game);
  const before = seen();
  if (before.some(([known]) => known === name)) return;
  store(KEPT, JSON.stringify([...before, [name, game.commitment]].slice(-MOST)));
}

/**
 * `true`: the code is the one that this browser saw fixed before; `false`: it is not; null: it opens the commitment that
 * the server shows now, and this browser saw none before; undefined: nothing can be checked here.
 * @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game
 * @returns {Promise<boolean|null|undefined>}
 */
export async function check(view, game) {
  if (!game.commitment || !game.salt || !game.code || !globalThis.crypto?.subtle) return undefined;
  const before = seen().find(([name]) => name === nameOf(view, game))?.[1];
  const right = (await commitment(view, game)) === game.commitment;
  if (!right || (before && before !== game.commitment)) return false;
  return before ? true : null;
}
