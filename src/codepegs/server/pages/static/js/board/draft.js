/**
 * A row that is being laid. `cursor` is the hole that the next peg goes into, or null if the row is full: then another
 * peg is refused until somebody chooses a hole.
 */
export class Draft {
  #keep;
  /** @type {(string|null)[][]} */
  #before = [];
  /** @type {(string|null)[]} */
  pegs;
  /** @type {number|null} */
  cursor;

  /**
   * @param {(string|null)[]} pegs what is laid already; null for a free hole
   * @param {(pegs: (string|null)[]) => void} [keep] called with the pegs after every change
   */
  constructor(pegs, keep = () => {}) {
    this.pegs = pegs;
    this.#keep = keep;
    this.cursor = this.#free(0);
  }

  get empty() {
    return this.pegs.every((letter) => letter === null);
  }

  get full() {
    return !this.pegs.includes(null);
  }

  /** Whether there is something to undo. */
  get changed() {
    return this.#before.length > 0;
  }

  /** Put a peg at the cursor, or into a hole. Returns false if there is no place for it. @param {string} letter @param {number|null} [at] */
  put(letter, at = this.cursor) {
    if (at === null) return false;
    this.#become(this.pegs.with(at, letter));
    this.cursor = this.#free(at + 1);
    return true;
  }

  /** @param {number} at */
  take(at) {
    if (this.pegs[at] !== null) this.#become(this.pegs.with(at, null));
    this.cursor = at;
  }

  /** Like the backspace of a line of text: the peg at the cursor, or the last one before it. */
  back() {
    const { cursor, pegs } = this;
    const before = cursor === null ? pegs : pegs.slice(0, cursor);
    const at = cursor !== null && pegs[cursor] ? cursor : before.findLastIndex(Boolean);
    if (at >= 0) this.take(at);
  }

  clear() {
    if (!this.empty) this.#become(this.pegs.map(() => null));
    this.cursor = 0;
  }

  /** @param {string} code */
  copy(code) {
    this.#become([...code]);
    this.cursor = null;
  }

  /** @param {number} from @param {number} to */
  swap(from, to) {
    this.#become(this.pegs.with(from, this.pegs[to]).with(to, this.pegs[from]));
    this.cursor = this.#free(to);
  }

  /** Take back the last change, whatever it was. */
  undo() {
    const before = this.#before.pop();
    if (!before) return;
    this.pegs = before;
    this.cursor = this.#free(0);
    this.#keep(before);
  }

  /** The first free hole from a place on, then from the start. @param {number} from */
  #free(from) {
    const after = this.pegs.indexOf(null, from);
    const place = after < 0 ? this.pegs.indexOf(null) : after;
    return place < 0 ? null : place;
  }

  #become(pegs) {
    this.#before.push(this.pegs);
    this.pegs = pegs;
    this.#keep(pegs);
  }
}
