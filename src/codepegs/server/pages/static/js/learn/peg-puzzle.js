/** <peg-puzzle>: a position with one answer to find, by tries and clues. `data-puzzle` names it; else it is today's. */
import { Refusal, clue, editions, puzzle, puzzleOf, solution, tryPuzzle } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { stage } from "../board/peg-board.js";
import { codeStrip } from "../board/peg.js";
import { RowEditor } from "../board/row-editor.js";
import { howToPlay } from "../elements/how-to-play.js";
import { h, off, update } from "../lib/dom.js";
import { THEMES, puzzleForm } from "./puzzle-form.js";
import { changes } from "../lib/settings.js";
import { counted } from "../lib/sentences.js";

export class PegPuzzle extends HTMLElement {
  /** @type {any} */
  puzzle = null;
  /** What was refused, in a sentence. */
  refused = "";
  #editor = new RowEditor(this, { check: (code) => this.#work(() => this.#attempt(code)), changed: () => this.draw() });
  /** @type {{code: string, sentence: string, row: number|null}[]} */
  #tries = [];
  /** @type {{sentence: string, last: boolean}[]} */
  #clues = [];
  /** The answer, once it is found or given up. @type {{code: string, why: string[], found: boolean}|null} */
  #end = null;
  #editions = [];
  #kind = { edition: "classic-1", theme: "one-code", difficulty: "medium" };
  /** @type {AbortController} */
  #connected;

  connectedCallback() {
    prepare();
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.addEventListener("click", (event) => this.#pressed(event), { signal });
    this.addEventListener("submit", (event) => this.#pressed(event), { signal });
    this.addEventListener("change", (event) => this.#chosen(event), { signal });
    this.#editor.connect(signal);
    changes.addEventListener("change", () => this.draw(), { signal });
    document.addEventListener("how-to-play", (event) => this.#howToPlay(event), { signal });
    addEventListener("popstate", () => location.reload(), { signal });
    this.#listEditions();
    this.#ask(() => (this.dataset.puzzle ? puzzle(this.dataset.puzzle) : puzzleOf("today", this.#kind)));
  }

  disconnectedCallback() {
    this.#connected.abort();
  }

  async #listEditions() {
    try {
      this.#editions = await editions();
      this.draw();
    } catch (error) {
      // The form then has the edition of this puzzle alone.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #howToPlay(event) {
    if (!this.puzzle) return;
    event.preventDefault();
    howToPlay(this.puzzle.terms);
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
    const { terms, id, asks_for_code: code } = found;
    this.#editor.lay({ terms, place: id, key: "puzzle", code, check: "Try" });
  }

  async #attempt(code) {
    const told = await tryPuzzle(this.puzzle.id, code);
    if (!this.#tries.some((tried) => tried.code === code))
      this.#tries.push({ code, sentence: told.sentence, row: told.row });
    if (told.right) this.#over(code, told.why, true);
    say(told.right ? `${told.sentence} ${this.#counted()}` : told.sentence);
  }

  #over(code, why, found) {
    this.#end = { code, why, found };
    this.#editor.rest("puzzle");
  }

  #counted() {
    const tries = this.#tries.length;
    const clues = this.#clues.length;
    const helped = clues ? ` and ${counted(clues, "hint")}` : "";
    const how = this.#end.found ? "Solved with" : "Given up after";
    return `${how} ${counted(tries, "try", "tries")}${helped}.`;
  }

  #chosen(event) {
    const target = /** @type {HTMLSelectElement} */ (event.target);
    if (target.name in this.#kind) this.#kind[target.name] = target.value;
  }

  #pressed(event) {
    const source = event.target.closest("[data-act]");
    if (!source || source.ariaDisabled === "true" || (source.localName === "form") !== (event.type === "submit")) return;
    event.preventDefault();
    const today = event.submitter?.value === "today" ? "today" : "new";
    const acts = {
      "new-puzzle": () => this.#ask(() => puzzleOf(today, this.#kind), { fresh: true }),
      clue: () => this.#work(() => this.#clue()),
      "see-answer": () => this.#work(() => this.#giveUp()),
    };
    acts[source.dataset.act]?.();
  }

  async #clue() {
    const told = await clue(this.puzzle.id, this.#clues.length + 1);
    this.#clues.push(told);
    say(told.sentence);
  }

  async #giveUp() {
    const { answer, why } = await solution(this.puzzle.id);
    this.#over(answer, why, false);
    say(why.join(" "));
  }

