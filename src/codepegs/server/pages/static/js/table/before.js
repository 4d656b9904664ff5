/** Before the match: the invitation to send, to accept, or to ask for. The card lies next to the empty board. */
import { panel } from "../board/dock.js";
import { stage } from "../board/peg-board.js";
import { inviteLink, invitations, ownName } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { seated } from "../lib/model.js";
import { counted } from "../lib/sentences.js";
import * as docks from "./docks.js";
import * as lead from "./lead.js";
import { terms } from "./side.js";

/** @typedef {import("../lib/model.js").View} View */

/** A card in the place of the result card. @param {string} part @param {string} label @param {...import("../lib/dom.js").Content} content */
const card = (part, label, ...content) =>
  h(
    "section",
    { class: "result before", "aria-label": label, "data-part": part },
    h("i", { class: "grip", "aria-hidden": "true" }),
    content,
  );

const title = (words, below) => h("div", {}, h("h2", {}, words), h("p", { class: "sub" }, below));

/** The match in a line. @param {View} view */
const summary = ({ terms: { title: edition, games, answers } }) =>
  `${edition}, ${counted(games, "game")}. ${answers === "referee" ? "The computer marks the guesses." : "The codemaker marks the guesses."}`;

/** Whether anybody may take the free seat, as the page says. @param {import("./peg-table.js").PegTable} table */
const isChallenge = (table) => table.dataset.challenge !== undefined;

/** Who has opened the table. @param {View} view */
const hostOf = (view) => view.players.find((player) => player.name)?.name ?? "Somebody";

/** The name of hosts who have given none, which tells a friend nothing. See pages/new-game.js. */
const UNNAMED = "Guest";

/** @param {View} view */
const invites = (view) => (hostOf(view) === UNNAMED ? "You are invited to play" : [hostName(view), " invites you to play"]);

/** @param {View} view */
const looks = (view) => [hostOf(view) === UNNAMED ? "Somebody" : hostName(view), " is looking for a player"];

const hostName = (view) => h("span", { class: "name", dir: "auto" }, hostOf(view));

/** A box with a spinner while somebody is waited for. */
const waitingFor = (words, below, ...more) =>
  h(
    "div",
    { class: "notice wait", role: "status", "data-part": "wait" },
    h("i", { class: "spin", "aria-hidden": "true" }),
    h("div", {}, h("b", {}, words), h("p", {}, below)),
    more,
  );

/**
 * The host's card: the link, and who asks to play.
 * @param {View} view
 * @param {{challenge: boolean, copied: string, asks: {id: string, name: string}[], qr: import("../lib/dom.js").Content}} state
 * `copied` is what became of copying, in a word
 */
function hosting(view, { challenge, copied, asks, qr }) {
  const link = { type: "text", readonly: true, value: inviteLink(view.id), "data-act": "select" };
  const words = challenge
    ? "Anyone can join from the list of open challenges, or at this address."
    : invitations.of(view.id)
    ? "Send the link, or let them scan the code. The first person to open it joins."
    : "Send this address, or let them scan the code. Your friend asks to join, and you let them in here.";
  return card(
    "hosting",
    "Invitation",
    title(challenge ? "Your challenge is open" : "Invite your friend", summary(view)),
    h("div", { class: "invite-two" }, qr, h("p", { class: "soft" }, words)),
    h(
      "div",
      { class: "invite-link" },
      h("input", { ...link, "aria-label": "Invite link" }),
      h("button", { type: "button", class: "btn primary", "data-act": "copy-link" }, "Copy link"),
    ),
    h(
      "div",
      { class: "actions" },
      navigator.share && h("button", { type: "button", class: "btn small", "data-act": "share-link" }, "Share …"),
      challenge && h("a", { class: "btn small", href: "/challenges" }, "See all challenges"),
      h("button", { type: "button", class: "btn small plain", "data-act": "move-seat" }, "Move to another device"),
      h("span", { role: "status", class: "soft" }, copied),
    ),
    asks.length
      ? asks.map(asked)
      : challenge
      ? waitingFor("Waiting for someone to join …", "Stay on this page. The game starts as soon as someone joins.")
      : waitingFor("Waiting for your friend …", "You can close this page. We’ll keep your game."),
    h(
      "details",
      {},
      h("summary", {}, "Details"),
      terms(view),
      h("p", { class: "soft" }, "Anyone with this page’s address can watch, or ask to join."),
    ),
  );
}

/** Somebody asks to play. @param {{id: string, name: string}} ask */
function asked({ id, name }) {
  const button = (label, yes, kind) =>
    h("button", { type: "button", class: `btn small ${kind}`, "data-act": "admit", "data-ask": id, "data-yes": yes }, label);
  return h(
    "div",
    { class: "notice asks", "data-part": `ask ${id}` },
    h("p", {}, h("b", { class: "name", dir: "auto" }, name), " wants to join", h("small", {}, "Not through your invite link.")),
    h("div", { class: "actions" }, button("Let in", "yes", "primary"), button("Decline", null, "")),
  );
}

/** What the game is, and what the visitor agrees to. @param {View} view */
const reading = (view) => [
  h(
    "p",
    { class: "soft" },
    "New to the game? ",
    h("button", { type: "button", class: "btn small", "data-act": "how-to-play" }, "How to play"),
  ),
  terms(view),
];

