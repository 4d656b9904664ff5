/** Points: names and totals, and where the edition has them score pegs on a track or on lines of holes. */
import { h } from "../lib/dom.js";
import { NOBODY, nameAt } from "../lib/model.js";
import { role } from "../lib/sentences.js";

/** Holes in a line of the track; no sheet says how many there are. */
const TRACK = 30;

/** Who plays a match: "Ada and Bob", or "Ada, solo". @param {(string|null)[]} names */
export function pairOf([one, two]) {
  const name = (text) => h("b", { class: "name", dir: "auto" }, text ?? "a friend");
  return one === NOBODY ? [name(two), ", solo"] : [name(one), " and ", name(two)];
}

/**
 * The two players with their roles in a game. There is nobody to show in a solo game.
 * @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game|null} game
 * @param {{here: boolean[], watching: number}} crowd
 */
export function players(view, game, crowd) {
  if (view.terms.solo) return null;
  return h(
    "section",
    { class: "players", "aria-label": "Players and points", "data-part": "players" },
    [0, 1].map((player) => {
      const { computer, seated } = view.players[player];
      const away = seated && !computer && !crowd.here[player] && player !== view.you;
      return h(
        "div",
        { class: `player${view.turn === player ? " turn" : ""}` },
        h(
          "span",
          { class: "who" },
          h("b", { class: "name", dir: "auto", title: nameAt(view, player) }, nameAt(view, player)),
        ),
        h(
          "span",
          { class: "role soft" },
          role(view, game, player) || (seated ? "" : "invited"),
          player === view.you && " (you)",
          away && h("span", { class: "away" }, " away"),
        ),
        h(
          "span",
          { class: "points" },
          view.points[player],
          h("span", { class: "unseen" }, view.points[player] === 1 ? " point" : " points"),
        ),
      );
    }),
  );
}

/** @param {import("../lib/model.js").View} view */
export function track(view) {
  const pegs = view.score_pegs;
  if (!pegs) return null;
  const leader = Math.max(pegs[0].hole, pegs[1].hole);
  const lines = Math.max(1, Math.ceil(leader / TRACK));
  const start = Math.max(0, lines - 2) * TRACK;
  const kind = view.terms.score_keeping === "lines" ? "Score lines" : "Score tracker";
  return h(
    "section",
    { class: "track", "aria-label": kind, "data-part": "track" },
    pegs.map((peg, player) =>
      h(
        "div",
        { class: "track-player" },
        h("span", { class: "unseen" }, `${nameAt(view, player)}, ${peg.paint} peg: hole ${peg.hole}`),
        h("span", { class: "track-name name", "aria-hidden": "true" }, nameAt(view, player)),
        Array.from({ length: Math.min(2, lines) }, (_, line) =>
          h(
            "div",
            { class: "track-line", "aria-hidden": "true" },
            line === 0 && h("span", { class: "start" }, peg.hole <= start && scorePeg(peg.paint)),
            Array.from({ length: TRACK }, (_, along) => {
              const hole = start + line * TRACK + along + 1;
              return h(
                "span",
                { class: hole % 10 ? "pin" : "pin ten" },
                hole === peg.hole && scorePeg(peg.paint),
              );
            }),
          ),
        ),
      ),
    ),
  );
}

const scorePeg = (paint) => h("span", { class: "score-peg", "data-key": paint });
