/** The row being laid, as others see it: sent while somebody looks, and drawn where another player lays it. */

/** A hole that is still free. */
const FREE = ".";
/** Milliseconds between two messages, at least. */
const STEP = 250;

/** @param {(string|null)[]} pegs */
export const spell = (pegs) => pegs.map((letter) => letter ?? FREE).join("");

/**
 * The pegs of a row that another player lays. Until something is known of it all holes are free.
 * @param {{moves: number, laid: string}|null} laid @param {{moves: number, terms: {pegs: number}}} view
 * @returns {(string|null)[]}
 */
export function remotePegs(laid, { moves, terms }) {
  const known = laid?.moves === moves && laid.laid.length === terms.pegs;
  return known ? [...laid.laid].map((letter) => (letter === FREE ? null : letter)) : Array(terms.pegs).fill(null);
}

export class Shown {
  #send;
  /** What the others have seen last, and what they are to see. */
  #sent = "";
  #row = "";
  #timer = null;

  /** @param {(moves: number, laid: string) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Send the row if it has changed, but not too often. Nothing is sent while nobody looks, and no empty row unless
   * another one was sent before.
   * @param {number} moves @param {(string|null)[]|null} pegs null if no guess is laid @param {boolean} looked
   */
  follow(moves, pegs, looked) {
    if (!pegs || !looked) this.#sent = this.#row = "";
    else {
      const empty = pegs.every((letter) => letter === null);
      this.#row = empty && !this.#sent.startsWith(`${moves} `) ? "" : `${moves} ${spell(pegs)}`;
    }
    if (this.#row !== this.#sent) this.#timer ??= setTimeout(() => this.#flush(), STEP);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #flush() {
    this.#timer = null;
    if (!this.#row || this.#row === this.#sent) return;
    this.#sent = this.#row;
    const [moves, laid] = this.#row.split(" ");
    this.#send(Number(moves), laid);
  }
}
