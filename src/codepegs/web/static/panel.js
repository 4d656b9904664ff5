/** The parts beside the board that tell and ask: the invitation, a game that ended, offers, what else can be done. */
import { invitationLink, invitations, recordAddress } from "./api.js";
import { h } from "./dom.js";
import { gameKey, hiding, mark, may, nameAt, seated, wrongRows, yourTurn } from "./model.js";
import { answerSpoken, spoken } from "./peg.js";
import { duration, ending, hintsTaken, offerWords, proof } from "./words.js";

const CLOCKS = [60, 120, 180, 240, 300, 600];

/** @param {import("./model.js").View} view @param {string} copied what became of copying, in a word */
export function invitation(view, copied) {
  const token = invitations.of(view.id);
  if (view.you === null) {
    return h("section", { class: "card", "data-part": "waiting" }, h("p", {}, "This table has a free seat, for whoever was sent its invitation. You can stay and watch."));
  }
  if (!token) {
    return h(
      "section",
      { class: "card", "data-part": "waiting" },
      h("p", {}, "The match begins when your friend comes by the link that you sent. The link is not kept here: if it is lost, open another table."),
      h("p", {}, h("a", { class: "button", href: "/" }, "Open another table")),
    );
  }
  return h(
    "section",
    { class: "card invitation", "data-part": "waiting" },
    h("h2", { id: "invitation" }, "Invite a friend"),
    h("p", {}, "Send this link to one friend. Whoever opens it first takes the seat."),
    h("input", { type: "text", readonly: true, value: invitationLink(view.id, token), "aria-labelledby": "invitation", "data-act": "select" }),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "primary", "data-act": "copy-link" }, "Copy the link"),
      navigator.share && h("button", { type: "button", "data-act": "share-link" }, "Share …"),
      h("span", { role: "status", class: "soft" }, copied),
    ),
    h("p", { class: "soft" }, "Spectators can watch at this page’s own address."),
  );
}

/** @param {{name: string, refusal: string, sending: boolean, view: import("./model.js").View}} state */
export function joining({ name, refusal, sending, view }) {
  const host = view.players.find((player) => player.name)?.name ?? "Somebody";
  return h(
    "form",
    { class: "card joining", "data-act": "join", "data-part": "joining" },
    h("h2", {}, h("span", { class: "name", dir: "auto" }, host), " invites you to play"),
    h("p", { class: "soft" }, `${view.terms.title}, ${view.terms.games === 1 ? "1 game" : `${view.terms.games} games`}${view.clock.limit ? `, ${duration(view.clock.limit)} a turn` : ""}.`),
    h("label", { class: "stacked", for: "your-name" }, "Your name"),
    h("input", { id: "your-name", name: "name", type: "text", value: name, maxlength: 24, required: true, autocomplete: "nickname", "aria-describedby": "join-refusal" }),
    h("p", { id: "join-refusal", class: "warn-text", role: "alert" }, refusal),
    h("div", { class: "actions" }, h("button", { class: "primary", disabled: sending }, sending ? "Sitting down …" : "Sit down and play"), h("button", { type: "button", class: "quiet", "data-act": "just-watch" }, "Just watch")),
  );
}

/**
 * How a game ended, what it was worth, and whether its code is the one that was fixed before.
 * @param {import("./model.js").View} view @param {import("./model.js").Game} game
 * @param {{honest: boolean|null|undefined, next: boolean}} more `next` where another game waits behind it
 */
export function ended(view, game, { honest, next }) {
  const [one, two] = game.points;
  const told = proof(view.terms, game);
  const card = h(
    "section",
    { class: "card ended", "aria-label": `Game ${game.number}${game.replay ? ", played again" : ""}`, "data-part": `ended ${gameKey(game)}` },
    h("h2", {}, `Game ${game.number} of ${view.terms.games}${game.replay ? ", played again" : ""}`),
    h("p", {}, ending(view, game), " ", hintsTaken(view, game)),
    told.length > 0 && h("ul", { class: "proof" }, told.map((text) => h("li", {}, text))),
    game.code && h("p", { class: "unseen" }, `The code was ${spoken(view.terms, game.code)}.`),
    h("p", {}, h("span", { class: "name" }, nameAt(view, 0)), ` +${one}, `, h("span", { class: "name" }, nameAt(view, 1)), ` +${two}`),
    game.salt && h("p", { class: honest === false ? "warn-text" : "soft", "data-honest": String(honest) }, HONEST.get(honest) ?? ""),
    game.code && game.rows.length > 0 && h("p", {}, h("a", { class: "button", href: `/t/${view.id}/review?game=${game.number}` }, "Review this game")),
  );
  return [card, next && h("div", { class: "onward", "data-part": "onward" }, h("button", { type: "button", class: "primary play", "data-act": "go-on" }, onward(view)))];
}

const HONEST = new Map([
  [true, "✓ This browser has checked it: the code is the one that was fixed before the first guess."],
  [false, "✗ This is not the code that was fixed before the first guess. Somebody has changed it."],
  [null, "Whether the code is the one that was fixed at first can be checked over https, or with codepegs verify."],
]);

function onward(view) {
  if (view.game.replay && !view.game.rows.length) return `Play game ${view.game.number} again`;
  return `Go on to game ${view.game.number}`;
}