/**
 * @typedef {object} Naming
 * @property {string} name what is in the field
 * @property {string} longest how many characters a name has at most
 * @property {string} refusal
 * @property {boolean} sending
 */

/** @param {Naming} state */
const nameField = ({ name, longest, refusal }) =>
  h(
    "div",
    { class: "field" },
    h("label", { for: "your-name" }, "Your name"),
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
    h("p", { id: "join-refusal", class: "refusal", role: "alert" }, refusal),
  );

const watchButton = () => h("button", { type: "button", class: "btn plain", "data-act": "just-watch" }, "Just watch");

/** A form that takes a seat or asks for it. */
const naming = (act, view, state, words) =>
  h(
    "form",
    { class: "naming", "data-act": act, "data-part": act },
    reading(view),
    h(
      "div",
      { class: "naming-foot" },
      nameField(state),
      h("div", { class: "actions" }, h("button", { class: "btn primary", disabled: state.sending }, words), watchButton()),
    ),
  );

/** The card of somebody who has the secret link. @param {View} view @param {Naming} state */
const joining = (view, state) =>
  card(
    "joining",
    "Invitation",
    title(invites(view), summary(view)),
    naming("join", view, state, state.sending ? "Joining …" : "Join the game"),
  );

/**
 * The card of somebody who has found the table without its link.
 * @param {View} view @param {Naming & {asked: string|null, away: boolean}} state
 * `asked` is the name under which they ask already
 */
function askingCard(view, state) {
  const { asked: open, away } = state;
  const heading = title(looks(view), summary(view));
  if (open === null) {
    return card("asking", "Ask to join", heading, naming("ask", view, state, state.sending ? "Asking …" : "Ask to join"));
  }
  const host = hostOf(view) === UNNAMED ? "The host" : hostOf(view);
  const below = `${host} has to let you in${away ? ", but is away at the moment" : ""}. Keep this page open.`;
  return card(
    "asking",
    "Ask to play",
    heading,
    waitingFor(
      ["You’ve asked to join as ", h("span", { class: "name", dir: "auto" }, open)],
      below,
      h("button", { type: "button", class: "btn small", "data-act": "withdraw-ask" }, "Withdraw"),
    ),
    reading(view),
  );
}

/** The card of somebody who has found an open challenge. @param {View} view @param {Naming} state */
const challenged = (view, state) =>
  card(
    "challenged",
    "Open challenge",
    title(looks(view), summary(view)),
    naming("take", view, state, state.sending ? "Joining …" : "Play"),
  );

/** The dock of a spectator. @param {boolean} invited */
const watching = (invited) =>
  panel(
    "watch",
    "Waiting",
    h("h2", {}, "You are watching"),
    h(
      "button",
      { type: "button", class: "btn primary", "data-act": "sit-after-all" },
      invited ? "Join the game" : "Ask to join",
    ),
  );

/** The card for the host, for the friend with the link, or for somebody without it. Spectators get none. */
function invitationCard(table, codes) {
  const { view, invited, asking, live, copied } = table;
  const challenge = isChallenge(table);
  if (seated(view)) {
    const qr = codes.of(invitations.of(view.id) ?? "", "QR code of the link");
    return hosting(view, { challenge, copied, asks: live.asks, qr });
  }
  const longest = table.dataset.longestName;
  if (invited.asks(view)) return joining(view, { ...invited.state, longest });
  const asked = live.asks[0]?.name ?? null;
  if (invited.watching && asked === null) return null;
  const { refusal, sending } = asking;
  if (challenge) return challenged(view, { name: ownName.last(), longest, refusal, sending });
  const away = !live.crowd.here[view.players.findIndex((player) => player.name)];
  return askingCard(view, { name: ownName.last(), longest, refusal, sending, asked, away });
}

/**
 * The whole page: an empty board, and the card.
 * @param {import("./peg-table.js").PegTable} table @param {import("../board/peg-board.js").BoardState} state
 * @param {{notices: import("../lib/dom.js").Content, codes: import("./qr-codes.js").QrCodes}} more
 */
export function beforePage(table, state, { notices, codes }) {
  const { view, live, invited } = table;
  const card = invitationCard(table, codes);
  const challenge = isChallenge(table);
  const dock = card ? docks.resting() : watching(invited.holds || challenge);
  return h(
    "div",
    { class: "desk", "data-part": "desk" },
    h(
      "div",
      { class: "first match" },
      h(
        "section",
        { class: "lead", "aria-label": "The game", "data-part": "lead" },
        h("p", { class: "eyebrow" }, view.terms.title),
        lead.status(challenge ? "Open challenge" : view.status),
        lead.players(view, null, live.crowd, { challenge }),
        notices,
      ),
      stage(state, { "data-match": view.terms.answers, "data-over": card !== null }, dock, card),
    ),
  );
}

/** The page of a table that is not there. @param {import("../lib/api.js").Refusal} refusal */
export function gonePage(refusal) {
  return h(
    "section",
    { class: "card gone" },
    h("h1", {}, refusal.status === 404 ? "We can’t find that game" : "This game has been closed"),
    h("p", {}, refusal.message),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "btn primary", href: "/" }, "New game"),
      h("a", { class: "btn", href: "/review" }, "Review a record"),
    ),
  );
}
