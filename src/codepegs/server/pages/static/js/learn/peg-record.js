/**
 * <peg-record>: a record, read by the server and forgotten there, and stepped through here: one that is pasted or
 * opened, or with `data-table` that of a table.
 */
import { Refusal, drawRecord, readRecord, recordOf, reviewPage, reviewing } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { h, off, svg, update } from "../lib/dom.js";
import { pairOf } from "../table/lead.js";
import { codebreaker, nameAt } from "../lib/model.js";
import { stage } from "../board/peg-board.js";
import { board, games, sentences, steps, where } from "./record-steps.js";
import { counted } from "../lib/sentences.js";

/** Bytes of a file that could be a record, at most. */
const LONGEST = 1_600_000;

class PegRecord extends HTMLElement {
  #text = "";
  /** @type {import("../lib/model.js").View | null} */
  #view = null;
  /** @type {import("./record-steps.js").Step[]} */
  #steps = [];
  #at = 0;
  #refusal = "";
  #busy = false;
  /** @type {AbortController} */
  #connected;

  connectedCallback() {
    prepare();
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.addEventListener("click", (event) => this.#click(event), { signal });
    this.addEventListener("change", (event) => this.#change(event), { signal });
    this.addEventListener("submit", (event) => this.#submitted(event), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    const left = cameBack() ? reviewing.left() : null;
    if (this.dataset.table) this.#fetch(this.dataset.table);
    else if (left) this.#read(left);
    else this.#draw();
  }

  disconnectedCallback() {
    this.#connected.abort();
  }

  #submitted(event) {
    event.preventDefault();
    this.#read(this.querySelector("textarea").value);
  }

  async #fetch(id) {
    try {
      await this.#read(await recordOf(id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
      this.#draw();
    }
  }

  async #read(text) {
    this.#text = text
      .replaceAll("\r\n", "\n")
      .replace(/\n*$/, "\n")
      .replace(/^\s*\n/, "");
    this.#busy = true;
    this.#refusal = "";
    this.#draw();
    let line;
    try {
      this.#view = await readRecord(this.#text);
      this.#steps = steps(this.#view);
      this.#at = this.dataset.table ? this.#steps.length - 1 : 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#view = null;
      this.#refusal = error.message;
      line = error.facts.line;
    } finally {
      this.#busy = false;
    }
    this.#draw();
    if (this.#view) this.#said();
    else this.#point(line);
  }

  /** Take the caret to a line of the text as it was sent. @param {number|undefined} line */
  #point(line) {
    const field = this.querySelector("textarea");
    if (!field) return;
    field.value = this.#text;
    field.focus();
    if (!line) return;
    const lines = field.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 3);
  }

  get #step() {
    return this.#steps[this.#at];
  }

  #go(to) {
    const at = Math.max(0, Math.min(this.#steps.length - 1, to));
    if (at === this.#at) return;
    this.#at = at;
    this.#draw();
    this.#said();
  }

  #key(event) {
    const busy = event.target.closest?.("input, textarea, select, peg-board, dialog");
    if (!this.#view || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#steps.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(to);
  }

  #click(event) {
    const act = event.target.closest("[data-act]")?.dataset.act;
    const deeds = {
      first: () => this.#go(0),
      back: () => this.#go(this.#at - 1),
      on: () => this.#go(this.#at + 1),
      last: () => this.#go(this.#steps.length - 1),
      text: () => save(new Blob([this.#text], { type: "text/plain" }), `${this.#name}.pegs`),
      picture: () => this.#picture(),
      review: () => reviewing.leave(this.#text),
      other: () => this.#other(),
    };
    deeds[act]?.();
  }

  get #name() {
    return this.dataset.table ?? "match";
  }

  #other() {
    this.#view = null;
    this.#draw();
    this.querySelector("textarea").focus();
  }

  async #picture() {
    const { game, rows, end } = this.#step;
    try {
      save(await drawRecord(this.#text, game, end ? null : rows), `${this.#name}-${game + 1}.svg`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
      this.#draw();
    }
  }

  async #change({ target }) {
    if (target.name === "game")
      return this.#go(this.#steps.findIndex((step) => step.game === Number(target.value)));
    if (target.name === "step") return this.#go(Number(target.value));
    const [file] = target.files ?? [];
    if (!file) return;
    if (file.size > LONGEST) {
      this.#refusal = "This file is too long to be a record.";
      return this.#draw();
    }
    const text = await file.text();
    this.querySelector("textarea").value = text;
    await this.#read(text);
  }

  #draw() {
    if (this.#view) update(this, ...this.#shown());
    else if (this.dataset.table)
      update(
        this,
        this.#busy ? h("h1", { class: "loading" }, "Opening …") : missing(this.dataset.table, this.#refusal),
      );
    else update(this, ...this.#form());
  }

  #form() {
    return [
      h("h1", { "data-part": "title" }, "Look through a record"),
      h(
        "p",
        { "data-part": "lead" },
        "A record is a whole match as text: every table here has one, and the terminal writes them, too. ",
        "It is checked line by line, shown row by row, and not kept.",
      ),
      h(
        "form",
        { class: "card record-form", "data-part": "form" },
        h(
          "div",
          { class: "field" },
          h("label", { for: "record-file" }, "Open a file"),
          h("input", { type: "file", id: "record-file", accept: ".pegs,text/plain" }),
        ),
        h(
          "div",
          { class: "field" },
          h("label", { for: "record-text" }, "Or paste the text"),
          h("textarea", {
            id: "record-text",
            rows: 10,
            spellcheck: "false",
            autocomplete: "off",
            "aria-describedby": "no-record",
            "aria-invalid": this.#refusal ? "true" : null,
            placeholder: "codepegs 2\nedition classic-1\ngames 2\n…",
          }),
        ),
        h("p", { class: "refusal", id: "no-record", role: "alert" }, this.#refusal),
        h(
          "p",
          { class: "go" },
          h(
            "button",
            { class: "btn primary", disabled: this.#busy },
            this.#busy ? "Checking …" : "Look through it",
          ),
        ),
      ),
    ];
  }

  #shown() {
    const view = this.#view;
    const game = games(view)[this.#step.game];
    const first = this.#at === 0;
    const last = this.#at === this.#steps.length - 1;
    const button = (act, label, mark, none) =>
      h(
        "button",
        {
          type: "button",
          class: "icon-btn",
          "data-act": act,
          "aria-label": label,
          title: label,
          ...off(none),
        },
        svg(
          "svg",
          { class: "step-icon", viewBox: "0 0 20 20", "aria-hidden": "true" },
          svg("path", { d: mark }),
        ),
      );
    return [
      h(
        "h1",
        { class: "record-title", "data-part": "title" },
        pairOf(view.players.map(({ name }) => name)),
      ),
      h(
        "p",
        { class: "soft", "data-part": "lead" },
        h("a", { href: `/rules/${view.terms.slug}` }, view.terms.title),
        view.terms.edition === view.terms.slug ? "" : ` (${view.terms.edition})`,
        `${view.terms.solo ? "" : ` · ${counted(view.terms.games, "game")}`} · ${view.outcome ? view.status : "not over yet"}`,
      ),
      h(
        "div",
        { class: "record-layout", "data-part": "layout" },
        stage(board(view, this.#step), { alone: true }),
        h(
          "div",
          { class: "record-side" },
          h(
            "div",
            { class: "stepping", role: "group", "aria-label": "Steps" },
            button("first", "To the beginning", "M4 3h2.5v14H4zM17 3v14L7.5 10z", first),
            button("back", "One step back", "M15 3v14L4 10z", first),
            h("input", {
              type: "range",
              name: "step",
              min: 0,
              max: this.#steps.length - 1,
              "aria-label": "Step",
              "aria-valuetext": where(view, this.#step),
            }),
            button("on", "One step on", "M5 3v14l11-7z", last),
            button("last", "To the end", "M13.5 3H16v14h-2.5zM3 3v14l9.5-7z", last),
          ),
          h(
            "div",
            { class: "field game-field" },
            h("label", { for: "record-game" }, "Game"),
            h(
              "select",
              { id: "record-game", name: "game" },
              games(view).map((each, number) =>
                h(
                  "option",
                  { value: number },
                  `${each.number}${each.ending === "void" ? ", void" : each.replay ? ", again" : ""}`,
                ),
              ),
            ),
          ),
          h(
            "section",
            { class: "card", "aria-label": "What happened" },
            h("h2", {}, where(view, this.#step)),
            !view.terms.solo && h(
              "p",
              {},
              h("span", { class: "name" }, nameAt(view, game.codemaker)),
              ` is ${view.terms.codemaker}, `,
              h("span", { class: "name" }, nameAt(view, codebreaker(game))),
              ` is ${view.terms.codebreaker}.`,
            ),
            sentences(view, this.#step).map((sentence) => h("p", {}, sentence)),
          ),
          this.#refusal && h("p", { class: "refusal", role: "alert" }, this.#refusal),
          h(
            "div",
            { class: "actions" },
            game.reviewable && this.#review(game),
            h("button", { type: "button", class: "btn", "data-act": "text" }, "Save the record"),
            h("button", { type: "button", class: "btn", "data-act": "picture" }, "Save this board as SVG"),
            this.dataset.table
              ? h("a", { class: "btn", href: `/t/${this.dataset.table}` }, "To the table")
              : h("button", { type: "button", class: "btn", "data-act": "other" }, "Another record"),
          ),
          h("p", { class: "soft keys-words" }, "The arrow keys step, Home and End go to the ends."),
          h(
            "details",
            { class: "record-text" },
            h("summary", {}, "The record as text"),
            h("pre", { tabindex: 0 }, this.#text),
          ),
        ),
      ),
      this.#fill(),
    ];
  }

  /** The way to what was good and what was luck. @param {import("../lib/model.js").Game} game */
  #review(game) {
    const href = reviewPage(this.dataset.table, game);
    return h("a", { class: "btn primary", href, "data-act": "review" }, "Review this game");
  }

  /** What no attribute can say, set once the elements are there. */
  #fill() {
    queueMicrotask(() => {
      /** @type {HTMLInputElement} */
      const step = this.querySelector("[name=step]");
      step.value = String(this.#at);
      /** @type {HTMLSelectElement} */
      const game = this.querySelector("[name=game]");
      game.value = String(this.#step.game);
      /** @type {import("../board/peg-board.js").PegBoard} */
      const pegs = this.querySelector("peg-board");
      pegs.state = board(this.#view, this.#step);
    });
    return null;
  }

  #said() {
    say([`${where(this.#view, this.#step)}.`, ...sentences(this.#view, this.#step)].join(" "));
  }
}

function missing(id, refusal) {
  return h(
    "section",
    { class: "card gone" },
    h("h1", {}, "No record to look through"),
    h("p", {}, refusal),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "btn primary", href: `/t/${id}` }, "To the table"),
      h("a", { class: "btn", href: "/" }, "Play"),
      h("a", { class: "btn", href: "/record" }, "Open another record"),
    ),
  );
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether somebody went back to this page, as from a review of what was open here. */
function cameBack() {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return entry?.type === "back_forward";
}

customElements.define("peg-record", PegRecord);
