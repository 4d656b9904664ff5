/** <peg-analysis>: any rows and answers on a board, and what follows from them. The address has the position. */
import { Refusal, edition } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { steppers } from "../board/dock.js";
import { codeStrip, plate, spoken } from "../board/peg.js";
import { stage } from "../board/peg-board.js";
import { RowEditor } from "../board/row-editor.js";
import { aloud, sentence } from "../board/sentence.js";
import { explain } from "../elements/how-to-play.js";
import { h, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { counted } from "../lib/sentences.js";
import { changes } from "../lib/settings.js";
import { copyLink, editionField, editionsHere, lead, number, shareField, splitTable } from "./explore.js";
import { analysisPage, editionOf, positionLine, rowsOf, typedPosition } from "./position.js";
import { analyse } from "./requests.js";

const FIRST = "classic-1";

class PegAnalysis extends Listening {
  #line = "";
  /** @type {any} */
  #terms = null;
  /** @type {import("../lib/model.js").Row[]} */
  #rows = [];
  /** What the server says about the position, or null while it works. @type {any} */
  #found = null;
  /** What it says about a guess on it. @type {any} */
  #rated = null;
  /** The answer being counted out. @type {[number, number]} */
  #counts = [0, 0];
  #refusal = "";
  #copied = "";
  #editor = new RowEditor(this, { check: (code) => this.#add(code, this.#counts.join("+")), changed: () => this.#changed() });

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    prepare();
    this.addEventListener("click", (event) => this.#click(event), { signal });
    this.addEventListener("change", (event) => this.#chosen(event), { signal });
    this.#editor.connect(signal);
    changes.addEventListener("change", () => this.#draw(), { signal });
    explain(() => this.#terms, signal);
    addEventListener("popstate", () => this.#arrive(), { signal });
    this.#arrive();
  }

  #arrive() {
    return this.#load(new URLSearchParams(location.search).get("position")?.trim() || FIRST);
  }

  /** Show another position, at its own address. @param {string} line */
  #go(line) {
    if (line === this.#line) return;
    history.pushState(null, "", analysisPage(line));
    this.#load(line);
  }

  /** @param {string} line */
  async #load(line) {
    this.#line = line;
    this.#found = this.#rated = null;
    this.#refusal = this.#copied = "";
    this.#counts = [0, 0];
    this.#draw();
    try {
      const found = await analyse(line, null);
      if (line !== this.#line) return;
      this.#found = found;
      this.#set(found.terms, found.rows);
      say(inShort(found));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (line !== this.#line) return;
      this.#refusal = error.message;
      await this.#emptyBoard(line);
    }
    this.#draw();
  }

  /** A board without an analysis: what was refused may be too large, and can still be looked at. */
  async #emptyBoard(line) {
    if (this.#terms && this.#terms.edition === editionOf(line)) return;
    try {
      this.#set((await edition(editionOf(line))).terms, []);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!this.#terms) this.#set((await edition(FIRST)).terms, []);
    }
  }

  /** A last row without an answer is laid, not played. */
  #set(terms, rows) {
    const open = rows.at(-1)?.guess && !rows.at(-1).feedback ? rows.at(-1).guess : null;
    this.#terms = terms;
    this.#rows = open ? rows.slice(0, -1) : rows;
    const over = this.#rows.length >= terms.rows || this.#rows.some(({ feedback }) => feedback === `${terms.pegs}+0`);
    if (over) return this.#editor.rest();
    this.#editor.lay({ terms, place: positionLine(terms, this.#rows), check: "Add row" });
    if (open && !this.#editor.plan) this.#editor.draft.copy(open);
    if (this.#found && open) this.#rated = this.#found.asked;
    return undefined;
  }

  /** @param {string} guess @param {string} feedback */
  #add(guess, feedback) {
    this.#rows = [...this.#rows, { guess, feedback }];
    this.#editor.rest();
    this.#go(positionLine(this.#terms, this.#rows));
  }

  #changed() {
    this.#draw();
    this.#rate();
  }

  /** Ask about the row that is laid. */
  async #rate() {
    const { plan } = this.#editor;
    const line = this.#line;
    if (!plan || !this.#found?.best || plan === this.#rated?.guess) return;
    try {
      const { asked } = await analyse(positionLine(this.#terms, this.#rows), plan);
      if (line !== this.#line || plan !== this.#editor.plan) return;
      this.#rated = asked;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
    }
    this.#draw();
  }

  #chosen({ target }) {
    if (target.name === "edition") this.#go(target.value);
    if (target.name === "position") this.#go(typedPosition(target.value, this.#terms.edition, editionsHere().map(([slug]) => slug)));
  }

  #click(event) {
    const source = event.target.closest("[data-act]");
    if (!source || source.ariaDisabled === "true") return;
    const { act, kind, guess, answer } = source.dataset;
    const acts = {
      more: () => this.#count(kind, 1),
      fewer: () => this.#count(kind, -1),
      guess: () => this.#lay(guess),
      answer: () => this.#add(this.#asked.guess, answer),
      "take-back": () => this.#go(positionLine(this.#terms, this.#rows.slice(0, -1))),
      "start-over": () => this.#go(this.#terms.edition),
      copy: () => this.#copy(),
    };
    acts[act]?.();
  }

  #count(kind, step) {
    const [black, white] = this.#counts;
    this.#counts = kind === "black" ? [black + step, white] : [black, white + step];
    this.#draw();
  }

  #lay(guess) {
    this.#editor.draft.copy(guess);
    this.#changed();
  }

  async #copy() {
    this.#copied = await copyLink();
    this.#draw();
  }

  /** The guess that the answers are about: the one that is laid, or the best. */
  get #asked() {
    return this.#rated && this.#rated.guess === this.#editor.plan ? this.#rated : this.#found?.best;
  }

  /** The position as a player would type it: the edition is in the field above. */
  get #typed() {
    return editionOf(this.#line) === this.#terms.edition ? rowsOf(this.#line) : this.#line;
  }

  #draw() {
    if (!this.#terms) return update(this, h("h1", { class: "loading" }, "Setting up the board …"));
    const terms = this.#terms;
    const { draft, laid } = this.#editor;
    const state = {
      terms,
      rows: this.#rows,
      code: null,
      draft: laid,
      answer: draft ? this.#counts.join("+") : null,
      marked: this.#found?.contradiction ?? [],
      label: "Analysis board",
    };
    update(
      this,
      h(
        "div",
        { class: "desk ana" },
        h(
          "div",
          { class: "first" },
          lead("position", terms.edition, this.#summary()),
          stage(state, { "data-setup": true }, this.#editor.dock(steppers(terms, this.#counts))),
        ),
        this.#explore(),
      ),
    );
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = state;
    return undefined;
  }

  /** The numbers that matter most, for phones, which have the rest below the fold. */
  #summary() {
    const { codes, best } = this.#found ?? {};
    if (codes === undefined) return null;
    const line = h("span", {}, h("b", {}, number(codes)), codes === 1 ? " code left" : " codes left");
    return [line, best && h("span", {}, "Best ", codeStrip(this.#terms, best.guess))];
  }

  #explore() {
    const button = (act, label) => h("button", { type: "button", class: "btn small", "data-act": act }, label);
    return h(
      "section",
      { class: "explore", "aria-label": "What follows", "data-part": "explore" },
      h(
        "div",
        { class: "row-between wrap", "data-part": "set-up" },
        editionField(this.#terms.edition),
        this.#rows.length > 0 && h("span", { class: "actions" }, button("take-back", "Take back"), button("start-over", "Start over")),
      ),
      this.#refusal && h("p", { class: "notice warn", role: "alert", "data-part": "refusal" }, this.#refusal),
      this.#left(),
      this.#found?.best && this.#ifPlayed(this.#asked),
      shareField("Position", this.#typed, this.#copied, false),
      h("p", { class: "hint-line", "data-part": "more" }, h("a", { href: "/review" }, "Review a record"), " · ", h("a", { href: "/puzzle" }, "Puzzles")),
    );
  }

  /** How many codes are left, the best guesses, and why. */
  #left() {
    const found = this.#found;
    const terms = this.#terms;
    if (!found) return !this.#refusal && h("p", { class: "card soft", role: "status", "data-part": "left" }, "Working it out …");
    const { best, guesses, sentences, codes, size } = found;
    const splits = best ? [{ ...best, parts: best.answers.length }, ...guesses.filter(({ guess }) => guess !== best.guess)].slice(0, 5) : [];
    const said = sentences.map((text) => [sentence(terms, text), " "]);
    return h(
      "section",
      { class: "card", "aria-label": "Codes left", "data-part": "left" },
      h("p", { class: "headline-n" }, h("b", {}, number(codes)), " ", h("span", {}, `${codes === 1 ? "code" : "codes"} left of ${number(size)}`)),
      best && splitTable(terms, splits, { best: best.guess, chosen: this.#asked.guess, first: "Best guesses", wins: true }),
      best ? h("details", {}, h("summary", {}, "Why"), h("p", {}, said)) : h("p", {}, said),
    );
  }

  /** What each answer to a guess leaves. Choosing one adds the row. */
  #ifPlayed({ guess, answers, to_go: outlook }) {
    const terms = this.#terms;
    const sorted = [...answers].sort((one, other) => other.codes - one.codes);
    return h(
      "section",
      { class: "card", "aria-label": "If you play it", "data-part": "played" },
      h("div", { class: "row-between" }, h("h2", {}, "If you play"), codeStrip(terms, guess)),
      h(
        "ul",
        { class: "answers pressed" },
        sorted.map(({ answer, codes }) =>
          h(
            "li",
            { "data-part": answer },
            h(
              "button",
              { type: "button", "data-act": "answer", "data-answer": answer },
              plate(terms, answer, { named: true }),
              answer === `${terms.pegs}+0` ? "cracked" : counted(codes, "code"),
            ),
          ),
        ),
      ),
      h("p", { class: "hint-line" }, outlookWords(outlook)),
    );
  }
}

/** What those who listen hear at once; the rest is on the page. */
function inShort({ terms, codes, best, sentences }) {
  if (!best) return sentences.map((text) => aloud(terms, text)).join(" ");
  return `${number(codes)} ${codes === 1 ? "code" : "codes"} left. Best guess: ${spoken(terms, best.guess)}.`;
}

/** @param {{guesses: number, error: number, chance: number}} outlook */
function outlookWords({ guesses, error, chance }) {
  if (chance < 1) return `The chance of cracking it in the rows left is ${error ? "about " : ""}${(100 * chance).toFixed(0)}%.`;
  return `From here it takes ${error ? "about " : ""}${guesses.toFixed(2)} guesses on average.`;
}

customElements.define("peg-analysis", PegAnalysis);
