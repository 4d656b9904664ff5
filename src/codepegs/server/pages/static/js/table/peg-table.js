/** <peg-table>: the table, for players and spectators alike. It draws what the view says, and sends what is done. */
import { prepare, say } from "../lib/announce.js";
import { invitations, store, stored, takeRematchSeat } from "../lib/api.js";
import { Notes } from "../board/notes.js";
import { counts } from "../board/peg.js";
import { stage } from "../board/peg-board.js";
import { RowEditor } from "../board/row-editor.js";
import "../elements/turn-clock.js";
import { howToPlay } from "../elements/how-to-play.js";
import { check, note } from "../learn/commitment.js";
import { banner } from "../lib/banner.js";
import { sheet, show } from "../lib/dialog.js";
import { h, update } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { codebreaker, gameKey, hiding, hintsAllowed, isLocal, may, opponent, pressed, seated, secret, yourTurn } from "../lib/model.js";
import { advice, gameName, told } from "../lib/sentences.js";
import { changes } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { act, askToPlay, send } from "./actions.js";
import { Absence } from "./absence.js";
import { Asking } from "./asking.js";
import { beforePage } from "./before.js";
import { CodesLeft } from "./codes-left.js";
import * as docks from "./docks.js";
import { Handover, coverPage } from "./handover.js";
import { Hints, hintCard } from "./hints.js";
import { Invited } from "./invited.js";
import { Shown, remotePegs } from "./laid.js";
import * as lead from "./lead.js";
import { Local } from "./local.js";
import { Moments } from "./moments.js";
import { Moving, moveDialog, movingNotice } from "./moving.js";
import { Phrases } from "./phrases.js";
import { QrCodes } from "./qr-codes.js";
import { Results, forward, nextPage, resultCard } from "./result.js";
import * as side from "./side.js";

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
  /** @type {Notes|null} */
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
  /** The answer being counted out. @type {[number, number]|null} */
  counts = null;
  /** What was refused, in a sentence. */
  refused = "";
  copied = "";
  /** What has happened and is easily missed, in a sentence. */
  news = "";
  editor = new RowEditor(this, {
    check: (code) => this.#play(code),
    changed: () => this.draw(),
  });
  #moments = new Moments(() => this.draw());
  #results = new Results(() => this.draw());
  #codesLeft = new CodesLeft(() => this.draw());
  #absence = new Absence(() => this.draw());
  /** @type {Handover} */
  #handover;
  #phrases = new Phrases(() => this.draw());
  #shown = new Shown((moves, laid) => this.live.lay(moves, laid));
  /** @type {QrCodes} */
  #codes;
  /** An open dialog that shows a code. @type {{draw: () => void}|null} */
  #dialog = null;
  #honest = new Map();
  /** Requests to play that were shown last. @type {{id: string, name: string}[]} */
  #asks = [];
  #answering = "";
  /** Whether what the page has drawn is still there. */
  #brought = false;
  /** Parts of the page that stay, by the class of the section they are in. @type {Record<string, Element[]>} */
  #kept = {};
  /** @type {AbortController|null} */
  #connected = null;

  connectedCallback() {
    this.#begin();
  }

  attributeChangedCallback() {
    this.#begin();
  }

  /** Begin once, when the element is on the page and has a table. */
  #begin() {
    if (this.#connected || !this.isConnected || !this.dataset.table) return;
    prepare();
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    const id = this.dataset.table;
    this.#brought = this.querySelector(".desk") !== null;
    for (const part of ["lead", "side"]) this.#kept[part] = [...this.querySelectorAll(`.${part} page-part`)];
    this.live = isLocal(id) ? /** @type {any} */ (new Local(id)) : new Live(id);
    this.invited = new Invited(id);
    this.asking = new Asking(id);
    this.moving = new Moving(id);
    this.#codes = new QrCodes(id, () => {
      this.draw();
      this.#dialog?.draw();
    });
    this.hints = new Hints(id);
    this.#handover = new Handover(this.live);
    this.live.addEventListener("view", (event) => this.#seen(/** @type {CustomEvent} */ (event).detail), { signal });
    this.live.addEventListener("state", () => this.draw(), { signal });
    this.live.addEventListener("crowd", () => this.draw(), { signal });
    this.live.addEventListener("asks", () => this.#asked(), { signal });
    this.live.addEventListener("laid", () => this.draw(), { signal });
    this.live.addEventListener("said", (event) => this.#said(/** @type {CustomEvent} */ (event).detail), { signal });
    changes.addEventListener("change", () => this.draw(), { signal });
    this.addEventListener("click", (event) => this.#pressed(event), { signal });
    this.addEventListener("submit", (event) => this.#pressed(event), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("how-to-play", (event) => this.#howToPlay(event), { signal });
    // An invitation opened where the table is before one already.
    addEventListener("hashchange", () => this.#hashed(), { signal });
    this.editor.connect(signal);
    this.live.addEventListener("state", () => this.#sitAgain(), { signal });
    takeRematchSeat().finally(() => this.live.start());
  }

  disconnectedCallback() {
    this.#connected?.abort();
    this.#connected = null;
    this.#moments.stop();
    this.#absence.stop();
    this.#phrases.stop();
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
    const dialog = sheet("Terms", ...side.termsSheet(this.view));
    dialog.addEventListener("click", (event) => this.#pressed(event));
    dialog.addEventListener("submit", (event) => this.#pressed(event));
    show(dialog);
  }

  keepWaiting() {
    this.#absence.dismiss();
  }

  /** Leave a game that is over for the one that comes. */
  goOn() {
    store(`codepegs.continued.${this.view.id}`, String(this.view.past.length), sessionStorage);
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
    this.#moments.stop();
    this.looking = place < this.view.past.length ? place : null;
    this.closed = false;
    if (!this.#cover()) this.#prepare();
  }

  /** Hide the game if the device has to change hands: nothing of it stays on the page. */
  #cover() {
    const { id } = this.view;
    if (!this.#handover.covers(this.view, this.looking !== null)) return false;
    this.editor.rest(id);
    this.#moments.stop();
    Object.assign(this, { counts: null, hinting: false, noting: false, curtain: false, refused: "", news: "" });
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
    this.#phrases.pause();
  }

  /** @param {{by: 0|1, said: string}} message */
  #said({ by, said }) {
    if (this.view) this.#phrases.hear(this.view, by, said);
  }

  /** Somebody asks to play, or a request is no longer known: then it is sent once more. */
  #asked() {
    const { view, live, asking } = this;
    const known = new Set(this.#asks.map(({ id }) => id));
    if (seated(view)) for (const { id, name } of live.asks) if (!known.has(id)) say(`${name} asks to play.`);
    this.#asks = live.asks;
    const lost = view.you === null && !view.game && asking.name && !live.asks.length && !asking.sending;
    if (lost) askToPlay(this, asking.name);
    this.draw();
  }

  #hashed() {
    this.invited.take();
    this.moving.take();
    this.draw();
  }

  #howToPlay(event) {
    if (!this.view || event.defaultPrevented) return;
    event.preventDefault();
    howToPlay(this.view.terms);
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
    if (event.defaultPrevented || event.repeat || !this.#over || document.querySelector("dialog[open]")) return;
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
    if (started && !same) this.#turn(before, line && by === null);
    else if (!started) this.#recall();
    if (this.looking !== null && this.looking >= view.past.length) this.looking = null;
    if (this.#cover()) return undefined;
    if (started && view.past.length > before.past.length && !view.outcome) this.#handover.pause();
    this.#prepare();
    this.#check();
    this.#codesLeft.follow(view);
    this.#sendFirst();
    if (started && !same) this.#tell(before);
    if (view.rematch && started && !before.rematch && seated(view)) location.assign(nextPage(view));
    this.draw();
    return undefined;
  }

  /** After a reload: a game that ended and was not left yet is shown again. */
  #recall() {
    const { view } = this;
    const { length } = view.past;
    const fresh = view.game && !view.game.rows.length && view.phase === "setting" && !pressed(view);
    const left = Number(stored(`codepegs.continued.${view.id}`, sessionStorage) ?? 0);
    if (seated(view) && fresh && length > left) this.looking = length - 1;
  }

  /**
   * Which game is shown after a change, and what to say with it.
   * @param {import("../lib/model.js").View} before @param {boolean} late whether the table moved because the time was over
   */
  #turn(before, late) {
    const { view } = this;
    const last = view.past.length - 1;
    const ended = last >= before.past.length;
    const another = !ended && view.game?.rows.length > before.game?.rows.length;
    const reading = ended || (this.looking !== null && this.looking === last);
    this.news = another && !view.game.rows.at(-1).guess ? view.told.join(" ") : "";
    if (late && yourTurn(before) && hiding(before, before.game)) {
      const done = before.phase === "setting" ? "a random code was set" : "the guess was answered";
      this.news = `Time ran out: ${done} for you.`;
    }
    if (view.outcome && !before.outcome) this.looking = null;
    else if (reading && pressed(view) && !view.terms.shared && (ended || !pressed(before))) {
      // Nobody loses time over a game that is over.
      this.news = `${gameName(view.past[last])}: ${view.past[last].ended.join(" ")}`;
      this.looking = null;
    } else if (ended) this.looking = last;
    // Spectators are taken along when the next game has a row.
    else if (reading && !seated(view) && another) this.looking = null;
    if (ended || (view.outcome && !before.outcome)) this.closed = false;
  }

  /** What is laid or answered now, with what this tab has kept of it. */
  #prepare() {
    const { view } = this;
    const { game, terms } = view;
    const code = may(view, "code");
    const guess = may(view, "guess");
    const place = game ? `${gameKey(game)} ${code ? "code" : game.rows.length + 1}` : "";
    if (game && this.notes?.game !== gameKey(game)) this.notes = new Notes(view.id, gameKey(game));
    if (view.outcome) this.notes?.forget();
    const notes = guess ? this.notes : null;
    if ((code || guess) && this.looking === null) this.editor.lay({ terms, place, key: view.id, code, notes });
    else if (!code && !guess) this.editor.rest(view.id);
    else this.editor.pause();
    // What was taken before a reload is told once more.
    if (this.hints.at(guess ? place : "") && guess && game.hints.length) {
      this.hinting = true;
      this.hints.listen(this.editor.plan).then(() => this.draw());
    }
    const answering = may(view, "answer") ? place : "";
    if (answering !== this.#answering) this.counts = null;
    this.#answering = answering;
  }

  async #check() {
    const { view } = this;
    for (const game of [...view.past, view.game]) {
      if (!game?.salt || this.#honest.has(gameKey(game))) continue;
      this.#honest.set(gameKey(game), undefined);
      this.#honest.set(gameKey(game), await check(view, game));
      this.draw();
    }
  }

  /** Say, play and show what has happened. @param {import("../lib/model.js").View} before */
  #tell(before) {
    const { view } = this;
    say(told(before, view));
    const ended = view.past.length > before.past.length ? view.past.at(-1) : view.outcome && !before.outcome ? view.game : null;
    const row = (ended ?? view.game)?.rows.at(-1);
    const number = (ended ?? view.game)?.rows.length ?? 0;
    const old = before.game?.rows[number - 1];
    const answered = row?.feedback && !old?.feedback && (ended ?? view.game).number === before.game?.number;
    const keys = answered ? counts(row.feedback).reduce((sum, each) => sum + each) : 0;
    if (ended && (this.game === ended)) {
      const won = ended.ending === "broken";
      const breaks = view.you === null || view.you === codebreaker(ended);
      this.#moments.ended({ row: answered ? number : 0, keys, won, mine: won === breaks });
    } else if (answered) this.#moments.answered(number, keys);
    else if (yourTurn(view) && !yourTurn(before)) play("turn");
  }

  /** Whether the game on the board is over and everything about it is shown. */
  get #over() {
    return Boolean(this.view?.game && this.game.ending && this.#moments.phase === "card");
  }

  draw() {
    const { live, view } = this;
    if (live.state === "gone") return update(this, gone(live.refusal));
    const { cover } = this.#handover;
    if (cover) {
      document.title = `${cover.title} · codepegs`;
      return update(this, coverPage(cover));
    }
    const early = !view || this.#handover.isOpen(view);
    // What the page brings along stays until there is more to show: a new game until its first guess is on its way.
    if (this.#brought && (early || this.dataset.guess)) return undefined;
    this.#brought = false;
    if (early) return update(this, this.#banner(), h("h1", { class: "loading" }, "Laying the table …"));
    document.title = `${yourTurn(view) ? "● " : ""}${view.status} · codepegs`;
    this.editor.busy = live.sending;
    const { invited } = this;
    const joins = invited.unanswered && invited.asks(view);
    if (!view.game || joins) return this.#before();
    if (this.#over) this.#results.ask(view, this.game);
    const state = this.#boardState();
    update(
      this,
      this.#banner(),
      h(
        "div",
        { class: "desk", "data-part": "desk" },
        h(
          "div",
          { class: view.terms.solo ? "first" : "first match" },
          this.#lead(),
          stage(state, { "data-match": !view.terms.solo, "data-over": this.#over && !this.closed }, this.#dock(), this.#card()),
        ),
        this.#side(),
      ),
    );
    this.board.state = state;
    this.#clocks();
    this.#show();
    const head = document.querySelector(".match-head");
    if (head) head.textContent = lead.gameTitle(view, this.game).split(" · ")[0];
    return undefined;
  }

  #clocks() {
    const { view, live } = this;
    /** @type {NodeListOf<import("../elements/turn-clock.js").TurnClock>} */
    const clocks = this.querySelectorAll("turn-clock");
    const running = view.outcome || this.looking !== null ? { limit: null, left: null } : view.clock;
    for (const clock of clocks) clock.state = { ...running, seenAt: live.seenAt, yours: yourTurn(view) };
  }

  #banner() {
    return banner(this.live.state, this.live.sending);
  }

  /** The page before the match: an empty board, and a card with the invitation. */
  #before() {
    const state = { terms: this.view.terms, rows: [], code: null, draft: null, label: "Board" };
    update(this, this.#banner(), beforePage(this, state, { notices: this.#notices(), codes: this.#codes }));
    this.board.state = state;
  }

  #notices() {
    const { view, refused, news, invited } = this;
    const moving = seated(view) ? null : movingNotice(this.moving);
    return lead.notices(view, { refused, news, late: invited.late(view), moving });
  }

  #lead() {
    const { view, game, live } = this;
    const back = this.looking !== null;
    const more = back ? view.status : advice(view);
    return h(
      "section",
      { class: "lead", "aria-label": "The game", "data-part": "lead" },
      h("p", { class: "eyebrow" }, lead.gameTitle(view, game)),
      lead.status(back ? `${gameName(game)} is over` : view.status),
      lead.players(view, game, live.crowd, (player) => this.#phrases.bubble(player)),
      view.terms.solo && lead.legend(view.terms),
      h("p", { class: "hint-line", "data-part": "advice" }, more),
      this.#pageParts("lead"),
      this.#notices(),
    );
  }

  #boardState() {
    const { view, game } = this;
    const { phase, fresh, cheer } = this.#moments;
    const over = game.ending !== null && phase !== "keys";
    const own = hiding(view, game);
    return {
      terms: view.terms,
      rows: game.rows,
      code: over || own ? game.code : null,
      curtain: this.curtain && own && secret(view, game),
      tag: docks.tagOf(view, game),
      draft: this.editor.laid ?? this.#remote(),
      answer: may(view, "answer") && this.looking === null ? (this.counts ?? [0, 0]).join("+") : null,
      marked: over ? (game.proof?.rows ?? []) : this.hints.rows(this.editor.plan),
      sending: this.live.sending,
      over,
      fresh,
      cheer,
      label: `Board of game ${game.number}`,
    };
  }

  /** The row that another player is laying. */
  #remote() {
    const { view, looking } = this;
    if (looking !== null || view.phase !== "guessing" || view.outcome) return null;
    return { pegs: remotePegs(this.live.laid, view), cursor: null, remote: true };
  }

  /** What is to be done now, next to the row in play. */
  #dock() {
    const { view, live, editor } = this;
    if (this.#over && this.closed) return docks.closed(forward(view, this.looking !== null));
    if (this.game.ending) return docks.resting();
    const gone = this.#absence.follow(view, live.crowd, opponent(view));
    if (gone) return docks.away(view, gone, live.sending);
    if (may(view, "answer")) return docks.answering(view, { counts: this.counts, sending: live.sending });
    if (editor.draft) return editor.dock();
    const { codes, all } = this.#codesLeft;
    return docks.waiting(view, { codes, all, words: view.status, phrases: this.#chips() });
  }

  /** Whether this seat can move to another device. */
  get #movable() {
    return seated(this.view) && this.live.seat === null && !this.view.terms.daily && !isLocal(this.view.id);
  }

  /** What can be said, unless both players are at this screen. */
  #chips() {
    return this.live.seat === null ? this.#phrases.chips(this.view) : null;
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

  #card() {
    if (!this.#over || this.closed) return null;
    const { view, game, copied } = this;
    const more = { ...this.#results.of(game), honest: this.#honest.get(gameKey(game)), copied, phrases: this.#chips() };
    return resultCard(view, game, { ...more, next: this.looking !== null });
  }

  /** @param {string} section */
  #pageParts(section) {
    return this.#kept[section].map((part) => part.cloneNode(false));
  }

  #side() {
    const { view, live, looking } = this;
    const guessing = looking === null && may(view, "guess");
    const { curtain, hinting, noting } = this;
    return h(
      "aside",
      { class: "side", "aria-label": "More", "data-part": "side" },
      this.#pageParts("side"),
      guessing && hinting && hintsAllowed(view) && hintCard(view.terms, this.hints, this.editor.plan, live.sending),
      guessing && noting && side.notePad(view.terms, this.notes),
      this.#chips(),
      side.links(view, { curtain, sending: live.sending, looking, hinting, noting, movable: this.#movable }),
      side.games(view, looking),
      live.crowd.watching > 0 && h("p", { class: "hint-line", "data-part": "watching" }, `${live.crowd.watching} watching`),
    );
  }
}

function gone(refusal) {
  return h(
    "section",
    { class: "card gone" },
    h("h1", {}, refusal.status === 404 ? "There is no such table" : "This table is closed"),
    h("p", {}, refusal.message),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "btn primary", href: "/" }, "Start a match"),
      h("a", { class: "btn", href: "/review" }, "Review a record"),
    ),
  );
}

customElements.define("peg-table", PegTable);
