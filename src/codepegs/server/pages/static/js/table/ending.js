/** How games and matches end: what a reveal has shown, what it was worth, who has won. */
import { recordAddress, reviewPage } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { gameKey, mark, nameAt, seated, wrongRows, yourTurn } from "../lib/model.js";
import { spoken } from "../elements/peg.js";
import { ending, gameName, hintsTaken, proof, wrongly } from "../lib/sentences.js";

/**
 * Wrong answers that the reveal has shown, while it is open whether they are claimed.
 * @param {import("../lib/model.js").View} view
 */
export function judging(view) {
  if (view.phase !== "judging") return null;
  const { game, terms } = view;
  return h(
    "section",
    { class: "card", "aria-label": "Wrong answers", "data-part": "judging" },
    h(
      "ul",
      { class: "proof" },
      wrongRows(game).map((number) => {
        const { guess, feedback } = game.rows[number - 1];
        const right = mark(guess, game.code);
        return h("li", {}, wrongly(terms, { row: number, given: feedback, true: right }));
      }),
    ),
    !yourTurn(view) && h("p", { class: "soft" }, "They can be claimed now, or let pass."),
  );
}

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

/** The end of the match. @param {import("../lib/model.js").View} view */
export function over(view) {
  const games = [...view.past, view.game];
  const offered = view.offers.find(({ offer }) => offer === "rematch");
  return h(
    "section",
    { class: "card over", "aria-label": "The end", "data-part": "over" },
    h("h2", {}, "Points"),
    h(
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
    ),
    h(
      "div",
      { class: "actions" },
      view.rematch && h("a", { class: "button primary", href: `/t/${view.rematch}` }, "Go to the rematch"),
      !view.rematch &&
        seated(view) &&
        !offered &&
        h(
          "button",
          { type: "button", class: "primary", "data-act": "offer", "data-offer": "rematch" },
          "Offer a rematch",
        ),
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
