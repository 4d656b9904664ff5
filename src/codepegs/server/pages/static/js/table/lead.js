/** The lead of the table: what goes on, the players with clocks and points, and what must not be missed. */
import { h } from "../lib/dom.js";
import { dailyNumber } from "../lib/daily.js";
import { calledHere, nameAt, seated } from "../lib/model.js";
import { offerWords, role } from "../lib/sentences.js";

/** Which game of which edition this is. @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game */
export function gameTitle(view, game) {
  const { solo, daily, friendly, games, title, offline } = view.terms;
  const played = `${daily && friendly ? ", played later" : ""}${offline ? ", offline" : ""}`;
  if (daily) return `Daily code No. ${dailyNumber(daily)}${played}`;
  if (solo) return `Solo${played} · ${title}`;
  return `Game ${game.number} of ${games}${game.replay ? ", again" : ""} · ${title}`;
}

/** What goes on now. In matches the header says it on phones, and the clock is with its player. @param {string} text @param {boolean} [solo] */
export const status = (text, solo = false) =>
  h("h1", { class: "status", "data-part": "status" }, h("span", {}, text), solo && h("turn-clock", { role: "timer" }));

/**
 * The two players of a game. Nobody is shown in a solo game.
 * @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game|null} game
 * @param {{here: boolean[]}} crowd
 * @param {{bubble?: (player: number) => import("../lib/dom.js").Content, challenge?: boolean}} [more]
 * `bubble` is what a player says, `challenge` is whether anybody may take the empty seat
 */
export function players(view, game, crowd, { bubble = () => null, challenge = false } = {}) {
  if (view.terms.solo) return null;
  const empty = challenge ? { name: "Anyone", role: "Open seat" } : { name: "Your friend", role: "Invited" };
  const shown = [0, 1].map((player) => {
    const { computer, seated: taken } = view.players[player];
    const away = taken && !computer && !crowd.here[player] && player !== view.you && !view.outcome;
    const turn = view.turn === player && game === view.game;
    const name = calledHere(view, player) || (seated(view) || challenge ? empty.name : "Second player");
    return h(
      "div",
      { class: "player", "data-turn": turn },
      h("span", { class: "face", "aria-hidden": "true" }, face(view, player)),
      h("b", { class: "name", dir: "auto", title: nameAt(view, player) || null }, name),
      h(
        "small",
        {},
        away ? h("span", { class: "away" }, "Away") : role(view, game, player) || (taken ? "" : empty.role),
        turn && h("span", { class: "unseen" }, ", to move"),
      ),
      turn && h("turn-clock", { role: "timer" }),
      h(
        "span",
        { class: "points" },
        pointsOf(view, player),
        h("span", { class: "unseen" }, pointsOf(view, player) === 1 ? " point" : " points"),
      ),
      bubble(player),
    );
  });
  return h("section", { class: "players", "aria-label": "Players and points", "data-part": "players" }, shown);
}

/** The points that are shown: with the rows so far, if the edition keeps score that way. @param {import("../lib/model.js").View} view @param {number} player */
const pointsOf = (view, player) => view.score_pegs?.[player].hole ?? view.points[player];

/** The peg of a player: the score peg, if the edition has some. */
function face(view, player) {
  const paint = view.score_pegs?.[player].paint ?? ["white", "black"][player];
  return h("span", { class: "peg", "data-colour": paint });
}

/** What black and white key pegs mean. @param {any} terms */
export function legend(terms) {
  const { keys } = terms;
  const sample = ({ paint }) =>
    keys.style === "arms" ? h("span", { class: "arm", "data-key": paint }, 1) : h("i", { class: "key", "data-key": paint });
  const line = (key, where) =>
    h(
      "li",
      {},
      h("span", { class: "plate", "data-columns": 1, "aria-hidden": "true" }, sample(key)),
      h("span", {}, h("span", { class: "unseen" }, `${key.name}: `), h("span", { class: "long" }, `Right ${terms.colour_word}, `), where),
    );
  return h(
    "ul",
    { class: "legend", "data-part": "legend" },
    line(keys.black, "right place"),
    line(keys.white, "wrong place"),
  );
}

/**
 * What was refused, what has happened, and offers with their answers.
 * @param {import("../lib/model.js").View} view
 * @param {{refused: string, news: string, late: boolean, moving: import("../lib/dom.js").Content}} more
 */
export function notices(view, { refused, news, late, moving }) {
  return h(
    "div",
    { class: "notices", "data-part": "notices" },
    refused && h("p", { class: "notice warn", role: "alert", "data-part": "refused" }, refused),
    news && h("p", { class: "notice news", "data-part": "news" }, news),
    moving,
    late &&
      h(
        "p",
        { class: "notice", "data-part": "late" },
        "This invitation has already been used, so you’re watching. If you used it on another device, choose “Move to another device” there.",
      ),
    view.offers.map((offer) => offered(view, offer)),
  );
}

function offered(view, { by, offer }) {
  const mine = by === view.you;
  const who = mine ? "You’d like " : [h("b", { class: "name" }, nameAt(view, by)), " would like "];
  const button = (label, yes, kind = "") =>
    h(
      "button",
      { type: "button", class: `btn small ${kind}`, "data-act": "reply", "data-offer": offer, "data-yes": yes },
      label,
    );
  return h(
    "div",
    { class: "notice offer", "data-part": `offer ${by} ${offer}` },
    h("p", {}, who, offerWords(view, offer), "."),
    seated(view) &&
      h(
        "div",
        { class: "actions" },
        mine ? button("Withdraw", null) : [button("Yes", "yes", "primary"), button("No", null)],
      ),
  );
}

/** Games of the match, to look at again. @param {import("../lib/model.js").View} view @param {number|null} looking */
export function games(view, looking) {
  const all = [...view.past, view.game];
  if (all.length < 2) return null;
  return h(
    "div",
    { class: "games", role: "group", "aria-label": "Games", "data-part": "games" },
    all.map((game, place) => {
      const shown = looking === null ? place === all.length - 1 : place === looking;
      const label = `Game ${game.number}${game.ending === "void" ? ", void" : game.replay ? ", again" : ""}`;
      const what = { "data-act": "look", "data-place": place, "aria-pressed": String(shown) };
      return h("button", { type: "button", class: "btn small", ...what }, label);
    }),
  );
}
