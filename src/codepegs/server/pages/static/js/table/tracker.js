/** The score tracker (sheet 003) and the score lines (sheet 004): a lane of holes for each player, with a peg. */
import { h } from "../lib/dom.js";
import { calledHere } from "../lib/model.js";
import { counted } from "../lib/sentences.js";

/** Holes of a lane after the first one. Beyond them a lane begins where another one would end. */
const HOLES = 30;

/** Nothing, if the edition keeps score on paper. @param {import("../lib/model.js").View} view */
export function tracker(view) {
  const pegs = view.score_pegs;
  if (!pegs) return null;
  const start = Math.max(0, Math.ceil(Math.max(pegs[0].hole, pegs[1].hole) / HOLES) - 1) * HOLES;
  const name = view.terms.score_keeping === "lines" ? "Score lines" : "Score tracker";
  return h(
    "section",
    { class: "track", "aria-label": name, "data-part": "track" },
    pegs.map((_, player) => lane(view, player, start)),
    h("div", { class: "tens", "aria-hidden": "true" }, [0, 10, 20, 30].map((ten) => h("span", {}, start + ten))),
  );
}

/** @param {import("../lib/model.js").View} view @param {number} player @param {number} start the first hole */
function lane(view, player, start) {
  const { hole, paint } = view.score_pegs[player];
  const from = view.points[player];
  const holes = Array.from({ length: HOLES + 1 }, (_, place) => {
    const each = start + place;
    const kind = each >= hole ? "" : each > from ? "now" : each === from ? "from" : "past";
    return h("i", { class: each % 10 || kind ? kind : "ten" });
  });
  const label = `${calledHere(view, player)}: ${counted(hole, "point")}, ${paint} peg in hole ${hole}`;
  // A peg further behind stands at the start.
  const peg = h("span", { class: "peg", "data-colour": paint, style: { "--at": Math.max(0, hole - start) } });
  return h("div", { class: "lane", role: "img", "aria-label": label }, holes, peg);
}
