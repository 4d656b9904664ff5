/** The parts beside the board that tell and ask: the invitation, offers, what else can be done. */
import { invitationLink, invitations } from "../lib/api.js";
import { dailyNumber } from "../lib/daily.js";
import { h } from "../lib/dom.js";
import { decidesAlone, hiding, hintsAllowed, may, nameAt, opponent, seated, secret } from "../lib/model.js";
import { duration, offerWords } from "../lib/sentences.js";

const CLOCKS = [60, 120, 180, 240, 300, 600];

/**
 * @param {import("../lib/model.js").View} view @param {string} copied what became of copying, in a word
 * @param {boolean} invited whether who watches has an invitation
 */
export function invitation(view, copied, invited) {
  const token = invitations.of(view.id);
  if (view.you === null) {
    return h(
      "section",
      { class: "card", "data-part": "waiting" },
      h("p", {}, "This table has a free seat, for whoever was sent its invitation. You can stay and watch."),
      invited &&
        h("p", {}, h("button", { type: "button", "data-act": "sit-after-all" }, "Sit down after all")),
    );
  }
  if (!token) {
    return h(
      "section",
      { class: "card", "data-part": "waiting" },
      h(
        "p",
        {},
        "The match begins when your friend comes by the link that you sent. It is not kept here: ",
        "if it is lost, open another table.",
      ),
      h("p", {}, h("a", { class: "button", href: "/" }, "Open another table")),
    );
  }
  return h(
    "section",
    { class: "card invitation", "data-part": "waiting" },
    h("h2", { id: "invitation" }, "Invite a friend"),
    h("p", {}, "Send this link to one friend. Whoever opens it first takes the seat."),
    h("input", {
      type: "text",
      readonly: true,
      value: invitationLink(view.id, token),
      "aria-labelledby": "invitation",
      "data-act": "select",
    }),
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

/**
 * @param {{name: string, longest: string, refusal: string, sending: boolean, view: import("../lib/model.js").View}} state
 * `longest` is how many characters a name has at most
 */
export function joining({ name, longest, refusal, sending, view }) {
  const host = view.players.find((player) => player.name)?.name ?? "Somebody";
  return h(
    "form",
    { class: "card joining", "data-act": "join", "data-part": "joining" },
    h("h2", {}, h("span", { class: "name", dir: "auto" }, host), " invites you to play"),
    h("label", { class: "stacked", for: "your-name" }, "Your name"),
    h("input", {
      id: "your-name",
      name: "name",
      type: "text",
      value: name,
      maxlength: longest,
      required: true,
      autocomplete: "nickname",
      "aria-describedby": "join-refusal",
    }),
    h("p", { id: "join-refusal", class: "warn-text", role: "alert" }, refusal),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "primary", disabled: sending }, sending ? "Sitting down …" : "Sit down and play"),
      h("button", { type: "button", class: "quiet", "data-act": "just-watch" }, "Just watch"),
    ),
    h("h3", {}, "Terms"),
    terms(view),
  );
}

/** All that is agreed, in the server's words. @param {import("../lib/model.js").View} view */
const terms = (view) =>
  h(
    "ul",
    { class: "terms" },
    view.agreed.map((sentence) => h("li", {}, sentence)),
  );

/** Offers that stand, with yes and no for what the other one offers. @param {import("../lib/model.js").View} view */
export function offers(view) {
  return view.offers.map(({ by, offer }) => {
    const mine = by === view.you;
    const who = mine ? "You offer " : [h("span", { class: "name" }, nameAt(view, by)), " offers "];
    return h(
      "div",
      { class: "notice offer", "data-part": `offer ${by} ${offer}` },
      h("p", {}, who, offerWords(view, offer), "."),
      seated(view) &&
        h(
          "div",
          { class: "actions" },
          !mine &&
            h(
              "button",
              {
                type: "button",
                class: "primary",
                "data-act": "reply",
                "data-offer": offer,
                "data-yes": "yes",
              },
              "Yes",
            ),
          h(
            "button",
            { type: "button", "data-act": "reply", "data-offer": offer },
            mine ? "Take it back" : "No",
          ),
        ),
    );
  });
}

/**
 * What a player may do beside laying pegs.
 * @param {import("../lib/model.js").View} view
 * @param {{curtain: boolean, sending: boolean, here: boolean[]}} more `here` says which players are connected
 */
