/**
 * Row editor: everything that lays pegs into a row, for any page with a board.
 *
 * A page owns one and keeps it for as long as it is connected:
 *
 *     #editor = new RowEditor(this, { check: (code) => this.#play(code), changed: () => this.draw() });
 *
 *     listen(signal) { this.#editor.connect(signal); … }
 *
 * Say what is to be laid with `lay({ terms, place, … })`, as often as you like: the pegs stay if `place` is the same.
 * Say `rest()` if nothing is. Then draw the page, with the dock next to the board:
 *
 *     const state = { terms, rows, code, draft: this.#editor.laid, label };
 *     update(this, stage(state, {}, this.#editor.dock()));
 *     this.querySelector("peg-board").state = state;
 *
 * Pegs are laid by clicks and taps on colours, by dragging either way, and by typing letters or digits anywhere on the
 * page. Enter or *Check* calls `check(code)` if the row may be played; if not, the row shakes and the reason is
 * announced. Every change calls `changed`, which draws the page.
 *
 * While `busy` is true a row is on its way: the dock is off, and letters typed meanwhile go into the next row.
 */
import { say } from "../lib/announce.js";
import { store, storedJson } from "../lib/api.js";
import { fault } from "../lib/model.js";
import { play } from "../lib/sound.js";
import { tray } from "./dock.js";
import { Draft } from "./draft.js";
import { drags } from "./drag.js";
import { letterOf, lettersOf } from "./keys.js";

/**
 * @typedef {object} Laying what is to be laid
 * @property {any} terms
 * @property {string} place which row of which game; the pegs are kept while it is the same
 * @property {string|null} [key] where the pegs survive a reload of this tab, such as the name of a table
 * @property {boolean} [code] whether it is the code behind the shield, not a guess
 * @property {import("./notes.js").Notes|null} [notes]
 * @property {string} [check] what is on the button
 */

/**
 * Keys typed while a row is on its way. Every editor of a page shares them: the start page leaves its row to the table.
 * @type {string[]}
 */
let ahead = [];

/** @param {string} key */
const keptAt = (key) => `codepegs.draft.${key}`;

export class RowEditor {
  #page;
  #check;
  #changed;
  /** @type {Laying|null} */
  #laying = null;
  /** @type {Draft|null} */
  draft = null;
  #busy = false;

  /**
   * @param {HTMLElement} page the element that contains one <peg-board> and the dock
   * @param {{check: (code: string) => unknown, changed: () => void}} owner
   */
  constructor(page, { check, changed }) {
    this.#page = page;
    this.#check = check;
    this.#changed = changed;
  }

  /** Whether a row is on its way: then nothing can be laid. */
  get busy() {
    return this.#busy;
  }

