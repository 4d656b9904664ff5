/** How long the opponent has been away, and whether the match can be claimed for it. */
import { counted } from "../lib/sentences.js";

/** Milliseconds after which a match can be claimed: with a clock, and without one. */
const GRACE = { clock: 2 * 60_000, none: 3 * 24 * 3_600_000 };

export class Absence {
  #changed;
  #since = 0;
  #quietUntil = 0;
  #timer = 0;

  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * For how long the opponent has been away, in words, if the match can be claimed for it; else an empty text.
   * @param {import("../lib/model.js").View} view
   * @param {{here: boolean[], away?: (number|null)[], heardAt?: number}} crowd
   * @param {0|1|null} them
   */
  follow(view, crowd, them) {
    clearTimeout(this.#timer);
    const away = them !== null && !view.outcome && !view.players[them].computer && !crowd.here[them];
    if (!away) {
      this.#since = this.#quietUntil = 0;
      return "";
    }
    const before = crowd.away?.[them] ?? 0;
    this.#since ||= (crowd.heardAt ?? performance.now()) - 1000 * before;
    const now = performance.now();
    const due = Math.max(this.#since + GRACE[view.game.time_limit === null ? "none" : "clock"], this.#quietUntil);
    if (now < due) {
      // Timers count 31 bits of milliseconds.
      this.#timer = setTimeout(() => this.#changed(), Math.min(due - now + 50, 2 ** 31 - 1));
      return "";
    }
    return longWords(now - this.#since);
  }

  /** Ask again a little later. */
  dismiss() {
    this.#quietUntil = performance.now() + GRACE.clock;
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

/** "2 minutes", "3 days". @param {number} time in milliseconds */
export function longWords(time) {
  const minutes = Math.floor(time / 60_000);
  if (minutes < 120) return counted(minutes, "minute");
  return minutes < 2880 ? counted(Math.floor(minutes / 60), "hour") : counted(Math.floor(minutes / 1440), "day");
}
