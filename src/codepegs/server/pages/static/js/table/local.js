/** A table without the server: the same as `Live` to <peg-table>, for a solo game on this device. */
import { Refusal } from "../lib/api.js";
import { forget, load, save } from "../lib/offline.js";
import { viewOf } from "../lib/solo.js";

const NOT_HERE = { kind: "NotNow", message: "You are offline. This needs the server." };

export class Local extends EventTarget {
  #id;
  /** @type {import("../lib/solo.js").Solo} */
  #solo;
  /** @type {import("../lib/model.js").View | null} */
  view = null;
  refusal = null;
  crowd = { here: [true, true], watching: 0 };
  asks = [];
  laid = null;
  seat = null;
  seenAt = 0;
  sending = false;

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    this.#solo = load(id);
  }

  /** `offline` until it is known by the second guess, so that the banner does not stay. */
  get state() {
    return this.#solo.guesses.length < 2 ? "offline" : "open";
  }

  /** There is nothing to end. */
  stop() {}

  start() {
    this.#show(null);
  }

  /** @param {string} move */
  async move(move) {
    const [word, guess] = move.split(" ");
    const { guesses } = this.#solo;
    if (word === "guess") this.#solo = { ...this.#solo, guesses: [...guesses, guess] };
    else this.#solo = { ...this.#solo, givenUp: true };
    save(this.#id, this.#solo);
    this.#show(move);
  }

  /** Playing again is the only offer that needs nobody. @param {string} offer */
  async offer(offer) {
    if (offer !== "rematch") throw new Refusal(NOT_HERE);
    forget(this.#id);
    location.assign("/");
  }

  /** Nobody sees the row that is laid. */
  lay() {}

  #show(line) {
    const before = this.view;
    this.view = viewOf(this.#id, this.#solo);
    this.dispatchEvent(new CustomEvent("view", { detail: { before, line, by: line ? 1 : null } }));
  }
}
