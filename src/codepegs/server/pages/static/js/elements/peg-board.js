/**
 * <peg-board>: the board of one game. A grid with one tab stop: arrows move inside, and every hole has a name.
 * Row 1 is nearest to the codebreaker, so it stands at the bottom; those who listen hear it first all the same.
 *
 * `state` says what to draw. A row that is being laid tells what is done to it by events: `peg-put` {letter},
 * `peg-cursor` {place}, `peg-take` {place}, `peg-back`, `peg-copy` {code}, `peg-ready`.
 */
import { h, update } from "../lib/dom.js";
import { BLANK, answerSpoken, keyPegs, nameOf, peg } from "./peg.js";

/**
 * @typedef {object} BoardState
 * @property {any} terms
 * @property {import("../lib/model.js").Row[]} rows
 * @property {string|null} code the code, where it may be seen
 * @property {boolean} [curtain] whether its codemaker has drawn the shield over it
 * @property {{pegs: (string|null)[], cursor: number, code: boolean} | null} draft the row, or the code, being laid
 * @property {number[]} [marked] rows to point at, counted from 1
 * @property {boolean} [sending] whether the draft is on its way
 * @property {string} label
 */

/** The number of the row of the code, after all others. */
const codeRow = (terms) => terms.rows + 1;

export class PegBoard extends HTMLElement {
  /** @type {BoardState} */
  #state;
  /** Where the tab stop is: a row from 1, and a column from 0, which is the row's own number. */
  #at = { row: 1, column: 1 };

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** @param {BoardState} state */
  set state(state) {
    const before = this.#state;
    this.#state = state;
    this.style.setProperty("--rows", String(state.terms.rows));
    this.style.setProperty("--pegs", String(state.terms.pegs));
    this.style.setProperty("--columns", String(Math.ceil(state.terms.pegs / 2)));
    const { draft } = state;
    const moved =
      draft &&
      (!before?.draft || before.draft.cursor !== draft.cursor || this.#row(before) !== this.#row(state));
    if (moved) this.#at = { row: this.#row(state), column: draft.cursor + 1 };
    this.#at.row = Math.min(this.#at.row, codeRow(state.terms));
    const held = this.contains(document.activeElement);
    this.#draw();
    if (held && moved) this.#cell()?.focus();
    if (moved && (!before?.draft || this.#row(before) !== this.#row(state))) this.bring();
  }

  /** Put the focus where pegs go. @override */
  focus() {
    this.#cell()?.focus();
  }

  /** The row that is being laid. */
  #row(state) {
    if (!state.draft) return 0;
    return state.draft.code ? codeRow(state.terms) : state.rows.length + 1;
  }

  /** @returns {HTMLElement|null} */
  #cell({ row, column } = this.#at) {
    return this.querySelector(`[data-row="${row}"][data-column="${column}"]`);
  }

  /** Bring the row in hand into view. */
  bring() {
    this.querySelector(".line.current")?.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const { terms, rows, label } = this.#state;
    update(
      this,
      h(
        "div",
        {
          class: "board",
          role: "grid",
          "aria-label": label,
          "aria-rowcount": codeRow(terms),
          "aria-colcount": terms.pegs + 2,
        },
        Array.from({ length: terms.rows }, (_, place) => this.#line(place + 1, rows[place])),
        this.#bay(),
      ),
    );
  }

  #line(number, row) {
    const { terms, rows, marked = [], draft, sending } = this.#state;
    const current = draft && !draft.code && number === rows.length + 1;
    const pegs = current ? draft.pegs : [...(row?.guess ?? "")];
    const out = row && !row.guess;
    const kind = [
      "line",
      current && "current",
      current && sending && "sending",
      row ? "played" : "",
      number === rows.length && "newest",
      marked.includes(number) && "marked",
      out && "out",
    ];
    return h(
      "div",
      {
        class: kind.filter(Boolean).join(" "),
        role: "row",
        "aria-rowindex": number,
        "data-part": `row ${number}`,
      },
      this.#number(number, row, marked.includes(number)),
      Array.from({ length: terms.pegs }, (_, place) => this.#hole(number, place, pegs[place], current, out)),
      this.#keys(number, row),
    );
  }

  #number(number, row, marked) {
    const copies = row?.guess && this.#state.draft && !this.#state.draft.code;
    const name = `Row ${number}${marked ? ", pointed at" : ""}${copies ? ", copy it" : ""}`;
    return h(
      "span",
      {
        class: copies ? "number copies" : "number",
        role: "rowheader",
        "aria-label": name,
        ...this.#place(number, 0),
        "data-act": copies ? "copy-row" : null,
      },
      h("span", { "aria-hidden": "true" }, marked ? "▸ " : "", number),
    );
  }

  #hole(row, place, letter, current, out) {
    const { terms, draft } = this.#state;
    const held = letter ? nameOf(terms, letter) : out ? "out of time" : current ? "free" : "not played";
    return h(
      "span",
      {
        class: "cell",
        role: "gridcell",
        "aria-label": `row ${row}, hole ${place + 1}, ${held}`,
        "aria-selected": current ? String(draft.cursor === place) : null,
        "data-act": current ? "cursor" : null,
        "data-hole": current ? place : null,
        ...this.#place(row, place + 1),
      },
      peg(terms, letter || undefined),
    );
  }

