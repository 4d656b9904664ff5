/**
 * <peg-board>: the board of one game. Set `state`, and it draws it; it knows nothing of tables or rules.
 *
 * A page draws it with `stage(state, …)`, which gives it its place and its measures, and then sets the same `state`:
 *
 *     update(this, stage(state, {}, editor.dock()));
 *     this.querySelector("peg-board").state = state;
 *
 * It is a grid with one tab stop. Arrow keys move inside, and every hole has a name. Rows are in the tree as they are
 * seen: the code first, then the last row, row 1 at the end. Rows that were not played are hidden from screen readers.
 *
 * A row being laid has holes with `data-hole`, and played rows that can be copied have the class `copies`. The
 * row editor (row-editor.js) listens to both. If the focus moves to another hole of the row being laid, the board sends
 * the event `peg-cursor` with `detail.place`.
 */
import { h, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { moves } from "../lib/settings.js";
import { geometry, rowInPlay } from "./geometry.js";
import { answerSpoken, nameOf, peg, plate } from "./peg.js";

/** Milliseconds for which a row shakes. */
const SHAKE = 320;

/**
 * @typedef {object} Laid a row, or the code, while it is laid
 * @property {(string|null)[]} pegs
 * @property {number|null} cursor the hole for the next peg
 * @property {boolean} [code] whether it is the code
 * @property {boolean} [remote] whether another player lays it
 */
/**
 * @typedef {object} BoardState
 * @property {any} terms
 * @property {import("../lib/model.js").Row[]} rows
 * @property {string|null} code the code, if the viewer may see it
 * @property {boolean} [curtain] whether its codemaker has lowered the shield over it
 * @property {string} [tag] what stands next to an open code
 * @property {Laid|null} draft
 * @property {string|null} [answer] the answer being counted out for the last row or the row being laid, as "2+1"
 * @property {number[]} [marked] rows to point at, counted from 1
 * @property {boolean} [sending] whether the draft is on its way
 * @property {boolean} [over] whether the game is over: its last row stays as tall as the row in play
 * @property {number} [fresh] the row whose key pegs appear one by one
 * @property {boolean} [cheer] whether the winning row glows and hops
 * @property {string} label
 */

/**
 * The stage of a board: it fills the place that the page gives it, and the board fills the stage. `content` is the dock,
 * and what lies over the board. Without a dock say `alone`.
 * @param {BoardState} state @param {{alone?: boolean} & Record<string, unknown>} attributes
 * @param {...import("../lib/dom.js").Content} content
 */
export function stage(state, { alone = false, ...attributes }, ...content) {
  const kind = { class: alone ? "play alone" : "play", ...geometry(state.terms, rowInPlay(state)) };
  return h(
    "section",
    { class: "stage", "aria-label": "Board", "data-part": "stage" },
    h("div", { ...kind, ...attributes }, h("peg-board", {}), content),
  );
}

export class PegBoard extends Listening {
  /** @type {BoardState} */
  #state;
  /** Where the tab stop is: a row from 1, the code after the last one, and a column from 0, which is the row's number. */
  #at = { row: 1, column: 1 };

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.addEventListener("focusin", (event) => this.#focused(event), { signal });
  }

  /** @param {BoardState} state */
  set state(state) {
    const before = this.#state;
    this.#state = state;
    const now = rowInPlay(state);
    const { draft } = state;
    const other = !before?.draft || rowInPlay(before) !== now;
    const moved = draft && !draft.remote && draft.cursor !== null && (other || before.draft.cursor !== draft.cursor);
    if (moved) this.#at = { row: now, column: draft.cursor + 1 };
    else if (!this.#reachable.includes(this.#at.row)) this.#at = { row: now, column: 1 };
    if (!this.#reachable.includes(this.#at.row)) this.#at = { row: this.#codeRow, column: 1 };
    const held = this.contains(document.activeElement);
    this.#draw();
    if (held && moved) this.#cell()?.focus({ preventScroll: true });
    if (!before || rowInPlay(before) !== now) this.#scroll();
  }

  /** The guess in a row, counted from 1. @param {number} number */
  guessAt(number) {
    return this.#state.rows[number - 1]?.guess;
  }

  /** Put the focus where pegs go. @override */
  focus() {
    this.#cell()?.focus({ preventScroll: true });
  }

  /** Shake the row being laid. */
  refuse() {
    const row = this.querySelector(".row[data-state=current], .bay.laying");
    const steps = [0, -5, 5, -5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    if (moves()) row?.animate(steps, SHAKE);
  }

  get #codeRow() {
    return this.#state.terms.rows + 1;
  }

  /** Rows that can have the focus, from the bottom. */
  get #reachable() {
    const { rows, draft } = this.#state;
    const current = draft && !draft.code ? [rows.length + 1] : [];
    return [...rows.map((_, place) => place + 1), ...current, this.#codeRow];
  }

  /** @returns {HTMLElement|null} */
  #cell({ row, column } = this.#at) {
    return this.querySelector(`[data-row="${row}"][data-column="${column}"]`);
  }

  /** Keep the row in play in view if the rows scroll. */
  #scroll() {
    const rows = this.querySelector(".rows");
    /** @type {HTMLElement|null} */
    const row = this.querySelector(`.row[data-number="${rowInPlay(this.#state)}"]`);
    if (rows && row) rows.scrollTop = row.offsetTop - rows.clientHeight / 2;
  }

  #draw() {
    const { terms, rows, label } = this.#state;
    const grid = { role: "grid", "aria-label": label, "aria-rowcount": this.#codeRow, "aria-colcount": terms.pegs + 2 };
    const numbers = Array.from({ length: terms.rows }, (_, place) => terms.rows - place);
    update(
      this,
      h(
        "div",
        { class: "board", ...grid },
        this.#bay(),
        h(
          "div",
          { class: "rows", role: "rowgroup" },
          numbers.map((number) => this.#line(number, rows[number - 1])),
        ),
      ),
    );
  }

  #line(number, row) {
    const { terms, rows, draft } = this.#state;
    const laying = draft && !draft.code && number === rows.length + 1;
    const asked = row?.guess && !row.feedback;
    const state = laying || asked ? "current" : row ? "played" : "future";
    const pegs = laying ? draft.pegs : [...(row?.guess ?? "")];
    return h(
      "div",
      {
        class: this.#kind(number, row, laying, asked),
        role: "row",
        "aria-rowindex": terms.rows + 2 - number,
        "aria-hidden": state === "future" ? "true" : null,
        "data-state": state,
        "data-number": number,
        "data-part": `row ${number}`,
      },
      this.#number(number, row, state),
      Array.from({ length: terms.pegs }, (_, place) => this.#hole(number, place, pegs[place], row, state)),
      this.#answer(number, row, state),
    );
  }

  #kind(number, row, laying, asked) {
    const { terms, rows, marked = [], draft, sending, over, fresh, cheer, answer = null } = this.#state;
    const last = over && number === rows.length;
    const won = last && row.feedback === `${terms.pegs}+0`;
    const names = {
      row: true,
      played: row,
      remote: laying ? draft.remote : asked && answer === null,
      sending: laying && sending,
      asked,
      marked: marked.includes(number),
      out: row && !row.guess,
      copies: this.#copies(row),
      fresh: fresh === number,
      last,
      won,
      cheer: won && cheer,
    };
    return Object.keys(names).filter((name) => names[name]).join(" ");
  }

  /** Whether a played row can be copied into the one being laid. */
  #copies(row) {
    const { draft } = this.#state;
    return Boolean(row?.guess && draft && !draft.code && !draft.remote);
  }

  #number(number, row, state) {
    const { marked = [] } = this.#state;
    const pointed = marked.includes(number);
    const name = `Row ${number}${pointed ? ", highlighted" : ""}${this.#copies(row) ? ", copy it" : ""}`;
    return h(
      "span",
      { class: "no", role: "rowheader", "aria-label": name, ...this.#place(number, 0, state) },
      h("span", { "aria-hidden": "true" }, pointed ? "▸ " : "", number),
    );
  }

  #hole(number, place, letter, row, state) {
    const { terms, draft } = this.#state;
    const laying = state === "current" && !row && !draft.remote;
    const held = letter ? nameOf(terms, letter) : row ? "out of time" : state === "current" ? "no peg yet" : "not played";
    return h(
      "span",
      {
        class: "cell",
        role: "gridcell",
        "aria-label": `row ${number}, hole ${place + 1}, ${held}`,
        "aria-selected": laying ? String(draft.cursor === place) : null,
        "data-hole": laying ? place : null,
        ...this.#place(number, place + 1, state),
      },
      peg(terms, letter),
    );
  }

  #answer(number, row, state) {
    const { terms, answer = null } = this.#state;
    const counting = state === "current" ? answer : null;
    const words = row?.feedback
      ? answerSpoken(terms, row.feedback)
      : row?.guess
        ? "not marked yet"
        : row
          ? "none, out of time"
          : counting
            ? `${answerSpoken(terms, counting)} so far`
            : "none yet";
    return h(
      "span",
      {
        class: "answer",
        role: "gridcell",
        "aria-label": `row ${number}, answer: ${words}`,
        ...this.#place(number, terms.pegs + 1, state),
      },
      row && !row.guess
        ? h("span", { class: "spent", "aria-hidden": "true" }, "out of time")
        : plate(terms, row?.feedback ?? counting, { preview: counting !== null }),
    );
  }

  #bay() {
    const { terms, code, draft, curtain, sending, tag = "" } = this.#state;
    const laying = draft?.code && !draft.remote;
    const shown = laying ? draft.pegs : code && !curtain ? [...code] : null;
    const number = this.#codeRow;
    const hidden = shown ? null : curtain ? "behind your shield" : "hidden behind the shield";
    const kind = ["bay", shown && "open", laying && "laying", laying && sending && "sending"];
    return h(
      "div",
      { class: kind.filter(Boolean).join(" "), role: "row", "aria-rowindex": 1, "data-part": "code" },
      h(
        "span",
        { class: "no", role: "rowheader", "aria-label": "Code", ...this.#place(number, 0) },
        h("span", { "aria-hidden": "true" }),
      ),
      Array.from({ length: terms.pegs }, (_, place) => {
        const letter = shown?.[place];
        const held = hidden ?? (letter ? nameOf(terms, letter) : "no peg yet");
        return h(
          "span",
          {
            class: "cell",
            role: "gridcell",
            "aria-label": `code, hole ${place + 1}, ${held}`,
            "aria-selected": laying ? String(draft.cursor === place) : null,
            "data-hole": laying ? place : null,
            ...this.#place(number, place + 1),
          },
          peg(terms, letter),
        );
      }),
      h(
        "span",
        { class: "tag", role: "gridcell", "aria-label": tag || "no key pegs here", ...this.#place(number, terms.pegs + 1) },
        shown && tag,
      ),
      !laying &&
        h(
          "div",
          { class: "shield", "aria-hidden": "true" },
          Array.from({ length: terms.pegs }, () => h("span", {}, "?")),
        ),
    );
  }

  /** Where a cell is, for keys. What cannot be reached has no tab index. */
  #place(row, column, state = "") {
    if (state === "future") return { "data-row": row, "data-column": column };
    const here = this.#at.row === row && this.#at.column === column;
    return { tabindex: here ? 0 : -1, "data-row": row, "data-column": column };
  }

  #focused(event) {
    const cell = event.target.closest("[data-row]");
    if (!cell) return;
    this.#cell()?.setAttribute("tabindex", "-1");
    this.#at = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    cell.setAttribute("tabindex", "0");
    const { draft } = this.#state;
    const place = this.#at.column - 1;
    if (cell.dataset.hole === undefined || draft?.cursor === place) return;
    this.dispatchEvent(new CustomEvent("peg-cursor", { bubbles: true, detail: { place } }));
  }

  #key(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const { row, column } = this.#at;
    const rows = this.#reachable;
    const place = rows.indexOf(row);
    const end = this.#state.terms.pegs + 1;
    const to = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [rows[place + 1], column],
      ArrowDown: [rows[place - 1], column],
      Home: [row, 0],
      End: [row, end],
      PageUp: [this.#codeRow, column],
      PageDown: [rows[0], column],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.#cell({ row: to[0], column: to[1] })?.focus();
  }
}

customElements.define("peg-board", PegBoard);
