/** Shapes for the pegs that a page brings along with letters alone. */
import { shapeAt } from "../board/peg.js";

/** @type {NodeListOf<HTMLElement>} */
const drawn = document.querySelectorAll(".peg[data-place]");

for (const peg of drawn) {
  const shape = shapeAt(Number(peg.dataset.place));
  if (shape) peg.append(shape);
}
