/** <peg-table>: the table, for players and spectators alike. It draws what the view says, and sends what is done. */
import { prepare, say } from "../lib/announce.js";
import { invitations, store, takeRematchSeat } from "../lib/api.js";
import { RowEditor } from "../board/row-editor.js";
import "../elements/turn-clock.js";
import { explain } from "../elements/how-to-play.js";
import { check, note } from "../learn/commitment.js";
import { banner } from "../lib/banner.js";
import { sheet, show } from "../lib/dialog.js";
import { h, update } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { Redraw } from "../lib/redraw.js";
import { gameKey, isLocal, may, opponent, seated, yourTurn } from "../lib/model.js";
import { advice } from "../lib/sentences.js";
import { changes } from "../lib/settings.js";
import { act, askToPlay, send } from "./actions.js";
import { Absence } from "./absence.js";
import { Asking } from "./asking.js";
import { beforePage, gonePage } from "./before.js";
import { CodesLeft } from "./codes-left.js";
import { boardState, desk } from "./desk.js";
import { continuedKey, follow, prepareRow, recall, tell } from "./following.js";
import { Handover, coverPage } from "./handover.js";
import { Hints } from "./hints.js";
import { Invited } from "./invited.js";
import { Shown } from "./laid.js";
import { gameTitle, notices } from "./lead.js";
import { Moments } from "./moments.js";
import { Moving, moveDialog, movingNotice } from "./moving.js";
import { Phrases } from "./phrases.js";
import { QrCodes } from "./qr-codes.js";
import { Results, nextPage } from "./result.js";
import { termsSheet } from "./side.js";

/**
 * `data-table` is the ID of the table. A page may bring the element without one, and draw into it: the element begins
 * when it gets the ID, and first sends the guess in `data-guess`. Parts of the page in <page-part> stay where they are.
 */