  set busy(busy) {
    if (this.#busy && !busy) ahead = [];
    this.#busy = busy;
  }

  /** Listen until the signal is aborted. @param {AbortSignal} signal */
  connect(signal) {
    const page = this.#page;
    page.addEventListener("click", (event) => this.#clicked(event), { signal });
    page.addEventListener("contextmenu", (event) => this.#removed(event), { signal });
    page.addEventListener("peg-cursor", (/** @type {CustomEvent} */ event) => this.#point(event.detail.place), { signal });
    // A colour that is clicked does not take the focus, so that Enter checks the row and does not press it again.
    page.addEventListener("mousedown", (event) => inTray(event) && event.preventDefault(), { signal });
    document.addEventListener("keydown", (event) => this.#typed(event), { signal });
    drags(page, {
      letter: (source) => this.#letterAt(source),
      drop: (source, hole) => this.#dropped(source, hole),
      signal,
    });
  }

  /** @param {Laying} laying */
  lay(laying) {
    const before = this.#laying;
    const same = before?.place === laying.place && before.key === laying.key;
    this.#laying = laying;
    if (same && this.draft) return;
    const { key, place, terms } = laying;
    const kept = key ? storedJson(keptAt(key), sessionStorage) : null;
    if (kept && kept.place !== place) store(keptAt(key), null, sessionStorage);
    const pegs = kept?.place === place && kept.pegs?.length === terms.pegs ? kept.pegs : Array(terms.pegs).fill(null);
    this.draft = new Draft(pegs, (laid) => key && store(keptAt(key), JSON.stringify({ place, pegs: laid }), sessionStorage));
    if (before && !laying.code) this.#putAhead();
  }

  /** Put what was typed ahead into a row that has just begun. */
  #putAhead() {
    const letters = lettersOf(this.#laying.terms);
    for (const key of ahead) {
      const letter = letterOf(letters, key);
      if (letter) this.draft.put(letter);
    }
    ahead = [];
  }

  /** There is nothing to lay. What was laid is forgotten. @param {string} [key] also what was kept before a reload */
  rest(key) {
    const kept = key ?? this.#laying?.key;
    if (kept) store(keptAt(kept), null, sessionStorage);
    this.#laying = null;
    this.draft = null;
  }

  /** The row goes on at a table that has just been opened, and there it survives a reload. @param {string} key */
  moveTo(key) {
    const { key: old, place } = this.#laying;
    if (old) store(keptAt(old), null, sessionStorage);
    store(keptAt(key), JSON.stringify({ place, pegs: this.draft.pegs }), sessionStorage);
  }

  /** Another board is looked at meanwhile. What was laid stays where it survives a reload. */
  pause() {
    this.#laying = null;
    this.draft = null;
  }

  /** The draft as a board draws it. @returns {import("./peg-board.js").Laid|null} */
  get laid() {
    if (!this.draft) return null;
    return { pegs: this.draft.pegs, cursor: this.draft.cursor, code: this.#laying.code ?? false };
  }

  /** Why the row may not be played as it is, or null. */
  get fault() {
    return this.draft && fault(this.#laying.terms, this.draft.pegs, this.#laying.code ?? false);
  }

  /** The row that is laid, if it may be played. @returns {string|null} */
  get plan() {
    return this.draft && !this.fault ? this.draft.pegs.join("") : null;
  }

  /**
   * The dock with the tray, or null if nothing is laid.
   * @param {import("../lib/dom.js").Content} [more] what is below the colours @param {import("../lib/dom.js").Content} [above]
   */
  dock(more = null, above = null) {
    const { draft, fault: wrong, busy } = this;
    if (!draft) return null;
    const { terms, notes = null, code = false, check = code ? "Set code" : "Check" } = this.#laying;
    return tray({
      terms,
      draft,
      notes,
      label: code ? "Place your code" : "Place your guess",
      check: busy ? "Sending …" : wrong && draft.full ? `Each ${terms.colour_word} once` : check,
      fault: wrong,
      ready: !wrong && !busy,
      busy,
      more,
      above,
    });
  }

  /** @returns {import("./peg-board.js").PegBoard|null} */
  get #board() {
    return this.#page.querySelector("peg-board");
  }

  /** Do something to the draft, unless it is on its way. @param {(draft: Draft) => unknown} work */
  #edit(work) {
    if (!this.draft || this.busy) return;
    if (work(this.draft) === false) this.#board?.refuse();
    else play("peg");
    this.#changed();
  }

  #point(place) {
    if (!this.draft || this.draft.cursor === place) return;
    this.draft.cursor = place;
    this.#changed();
  }

  check() {
    if (!this.draft || this.busy) return;
    const { plan } = this;
    if (plan) return this.#check(plan);
    this.#board?.refuse();
    say(this.fault);
  }

  #clicked(event) {
    const source = event.target.closest("[data-lay], [data-hole], .row.copies");
    if (!source || !this.draft) return;
    const { lay, letter, hole, number } = source.dataset;
    if (lay === "check") {
      this.check();
      // By key: the button stays, and the focus goes to the next row.
      if (event.detail === 0) this.#board?.focus();
    } else if (lay === "put") this.#edit((draft) => draft.put(letter));
    else if (lay === "undo") this.#edit((draft) => draft.undo());
    else if (lay === "clear") this.#edit((draft) => draft.clear());
    else if (hole !== undefined) this.#tapped(Number(hole));
    else this.#copy(Number(number));
  }

  /** A tap chooses a hole, and removes the peg that is there. @param {number} place */
  #tapped(place) {
    if (this.draft.pegs[place] !== null) this.#edit((draft) => draft.take(place));
    else this.#point(place);
  }

  #removed(event) {
    const hole = event.target.closest("[data-hole]");
    if (!hole || !this.draft) return;
    event.preventDefault();
    this.#tapped(Number(hole.dataset.hole));
  }

  /** Lay a played row once more. @param {number} number */
  #copy(number) {
    const guess = this.#board?.guessAt(number);
    if (guess) this.#edit((draft) => draft.copy(guess));
  }

  #letterAt(source) {
    if (!this.draft || this.busy) return null;
    return source.dataset.drag ?? this.draft.pegs[Number(source.dataset.hole)];
  }

  #dropped(source, hole) {
    const { drag, hole: from } = source.dataset;
    if (drag) return hole !== null && this.#edit((draft) => draft.put(drag, hole));
    if (hole === null) return this.#edit((draft) => draft.take(Number(from)));
    return hole !== Number(from) && this.#edit((draft) => draft.swap(Number(from), hole));
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    if (this.busy) this.#typeAhead(event);
    if (!this.draft) return;
    const act = this.#keyAct(event, target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {KeyboardEvent} event */
  #typeAhead({ key, altKey, ctrlKey, metaKey }) {
    if (altKey || ctrlKey || metaKey) return;
    if (key === "Backspace") ahead.pop();
    else if (key.length === 1) ahead.push(key);
  }

  /** What a key does, or null if it is not for the row. @param {KeyboardEvent} event @param {Element} target */
  #keyAct({ key, altKey, ctrlKey, metaKey, repeat }, target) {
    if (ctrlKey || metaKey) return key === "z" && !altKey ? () => this.#edit((draft) => draft.undo()) : null;
    if (altKey) return null;
    const pressable = target.closest("button, a, summary");
    if (key === "Enter") return pressable || repeat ? null : () => this.#entered(target);
    if (key === " " && pressable) return null;
    if (key === "Backspace") return () => this.#edit((draft) => draft.back());
    if (key === "Delete") return () => this.#edit((draft) => draft.cursor !== null && draft.take(draft.cursor));
    const letter = letterOf(lettersOf(this.#laying.terms), key);
    return letter ? () => this.#letter(letter, pressable !== null) : null;
  }

  /** After a letter Enter checks the row: so it is not to press the button that was clicked last. */
  #letter(letter, pressable) {
    if (pressable) this.#board?.focus();
    this.#edit((draft) => draft.put(letter));
  }

  /** Enter on a played row copies it; anywhere else it checks the row. @param {Element} target */
  #entered(target) {
    /** @type {HTMLElement|null} */
    const row = target.closest(".row.copies");
    if (row) this.#copy(Number(row.dataset.number));
    else this.check();
  }
}

/** @param {Event} event */
const inTray = (event) => /** @type {Element} */ (event.target).closest(".tray, .dock-row") !== null;
