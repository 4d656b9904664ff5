/** How long the opponent has been away or has not moved, and whether the match can be claimed for it. */
import { counted } from "../lib/sentences.js";

/** Milliseconds after which a match can be claimed: with a clock, without one, and if only you have a clock. */
const GRACE = { clock: 2 * 60_000, none: 3 * 24 * 3_600_000, idle: 10 * 60_000 };

export class Absence {
  #changed;
  #since = 0;
  #moves = -1;
  #movedAt = 0;
  #quietUntil = 0;
  #timer = 0;

  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * Why the match can be claimed, such as `has been away for 3 days`; an empty text if it cannot.
   * @param {import("../lib/model.js").View} view
   * @param {{here: boolean[], away?: (number|null)[], idle?: number, heardAt?: number}} crowd
   * @param {0|1|null} them
   */
  follow(view, crowd, them) {
    clearTimeout(this.#timer);
    const now = performance.now();
    const { here, away = [], idle = 0, heardAt = now } = crowd;
    if (this.#moves >= 0 && view.moves !== this.#moves) this.#movedAt = now;
    else if (this.#moves < 0 || heardAt > this.#movedAt) this.#movedAt = heardAt - 1000 * idle;
    this.#moves = view.moves;
    if (them === null || view.outcome || view.players[them].computer) return "";
    if (here[them]) this.#since = 0;
    else this.#since ||= heardAt - 1000 * (away[them] ?? 0);
    const gone = here[them] ? Infinity : this.#since + GRACE[view.game.time_limit === null ? "none" : "clock"];
    const clocked = view.game.time_limit !== null || view.terms.codemaker_time !== null;
    const waiting = view.turn === them && view.clock.limit === null;
    const stalled = waiting ? this.#movedAt + GRACE[clocked ? "idle" : "none"] : Infinity;
    const first = Math.min(gone, stalled);
    if (first === Infinity) {
      this.#quietUntil = 0;
      return "";
    }
    const due = Math.max(first, this.#quietUntil);
    if (now < due) {
      // Timers count 31 bits of milliseconds.
      this.#timer = setTimeout(() => this.#changed(), Math.min(due - now + 50, 2 ** 31 - 1));
      return "";
    }
    const [what, from] = gone <= now ? ["has been away", this.#since] : ["has not moved", this.#movedAt];
    return `${what} for ${longWords(now - from)}`;
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
