/**
 * Result card of a game, from the viewer's side: what became of the code, how good and how lucky it was, and what comes
 * next. The sentences are the server's.
 */
import { codeStrip } from "../board/peg.js";
import { Refusal, rematchPage, resultOf, reviewPage, shareOf, statistics } from "../lib/api.js";
import { h, icon } from "../lib/dom.js";
import { pictureOf, sharesPictures } from "../lib/share.js";
import "../elements/next-daily.js";
import { decidesAlone, gameKey, isLocal, seated } from "../lib/model.js";
import { gameName } from "../lib/sentences.js";
import { distribution, facts } from "./distribution.js";

/** Milliseconds to wait for what the server tells, before a card goes without. */
const PATIENCE = 4000;

/** What the server tells about games that are over, asked for once each. */
export class Results {
  #changed;
  /** What the server says of each game: undefined before its answer, null if it does not tell. @type {Map<string, any>} */
  #told = new Map();
  #tally = null;
  /** What to share about a solo game. */
  text = "";

  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether the card of a game has its words, or waited for them long enough. @param {import("../lib/model.js").Game} game */
  ready(game) {
    return this.#told.get(gameKey(game)) !== undefined;
  }

  /** Ask about a game, unless that was done. @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game */
  async ask(view, game) {
    const key = gameKey(game);
    if (this.#told.has(key)) return undefined;
    this.#told.set(key, undefined);
    setTimeout(() => this.#tell(key, null), PATIENCE);
    let told = null;
    try {
      if (isLocal(view.id)) return await this.#tellLocal(view.id, key);
      told = await resultOf(view.id, game.number);
      if (view.terms.solo && seated(view)) await this.#count(view);
    } catch (error) {
      // Then the card has what the view says.
      if (!(error instanceof Refusal)) throw error;
    }
    return this.#tell(key, told);
  }

  /** A card that was drawn does not change any more. @param {string} key @param {any} told */
  #tell(key, told) {
    if (this.#told.get(key) !== undefined) return;
    this.#told.set(key, told);
    this.#changed();
  }

  /** The same without the server. @param {string} id @param {string} key */
  async #tellLocal(id, key) {
    const { localResult, localText } = await import("../lib/offline.js");
    this.text = localText(id);
    this.#tell(key, localResult(id));
  }

  /** Statistics and the text to share, of a solo game. @param {import("../lib/model.js").View} view */
  async #count({ id, terms }) {
    const [all, { text }] = await Promise.all([statistics(), shareOf(id)]);
    this.#tally = tallyOf(all, terms);
    this.text = text;
    document.dispatchEvent(new CustomEvent("statistics", { detail: all }));
  }

