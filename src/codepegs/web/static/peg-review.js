/**
 * <peg-review>: a game looked back at row by row, with the board beside it: with `data-table` a game of that table, or
 * else of a record that another page of this tab has left to be reviewed.
 */
import { Refusal, reviewOf, reviewRecord, reviewing } from "./api.js";
import { prepare, say } from "./announce.js";
import { h, update } from "./dom.js";
import { answerSpoken, keyPegs, peg, spoken } from "./peg.js";
import "./peg-board.js";

/** What the columns of the table mean, where their heading is too short to say it. */
const MEANINGS = {
  left: "codes left before the row",
  after: "codes left after its answer",
  best: "the best guess",
  leaves: "codes that the best guess leaves on average",
  lost: "guesses lost on average against the best guess",
  luck: "guesses that the answer saved, compared with the average",
};

class PegReview extends HTMLElement {
  /** @type {any} */
  #review = null;
  /** Which of the games, and which of its rows, from 0. */
  #game = 0;
  #row = 0;
  #refusal = "";

  connectedCallback() {
    prepare();
    this.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#load();
  }

  async #load() {
    const game = new URLSearchParams(location.search).get("game");
    const record = reviewing.left();
    try {
      if (this.dataset.table) this.#review = await reviewOf(this.dataset.table, game);
      else if (record) this.#review = await reviewRecord(record, Number(game) || null);
      else this.#refusal = "Open a record first: its page leads here.";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
    }
    this.#draw();
    if (this.#review) say(this.#heading());
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
    say(`Row ${number}: ${guess ? spoken(this.#review.terms, guess) : "out of time"}. ${words.join(" ")}`);
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
    if (source?.dataset.act === "step") this.#go(this.#row + Number(source.dataset.by));
    if (source?.dataset.act === "row") this.#go(Number(source.dataset.row));
    if (source?.dataset.act === "game") {
      this.#game = Number(source.dataset.game);
      this.#row = 0;
      this.#draw();
    }
  }