  #keys(number, row) {
    const { terms } = this.#state;
    const answer = row?.feedback
      ? answerSpoken(terms, row.feedback)
      : row?.guess
        ? "not answered yet"
        : row
          ? "none, out of time"
          : "none yet";
    return h(
      "span",
      {
        class: "answer",
        role: "gridcell",
        "aria-label": `row ${number}, answer: ${answer}`,
        ...this.#place(number, terms.pegs + 1),
      },
      row?.guess && !row.feedback
        ? h("span", { class: "keys asked", "aria-hidden": "true" }, "?")
        : keyPegs(terms, row?.feedback ?? null),
    );
  }

  #bay() {
    const { terms, code, draft, curtain, sending } = this.#state;
    const laying = draft?.code ?? false;
    const shown = laying ? draft.pegs : code && !curtain ? [...code] : null;
    const number = codeRow(terms);
    const said = shown ? null : curtain ? "behind your shield" : "hidden behind the shield";
    return h(
      "div",
      {
        class: `line bay ${shown ? "open" : "closed"}${laying ? " current" : ""}${laying && sending ? " sending" : ""}`,
        role: "row",
        "aria-rowindex": number,
        "data-part": "code",
      },
      h(
        "span",
        { class: "number", role: "rowheader", "aria-label": "Code", ...this.#place(number, 0) },
        h("span", { "aria-hidden": "true" }, "code"),
      ),
      Array.from({ length: terms.pegs }, (_, place) => {
        const letter = shown?.[place];
        const held = said ?? (letter ? nameOf(terms, letter) : "free");
        return h(
          "span",
          {
            class: "cell",
            role: "gridcell",
            "aria-label": `code, hole ${place + 1}, ${held}`,
            "aria-selected": laying ? String(draft.cursor === place) : null,
            "data-act": laying ? "cursor" : null,
            "data-hole": laying ? place : null,
            ...this.#place(number, place + 1),
          },
          shown ? peg(terms, letter || undefined) : h("span", { class: "slat", "aria-hidden": "true" }),
        );
      }),
      h("span", {
        class: "answer",
        role: "gridcell",
        "aria-label": "no answer to the code",
        ...this.#place(number, terms.pegs + 1),
      }),
    );
  }

  #place(row, column) {
    const here = this.#at.row === row && this.#at.column === column;
    return { tabindex: here ? 0 : -1, "data-row": row, "data-column": column };
  }

  #focused(event) {
    const cell = event.target.closest("[data-row]");
    if (!cell) return;
    this.#move(Number(cell.dataset.row), Number(cell.dataset.column));
  }

  /** Take the tab stop along, and the cursor where pegs are laid. */
  #move(row, column) {
    this.#cell()?.setAttribute("tabindex", "-1");
    this.#at = { row, column };
    this.#cell()?.setAttribute("tabindex", "0");
    const { draft, terms } = this.#state;
    const place = column - 1;
    if (
      draft &&
      row === this.#row(this.#state) &&
      place >= 0 &&
      place < terms.pegs &&
      draft.cursor !== place
    ) {
      this.#tell("peg-cursor", { place });
    }
  }

  #click(event) {
    const cell = event.target.closest("[data-act]");
    if (!cell) return;
    if (cell.dataset.act === "copy-row") this.#copy(Number(cell.dataset.row));
    else this.#tell("peg-hole", { place: Number(cell.dataset.hole) });
  }

  #copy(row) {
    const guess = this.#state.rows[row - 1]?.guess;
    if (guess && this.#state.draft && !this.#state.draft.code) this.#tell("peg-copy", { code: guess });
  }

  #key(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const { terms, draft } = this.#state;
    const { row, column } = this.#at;
    const go = (toRow, toColumn) => {
      const inside = toRow >= 1 && toRow <= codeRow(terms) && toColumn >= 0 && toColumn <= terms.pegs + 1;
      if (inside) this.#cell({ row: toRow, column: toColumn })?.focus();
    };
    const moves = {
      ArrowLeft: () => go(row, column - 1),
      ArrowRight: () => go(row, column + 1),
      ArrowUp: () => go(row + 1, column),
      ArrowDown: () => go(row - 1, column),
      Home: () => go(row, 0),
      End: () => go(row, terms.pegs + 1),
      PageUp: () => go(codeRow(terms), column),
      PageDown: () => go(1, column),
    };
    const act = moves[event.key] ?? (draft ? this.#deed(event) : null);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What a key does to the row being laid. */
  #deed(event) {
    const { draft, rows } = this.#state;
    if (event.key === "Backspace") return () => this.#tell("peg-back");
    if (event.key === "Delete") return () => this.#tell("peg-take", { place: draft.cursor });
    if (event.key === "Enter" && !event.repeat) {
      const played = rows[this.#at.row - 1]?.guess;
      return () => (played ? this.#copy(this.#at.row) : this.#tell("peg-ready"));
    }
    const letter = this.#letter(event.key);
    return letter ? () => this.#tell("peg-put", { letter }) : null;
  }

  #letter(key) {
    const { terms } = this.#state;
    const letters = terms.colours.map((colour) => colour.letter);
    if (letters.includes(key.toUpperCase())) return key.toUpperCase();
    if (terms.blanks && (key === BLANK || key === " ")) return BLANK;
    return /^[1-9]$/.test(key) ? letters[Number(key) - 1] : undefined;
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

customElements.define("peg-board", PegBoard);
