/** <peg-openings>: what each answer to a first and second guess leaves, and the best reply. The address says which. */
import { Refusal, edition as editionFacts } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { codeStrip, plate, spoken } from "../board/peg.js";
import { stage } from "../board/peg-board.js";
import { RowEditor } from "../board/row-editor.js";
import { explain } from "../elements/how-to-play.js";
import { h, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { changes } from "../lib/settings.js";
import { copyLink, editionField, lead, number, shareField, splitTable } from "./explore.js";
import { analysisPage, openingsPage, positionLine } from "./position.js";
import { opening } from "./requests.js";

const FIRST = "classic-1";

class PegOpenings extends Listening {
  /** What is looked at: a first guess, its answer, a second guess. @type {{guess?: string, answer?: string, second?: string}} */
  #chosen = {};
  #edition = FIRST;
  /** @type {any} */
  #terms = null;
  /** @type {any} */
  #found = null;
  #refusal = "";
  #copied = "";
  #editor = new RowEditor(this, { check: (code) => this.#guess(code), changed: () => this.#draw() });

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    prepare();
    this.addEventListener("click", (event) => this.#click(event), { signal });
    this.addEventListener("change", (event) => this.#change(event), { signal });
    this.#editor.connect(signal);
    changes.addEventListener("change", () => this.#draw(), { signal });
    explain(() => this.#terms, signal);
    addEventListener("popstate", () => this.#arrive(), { signal });
    this.#arrive();
  }

  async #arrive() {
    const asked = new URLSearchParams(location.search);
    const words = ["guess", "answer", "second"].map((name) => [name, asked.get(name)?.replace(" ", "+")]);
    this.#edition = asked.get("edition") || FIRST;
    this.#chosen = Object.fromEntries(words.filter(([, word]) => word));
    this.#found = null;
    this.#refusal = this.#copied = "";
    this.#draw();
    const here = location.search;
    try {
      const found = await opening(this.#edition, this.#chosen);
      if (here !== location.search) return;
      this.#found = found;
      this.#set(found.terms);
      say(`${number(found.codes)} codes left.`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
      this.#chosen = {};
      await this.#emptyBoard();
    }
    this.#draw();
  }

  async #emptyBoard() {
    try {
      this.#set((await editionFacts(this.#edition)).terms);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!this.#terms) this.#set((await editionFacts(FIRST)).terms);
    }
  }

  #set(terms) {
    this.#terms = terms;
    this.#editor.lay({ terms, place: location.search, check: "Explore" });
    if (this.#found?.guess && !this.#editor.plan) this.#editor.draft.copy(this.#found.guess);
  }

  /** @param {{guess?: string, answer?: string, second?: string}} chosen @param {string} [edition] */
  #go(chosen, edition = this.#edition) {
    history.pushState(null, "", openingsPage(edition, chosen));
    this.#arrive();
  }

  /** Explore a first guess, or a second one after an answer. @param {string} code */
  #guess(code) {
    const { guess, answer } = this.#chosen;
    this.#go(answer ? { guess, answer, second: code } : { guess: code });
  }

  #change({ target }) {
    if (target.name === "edition") this.#go({}, target.value);
  }

  #click(event) {
    const source = event.target.closest("[data-act]");
    if (!source) return;
    const { act, guess, answer } = source.dataset;
    const acts = {
      guess: () => this.#guess(guess),
      answer: () => this.#go({ guess: this.#found.guess, answer }),
      back: () => this.#go(this.#chosen.answer ? { guess: this.#chosen.guess } : {}),
      copy: async () => {
        this.#copied = await copyLink();
        this.#draw();
      },
    };
    acts[act]?.();
  }

  get #rows() {
    const { guess, answer } = this.#chosen;
    return answer ? [{ guess, feedback: answer }] : [];
  }

  #draw() {
    if (!this.#terms) return update(this, h("h1", { class: "loading" }, "Opening …"));
    const terms = this.#terms;
    const state = { terms, rows: this.#rows, code: null, draft: this.#editor.laid, label: "Openings" };
    update(
      this,
      h(
        "div",
        { class: "desk ana" },
        h("div", { class: "first" }, lead("openings", terms.edition), stage(state, {}, this.#editor.dock())),
        this.#explore(),
      ),
    );
    /** @type {import("../board/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = state;
    return undefined;
  }

  #explore() {
    const { guess, answer } = this.#chosen;
    const found = this.#found;
    return h(
      "section",
      { class: "explore", "aria-label": "What follows", "data-part": "explore" },
      h(
        "div",
        { class: "row-between wrap", "data-part": "set-up" },
        editionField(this.#terms.edition),
        (guess || answer) && h("button", { type: "button", class: "btn small", "data-act": "back" }, answer ? "Other answers" : "All first guesses"),
      ),
      this.#refusal && h("p", { class: "notice warn", role: "alert", "data-part": "refusal" }, this.#refusal),
      !found && !this.#refusal && h("p", { class: "card soft", role: "status", "data-part": "busy" }, "Working it out …"),
      found && !guess && this.#patterns(found),
      found && this.#parts(found),
      shareField("Address", location.href, this.#copied, true),
      found && h("p", { class: "hint-line", "data-part": "more" }, h("a", { href: analysisPage(found.position) }, "Open on the analysis board")),
    );
  }

  /** First guesses, one of each pattern. */
  #patterns({ patterns, best }) {
    if (!patterns.length) return null;
    return h(
      "section",
      { class: "card", "aria-label": "First guesses", "data-part": "patterns" },
      h("h2", {}, "First guesses"),
      h("p", { class: "hint-line" }, "For a first guess, only the pattern matters, not the colours."),
      splitTable(this.#terms, patterns, { best: best?.guess ?? null, chosen: null, first: "Guess", wins: false }),
    );
  }

  /** What each answer leaves, with the best reply. */
  #parts({ guess, parts, best, codes, size }) {
    const terms = this.#terms;
    const after = this.#rows.length > 0;
    const proved = best?.average !== null && best?.guess === guess && `${best.average.toFixed(2)} guesses on average from here, which is proved to be the fewest.`;
    return h(
      "section",
      { class: "card", "aria-label": "Answers", "data-part": "parts" },
      h("p", { class: "headline-n" }, h("b", {}, number(codes)), " ", h("span", {}, after ? `codes left of ${number(size)}` : "codes at the start")),
      guess
        ? h("div", { class: "row-between" }, h("h2", {}, after ? "Second guess" : "First guess"), codeStrip(terms, guess))
        : h("p", {}, "Place a guess to see how many codes each answer leaves."),
      proved && h("p", { class: "hint-line" }, proved),
      guess && h("div", { class: "scroll" }, h("table", { class: "ex-table" }, partHeads(after), h("tbody", {}, parts.map((part) => this.#part(part, after))))),
    );
  }

  #part({ answer, chance, codes, reply }, after) {
    const terms = this.#terms;
    const won = answer === `${terms.pegs}+0`;
    const shown = plate(terms, answer, { named: true });
    const rows = [...this.#rows, { guess: this.#found.guess, feedback: answer }];
    const press = after
      ? h("a", { class: "pick", href: analysisPage(positionLine(terms, rows)) }, shown)
      : h("button", { type: "button", class: "pick", "data-act": "answer", "data-answer": answer }, shown);
    return h(
      "tr",
      { "data-part": answer },
      h("th", { scope: "row" }, won ? shown : press),
      h("td", {}, `${(100 * chance).toFixed(1)}%`),
      h("td", {}, won ? "cracked" : number(codes)),
      h("td", {}, reply ? h("span", { title: spoken(terms, reply.guess) }, codeStrip(terms, reply.guess)) : ""),
      h("td", {}, reply?.average ? reply.average.toFixed(2) : ""),
    );
  }
}

const partHeads = (after) =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      ["Answer", "Chance", "Codes left", after ? "Third guess" : "Second guess", "To go"].map((name) => h("th", { scope: "col" }, name)),
    ),
  );

customElements.define("peg-openings", PegOpenings);