  #heading() {
    const { number, replay, codebreaker, codemaker } = this.#played;
    return `Game ${number}${replay ? ", played again" : ""}: ${codebreaker} guesses ${codemaker}’s code`;
  }

  #draw() {
    const { table } = this.dataset;
    if (!this.#review)
      return update(
        this,
        this.#refusal
          ? missing(this.#refusal, table)
          : h("p", { class: "loading", role: "status" }, "Looking back …"),
      );
    const game = this.#played;
    document.title = `Review, game ${game.number} · codepegs`;
    update(
      this,
      h(
        "div",
        { class: "review layout" },
        h("div", { class: "board-side", "data-part": "board" }, h("peg-board", {})),
        h(
          "div",
          { class: "review-side", "data-part": "side" },
          h("h1", {}, this.#heading()),
          this.#games(),
          this.#stepper(),
          this.#summary(),
        ),
      ),
      h("section", { class: "review-wide", "data-part": "wide" }, this.#table(), this.#plot(), back(table)),
    );
    this.querySelector("peg-board").state = {
      terms: { ...this.#review.terms, rows: Math.max(game.rows.length, 1) },
      rows: game.rows.slice(0, this.#row + 1).map(({ guess, answer }) => ({ guess, feedback: answer })),
      code: game.code,
      draft: null,
      marked: game.rows.length ? [this.#row + 1] : [],
      label: `Board of game ${game.number} after row ${this.#row + 1}`,
    };
    return undefined;
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
            class: "tool",
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
    const { terms } = this.#review;
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
            "data-act": "step",
            "data-by": -1,
            "aria-label": "Row before",
            disabled: this.#row === 0,
          },
          "◀",
        ),
        h("h2", {}, `Row ${row.row} of ${rows.length}`),
        h(
          "button",
          {
            type: "button",
            "data-act": "step",
            "data-by": 1,
            "aria-label": "Next row",
            disabled: this.#row === rows.length - 1,
          },
          "▶",
        ),
      ),
      h(
        "dl",
        { class: "guesses" },
        line(terms, "Guess", row.guess, row.answer),
        row.best && row.best.guess !== row.guess && line(terms, "Best", row.best.guess, null),
        row.grade &&
          h("div", {}, h("dt", {}, "Grade"), h("dd", {}, h("b", { class: `grade ${row.grade}` }, row.grade))),
        h("div", {}, h("dt", {}, "Codes left"), h("dd", {}, `${row.cells[3]} before, ${row.cells[4]} after`)),
      ),
      row.words.map((sentence) => h("p", {}, sentence)),
      row.played && this.#answers(row),
    );
  }

  /** What each answer would have left. */
  #answers({ played, answer }) {
    const { terms } = this.#review;
    return h(
      "details",
      { class: "answers", "data-part": "answers" },
      h("summary", {}, "What each answer would have left"),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Possible answers" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["answer", "chance", "codes left", "guesses to go"].map((name) =>
                h("th", { scope: "col" }, name),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            played.answers.map((part) =>
              h(
                "tr",
                { class: part.answer === answer ? "given" : null },
                h(
                  "th",
                  { scope: "row" },
                  answerSpoken(terms, part.answer),
                  part.answer === answer ? " (given)" : "",
                ),
                h("td", {}, `${(100 * part.chance).toFixed(1)} %`),
                h(
                  "td",
                  {},
                  Number.isInteger(part.codes)
                    ? part.codes.toLocaleString("en")
                    : `~${Number(part.codes.toPrecision(2)).toLocaleString("en")}`,
                ),
                h("td", {}, `${part.to_go.error ? "~" : ""}${part.to_go.guesses.toFixed(2)}`),
              ),
            ),
          ),
        ),
      ),
    );
  }

  #summary() {
    return h(
      "section",
      { class: "words", "aria-label": "The game", "data-part": "summary" },
      this.#played.words.map((sentence) => h("p", {}, sentence)),
    );
  }

  #table() {
    const { headings } = this.#review;
    const words = ["guess", "answer", "best", "grade"];
    return h(
      "div",
      {
        class: "scroll figures",
        tabindex: 0,
        role: "region",
        "aria-label": "Rows in figures",
        "data-part": "figures",
      },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            headings.map((name) =>
              h(
                "th",
                { scope: "col", class: words.includes(name) ? "word" : null, title: MEANINGS[name] },
                name,
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          this.#played.rows.map((row, place) =>
            h(
              "tr",
              { class: place === this.#row ? "here" : null, "data-part": `figures ${row.row}` },
              row.cells.map((cell, column) => {
                if (column === 0)
                  return h(
                    "th",
                    { scope: "row" },
                    h(
                      "button",
                      {
                        type: "button",
                        class: "quiet",
                        "data-act": "row",
                        "data-row": place,
                        "aria-label": `Look at row ${cell}`,
                        "aria-pressed": String(place === this.#row),
                      },
                      cell,
                    ),
                  );
                const name = headings[column];
                return h(
                  "td",
                  { class: words.includes(name) ? `word${name === "grade" ? ` grade ${cell}` : ""}` : null },
                  cell,
                );
              }),
            ),
          ),
        ),
      ),
    );
  }

  /** The plot as the server drew it, which has no style of its own: this page paints it. */
  #plot() {
    const drawn = new DOMParser().parseFromString(this.#played.plot, "image/svg+xml").documentElement;
    return h(
      "div",
      { class: "scroll plot", tabindex: 0, role: "region", "aria-label": "Plot", "data-part": "plot" },
      document.importNode(drawn, true),
    );
  }
}

/** @param {any} terms @param {string} name @param {string|null} code @param {string|null} answer */
function line(terms, name, code, answer) {
  const pegs = code ? [...code].map((letter) => peg(terms, letter)) : "out of time";
  return h(
    "div",
    {},
    h("dt", {}, name),
    h(
      "dd",
      { class: "pegs" },
      h("span", { class: "row-of-pegs" }, pegs),
      code && h("span", { class: "unseen" }, spoken(terms, code)),
      answer && [
        keyPegs(terms, answer),
        h("span", { class: "unseen" }, `, answered ${answerSpoken(terms, answer)}`),
      ],
    ),
  );
}

function back(table) {
  return h(
    "p",
    { class: "actions", "data-part": "back" },
    h(
      "a",
      { class: "button", href: table ? `/t/${table}` : "/record" },
      table ? "To the table" : "To the record",
    ),
    h("a", { class: "button", href: "/puzzle" }, "Solve a puzzle"),
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
