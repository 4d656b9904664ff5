/**
 * Moments: what happens on the board one after the other when a row is answered and a game ends. Key pegs appear one by
 * one, then the shield goes up and the winning row glows, then the result card comes. Without motion all of it is there
 * at once.
 */
import { moves } from "../lib/settings.js";
import { play } from "../lib/sound.js";

const KEY_STEP = 120;
const AFTER_KEYS = 200;
const CARD_AFTER = { won: 1300, lost: 900 };
/** Small pegs that burst out of each peg of the winning row. */
const BITS = 5;

export class Moments {
  #changed;
  #timers = [];
  /** `keys` while the last answer appears, `reveal` while the code is shown, `card` for all other times. */
  phase = "card";
  /** The row whose key pegs appear one by one. */
  fresh = 0;
  /** Whether the winning row glows. */
  cheer = false;

  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.#changed = changed;
  }

  /** A row was answered. @param {number} row @param {number} keys how many key pegs it got */
  answered(row, keys) {
    this.stop();
    this.fresh = row;
    for (let key = 0; key < Math.max(keys, 1); key += 1) this.#later(key * KEY_STEP, () => play("key"));
  }

  /**
   * A game ended with a row, or without one if somebody gave up.
   * @param {{row: number, keys: number, won: boolean, mine: boolean}} end `mine` if the viewer's side won
   */
  ended({ row, keys, won, mine }) {
    if (row) this.answered(row, keys);
    else this.stop();
    const sound = mine ? "win" : "loss";
    if (!moves()) {
      play(sound);
      return;
    }
    this.phase = "keys";
    const reveal = row ? keys * KEY_STEP + AFTER_KEYS : 0;
    this.#later(reveal, () => {
      this.phase = "reveal";
      this.cheer = won;
      play(sound);
      this.#changed();
      if (won && mine) burst();
    });
    this.#later(reveal + CARD_AFTER[won ? "won" : "lost"], () => {
      this.phase = "card";
      this.#changed();
    });
  }

  /** Everything that is still to come is left out. */
  stop() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.phase = "card";
    this.fresh = 0;
    this.cheer = false;
  }

  #later(after, work) {
    this.#timers.push(setTimeout(work, moves() ? after : 0));
  }
}

/** Small pegs jump out of the winning row and fall off the board. */
function burst() {
  for (const source of document.querySelectorAll(".row.won .peg[data-colour]")) {
    const { x, y, width } = source.getBoundingClientRect();
    for (let number = 0; number < BITS; number += 1) fly(source, x + width / 2, y, number);
  }
}

function fly(source, x, y, number) {
  const bit = /** @type {HTMLElement} */ (source.cloneNode(true));
  const [aside, up] = [(Math.random() - 0.5) * 320, -120 - Math.random() * 180];
  bit.className = "peg bit";
  bit.style.setProperty("left", `${x - 7}px`);
  bit.style.setProperty("top", `${y}px`);
  bit.style.setProperty("--size", `${10 + Math.random() * 8}px`);
  document.body.append(bit);
  const flight = bit.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${aside * 0.6}px, ${up}px)`, opacity: 1, offset: 0.4, easing: "cubic-bezier(.5,0,.9,.6)" },
      { transform: `translate(${aside}px, 260px)`, opacity: 0 },
    ],
    { duration: 1100 + Math.random() * 400, delay: 120 + number * 30, easing: "cubic-bezier(.1,.7,.4,1)", fill: "both" },
  );
  flight.finished.finally(() => bit.remove());
}