export class PegTable extends HTMLElement {
  static observedAttributes = ["data-table"];
  /** @type {Live} */
  live;
  /** @type {Invited} */
  invited;
  /** @type {Asking} */
  asking;
  /** @type {Moving} */
  moving;
  /** @type {import("../board/notes.js").Notes|null} */
  notes = null;
  noting = false;
  /** @type {Hints} */
  hints;
  hinting = false;
  /** The place of a finished game, if one is looked at. @type {number|null} */
  looking = null;
  /** Whether the codemaker hides their own code from people who look on. */
  curtain = false;
  /** Whether the result card was closed. */
  closed = false;
  /** The answer being counted out. @type {[number, number]} */
  counts = [0, 0];
  /** What was refused, in a sentence. */
  refused = "";
  copied = "";
  /** What has happened and is easily missed, in a sentence. */
  news = "";
  /** For what was not done here: messages, answers and timers. */
  #redraw = new Redraw(() => this.draw());
  editor = new RowEditor(this, {
    check: (code) => this.#play(code),
    changed: () => this.draw(),
  });
  moments = new Moments(() => this.#redraw.request());
  results = new Results(() => this.#redraw.request());
  codesLeft = new CodesLeft(() => this.#redraw.request());
  absence = new Absence(() => this.#redraw.request());
  /** @type {Handover} */
  #handover;
  phrases = new Phrases(() => this.#redraw.request());
  #shown = new Shown((moves, laid) => this.live.lay(moves, laid));
  /** @type {QrCodes} */
  #codes;
  /** An open dialog that shows a code. @type {{draw: () => void}|null} */
  #dialog = null;
  honest = new Map();
  /** Requests to play that were shown last. @type {{id: string, name: string}[]} */
  #asks = [];
  /** The row being answered by hand. */
  answering = "";
  /** Whether what the page has drawn is still there. */
  #brought = false;
  /** Parts of the page that stay, by the class of the section they are in. @type {Record<string, Element[]>} */
  kept = {};
  /** @type {AbortController|null} */
  #connected = null;

  connectedCallback() {
    this.#begin();
  }

  attributeChangedCallback() {
    this.#begin();
  }

  /** Begin once, when the element is on the page and has a table. */
  async #begin() {
    if (this.#connected || !this.isConnected || !this.dataset.table) return;
    prepare();
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    const id = this.dataset.table;
    // Only games that were begun without the server need the rest of it here.
    const Connection = isLocal(id) ? /** @type {any} */ ((await import("./local.js")).Local) : Live;
    if (signal.aborted) return;
    this.#brought = this.querySelector(".desk") !== null;
    for (const part of ["lead", "side"]) this.kept[part] = [...this.querySelectorAll(`.${part} page-part`)];
    this.live = new Connection(id);
    this.invited = new Invited(id);
    this.asking = new Asking(id);
    this.moving = new Moving(id);
    this.#codes = new QrCodes(id, () => {
      this.#redraw.request();
      this.#dialog?.draw();
    });
    this.hints = new Hints(id);
    this.#handover = new Handover(this.live);
    this.live.addEventListener("view", (event) => this.#seen(/** @type {CustomEvent} */ (event).detail), { signal });
    this.live.addEventListener("state", () => this.#redraw.request(), { signal });
    this.live.addEventListener("crowd", () => this.#redraw.request(), { signal });
    this.live.addEventListener("asks", () => this.#asked(), { signal });
    this.live.addEventListener("laid", () => this.#redraw.request(), { signal });
    this.live.addEventListener("said", (event) => this.#said(/** @type {CustomEvent} */ (event).detail), { signal });
    changes.addEventListener("change", () => this.draw(), { signal });
    this.addEventListener("click", (event) => this.#pressed(event), { signal });
    this.addEventListener("submit", (event) => this.#pressed(event), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    explain(() => this.view?.terms, signal);
    // An invitation opened where the table is before one already.
    addEventListener("hashchange", () => this.#hashed(), { signal });
    this.#redraw.connect(signal);
    this.editor.connect(signal);
    this.editor.busy = this.dataset.guess !== undefined;
    this.live.addEventListener("state", () => this.#sitAgain(), { signal });
    takeRematchSeat().finally(() => this.live.start());
  }

  disconnectedCallback() {
    this.#connected?.abort();
    this.#connected = null;
    this.live?.stop();
    this.moments.stop();
    this.absence.stop();
    this.phrases.stop();
    this.#shown.stop();
  }

  /** @returns {import("../lib/model.js").View|null} */
  get view() {
    return this.live.view;
  }

  /** The game on the board: the one in play, or one that is looked at again. */
  get game() {
    return this.looking === null ? this.view.game : this.view.past[this.looking];
  }

  /** @returns {import("../board/peg-board.js").PegBoard|null} */
  get board() {
    return this.querySelector("peg-board");
  }

  /** Somebody has just sat down, and hears where they are. */
  arrived() {
    say([this.view.status, advice(this.view)].filter(Boolean).join(". "));
    this.board?.focus();
  }

  showTerms() {
    const dialog = sheet("Match details", ...termsSheet(this.view));
    dialog.addEventListener("click", (event) => this.#pressed(event));
    dialog.addEventListener("submit", (event) => this.#pressed(event));
    show(dialog);
  }

  keepWaiting() {
    this.absence.dismiss();
  }

  /** Leave a game that is over for the one that comes. */
  goOn() {
    store(continuedKey(this.view.id), String(this.view.past.length), sessionStorage);
    this.lookAt(this.view.past.length);
    this.draw();
    this.board?.focus();
  }

  /** Somebody has the screen who may see what is behind the cover. */
  lift() {
    this.#handover.lift();
  }

  /** @param {number} place */
  lookAt(place) {
    this.moments.stop();
    this.looking = place < this.view.past.length ? place : null;
    this.closed = false;
    if (!this.#cover()) prepareRow(this);
  }

  /** Hide the game if the device has to change hands: nothing of it stays on the page. */
  #cover() {
    const { id } = this.view;
    if (!this.#handover.covers(this.view, this.looking !== null)) return false;
    this.editor.rest(id);
    this.moments.stop();
    Object.assign(this, { counts: [0, 0], hinting: false, noting: false, curtain: false, refused: "", news: "" });
    /** @type {NodeListOf<HTMLDialogElement>} */
    const dialogs = document.querySelectorAll("dialog[open]");
    for (const dialog of dialogs) dialog.close();
    this.draw();
    /** @type {HTMLElement} */ (this.querySelector("#cover-title")).focus();
    return true;
  }

  /** Find out whose seats they are, before anything of a table with two people at one screen is shown. */
  async #find(detail) {
    await this.#handover.find(this.view);
    if (!this.#handover.isOpen(this.view) && this.live.state !== "opening") this.#seen(detail);
  }

  /** Play the row, or set the code, that was laid. @param {string} code */
  async #play(code) {
    await send(this, (live) => live.move(`${may(this.view, "code") ? "code" : "guess"} ${code}`));
    this.draw();
  }

  /** Send the guess with which the table was opened. */
  #sendFirst() {
    const { guess } = this.dataset;
    if (!guess || this.view.phase === "setting") return;
    delete this.dataset.guess;
    if (may(this.view, "guess")) this.#play(guess);
  }

  /** Ask again for a seat whose answer was lost, when the server can be reached. */
  #sitAgain() {
    const { invited, live } = this;
    if (live.state === "open" && invited.unanswered && !invited.sending) act(this, "sit-again", {});
  }

  /** Show the link that moves this seat to another device. */
  moveSeat() {
    return send(this, async () => {
      this.#dialog = await moveDialog(this.view.id, this.#codes);
    });
  }

  /** @param {string} phrase */
  say(phrase) {
    this.live.say(phrase);
    this.phrases.pause();
  }

  /** @param {{by: 0|1, said: string}} message */
  #said({ by, said }) {
    if (this.view) this.phrases.hear(this.view, by, said);
  }

  /** Somebody asks to play, or a request is no longer known: then it is sent once more. */
  #asked() {
    const { view, live, asking } = this;
    const known = new Set(this.#asks.map(({ id }) => id));
    if (seated(view)) for (const { id, name } of live.asks) if (!known.has(id)) say(`${name} wants to join.`);
    this.#asks = live.asks;
    const lost = view.you === null && !view.game && asking.name && !live.asks.length && !asking.sending;
    if (lost) askToPlay(this, asking.name);
    this.#redraw.request();
  }

  #hashed() {
    this.invited.take();
    this.moving.take();
    this.draw();
  }

  #pressed(event) {
    const source = event.target.closest("[data-act]");
    if (!source) return;
    if (source.localName === "form") {
      if (event.type !== "submit") return;
      event.preventDefault();
    }
    act(this, source.dataset.act, source.dataset, source);
  }

  /** Enter leads on when a game is over, and Escape closes its card. */
  #key(event) {
    if (event.defaultPrevented || event.repeat || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && this.hinting) return act(this, "hinting", {});
    if (!this.over) return;
    if (event.target.closest("button, a, summary, input, select, textarea")) return;
    if (event.key === "Escape") act(this, "close-result", {});
    /** @type {HTMLElement|null} */
    const again = event.key === "Enter" ? this.querySelector(".again") : null;
    if (!again) return;
    event.preventDefault();
    again.click();
  }

  #seen(detail) {
    const { before, line, by } = detail;
    const { view } = this;
    if (this.#handover.isOpen(view)) return this.#find(detail);
    note(view);
    this.hints.seat = view.you;
    if (view.game) {
      invitations.forget(view.id);
      this.asking.forget();
    }
    // The seat of somebody who has joined, or was admitted.
    if (before?.id === view.id && before.you === null && view.you !== null) this.arrived();
    const started = before?.id === view.id && before.you === view.you;
    // A new connection begins with the view. If nothing has changed, keep the messages on the page.
    const same = started && before.version === view.version;
    if (!same) this.refused = "";
    if (started && !same) follow(this, before, line && by === null);
    else if (!started) recall(this);
    if (this.looking !== null && this.looking >= view.past.length) this.looking = null;
    if (this.#cover()) return undefined;
    if (started && view.past.length > before.past.length && !view.outcome) this.#handover.pause();
    prepareRow(this);
    this.#check();
    // Whoever waits for a seat may be the codebreaker by the time of the answer.
    if (!this.invited.asks(view)) this.codesLeft.follow(view);
    this.#sendFirst();
    if (started && !same) tell(this, before);
    if (view.rematch && started && !before.rematch && seated(view)) location.assign(nextPage(view));
    this.#redraw.request();
    return undefined;
  }

  async #check() {
    const { view } = this;
    for (const game of [...view.past, view.game]) {
      if (!game?.salt || this.honest.has(gameKey(game))) continue;
      this.honest.set(gameKey(game), undefined);
      this.honest.set(gameKey(game), await check(view, game));
      this.#redraw.request();
    }
  }

  /** Whether the game on the board is over and everything about it is shown. */
  get over() {
    return Boolean(this.view?.game && this.game.ending && this.moments.phase === "card" && this.results.ready(this.game));
  }

  draw() {
    const { live, view } = this;
    if (live.state === "gone") return update(this, gonePage(live.refusal));
    const { cover } = this.#handover;
    if (cover) {
      document.title = `${cover.title} · codepegs`;
      update(this, coverPage(cover));
      return this.#head("");
    }
    const early = !view || this.#handover.isOpen(view);
    // What the page brings along stays until there is more to show: a new game until its first guess is on its way.
    if (this.#brought && (early || this.dataset.guess)) return undefined;
    this.#brought = false;
    if (early) return update(this, this.#banner(), h("h1", { class: "loading" }, "Loading the game …"));
    document.title = `${yourTurn(view) ? "● " : ""}${view.status} · codepegs`;
    this.editor.busy = live.sending;
    const { invited } = this;
    const joins = invited.unanswered && invited.asks(view);
    if (!view.game || joins) return this.#before();
    // While the end is played on the board, there is time to ask.
    if (this.game.ending) this.results.ask(view, this.game);
    const state = boardState(this);
    update(this, this.#banner(), desk(this, state));
    this.board.state = state;
    this.#head(gameTitle(view, this.game));
    this.#clocks();
    this.#show();
    return undefined;
  }

  /** On phones the header says what goes on in a match. The heading has the same words. @param {string} title */
  #head(title) {
    const head = document.querySelector(".match-head");
    if (!head) return;
    const status = !this.view?.terms.solo && h("b", {}, this.querySelector("h1").textContent);
    update(head, h("span", { "aria-hidden": "true" }, status, h("small", {}, title)), status && h("turn-clock", { role: "timer", hidden: true }));
  }

  #clocks() {
    const { view, live } = this;
    /** @type {NodeListOf<import("../elements/turn-clock.js").TurnClock>} */
    const clocks = document.querySelectorAll("turn-clock");
    const left = view.outcome || this.looking !== null ? null : view.clock.left;
    for (const clock of clocks) clock.state = { left, seenAt: live.seenAt, yours: yourTurn(view) };
  }

  /** Let the others see the guess that is laid here, if somebody looks. */
  #show() {
    const { view, live, looking, editor } = this;
    const them = opponent(view);
    const { here, watching: spectators } = live.crowd;
    const looked = spectators > 0 || (them !== null && here[them] && !view.players[them].computer);
    const laying = looking === null && may(view, "guess") && !live.sending;
    this.#shown.follow(view.moves, laying ? (editor.draft?.pegs ?? null) : null, looked);
  }

  #banner() {
    return banner(this.live.state, this.live.sending);
  }

  /** The page before the match: an empty board, and a card with the invitation. */
  #before() {
    const state = { terms: this.view.terms, rows: [], code: null, draft: null, label: "Board" };
    update(this, this.#banner(), beforePage(this, state, { notices: this.notices(), codes: this.#codes }));
    this.#head(this.view.terms.title);
    this.board.state = state;
  }

  notices() {
    const { view, refused, news, invited } = this;
    const moving = seated(view) ? null : movingNotice(this.moving);
    return notices(view, { refused, news, late: invited.late(view), moving });
  }

}

/** @type {NodeListOf<HTMLLinkElement>} */
const later = document.querySelectorAll("link[disabled]");
for (const sheet of later) sheet.disabled = false;
customElements.define("peg-table", PegTable);