/** The end of the match. @param {import("./model.js").View} view */
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
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Game"), [0, 1].map((player) => h("th", { scope: "col", class: "name" }, nameAt(view, player))))),
      h("tbody", {}, games.map((game) => h("tr", {}, h("th", { scope: "row" }, `${game.number}${game.ending === "void" ? ", void" : game.replay ? ", again" : ""}`), game.points.map((points) => h("td", {}, points))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Points"), view.points.map((points) => h("td", {}, h("b", {}, points))))),
    ),
    h(
      "div",
      { class: "actions" },
      view.rematch && h("a", { class: "button primary", href: `/t/${view.rematch}` }, "Go to the rematch"),
      !view.rematch && seated(view) && !offered && h("button", { type: "button", class: "primary", "data-act": "offer", "data-offer": "rematch" }, "Offer a rematch"),
      h("a", { class: "button", href: `/t/${view.id}/record` }, "Look through it"),
      h("a", { class: "button", href: recordAddress(view.id), download: `${view.id}.pegs` }, "Save the record"),
      h("a", { class: "button", href: "/" }, "New match"),
    ),
  );
}

/** Offers that stand, with yes and no for what the other one offers. @param {import("./model.js").View} view */
export function offers(view) {
  return view.offers.map(({ by, offer }) => {
    const mine = by === view.you;
    const who = mine ? "You offer " : [h("span", { class: "name" }, nameAt(view, by)), " offers "];
    return h(
      "div",
      { class: "notice offer", "data-part": `offer ${by} ${offer}` },
      h("p", {}, who, offerWords(offer), "."),
      seated(view) &&
        h(
          "div",
          { class: "actions" },
          !mine && h("button", { type: "button", class: "primary", "data-act": "reply", "data-offer": offer, "data-yes": "yes" }, "Yes"),
          h("button", { type: "button", "data-act": "reply", "data-offer": offer }, mine ? "Take it back" : "No"),
        ),
    );
  });
}

/** What a player may do beside laying pegs. @param {import("./model.js").View} view @param {{curtain: boolean, sending: boolean}} more */
export function deeds(view, { curtain, sending }) {
  const { game } = view;
  if (!game) return null;
  const button = (act, label, kind = "") => h("button", { type: "button", class: kind, "data-act": act, disabled: sending, "data-part": act }, label);
  return h(
    "section",
    { class: "deeds actions", "aria-label": "What you can do", "data-part": "deeds" },
    may(view, "reveal") && button("reveal", "Reveal the code", "primary play"),
    view.phase === "judging" && may(view, "claim") && button("claim", "Claim the wrong answers", "primary play"),
    may(view, "accept") && button("accept", "Let them pass"),
    view.phase !== "judging" && may(view, "claim") && button("claim", "Claim a wrong answer"),
    hiding(view, game) && game.code && !view.outcome && view.phase !== "judging" && button("curtain", curtain ? "Show my code" : "Hide my code"),
    may(view, "give up") && button("give-up", "Give up this game", "quiet"),
  );
}

/** Wrong answers that the reveal has shown, while it is open whether they are claimed. @param {import("./model.js").View} view */
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
        return h("li", {}, `Row ${number} was answered ${answerSpoken(terms, feedback)}; it should have been ${answerSpoken(terms, right)}.`);
      }),
    ),
    !yourTurn(view) && h("p", { class: "soft" }, "They can be claimed now, or let pass."),
  );
}

/**
 * Games before, offers to make, and the way out.
 * @param {import("./model.js").View} view @param {number|null} looking @param {number} watching
 */
export function more(view, looking, watching) {
  const games = view.game ? [...view.past, view.game] : [];
  const playing = seated(view) && view.game && !view.outcome;
  return h(
    "section",
    { class: "more", "aria-label": "The match", "data-part": "more" },
    h("p", { class: "soft" }, h("a", { href: `/rules/${view.terms.slug}` }, view.terms.title), view.terms.edition === view.terms.slug ? "" : ` (${view.terms.edition})`, ` · ${view.terms.games === 1 ? "1 game" : `${view.terms.games} games`}${watching ? ` · ${watching} watching` : ""}`),
    games.length > 1 &&
      h(
        "div",
        { class: "games", role: "group", "aria-label": "Games" },
        games.map((game, place) => {
          const shown = looking === null ? place === games.length - 1 : place === looking;
          return h("button", { type: "button", class: "tool", "data-act": "look", "data-place": place, "aria-pressed": String(shown) }, `Game ${game.number}${game.ending === "void" ? ", void" : ""}`);
        }),
      ),
    playing &&
      h(
        "details",
        { class: "offering" },
        h("summary", {}, "Clock, and leaving"),
        !view.terms.hints && h("p", {}, h("button", { type: "button", "data-act": "offer", "data-offer": "hints" }, "Offer to allow hints")),
        h(
          "form",
          { class: "actions", "data-act": "offer-clock" },
          h("label", { for: "clock" }, "Clock"),
          h(
            "select",
            { id: "clock", name: "clock" },
            view.clock.limit !== null && h("option", { value: "clock off" }, "none"),
            CLOCKS.filter((seconds) => seconds !== view.clock.limit).map((seconds) => h("option", { value: `clock ${seconds}` }, `${duration(seconds)} a turn`)),
          ),
          h("button", {}, "Offer it"),
        ),
        h("p", {}, h("button", { type: "button", class: "danger", "data-act": "abandon" }, "Abandon the match")),
      ),
  );
}
