/**
 * A solo game that has no table yet: the board of the start page and of the daily code. Nothing is created before the
 * first guess. That guess opens a table, and <peg-table> takes over the page as it is: it is loaded while the first row
 * is laid, and begins when the element gets the table's ID (`data-table`) and the guess to send (`data-guess`).
 *
 * The page brings <peg-table> with its lead and its side, and the game as JSON in #game.
 */
import { prepare } from "../lib/announce.js";
import { Refusal, open, ownName } from "../lib/api.js";
import { banner } from "../lib/banner.js";
import { h, update } from "../lib/dom.js";
import { NOBODY, isLocal } from "../lib/model.js";
import { changes } from "../lib/settings.js";
import { stage } from "../board/peg-board.js";
import { RowEditor } from "../board/row-editor.js";

/** The first row of the first game, as <peg-table> calls it. */
const PLACE = "1.0 1";

/** @typedef {{terms: import("../lib/view.js").Terms, hints: boolean, daily: string|null}} Game */

export class FirstGuess {
  #page;
  /** @type {Game} */
  #game;
  #lead;
  #state = "open";
  #refused = "";
  #begun = false;
  #connected = new AbortController();
  #editor;

  /** @param {HTMLElement} page <peg-table> without a table @param {Game} game */
  constructor(page, game) {
    this.#page = page;
    this.#game = game;
    this.#lead = page.querySelector(".lead");
    this.#editor = new RowEditor(page, { check: (code) => this.#play(code), changed: () => this.#changed() });
    prepare();
    const { signal } = this.#connected;
    this.#editor.connect(signal);
    this.#editor.lay({ terms: game.terms, place: PLACE, key: game.daily ?? game.terms.edition });
    changes.addEventListener("change", () => this.#draw(), { signal });
    this.#draw();
  }

  #changed() {
    // While the first row is laid there is time to load the rest.
    if (!this.#begun) loadTable().catch(() => {});
    this.#begun = true;
    this.#draw();
  }

  #draw() {
    const { terms } = this.#game;
    const sending = this.#editor.busy;
    const state = { terms, rows: [], code: null, draft: this.#editor.laid, sending, label: "Board of game 1" };
    const lead = /** @type {Element} */ (this.#lead.cloneNode(true));
    if (this.#refused) lead.append(h("div", { class: "notices" }, h("p", { class: "notice warn", role: "alert" }, this.#refused)));
    update(this.#page.querySelector(".first"), lead, stage(state, {}, this.#editor.dock()), banner(this.#state, sending));
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.#page.querySelector("peg-board");
    board.state = state;
  }

  /** @param {string} code */
  async #play(code) {
    this.#refused = "";
    this.#editor.busy = true;
    this.#draw();
    try {
      await this.#handOver(await this.#open(), code);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Played in another tab, or on an earlier visit.
      if (error.kind === "AlreadyPlayed") return this.#handOver(error.facts.table);
      this.#refused = error.message;
      this.#editor.busy = false;
      this.#draw();
    }
  }

  /** Open a table, or one on this device if the server cannot be reached. @returns {Promise<string>} its ID */
  async #open() {
    const { terms, hints, daily } = this.#game;
    const players = [NOBODY, ownName.last() || "Player"];
    const opening = { edition: terms.edition, games: 1, players, hints, ...(daily && { daily, friendly: terms.friendly }) };
    try {
      return (await open(opening, () => this.#lose())).id;
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== "Offline") throw error;
      // Only pages from https, or from this computer, can work out the daily code.
      const here = import("../lib/offline.js").then((offline) => offline.begin(terms));
      return here.catch(() => {
        throw error;
      });
    }
  }

  /** @returns {boolean} whether to try again. Offline, a stored page goes on at once */
  #lose() {
    if (!navigator.onLine && navigator.serviceWorker?.controller) return false;
    this.#state = "lost";
    this.#draw();
    return true;
  }

  /** Leave the page to <peg-table>. @param {string} id @param {string} [code] */
  async #handOver(id, code) {
    const { daily } = this.#game;
    if (code) this.#editor.moveTo(id);
    else this.#editor.rest();
    // The page of the daily code shows its table; other games have an address of their own.
    if (!daily && !isLocal(id)) history.replaceState(null, "", `/t/${id}`);
    try {
      await loadTable();
    } catch {
      return location.assign(daily ? `/daily/${daily}` : `/t/${id}`);
    }
    this.#connected.abort();
    if (code) this.#page.dataset.guess = code;
    this.#page.dataset.table = id;
  }
}

const loadTable = () => import("../table/peg-table.js");
