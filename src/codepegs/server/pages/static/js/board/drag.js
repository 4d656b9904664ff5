/**
 * Pegs dragged by hand, from the tray or from hole to hole: an addition to tapping, never the only way.
 * What can be dragged has `data-drag` with a letter, or is a hole (`data-hole`) that has a peg.
 */

/** How far a finger moves before it drags. */
const SLACK = 8;

/**
 * @param {HTMLElement} root
 * @param {{letter: (source: HTMLElement) => string|null, drop: (source: HTMLElement, hole: number|null) => void,
 *   signal: AbortSignal}} hands `drop` gets null if the peg was let go outside the row
 */
export function drags(root, { letter, drop, signal }) {
  /** @type {HTMLElement|null} */
  let source = null;
  /** @type {HTMLElement|null} */
  let ghost = null;
  let start = { x: 0, y: 0 };

  /** @param {PointerEvent} event @returns {HTMLElement|null} */
  const hole = (event) => {
    /** @type {HTMLElement|null|undefined} */
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hole]");
    return under && root.contains(under) ? under : null;
  };
  const end = () => {
    ghost?.remove();
    root.querySelector(".over-hole")?.classList.remove("over-hole");
    source = ghost = null;
  };
  const follow = (event) => {
    ghost.style.setProperty("left", `${event.clientX}px`);
    ghost.style.setProperty("top", `${event.clientY}px`);
    root.querySelector(".over-hole")?.classList.remove("over-hole");
    hole(event)?.classList.add("over-hole");
  };

  root.addEventListener(
    "pointerdown",
    (event) => {
      /** @type {HTMLElement|null} */
      const held = /** @type {Element} */ (event.target).closest("[data-drag], [data-hole]");
      if (event.button !== 0 || !event.isPrimary || !held || !letter(held)) return;
      source = held;
      start = { x: event.clientX, y: event.clientY };
    },
    { signal },
  );
  addEventListener(
    "pointermove",
    (event) => {
      if (!source) return;
      if (!ghost && Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
      if (!ghost) {
        ghost = /** @type {HTMLElement|undefined} */ (source.querySelector(".peg")?.cloneNode(true));
        if (!ghost) return end();
        ghost.classList.add("ghost");
        document.body.append(ghost);
      }
      follow(event);
    },
    { signal },
  );
  addEventListener(
    "pointerup",
    (event) => {
      if (!source) return;
      const [from, dragged] = [source, ghost];
      const target = dragged ? hole(event) : null;
      end();
      if (!dragged) return;
      // The click that follows a drag is not a tap.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")), 0);
      drop(from, target ? Number(target.dataset.hole) : null);
    },
    { signal },
  );
  addEventListener("pointercancel", end, { signal });
  signal.addEventListener("abort", end);
  // Otherwise browsers drag pictures and selected text.
  root.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}
