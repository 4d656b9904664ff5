/** <peg-puzzle>: a position with one answer to find, by tries and clues. `data-puzzle` names it; else it is today's. */
import { Refusal, clue, editions, puzzle, puzzleOf, solution, tryPuzzle } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { deed, laysPegs } from "../table/actions.js";
import { h, off, update } from "../lib/dom.js";
import { Draft } from "../table/draft.js";
import { fault } from "../lib/model.js";
import "../elements/peg-board.js";
import { spoken } from "../elements/peg.js";
import { THEMES, puzzleForm } from "./puzzle-form.js";
import { changes } from "../lib/settings.js";
import { tray } from "../elements/tray.js";
import { counted } from "../lib/sentences.js";

export class PegPuzzle extends HTMLElement {
  /** @type {any} */
  puzzle = null;
  /** @type {Draft|null} */
  draft = null;
  notes = null;
  /** What was refused, in a sentence. */
  refused = "";
  /** What `deeds.js` sends a row by: here it is a try. */
  live = { sending: false, move: (text) => this.#attempt(text.split(" ")[1]) };
  /** @type {{code: string, sentence: string, row: number|null}[]} */
  #tries = [];
  /** @type {{sentence: string, last: boolean}[]} */
  #clues = [];
  /** The answer, once it is found or given up. @type {{code: string, why: string[], found: boolean}|null} */
  #end = null;
  #editions = [];
  #kind = { edition: "classic-1", theme: "one-code", difficulty: "medium" };

  connectedCallback() {
    prepare();
    this.addEventListener("click", (event) => this.#pressed(event));
    this.addEventListener("submit", (event) => this.#pressed(event));
    this.addEventListener("change", (event) => {
      const target = /** @type {HTMLSelectElement} */ (event.target);
      if (target.name in this.#kind) this.#kind[target.name] = target.value;
    });
    laysPegs(this);
    changes.addEventListener("change", () => this.draw());
    addEventListener("popstate", () => location.reload());
    editions().then(
      (found) => {
        this.#editions = found;
        this.draw();
      },
      () => {},
    );
    this.#ask(() => (this.dataset.puzzle ? puzzle(this.dataset.puzzle) : puzzleOf("today", this.#kind)));
  }

  // What deeds.js asks of whoever lays pegs.
  get view() {
    return { terms: this.puzzle.terms };
  }

  get game() {
    return { rows: this.puzzle.rows };
  }

  get laying() {
    if (!this.puzzle || this.#end) return null;
    return this.puzzle.asks_for_code ? "code" : "guess";
  }

  /** @returns {import("../elements/peg-board.js").PegBoard|null} */
  get board() {
    return this.querySelector("peg-board");
  }

  async #ask(work, { fresh = false } = {}) {
    await this.#work(async () => {
      this.#begin(await work());
      if (fresh) history.pushState(null, "", `/puzzle/${this.puzzle.id}`);
    });
    if (fresh && !this.refused) say(this.puzzle.task);
  }

  #begin(found) {
    this.puzzle = found;
    this.#kind = { edition: found.terms.edition, theme: found.theme, difficulty: found.difficulty };
    this.#tries = [];
    this.#clues = [];
    this.#end = null;
    this.draft = new Draft("puzzle", found.id, found.terms.pegs);
  }

  async #attempt(code) {
    this.live.sending = true;
    this.draw();
    const told = await tryPuzzle(this.puzzle.id, code).finally(() => {
      this.live.sending = false;
    });
    if (!this.#tries.some((tried) => tried.code === code))
      this.#tries.push({ code, sentence: told.sentence, row: told.row });
    if (told.right) this.#over(code, told.why, true);
    say(told.right ? `${told.sentence} ${this.#counted()}` : told.sentence);
  }

  #over(code, why, found) {
    this.#end = { code, why, found };
    this.draft?.forget();
    this.draft = null;
  }