  async #work(work) {
    if (this.#editor.busy) return;
    this.#editor.busy = true;
    this.refused = "";
    this.draw();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = error.message;
    }
    this.#editor.busy = false;
    this.draw();
  }

  draw() {
    if (!this.puzzle) return update(this, this.#missing());
    const { puzzle: asked } = this;
    const title = `${THEMES[asked.theme]}, ${asked.difficulty}`;
    document.title = `${title} · codepegs`;
    const state = this.#boardState();
    update(
      this,
      h(
        "div",
        { class: "desk" },
        h(
          "div",
          { class: "first" },
          h(
            "section",
            { class: "lead", "aria-label": "The puzzle", "data-part": "lead" },
            h("p", { class: "eyebrow" }, `Puzzle · ${asked.terms.title}`),
            h("h1", { class: "status" }, h("span", {}, title)),
            h("p", { class: "task" }, asked.task),
            this.refused && h("p", { class: "notice warn", role: "alert", "data-part": "refused" }, this.refused),
          ),
          stage(state, {}, this.#end ? null : this.#editor.dock()),
        ),
        h(
          "aside",
          { class: "side", "aria-label": "Tries, hints and other puzzles", "data-part": "side" },
          this.#end && this.#ended(),
          this.#told(),
          puzzleForm(this.#kind, this.#editions, this.#editor.busy),
          h("p", { class: "hint-line puzzle-id", "data-part": "id" }, "This puzzle: ", h("a", { href: `/puzzle/${asked.id}` }, asked.id)),
        ),
      ),
    );
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = state;
    return undefined;
  }

  #missing() {
    return h(
      "div",
      { class: "before" },
      h("h1", {}, "Puzzles"),
      this.refused
        ? h("p", { class: "notice warn", role: "alert" }, this.refused)
        : h("p", { class: "loading", role: "status" }, "Looking for a puzzle …"),
      this.refused && puzzleForm(this.#kind, this.#editions, this.#editor.busy),
    );
  }

  #boardState() {
    const { puzzle: asked } = this;
    const code = asked.asks_for_code;
    const guess = !code && this.#end ? [{ guess: this.#end.code, feedback: null }] : [];
    const last = this.#tries.at(-1);
    return {
      terms: { ...asked.terms, rows: asked.rows.length + (code ? 0 : 1) },
      rows: [...asked.rows, ...guess],
      code: code ? (this.#end?.code ?? null) : null,
      draft: this.#editor.laid,
      marked: !this.#end && last?.row ? [last.row] : [],
      sending: this.#editor.busy,
      label: "Board of the puzzle",
    };
  }

  #ended() {
    const { code, why, found } = this.#end;
    return h(
      "section",
      { class: "card ended", "aria-label": "The answer", "data-part": "ended" },
      h("h2", {}, found ? "Solved" : "The answer"),
      h("p", {}, codeStrip(this.puzzle.terms, code, "mid")),
      h("p", {}, this.#counted()),
      h(
        "ul",
        { class: "proof" },
        why.map((sentence) => h("li", {}, sentence)),
      ),
    );
  }

  /** Tries and clues so far, and what else can be asked for. */
  #told() {
    const waits = off(this.#editor.busy);
    const list = (kind, label, told) =>
      told.length > 0 &&
      h(
        "ol",
        { class: `told-list ${kind}`, "aria-label": label },
        told.map(({ sentence }) => h("li", {}, sentence)),
      );
    const button = (act, label, kind) => h("button", { type: "button", class: `btn small ${kind}`, "data-act": act, ...waits }, label);
    return h(
      "section",
      { class: "told", "aria-label": "Tries and hints", "data-part": "told" },
      list("tries", "Tries", this.#tries),
      list("clues", "Hints", this.#clues),
      !this.#end &&
        h(
          "div",
          { class: "actions" },
          !this.#clues.at(-1)?.last && button("clue", this.#clues.length ? "Another hint" : "Hint", ""),
          button("see-answer", "Give up, and see why", "danger"),
        ),
    );
  }
}

customElements.define("peg-puzzle", PegPuzzle);