export function deeds(view, { curtain, sending, here }) {
  const { game } = view;
  if (!game) return null;
  const them = opponent(view);
  const away = them !== null && !view.players[them].computer && !here[them];
  const button = (act, label, kind = "") =>
    h("button", { type: "button", class: kind, "data-act": act, disabled: sending, "data-part": act }, label);
  return h(
    "section",
    { class: "deeds actions", "aria-label": "What you can do", "data-part": "deeds" },
    may(view, "claim") && button("claim", "Claim a wrong answer"),
    may(view, "own up") && button("own-up", "Own up to a wrong answer"),
    may(view, "take back") && button("take-back", "Take back the last row"),
    hiding(view, game) &&
      game.code &&
      secret(view, game) &&
      button("curtain", curtain ? "Show my code" : "Hide my code"),
    may(view, "give up") && button("give-up", "Give up this game", "quiet"),
    away && button("opponent-gone", "My opponent is gone", "quiet"),
  );
}

/**
 * Games before, offers to make, and the way out.
 * @param {import("../lib/model.js").View} view
 * @param {{looking: number|null, watching: number, invited: boolean}} state `invited` if the invitation shows the terms
 */
export function more(view, { looking, watching, invited }) {
  const games = view.game ? [...view.past, view.game] : [];
  const playing = seated(view) && view.game && !view.outcome;
  const alone = decidesAlone(view);
  const limit = view.game?.time_limit ?? null;
  const daily = view.terms.daily !== null;
  return h(
    "section",
    { class: "more", "aria-label": "The match", "data-part": "more" },
    h(
      "p",
      { class: "soft" },
      view.terms.daily && `Daily code No. ${dailyNumber(view.terms.daily)}, ${view.terms.daily} · `,
      h("a", { href: `/rules/${view.terms.slug}` }, view.terms.title),
      watching > 0 && ` · ${watching} watching`,
    ),
    !invited && h("details", { class: "offering" }, h("summary", {}, "Terms"), terms(view)),
    games.length > 1 &&
      h(
        "div",
        { class: "games", role: "group", "aria-label": "Games" },
        games.map((game, place) => {
          const shown = looking === null ? place === games.length - 1 : place === looking;
          return h(
            "button",
            {
              type: "button",
              class: "tool",
              "data-act": "look",
              "data-place": place,
              "aria-pressed": String(shown),
            },
            `Game ${game.number}${game.ending === "void" ? ", void" : ""}`,
          );
        }),
      ),
    playing &&
      h(
        "details",
        { class: "offering" },
        h("summary", {}, "Clock, hints, leaving"),
        !daily && !view.terms.friendly && h(
          "form",
          { class: "actions", "data-act": "offer-clock" },
          h("label", { for: "clock" }, "Clock"),
          h(
            "select",
            { id: "clock", name: "clock" },
            limit !== null && h("option", { value: "clock off" }, "none"),
            CLOCKS.filter((seconds) => seconds !== limit).map((seconds) =>
              h("option", { value: `clock ${seconds}` }, `${duration(seconds)} per turn`),
            ),
          ),
          h("button", {}, alone ? "Set it" : "Offer it"),
        ),
        !daily &&
          !hintsAllowed(view) &&
          h(
            "p",
            {},
            h(
              "button",
              { type: "button", "data-act": "offer", "data-offer": "hints" },
              alone ? "Allow hints" : "Offer to allow hints",
            ),
          ),
        h(
          "p",
          { class: "actions" },
          !alone && h("button", { type: "button", "data-act": "stop" }, "Offer to stop the match"),
          h("button", { type: "button", class: "danger", "data-act": "leave" }, "Leave the match"),
        ),
      ),
    playing && keys(view.terms),
  );
}

const KEYS = [
  ["Tab", "to the board, and on to the buttons"],
  ["← → ↑ ↓", "from hole to hole"],
  ["Backspace, Delete", "take a peg out"],
  ["Enter", "on a row that was played copies it; on yours it leads to the button"],
];

/** What keys do on the board. */
function keys(terms) {
  const letters = terms.colours.map((colour) => colour.letter);
  const digits = letters.some((letter) => /\d/.test(letter)) ? "" : ", or 1 to 9";
  const pegs = [`${letters[0]} … ${letters.at(-1)}${digits}`, "put a colour in"];
  const blank = terms.blanks ? [["- or space", "leave a hole empty"]] : [];
  return h(
    "details",
    { class: "offering keyboard" },
    h("summary", {}, "Keys"),
    h(
      "dl",
      {},
      [pegs, ...blank, ...KEYS].map(([key, does]) =>
        h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)),
      ),
    ),
  );
}
