/**
 * Commitments: whether the code that was revealed is the one that was fixed before the first guess. The definition is
 * in docs/notation.md; here it is worked out once more, by this browser.
 */
import { store, stored } from "../lib/api.js";
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

const kept = (view, game) => `codepegs.commitment.${view.id}.${gameKey(game)}`;

/** Note the commitment when it is first seen, so that one that is changed later is noticed. */
export function note(view) {
  const { game } = view;
  if (game?.commitment && !game.salt && !stored(kept(view, game), sessionStorage)) {
    store(kept(view, game), game.commitment, sessionStorage);
  }
}

/**
 * `true`: it is the code that was fixed; `false`: it is not; null: this cannot be said here.
 * @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game @returns {Promise<boolean|null>}
 */
export async function check(view, game) {
  if (!game.commitment || !game.salt || !game.code || !globalThis.crypto?.subtle) return null;
  const before = stored(kept(view, game), sessionStorage);
  if (before && before !== game.commitment) return false;
  return (await commitment(view, game)) === game.commitment;
}
