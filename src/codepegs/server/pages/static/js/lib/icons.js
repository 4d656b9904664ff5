/** Shapes for the pegs that a page brings along with letters alone. */
import { shapeAt } from "../elements/peg.js";

/** @type {NodeListOf<HTMLElement>} */
const lettered = document.querySelectorAll(".peg.lettered[data-place]");

for (const peg of lettered) {
  const shape = shapeAt(Number(peg.dataset.place));
  if (!shape) continue;
  peg.append(shape);
  peg.classList.remove("lettered");
}
