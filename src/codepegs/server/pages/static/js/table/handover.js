/**
 * Two people at one screen. A cover hides the game while the device changes hands, and before a code is made: behind it
 * there is no view, and no connection, so that neither the page nor the server's clock goes on. Lifting it gets the view
 * of the player who is to move.
 */
import { Refusal, look } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { codebreaker, gameKey, nameAt } from "../lib/model.js";

/** @typedef {import("../lib/model.js").View} View */
/** @typedef {{to: 0|1, name: string, title: string, why: string, away: string}} Cover */

export class Handover {
  #live;
  /** Whether both seats are ours, once that is known. @type {boolean|null} */
  #ours = null;
  /** The game for which the cover was lifted last. */
  #game = "";
  /** The cover over the game. @type {Cover|null} */
  cover = null;

  /** @param {import("../lib/live.js").Live} live */
  constructor(live) {
    this.#live = live;
  }

  /** Whether the game on the page is to be hidden. If so, it is forgotten. @param {View} view @param {boolean} reading a finished game */
  covers(view, reading) {
    if (!this.#ours || reading || view.outcome) return false;
    const again = view.phase === "setting" && this.#game !== gameKey(view.game);
    if (this.#live.seat === view.turn && !again) return false;
    this.#game = gameKey(view.game);
    this.cover = describe(view, this.#live.seat);
    this.#live.rest();
    this.#live.view = null;
    return true;
  }

  /** Show the game to the player for whom it was covered. */
  lift() {
    const { to } = this.cover;
    this.cover = null;
    this.#live.sit(to);
  }

  /** Whether nobody knows yet whether both seats are ours. @param {View} view */
  isOpen(view) {
    return view.terms.shared && this.#ours === null;
  }

  /** Find that out. The codebreaker's seat, which is asked for, has no code to hide. @param {View} view */
  async find(view) {
    try {
      const { you } = await look(view.id, codebreaker(view.game));
      this.#ours = you !== null;
    } catch (error) {
      // The next connection begins with a view, and then it is asked again.
      if (!(error instanceof Refusal)) throw error;
    }
    // After the match there is nothing to hide, and either player may ask for another.
    if (this.#ours && view.outcome) this.#live.sit(0);
  }

  /** A game has ended: its result stays on the page for both, and the next one waits behind the cover. */
  pause() {
    if (this.#ours) this.#live.rest();
  }
}

/** What stands on the cover. @param {View} view @param {0|1|null} seat who had the screen before @returns {Cover} */
function describe(view, seat) {
  const { game, phase, turn, terms } = view;
  const name = nameAt(view, turn);
  const other = nameAt(view, turn === 0 ? 1 : 0);
  const why = {
    setting: `Make a code for ${other} to crack.`,
    answering: `Mark ${other}’s guess.`,
    guessing: game.rows.length ? `Guess ${game.rows.length + 1} of ${terms.rows}.` : `Crack ${other}’s code.`,
  };
  return {
    to: turn,
    name,
    title: seat === turn ? `${name}, it’s your turn` : `Pass the device to ${name}`,
    why: why[phase],
    away: phase === "guessing" ? "" : `${other}, look away: the code is about to appear.`,
  };
}

/** The cover as a page. The focus is not on its button, which somebody who still types would press. @param {Cover} cover */
export const coverPage = ({ name, title, why, away }) =>
  h(
    "section",
    { class: "cover", "aria-labelledby": "cover-title", "data-part": "cover" },
    h("h1", { id: "cover-title", tabindex: "-1" }, title),
    h("p", {}, why),
    away && h("p", { class: "look-away" }, away),
    h("button", { type: "button", class: "btn primary", "data-act": "lift" }, "I’m ", h("span", { class: "name", dir: "auto" }, name)),
    h("p", { class: "soft" }, "You can also leave this page. The match is saved in ", h("a", { href: "/games" }, "My games"), "."),
  );
