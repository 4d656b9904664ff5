/**
 * <peg-review>: a game looked back at row by row, with the board beside it: with `data-table` a game of that table, or
 * else of a record that another page of this tab has left to be reviewed.
 */
import { Refusal, reviewOf, reviewRecord, reviewing } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { h, off, update } from "../lib/dom.js";
import { stage } from "../board/peg-board.js";
import { spoken } from "../board/peg.js";
import { answers, figures, pegs, plot } from "./review-tables.js";

class PegReview extends HTMLElement {
  /** @type {any} */
  #review = null;
  /** @type {any} */
  #terms = null;
  /** Which of the games, and which of its rows, from 0. */
  #game = 0;
  #row = 0;
  #refusal = "";
  /** @type {AbortController} */
  #connected;

  connectedCallback() {
    prepare();
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.addEventListener("click", (event) => this.#click(event), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#load();
  }

  disconnectedCallback() {
    this.#connected.abort();
  }

  async #load() {
    const asked = new URLSearchParams(location.search);
    const game = asked.get("game");
    const { table } = this.dataset;
    const record = reviewing.left();
    try {
      if (table || record) {
        const found = await (table ? reviewOf(table, game) : reviewRecord(record, Number(game) || null));
        ({ terms: this.#terms, review: this.#review } = found);
      } else this.#refusal = "Open a record first: its page leads here.";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
    }
    if (this.#review) this.#game = time(this.#review.games, asked.get("replay"));
    this.#draw();
    if (this.#review) say(this.#played.title);
  }

  get #played() {
    return this.#review.games[this.#game];
  }

  #go(row) {
    const at = Math.max(0, Math.min(this.#played.rows.length - 1, row));
    if (at === this.#row) return;
    this.#row = at;
    this.#draw();
    const { row: number, guess, words } = this.#played.rows[at];
    say(`Row ${number}: ${guess ? spoken(this.#terms, guess) : "out of time"}. ${words.join(" ")}`);
  }

  #key(event) {
    const busy = event.target.closest?.("input, textarea, select, peg-board, dialog, .scroll");
    if (!this.#review || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowLeft: this.#row - 1, ArrowRight: this.#row + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(to);
  }

  #click(event) {
    const source = event.target.closest("[data-act]");
    if (source?.ariaDisabled === "true") return;
    if (source?.dataset.act === "step") this.#go(this.#row + Number(source.dataset.by));
    if (source?.dataset.act === "row") this.#go(Number(source.dataset.row));
    if (source?.dataset.act === "game") {
      this.#game = Number(source.dataset.game);
      this.#row = 0;
      this.#draw();
    }
  }

  #draw() {
    const { table } = this.dataset;
    if (!this.#review)
      return update(
        this,
        this.#refusal
          ? missing(this.#refusal, table)
          : h("h1", { class: "loading" }, "Looking back …"),
      );
    const game = this.#played;
    document.title = `Review, game ${game.number} · codepegs`;
    const state = this.#boardState();
    update(
      this,
      h("h1", { "data-part": "title" }, game.title),
      h(
        "div",
        { class: "review", "data-part": "review" },
        stage(state, { alone: true }),
        h(
          "div",
          { class: "review-side", "data-part": "side" },
          this.#games(),
          this.#stepper(),
          this.#summary(),
        ),
      ),
      h(
        "section",
        { class: "review-wide", "aria-label": "All rows", "data-part": "wide" },
        figures(this.#review.columns, game.rows, this.#row),
        plot(game.plot),
        back(table),
      ),
    );
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = state;
    return undefined;
  }

  #boardState() {
    const game = this.#played;
    return {
      terms: { ...this.#terms, rows: Math.max(game.rows.length, 1) },
      rows: game.rows.slice(0, this.#row + 1).map(({ guess, answer }) => ({ guess, feedback: answer })),
      code: game.code,
      draft: null,
      over: true,
      label: `Board of game ${game.number} after row ${this.#row + 1}`,
    };
  }

  #games() {
    const { games } = this.#review;
    if (games.length < 2) return null;
    return h(
      "div",
      { class: "actions", role: "group", "aria-label": "Times it was played" },
      games.map((game, place) =>
        h(
          "button",
          {
            type: "button",
            class: "btn small",
            "data-act": "game",
            "data-game": place,
            "aria-pressed": String(place === this.#game),
          },
          game.replay ? `Played again${game.replay > 1 ? ` (${game.replay})` : ""}` : "At first",
        ),
      ),
    );
  }

  /** The row that is looked at, with what is to be said of it. */
  #stepper() {
    const { rows } = this.#played;
    if (!rows.length) return h("p", {}, "No row was played.");
    const row = rows[this.#row];
    const terms = this.#terms;
    return h(
      "section",
      { class: "card at-row", "aria-label": "The row", "data-part": "row" },
      h(
        "div",
        { class: "steps" },
        h(
          "button",
          {
            type: "button",
            class: "btn small",
            "data-act": "step",
            "data-by": -1,
            "aria-label": "Row before",
            ...off(this.#row === 0),
          },
          "◀",
        ),
        h("h2", {}, `Row ${row.row} of ${rows.length}`),
        h(
          "button",
          {
            type: "button",
            class: "btn small",
            "data-act": "step",
            "data-by": 1,
            "aria-label": "Next row",
            ...off(this.#row === rows.length - 1),
          },
          "▶",
        ),
      ),
      h(
        "dl",
        { class: "guesses" },
        pegs(terms, "Guess", row.guess, row.answer),
        row.best && row.best.guess !== row.guess && pegs(terms, "Best", row.best.guess, null),
        row.grade &&
          h("div", {}, h("dt", {}, "Grade"), h("dd", {}, h("b", { class: `grade ${row.grade}` }, row.grade))),
        h("div", {}, h("dt", {}, "Codes left"), h("dd", {}, `${row.cells[3]} before, ${row.cells[4]} after`)),
      ),
      row.words.map((sentence) => h("p", {}, sentence)),
      row.played && answers(terms, row),
    );
  }

  #summary() {
    const { words, made } = this.#played;
    return h(
      "section",
      { class: "words", "aria-label": "The game", "data-part": "summary" },
      [...words, ...made.words, ...this.#review.words].map((sentence) => h("p", {}, sentence)),
    );
  }
}

/** The place of the time it was played that the address names, or of the last one. */
function time(games, replay) {
  const place = games.findIndex((game) => String(game.replay) === replay);
  return place < 0 ? games.length - 1 : place;
}

function back(table) {
  return h(
    "p",
    { class: "actions", "data-part": "back" },
    h(
      "a",
      { class: "btn", href: table ? `/t/${table}` : "/record" },
      table ? "To the table" : "To the record",
    ),
    h("a", { class: "btn", href: "/puzzle" }, "Solve a puzzle"),
  );
}

function missing(refusal, table) {
  return h(
    "section",
    { class: "card gone" },
    h("h1", {}, "Nothing to look back at"),
    h("p", { role: "alert" }, refusal),
    back(table),
  );
}

customElements.define("peg-review", PegReview);
