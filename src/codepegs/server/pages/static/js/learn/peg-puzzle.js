/** <peg-puzzle>: a position with one answer to find, by tries and hints. `data-puzzle` names it; else it is today's. */
import { Refusal } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { stage } from "../board/peg-board.js";
import { RowEditor } from "../board/row-editor.js";
import { aloud, sentence } from "../board/sentence.js";
import { explain } from "../elements/how-to-play.js";
import { h, off, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { counted } from "../lib/sentences.js";
import { changes } from "../lib/settings.js";
import { THEMES, puzzleForm } from "./puzzle-form.js";
import { recall, remember, streak } from "./puzzle-memory.js";
import { clue, puzzle, puzzleOf, solution, tryPuzzle } from "./requests.js";

export class PegPuzzle extends Listening {
  /** @type {any} */
  puzzle = null;
  /** What was refused, in a sentence. */
  refused = "";
  #editor = new RowEditor(this, { check: (code) => this.#work(() => this.#attempt(code)), changed: () => this.draw() });
  /** @type {import("./puzzle-memory.js").Progress} */
  #progress = { tries: [], clues: [], end: null };
  #kind = { edition: "classic-1", theme: "one-code", difficulty: "medium" };

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    prepare();
    this.addEventListener("click", (event) => this.#pressed(event), { signal });
    this.addEventListener("submit", (event) => this.#pressed(event), { signal });
    this.addEventListener("change", (event) => this.#chosen(event), { signal });
    this.#editor.connect(signal);
    changes.addEventListener("change", () => this.draw(), { signal });
    explain(() => this.puzzle?.terms, signal);
    addEventListener("popstate", () => location.reload(), { signal });
    this.#work(async () => this.#begin(await (this.dataset.puzzle ? puzzle(this.dataset.puzzle) : puzzleOf("today", {}))));
  }

  #begin(found) {
    this.puzzle = found;
    this.#kind = { edition: found.terms.edition, theme: found.theme, difficulty: found.difficulty };
    this.#progress = recall(found.id);
    const { terms, id, asks_for_code: code } = found;
    if (this.#progress.end) this.#editor.rest("puzzle");
    else this.#editor.lay({ terms, place: id, key: "puzzle", code, check: "Try" });
  }

  async #another() {
    await this.#work(async () => {
      this.#begin(await puzzleOf("new", this.#kind));
      history.pushState(null, "", `/puzzle/${this.puzzle.id}`);
    });
    if (!this.refused) say(this.puzzle.task);
  }

  async #attempt(code) {
    const { tries } = this.#progress;
    const told = await tryPuzzle(this.puzzle.id, code);
    if (!tries.some((tried) => tried.code === code)) tries.push({ code, sentence: told.sentence, row: told.row });
    if (told.right) this.#over(code, told.why, true);
    this.#remember();
    const said = aloud(this.puzzle.terms, told.sentence);
    say(told.right ? `${said} ${this.#counted()}` : said);
  }

  #over(code, why, found) {
    this.#progress.end = { code, why, found };
    this.#editor.rest("puzzle");
  }

  #remember() {
    remember(this.puzzle.id, this.#progress, this.puzzle.day);
  }

  #counted() {
    const { tries, clues, end } = this.#progress;
    const helped = clues.length ? ` and ${counted(clues.length, "hint")}` : "";
    const how = end.found ? "Solved with" : "Given up after";
    return `${how} ${counted(tries.length, "try", "tries")}${helped}.`;
  }

  #chosen(event) {
    const target = /** @type {HTMLSelectElement} */ (event.target);
    if (target.name in this.#kind) this.#kind[target.name] = target.value;
  }

  #pressed(event) {
    const source = event.target.closest("[data-act]");
    if (!source || source.ariaDisabled === "true" || (source.localName === "form") !== (event.type === "submit")) return;
    event.preventDefault();
    const acts = {
      "new-puzzle": () => this.#another(),
      clue: () => this.#work(() => this.#clue()),
      "see-answer": () => this.#work(() => this.#giveUp()),
    };
    acts[source.dataset.act]?.();
  }

  async #clue() {
    const told = await clue(this.puzzle.id, this.#progress.clues.length + 1);
    this.#progress.clues.push(told);
    this.#remember();
    say(aloud(this.puzzle.terms, told.sentence));
  }

  async #giveUp() {
    const { answer, why } = await solution(this.puzzle.id);
    this.#over(answer, why, false);
    this.#remember();
    say(aloud(this.puzzle.terms, why.join(" ")));
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
    const { end } = this.#progress;
    const title = end ? (end.found ? "Solved" : "The answer") : THEMES[asked.theme];
    const others = puzzleForm(this.#kind, this.#editor.busy, asked.day !== null);
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
            h("p", { class: "eyebrow" }, this.#eyebrow()),
            h("h1", { class: "status" }, h("span", {}, title)),
            h("p", { class: "task" }, end ? this.#counted() : asked.task),
            this.refused && h("p", { class: "notice warn", role: "alert", "data-part": "refused" }, this.refused),
          ),
          stage(state, {}, this.#editor.dock()),
        ),
        h(
          "aside",
          { class: "side", "aria-label": "Tries, hints and other puzzles", "data-part": "side" },
          end && [others, this.#ended()],
          this.#told(),
          !end && others,
          h("p", { class: "hint-line puzzle-id", "data-part": "id" }, h("a", { href: `/puzzle/${asked.id}` }, "Link to this puzzle")),
        ),
      ),
    );
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = state;
    return undefined;
  }

  /** Which puzzle this is, with its day if it has one. */
  #eyebrow() {
    const { day, difficulty, terms } = this.puzzle;
    if (!day) return `${difficulty} puzzle · ${terms.title}`;
    const date = new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
    const days = streak(day);
    return `Puzzle of the day · ${date}${days > 1 ? ` · ${days} days in a row` : ""}`;
  }

  #missing() {
    return h(
      "div",
      { class: "before" },
      h("h1", {}, "Puzzles"),
      this.refused
        ? h("p", { class: "notice warn", role: "alert" }, this.refused)
        : h("p", { class: "loading", role: "status" }, "Looking for a puzzle …"),
      this.refused && puzzleForm(this.#kind, this.#editor.busy, false),
    );
  }

  #boardState() {
    const { rows, terms, asks_for_code: code } = this.puzzle;
    const { tries, end } = this.#progress;
    const guess = !code && end ? [{ guess: end.code, feedback: null }] : [];
    const last = tries.at(-1);
    return {
      terms: { ...terms, rows: rows.length + (code ? 0 : 1) },
      rows: [...rows, ...guess],
      code: code ? (end?.code ?? null) : null,
      draft: this.#editor.laid,
      marked: !end && last?.row ? [last.row] : [],
      sending: this.#editor.busy,
      label: "Board of the puzzle",
    };
  }

  #ended() {
    const why = this.#progress.end.why.map((text) => h("li", {}, sentence(this.puzzle.terms, text)));
    return h("section", { class: "card", "aria-label": "Why", "data-part": "ended" }, h("ul", { class: "told-list" }, why));
  }

  /** Tries and hints so far, and what else can be asked for. */
  #told() {
    const { tries, clues, end } = this.#progress;
    const { terms } = this.puzzle;
    const waits = off(this.#editor.busy);
    const list = (kind, label, told) =>
      told.length > 0 &&
      h(
        "ol",
        { class: `told-list ${kind}`, "aria-label": label, "data-part": kind },
        told.map(({ sentence: text }) => h("li", {}, sentence(terms, text))),
      );
    const button = (act, label, kind) => h("button", { type: "button", class: `btn small ${kind}`, "data-act": act, ...waits }, label);
    return h(
      "section",
      { class: "told", "aria-label": "Tries and hints", "data-part": "told" },
      list("tries", "Tries", tries),
      list("clues", "Hints", clues),
      !end &&
        h(
          "div",
          { class: "actions", "data-part": "ask" },
          !clues.at(-1)?.last && button("clue", clues.length ? "Another hint" : "Hint", ""),
          button("see-answer", "Give up and see why", "danger"),
        ),
    );
  }
}

customElements.define("peg-puzzle", PegPuzzle);
