/** Shapes for the pegs that a page brings along with letters alone. */
import { shapeAt } from "./peg.js";

for (const peg of document.querySelectorAll(".peg.lettered[data-place]")) {
  const shape = shapeAt(Number(peg.dataset.place));
  if (!shape) continue;
  peg.append(shape);
  peg.classList.remove("lettered");
}
