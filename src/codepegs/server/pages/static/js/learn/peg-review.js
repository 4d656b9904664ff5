/**
 * <peg-review>: a match looked back at, game by game and guess by guess. With `data-table` it is that of a table, or
 * else one of a record that the visitor opens here.
 */
import { Refusal, reviewPage } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { answerSpoken, spoken } from "../board/peg.js";
import { stage } from "../board/peg-board.js";
import { h, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { codebreaker } from "../lib/model.js";
import { changes } from "../lib/settings.js";
import { shareResult } from "../lib/share.js";
import { fromRecord, fromTable, gamesOf, placeOf, save } from "./games.js";
import { EMPTY, TOO_LONG, cleaned, point, recordForm, textOf } from "./record-form.js";
import { grid, numbers } from "./review-grid.js";
import * as parts from "./review-parts.js";
import { slips } from "./review-words.js";
import { reviewing } from "./requests.js";

class PegReview extends Listening {
  /** @type {import("./games.js").Source|null} */
  #source = null;
  /** @type {import("../lib/model.js").View|null} */
  #view = null;
  /** The place of the game that is looked at. */
  #place = 0;
  /** How many rows of it are on the board. */
  #at = 0;
  /** @type {Set<number>} */
  #open = new Set();
  /** What the server has worked out, by number of the game. @type {Map<number, any>} */
  #reviews = new Map();
  #busy = true;
  #refusal = "";
  #shared = "";

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    prepare();
    this.addEventListener("click", (event) => this.#click(event), { signal });
    this.addEventListener("change", (event) => this.#change(event), { signal });
    this.addEventListener("submit", (event) => this.#submitted(event), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    changes.addEventListener("change", () => this.#draw(), { signal });
    addEventListener("popstate", () => this.#arrive(), { signal });
    this.#arrive();
  }

  /** Show what the address says. */
  #arrive() {
    const { table } = this.dataset;
    const record = new URLSearchParams(location.search).has("game") ? reviewing.left() : null;
    this.#view = null;
    this.#reviews.clear();
    if (table) return this.#load(fromTable(table));
    if (record) return this.#load(fromRecord(record));
    this.#busy = false;
    return this.#draw();
  }

  /** @param {import("./games.js").Source} source */
  async #load(source) {
    this.#source = source;
    this.#busy = true;
    this.#refusal = "";
    this.#draw();
    const refusal = await this.#attempt(async () => {
      this.#view = await source.view();
      await this.#choose(placeOf(gamesOf(this.#view), new URLSearchParams(location.search)));
    });
    this.#busy = false;
    this.#draw();
    return refusal;
  }

  /** Do something that the server may refuse. @param {() => Promise<unknown>} work @returns {Promise<Refusal|null>} */
  async #attempt(work) {
    try {
      await work();
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
      return error;
    }
  }

  get #game() {
    return gamesOf(this.#view)[this.#place];
  }

  /** The review of this game, or null. */
  get #judged() {
    const found = this.#reviews.get(this.#game.number);
    const place = found?.review.games.findIndex(({ replay }) => replay === this.#game.replay) ?? -1;
    return place < 0 ? null : { ...found.review.games[place], result: found.results[place], notes: found.review.words };
  }

  /** @param {number} place */
  async #choose(place) {
    this.#place = place;
    this.#refusal = "";
    this.#open.clear();
    if (!this.#game) return;
    const { number, rows, reviewable } = this.#game;
    this.#at = rows.length;
    this.#busy = reviewable && !this.#reviews.has(number);
    this.#draw();
    if (this.#busy) await this.#attempt(async () => this.#reviews.set(number, await this.#source.review(this.#game)));
    this.#busy = false;
    this.#draw();
    say(this.#headline);
  }

  #submitted(event) {
    event.preventDefault();
    this.#read(this.querySelector("textarea").value);
  }

  async #change({ target }) {
    const [file] = target.files ?? [];
    if (!file) return;
    const text = await textOf(file);
    if (text !== null) return this.#read(text);
    this.#refusal = TOO_LONG;
    this.#draw();
  }

  /** @param {string} text */
  async #read(text) {
    const record = cleaned(text);
    let line;
    if (record.trim()) line = (await this.#load(fromRecord(record)))?.facts.line;
    else this.#refusal = EMPTY;
    if (this.#view) {
      reviewing.leave(record);
      history.pushState(null, "", reviewPage(this.#source.table, this.#game));
      return;
    }
    this.#draw();
    point(this.querySelector("textarea"), record.trim() ? record : "", line);
  }

  #go(to) {
    const at = Math.max(0, Math.min(this.#game.rows.length, to));
    if (at === this.#at) return;
    this.#at = at;
    this.#draw();
    const row = this.#game.rows[at - 1];
    const { terms } = this.#view;
    const guess = row?.guess ? spoken(terms, row.guess) : "out of time";
    const answer = row?.feedback ? `, answer: ${answerSpoken(terms, row.feedback)}` : "";
    say(row ? `Guess ${at}: ${guess}${answer}.` : "Before the first guess.");
  }

  #key(event) {
    const busy = event.target.closest?.("input, textarea, select, peg-board, dialog");
    if (!this.#view || !this.#game || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(to);
  }

  #click(event) {
    const source = event.target.closest("[data-act]");
    if (!source || source.ariaDisabled === "true") return;
    const { act, row, by, place } = source.dataset;
    const acts = {
      more: () => this.#toggle(Number(row)),
      row: () => this.#show(Number(row)),
      step: () => this.#go(this.#at + Number(by)),
      look: () => this.#look(Number(place)),
      record: () => this.#save("record"),
      picture: () => this.#save("picture"),
      share: () => this.#share(),
    };
    acts[act]?.();
  }

  #toggle(row) {
    if (!this.#open.delete(row)) this.#open.add(row);
    this.#draw();
  }

  #show(row) {
    this.#go(row);
    this.querySelector(".stage").scrollIntoView({ block: "nearest" });
  }

  async #look(place) {
    const choosing = this.#choose(place);
    history.replaceState(null, "", reviewPage(this.#source.table, this.#game));
    await choosing;
  }

  async #share() {
    await this.#attempt(async () => {
      this.#shared = await shareResult(this.#view);
    });
    this.#draw();
  }

  async #save(what) {
    const rows = this.#at < this.#game.rows.length ? this.#at : null;
    if (await this.#attempt(() => save(this.#source, what, this.#place, rows))) this.#draw();
  }

  #draw() {
    if (this.#view && this.#game) return this.#drawGame();
    if (this.#busy) return update(this, h("h1", { class: "loading" }, "Loading the review …"));
    if (this.dataset.table) return update(this, parts.missing(this.dataset.table, this.#refusal || "No game has been played here yet."));
    return update(this, recordForm({ refusal: this.#refusal, busy: this.#busy }));
  }

  /** How the game went, from the reader's side. */
  get #headline() {
    const game = this.#game;
    return this.#judged?.result.headline ?? (game.ending ? game.ended[0] : this.#view.status);
  }

  #drawGame() {
    const game = this.#game;
    const judged = this.#judged;
    const { terms, you: player } = this.#view;
    const { table } = this.#source;
    const you = player === codebreaker(game);
    const headline = this.#headline;
    document.title = `${headline} · codepegs`;
    const state = this.#boardState();
    const gaveAway = judged?.to_go?.chance === 0 && judged.expected?.chance === 1;
    const slipped = judged ? slips(judged.rows, you, gaveAway) : "";
    const why = this.#refusal || (this.#busy ? "Working it out …" : parts.whyNot(game));
    update(
      this,
      parts.head(this.#view, this.#place, game, { headline, sentences: judged?.result.sentences ?? [], slips: slipped, table, shared: this.#shared }),
      h(
        "div",
        { class: "review", "data-part": "review" },
        h(
          "div",
          { class: "review-main" },
          judged && numbers(judged.result, judged.rows, slipped),
          !judged && h("p", { class: "notice", role: "status", "data-part": "why" }, why),
          grid({ terms, rows: game.rows, judged: judged?.rows ?? [], you, at: this.#at, open: this.#open }),
          parts.account(terms, game, judged),
          parts.actions(table !== null, judged ? this.#refusal : ""),
        ),
        h("div", { class: "review-board" }, stage(state, { alone: true }), parts.steps(this.#at, game.rows.length)),
      ),
    );
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = state;
  }

  #boardState() {
    const { terms } = this.#view;
    const { rows, code, ending, proof } = this.#game;
    const over = ending !== null && this.#at === rows.length;
    return {
      terms,
      rows: rows.slice(0, this.#at),
      code: over ? code : null,
      draft: null,
      over,
      marked: over ? (proof?.rows ?? []) : [],
      label: `Board after guess ${this.#at}`,
    };
  }
}

customElements.define("peg-review", PegReview);
