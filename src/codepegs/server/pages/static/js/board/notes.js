/** Notes of a codebreaker: where a colour is not. They stay in this browser until the match is over. */
import { store, storedJson } from "../lib/api.js";

export class Notes {
  #key;
  #game;
  #out;

  /** @param {string} table @param {string} game notes of another game are forgotten */
  constructor(table, game) {
    this.#key = `codepegs.notes.${table}`;
    this.#game = game;
    const kept = storedJson(this.#key);
    this.#out = new Set(kept?.game === game ? kept.out : []);
  }

  get game() {
    return this.#game;
  }

  /** Whether the colour is noted as not being at that place. @param {string} letter @param {number|null} place */
  out(letter, place) {
    return place !== null && this.#out.has(`${letter}${place}`);
  }

  /** Cross out a colour at some places, or nowhere if it was crossed out at all of them. @param {string} letter @param {number[]} places */
  toggle(letter, places) {
    const all = places.every((place) => this.out(letter, place));
    for (const place of places) this.#out[all ? "delete" : "add"](`${letter}${place}`);
    store(this.#key, this.#out.size ? JSON.stringify({ game: this.#game, out: [...this.#out] }) : null);
  }

  forget() {
    store(this.#key, null);
  }
}