  /** @param {import("../lib/model.js").Game} game */
  of(game) {
    return { told: this.#told.get(gameKey(game)), tally: this.#tally, text: this.text };
  }
}

const tallyOf = (all, terms) =>
  terms.daily ? all.daily : (all.editions.find(({ edition }) => edition === terms.edition) ?? null);

/**
 * @param {import("../lib/model.js").View} view @param {import("../lib/model.js").Game} game
 * @param {{told: any, tally: any, text: string, honest: boolean|null|undefined, next: boolean, copied: string,
 *   phrases?: import("../lib/dom.js").Content}} more
 * `next` if another game follows
 */
export function resultCard(view, game, { told, tally, text, honest, next, copied, phrases = null }) {
  const { solo, games, daily } = view.terms;
  const last = !next && !solo;
  const ofGame = told?.headline ?? (solo ? view.status : `${gameName(game)} is over`);
  // The match comes first, unless it had but one game, which was played to its end.
  const match = last && (games > 1 || game.ending === "abandoned" || game.ending === "stopped");
  const won = game.ending === "broken";
  const sentences = told?.sentences.join(" ") ?? "";
  return h(
    "section",
    { class: "result", "aria-label": "Result", "data-won": won, "data-part": `result ${gameKey(game)}` },
    h("i", { class: "grip", "aria-hidden": "true" }),
    iconButton("close-result", "Close", "M6 6l12 12M18 6 6 18"),
    h(
      "div",
      {},
      h("h2", {}, match ? view.status : ofGame),
      h("p", { class: "sub" }, match && games > 1 && h("b", {}, "Last game: "), match ? `${ofGame} ${sentences}` : sentences),
    ),
    game.code && codeLine(view, game, won),
    last && !match && people(view) && h("p", { class: "verdict" }, view.status),
    isLocal(view.id) && h("p", { class: "soft" }, "You are offline. This game is saved here and will be counted later."),
    told && (told.guesses ?? told.skill ?? told.luck ?? null) !== null && numbers(told),
    daily && seated(view) && comeBack(text, tally),
    told && tally && !daily && [facts(tally), distribution(tally, view.terms.rows, won ? game.rows.length : 0)],
    phrases,
    honesty(game, honest),
    buttons(view, game, { next, copied }),
  );
}

/** Whether two people have played. A single game against a computer has no winner to speak of. */
const people = ({ players }) => players.every(({ computer }) => computer === null);

/** After a daily code: what to share, when the next one comes, and the streak. */
function comeBack(text, tally) {
  const days = (count) => `${count} ${count === 1 ? "day" : "days"}`;
  return h(
    "div",
    { class: "come-back" },
    h("p", { class: "emoji" }, text),
    h(
      "div",
      { class: "stat" },
      h("span", {}, "Next code in"),
      h("next-daily", {}),
      h("em", {}, tally ? `Streak: ${days(tally.streak)}. Best: ${tally.longest_streak}.` : ""),
    ),
  );
}

function codeLine({ terms }, game, won) {
  return h(
    "p",
    { class: "code-line" },
    h("span", { class: won ? "unseen" : "" }, "The code was "),
    codeStrip(terms, game.code, won ? "big" : "mid"),
  );
}

/** Guesses, if the code was cracked, skill and luck. */
function numbers({ guesses, par, skill, luck }) {
  const stat = (label, value, below) =>
    h("div", { class: "stat" }, h("span", {}, label), h("b", {}, value), below);
  const meter = (value) => h("div", { class: "meter", "aria-hidden": "true" }, h("i", { style: { "--v": `${value}%` } }));
  return h(
    "div",
    { class: "three" },
    guesses !== null && stat("Guesses", guesses, par === null ? null : h("em", {}, `par ${par.toFixed(2)}`)),
    skill !== null && stat("Skill", Math.round(skill), meter(skill)),
    luck !== null && stat("Luck", Math.round(luck), meter(luck)),
  );
}

/** Whether the code is the one that was fixed before the first guess. */
function honesty(game, honest) {
  if (!game.salt || honest === undefined) return null;
  const kind = honest === false ? "warn-text" : "soft";
  return h("p", { class: `${kind} honest`, "data-honest": String(honest) }, HONEST.get(honest));
}

const HONEST = new Map([
  [true, "✓ Verified: the code wasn’t changed during the game."],
  [false, "✗ The code was changed during the game. It isn’t the one that was sealed before the first guess."],
  [null, "The code matches the server’s seal, but this browser didn’t see that seal before the first guess."],
]);

function buttons(view, game, { next, copied }) {
  const { solo, daily } = view.terms;
  const mine = solo && seated(view);
  const share = { type: "button", class: daily ? "btn primary" : "btn", "data-act": "share-result" };
  const link = (href, label, path) => h("a", { class: "btn", href }, icon(path), label);
  return h(
    "div",
    { class: "go" },
    forward(view, next),
    mine && h("button", share, icon(SHARE), copied || (daily ? "Share result" : "Share")),
    game.reviewable && link(reviewPage(view.id, game), "Review", CHART),
    !next && !solo && !game.reviewable && link(`/review/${view.id}`, "Record", CHART),
    !next && (daily || !mine) && h("a", { class: daily ? "btn" : "btn plain", href: "/" }, daily ? "Play solo" : "New game"),
    mine && !sharesPictures() && !isLocal(view.id) && h("a", { class: "btn plain only-wide", href: pictureOf(view), download: "codepegs.png" }, "Save picture"),
  );
}

/** The one button that leads on. @param {import("../lib/model.js").View} view @param {boolean} next */
export function forward(view, next) {
  const primary = { class: "btn primary again" };
  const key = h("kbd", { class: "only-wide", "aria-hidden": "true" }, "Enter");
  if (next) {
    const { number, replay } = view.game;
    const words = !seated(view) ? `Watch game ${number}` : replay ? `Play game ${number} again` : `Continue to game ${number}`;
    return h("button", { type: "button", ...primary, "data-act": "go-on" }, words, key);
  }
  const { solo, daily } = view.terms;
  if (view.rematch) return h("a", { ...primary, href: nextPage(view) }, solo ? "Next game" : "Join the rematch");
  if (!seated(view) || daily || view.offers.some(({ offer }) => offer === "rematch")) return null;
  const offer = { "data-act": "offer", "data-offer": "rematch" };
  return h("button", { type: "button", ...primary, ...offer }, solo ? ["Play again", key] : decidesAlone(view) ? "Play a rematch" : "Offer a rematch");
}

/** The page of the rematch, at which a player has a seat. @param {import("../lib/model.js").View} view */
export const nextPage = (view) => rematchPage(view.rematch, seated(view) && !view.terms.solo ? view.id : null);

const SHARE = "M12 15V4M8 7l4-4 4 4M5 12v7h14v-7";
const CHART = "M5 20V12M12 20V5M19 20v-9";

const iconButton = (act, label, path) =>
  h("button", { type: "button", class: "icon-btn close", "data-act": act, "aria-label": label }, icon(path));
