/**
 * Pegs dragged by hand, from the tray or from hole to hole: an addition to tapping, never the only way.
 * What can be dragged has `data-drag` with a letter, or is a hole (`data-hole`) that has a peg.
 */

/** How far a finger moves before it drags. */
const SLACK = 8;

/**
 * @typedef {object} Hands
 * @property {(source: HTMLElement) => string|null} letter the peg that something holds, if any
 * @property {(source: HTMLElement, hole: number|null) => void} drop gets null if the peg was let go outside the row
 */

/** Let pegs below `root` be dragged until `signal` is aborted. @param {HTMLElement} root @param {Hands & {signal: AbortSignal}} hands */
export function drags(root, { signal, ...hands }) {
  const drag = new Drag(root, hands);
  root.addEventListener("pointerdown", (event) => drag.press(event), { signal });
  addEventListener("pointermove", (event) => drag.move(event), { signal });
  addEventListener("pointerup", (event) => drag.release(event), { signal });
  addEventListener("pointercancel", () => drag.end(), { signal });
  signal.addEventListener("abort", () => drag.end());
  // Otherwise browsers drag pictures and selected text.
  root.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

/** One press of a pointer, which becomes a drag when it moves. */
class Drag {
  /** What was pressed. @type {HTMLElement|null} */
  #source = null;
  /** The peg under the pointer, once it is dragged. @type {HTMLElement|null} */
  #ghost = null;
  #start = { x: 0, y: 0 };
  #root;
  #hands;

  /** @param {HTMLElement} root @param {Hands} hands */
  constructor(root, hands) {
    this.#root = root;
    this.#hands = hands;
  }

  /** @param {PointerEvent} event */
  press(event) {
    /** @type {HTMLElement|null} */
    const held = /** @type {Element} */ (event.target).closest("[data-drag], [data-hole]");
    if (event.button !== 0 || !event.isPrimary || !held || !this.#hands.letter(held)) return;
    this.#source = held;
    this.#start = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.#source) return;
    const { x, y } = this.#start;
    if (!this.#ghost && Math.hypot(event.clientX - x, event.clientY - y) < SLACK) return;
    this.#ghost ??= this.#lift();
    if (!this.#ghost) return this.end();
    this.#ghost.style.setProperty("left", `${event.clientX}px`);
    this.#ghost.style.setProperty("top", `${event.clientY}px`);
    this.#light(this.#hole(event));
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.#source) return;
    const [source, dragged] = [this.#source, this.#ghost];
    const target = dragged ? this.#hole(event) : null;
    this.end();
    if (!dragged) return;
    // The click that follows a drag is not a tap.
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")), 0);
    this.#hands.drop(source, target ? Number(target.dataset.hole) : null);
  }

  end() {
    this.#ghost?.remove();
    this.#light(null);
    this.#source = this.#ghost = null;
  }

  #lift() {
    const ghost = /** @type {HTMLElement|undefined} */ (this.#source.querySelector(".peg")?.cloneNode(true));
    ghost?.classList.add("ghost");
    if (ghost) document.body.append(ghost);
    return ghost ?? null;
  }

  /** Light the hole under the pointer, and no other. @param {HTMLElement|null} hole */
  #light(hole) {
    this.#root.querySelector(".over-hole")?.classList.remove("over-hole");
    hole?.classList.add("over-hole");
  }

  /** @param {PointerEvent} event @returns {HTMLElement|null} */
  #hole(event) {
    /** @type {HTMLElement|null|undefined} */
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hole]");
    return under && this.#root.contains(under) ? under : null;
  }
}
