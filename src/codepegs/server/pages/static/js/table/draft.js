/**
 * A row before it is played, with a cursor; and notes, which say where a colour is not.
 * Both survive a reload: a draft in this tab, notes in this browser.
 */
import { store, storedJson } from "../lib/api.js";

/** @param {string} table */
const keyOf = (table) => `codepegs.draft.${table}`;

/** Nothing is laid at a table: nothing that was is kept in this browser. @param {string} table */
export const forgetDraft = (table) => store(keyOf(table), null, sessionStorage);

export class Draft {
  #key;
  #place;
  /** @type {(string|null)[]} */
  pegs;
  cursor = 0;
  /** The colour placed last, which fills holes. @type {string|null} */
  last = null;
  /** The hole that was tapped last, if nothing was placed since. @type {number|null} */
  chosen = null;

  /** @param {string} table @param {string} place which row of which game @param {number} length */
  constructor(table, place, length) {
    this.#key = keyOf(table);
    this.#place = place;
    this.pegs = Array(length).fill(null);
    const kept = storedJson(this.#key, sessionStorage);
    if (kept?.place === place && kept.pegs?.length === length) this.pegs = kept.pegs;
    this.cursor = Math.max(0, this.pegs.indexOf(null));
  }

  get place() {
    return this.#place;
  }

  get empty() {
    return this.pegs.every((letter) => letter === null);
  }

  /** @param {string} letter @param {number} [at] where; else at the cursor, which moves on */
  put(letter, at = this.cursor) {
    this.#become(this.pegs.with(at, letter));
    this.last = letter;
    this.chosen = null;
    const next = [...this.pegs.keys()].map((step) => (at + 1 + step) % this.pegs.length);
    this.cursor = next.find((place) => this.pegs[place] === null) ?? Math.min(at + 1, this.pegs.length - 1);
  }

  /** @param {number} at */
  take(at) {
    if (this.pegs[at] !== null) this.#become(this.pegs.with(at, null));
    this.cursor = at;
  }

  /** Like the backspace of a line of text. */
  back() {
    const at = this.pegs[this.cursor] === null ? Math.max(0, this.cursor - 1) : this.cursor;
    this.take(at);
  }

  clear() {
    if (!this.empty) this.#become(this.pegs.map(() => null));
    this.cursor = 0;
  }

  /** Put the last colour into every hole that is free. */
  fill() {
    const letter = this.pegs[this.cursor] ?? this.last;
    if (letter) this.#become(this.pegs.map((held) => held ?? letter));
  }

  /** @param {string} code */
  copy(code) {
    this.#become([...code]);
    this.cursor = 0;
  }

  /** @param {number} from @param {number} to */
  swap(from, to) {
    this.#become(this.pegs.with(from, this.pegs[to]).with(to, this.pegs[from]));
    this.cursor = to;
  }

  /** Played: nothing of it is kept in this browser. */
  forget() {
    store(this.#key, null, sessionStorage);
  }

  #become(pegs) {
    this.pegs = pegs;
    store(this.#key, JSON.stringify({ place: this.#place, pegs: this.pegs }), sessionStorage);
  }
}

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

  /** Whether the colour is noted as not standing at that place. @param {string} letter @param {number} place */
  out(letter, place) {
    return this.#out.has(`${letter}${place}`);
  }

  /** @param {string} letter @param {number[]} places struck out everywhere, or nowhere if they all were */
  turn(letter, places) {
    const all = places.every((place) => this.out(letter, place));
    for (const place of places) this.#out[all ? "delete" : "add"](`${letter}${place}`);
    store(this.#key, this.#out.size ? JSON.stringify({ game: this.#game, out: [...this.#out] }) : null);
  }

  /** The match is over: nothing of them is kept. */
  forget() {
    store(this.#key, null);
  }
}
