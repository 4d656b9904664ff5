/** How games and matches end: what a reveal has shown, what it was worth, who has won. */
import { recordAddress, rematchPage, reviewPage } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { gameKey, nameAt, seated } from "../lib/model.js";
import { spoken } from "../elements/peg.js";
import { ending, gameName, hintsTaken, proof, verdict } from "../lib/sentences.js";

/**
 * How a game ended, what it was worth, and whether its code is the one that was fixed before.
 * @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game
 * @param {{honest: boolean|null|undefined, next: boolean}} more `next` where another game waits behind it
 */
export function ended(view, game, { honest, next }) {
  const [one, two] = game.points;
  const told = proof(view.terms, game);
  const card = h(
    "section",
    {
      class: "card ended",
      "aria-label": gameName(game),
      "data-part": `ended ${gameKey(game)}`,
    },
    h("h2", {}, `Game ${game.number} of ${view.terms.games}${game.replay ? ", played again" : ""}`),
    h("p", {}, ending(view, game), " ", hintsTaken(view, game)),
    told.length > 0 &&
      h(
        "ul",
        { class: "proof" },
        told.map((text) => h("li", {}, text)),
      ),
    game.code && h("p", { class: "unseen" }, `The code was ${spoken(view.terms, game.code)}.`),
    h(
      "p",
      {},
      h("span", { class: "name" }, nameAt(view, 0)),
      ` +${one}, `,
      h("span", { class: "name" }, nameAt(view, 1)),
      ` +${two}`,
    ),
    game.salt &&
      h(
        "p",
        { class: honest === false ? "warn-text" : "soft", "data-honest": String(honest) },
        HONEST.get(honest) ?? "",
      ),
    game.reviewable &&
      h("p", {}, h("a", { class: "button", href: reviewPage(view.id, game) }, "Review this game")),
  );
  return [
    card,
    next &&
      h(
        "div",
        { class: "onward", "data-part": "onward" },
        h("button", { type: "button", class: "primary play", "data-act": "go-on" }, onward(view)),
      ),
  ];
}

const HONEST = new Map([
  [true, "✓ This browser has checked it: the code is the one that was fixed before the first guess."],
  [false, "✗ This is not the code that was fixed before the first guess. Somebody has changed it."],
  [
    null,
    "Whether the code is the one that was fixed at first can be checked over https, or with codepegs verify.",
  ],
]);

function onward(view) {
  const { number, replay } = view.game;
  return replay ? `Play game ${number} again` : `Go on to game ${number}`;
}

/** The end of the match: its points, or of a solo game what became of the code. @param {import("../lib/model.js").View} view */
export function over(view) {
  const { game, terms } = view;
  return h(
    "section",
    { class: "card over", "aria-label": "The end", "data-part": "over" },
    terms.solo
      ? [
          h("p", {}, game.given_up && ending(view, game), " ", hintsTaken(view, game)),
          game.code && h("p", { class: "unseen" }, `The code was ${spoken(terms, game.code)}.`),
        ]
      : [h("h2", {}, terms.games === 1 ? verdict(view) : "Points"), points(view)],
    h(
      "div",
      { class: "actions" },
      again(view),
      terms.solo && game.reviewable && h("a", { class: "button", href: reviewPage(view.id, game) }, "Review"),
      h("a", { class: "button", href: `/t/${view.id}/record` }, "Look through it"),
      h(
        "a",
        { class: "button", href: recordAddress(view.id), download: `${view.id}.pegs` },
        "Save the record",
      ),
      h("a", { class: "button", href: "/" }, "New match"),
    ),
  );
}

/** The way to the next match with the same terms, or the offer of it. @param {import("../lib/model.js").View} view */
function again(view) {
  const { solo, daily } = view.terms;
  if (view.rematch) {
    const words = solo ? "Go to the next game" : "Go to the rematch";
    return h("a", { class: "button primary", href: nextPage(view) }, words);
  }
  if (!seated(view) || daily || view.offers.some(({ offer }) => offer === "rematch")) return null;
  return h(
    "button",
    { type: "button", class: "primary", "data-act": "offer", "data-offer": "rematch" },
    solo ? "Play again" : "Offer a rematch",
  );
}

/** The page of the rematch, at which a player has a seat. @param {import("../lib/model.js").View} view */
export const nextPage = (view) => rematchPage(view.rematch, seated(view) && !view.terms.solo ? view.id : null);

function points(view) {
  const games = [...view.past, view.game];
  return h(
    "table",
    { class: "points-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Game"),
        [0, 1].map((player) => h("th", { scope: "col", class: "name" }, nameAt(view, player))),
      ),
    ),
    h(
      "tbody",
      {},
      games.map((game) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            `${game.number}${game.ending === "void" ? ", void" : game.replay ? ", again" : ""}`,
          ),
          game.points.map((points) => h("td", {}, points)),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row" }, "Points"),
        view.points.map((points) => h("td", {}, h("b", {}, points))),
      ),
    ),
  );
}
