/** Before the match: the invitation to send, or to accept. */
import { invitationLink, invitations } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { terms } from "./side.js";

/**
 * @param {import("../lib/model.js").View} view @param {string} copied what became of copying, in a word
 * @param {boolean} invited whether a spectator has an invitation
 */
export function invitation(view, copied, invited) {
  const token = invitations.of(view.id);
  if (view.you === null) {
    return h(
      "section",
      { class: "card", "data-part": "waiting" },
      h("p", {}, "This table has a free seat for the person who was sent its invite link. You can stay and watch."),
      invited &&
        h("p", {}, h("button", { type: "button", class: "btn primary", "data-act": "sit-after-all" }, "Sit down after all")),
    );
  }
  if (!token) {
    return h(
      "section",
      { class: "card", "data-part": "waiting" },
      h(
        "p",
        {},
        "The match begins when your friend opens the link that you sent. This browser has no copy of it: ",
        "if it is lost, open another table.",
      ),
      h("p", {}, h("a", { class: "btn", href: "/" }, "Open another table")),
    );
  }
  const link = { type: "text", readonly: true, value: invitationLink(view.id, token), "data-act": "select" };
  return h(
    "section",
    { class: "card invitation", "data-part": "waiting" },
    h("h2", { id: "invitation" }, "Invite a friend"),
    h("p", {}, "Send this link to your friend. The first person to open it joins the game."),
    h(
      "div",
      { class: "invite-link" },
      h("input", { ...link, "aria-labelledby": "invitation" }),
      h("button", { type: "button", class: "btn primary", "data-act": "copy-link" }, "Copy link"),
    ),
    h(
      "div",
      { class: "actions" },
      navigator.share && h("button", { type: "button", class: "btn", "data-act": "share-link" }, "Share …"),
      h("span", { role: "status", class: "soft" }, copied),
    ),
    h("p", { class: "soft" }, "Anyone can watch at this page’s own address."),
    h("h3", {}, "Terms"),
    terms(view),
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
    ),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "btn primary", disabled: sending }, sending ? "Joining …" : "Join the game"),
      h("button", { type: "button", class: "btn plain", "data-act": "just-watch" }, "Just watch"),
    ),
    h("h3", {}, "Terms"),
    terms(view),
  );
}