  #counted() {
    const tries = this.#tries.length;
    const clues = this.#clues.length;
    const helped = clues ? ` and ${counted(clues, "hint")}` : "";
    const how = this.#end.found ? "Solved with" : "Given up after";
    return `${how} ${counted(tries, "try", "tries")}${helped}.`;
  }

  #pressed(event) {
    const source = event.target.closest("[data-act]");
    if (!source || source.closest("peg-board") || (source.localName === "form") !== (event.type === "submit"))
      return;
    event.preventDefault();
    const own = {
      "new-puzzle": () =>
        this.#ask(() => puzzleOf(event.submitter?.value === "today" ? "today" : "new", this.#kind), {
          fresh: true,
        }),
      clue: () =>
        this.#work(async () => {
          const told = await clue(this.puzzle.id, this.#clues.length + 1);
          this.#clues.push(told);
          say(told.sentence);
        }),
      "see-answer": () =>
        this.#work(async () => {
          const { answer, why } = await solution(this.puzzle.id);
          this.#over(answer, why, false);
          say(why.join(" "));
        }),
    };
    if (own[source.dataset.act]) own[source.dataset.act]();
    else deed(this, source.dataset.act, source.dataset, source);
  }

  async #work(work) {
    if (this.live.sending) return;
    this.live.sending = true;
    this.refused = "";
    this.draw();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = error.message;
    }
    this.live.sending = false;
    this.draw();
  }

  draw() {
    if (!this.puzzle) {
      update(
        this,
        h(
          "div",
          { class: "puzzle-side" },
          h("h1", {}, "Puzzles"),
          this.refused
            ? h("p", { class: "notice warn", role: "alert" }, this.refused)
            : h("p", { class: "loading", role: "status" }, "Looking for a puzzle …"),
          this.refused && puzzleForm(this.#kind, this.#editions, this.live.sending),
        ),
      );
      return;
    }
    const { puzzle: asked } = this;
    document.title = `${THEMES[asked.theme]}, ${asked.difficulty} · codepegs`;
    update(
      this,
      h(
        "div",
        { class: "layout puzzle" },
        h("div", { class: "board-side", "data-part": "board" }, h("peg-board", {})),
        h(
          "div",
          { class: "side", "data-part": "side" },
          h(
            "div",
            { class: "status", "data-part": "status" },
            h("h1", {}, `${THEMES[asked.theme]}, ${asked.difficulty}`),
            h("p", { class: "task" }, asked.task),
          ),
          this.refused &&
            h(
              "div",
              { class: "notice warn", role: "alert", "data-part": "refused" },
              h("p", {}, this.refused),
            ),
          h("div", { class: "dock", "data-part": "dock" }, this.#end ? this.#ended() : this.#tray()),
          this.#told(),
          puzzleForm(this.#kind, this.#editions, this.live.sending),
          h(
            "p",
            { class: "soft puzzle-id", "data-part": "id" },
            "This puzzle: ",
            h("a", { href: `/puzzle/${asked.id}` }, asked.id),
          ),
        ),
      ),
    );
    this.board.state = this.#boardState();
  }

  #boardState() {
    const { puzzle: asked, draft, laying } = this;
    const code = asked.asks_for_code;
    const guess = !code && this.#end ? [{ guess: this.#end.code, feedback: null }] : [];
    const last = this.#tries.at(-1);
    return {
      terms: { ...asked.terms, rows: asked.rows.length + (code ? 0 : 1) },
      rows: [...asked.rows, ...guess],
      code: code ? (this.#end?.code ?? null) : null,
      draft: laying && draft ? { pegs: draft.pegs, cursor: draft.cursor, code } : null,
      marked: !this.#end && last?.row ? [last.row] : [],
      sending: this.live.sending,
      label: "Board of the puzzle",
    };
  }

  #tray() {
    const { puzzle: asked, draft } = this;
    const code = asked.asks_for_code;
    return tray({
      terms: asked.terms,
      draft,
      notes: null,
      noting: false,
      code,
      fault: fault(asked.terms, draft.pegs, code),
      last: asked.rows.at(-1).guess,
      sending: this.live.sending,
      words: { play: "Try", idle: "" },
    });
  }

  #ended() {
    const { code, why, found } = this.#end;
    return h(
      "section",
      { class: "card ended", "data-part": "ended" },
      h("h2", {}, found ? "Solved" : "The answer"),
      h("p", {}, this.#counted()),
      h("p", { class: "unseen" }, spoken(this.puzzle.terms, code)),
      h(
        "ul",
        { class: "proof" },
        why.map((sentence) => h("li", {}, sentence)),
      ),
    );
  }

  /** Tries and clues so far, and what else can be asked for. */
  #told() {
    const waits = this.live.sending;
    return h(
      "section",
      { class: "told", "aria-label": "Tries and hints", "data-part": "told" },
      this.#tries.length > 0 &&
        h(
          "ol",
          { class: "tries", "aria-label": "Tries" },
          this.#tries.map(({ code, sentence }) => h("li", { "data-part": code }, sentence)),
        ),
      this.#clues.length > 0 &&
        h(
          "ol",
          { class: "clues", "aria-label": "Hints" },
          this.#clues.map(({ sentence }) => h("li", {}, sentence)),
        ),
      !this.#end &&
        h(
          "div",
          { class: "actions" },
          !this.#clues.at(-1)?.last &&
            h(
              "button",
              { type: "button", "data-act": "clue", ...off(waits) },
              this.#clues.length ? "Another hint" : "Hint",
            ),
          h(
            "button",
            { type: "button", class: "quiet", "data-act": "see-answer", ...off(waits) },
            "Give up, and see why",
          ),
        ),
    );
  }
}

customElements.define("peg-puzzle", PegPuzzle);
