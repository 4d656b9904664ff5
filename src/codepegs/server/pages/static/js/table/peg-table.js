/** <peg-table>: the table, for players and spectators alike. It draws what the view says, and asks for what is done. */
import { prepare, say } from "../lib/announce.js";
import { invitations, takeRematchSeat } from "../lib/api.js";
import { deed, laysPegs } from "./actions.js";
import { check, note } from "../learn/commitment.js";
import { h, update } from "../lib/dom.js";
import { ended, nextPage, over } from "./ending.js";
import { Draft, Notes, forgetDraft } from "./draft.js";
import { handAnswer } from "../elements/hand-answer.js";
import { Hints, hintCard } from "./hints.js";
import { Invited } from "./invited.js";
import { Live } from "../lib/live.js";
import {
  fault,
  gameKey,
  hiding,
  hintsAllowed,
  may,
  pressed,
  seated,
  secret,
  yourTurn,
} from "../lib/model.js";
import * as panel from "./panel.js";
import "../elements/peg-board.js";
import { players, track } from "../elements/score.js";
import { changes } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { tray } from "../elements/tray.js";
import "../elements/turn-clock.js";
import { advice, ending, gameName, headline, told } from "../lib/sentences.js";

export class PegTable extends HTMLElement {
  /** @type {Live} */
  live;
  /** @type {Invited} */
  invited;
  /** @type {Draft|null} */
  draft = null;
  /** @type {Notes|null} */
  notes = null;
  noting = false;
  /** @type {Hints} */
  hints;
  /** The place of a game before, where one is looked at. @type {number|null} */
  looking = null;
  /** Whether the codemaker hides the own code from whoever looks over the shoulder. */
  curtain = false;
  /** The answer being counted out. @type {[number, number]|null} */
  counts = null;
  /** What was refused, in a sentence. */
  refused = "";
  copied = "";
  /** What has happened and is easily missed, in a sentence. */
  news = "";
  #honest = new Map();
  #answering = "";
  #docked = 0;

  connectedCallback() {
    prepare();
    const id = this.dataset.table;
    this.live = new Live(id);
    this.invited = new Invited(id);
    this.hints = new Hints(id);
    this.live.addEventListener("view", (event) => this.#seen(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("state", () => this.draw());
    this.live.addEventListener("crowd", () => this.draw());
    changes.addEventListener("change", () => this.draw());
    this.addEventListener("click", (event) => this.#pressed(event));
    this.addEventListener("submit", (event) => this.#pressed(event));
    // An invitation opened where the table is before one already.
    addEventListener("hashchange", () => {
      this.invited.take();
      this.draw();
    });
    laysPegs(this);
    this.live.addEventListener("state", () => this.#sitAgain());
    takeRematchSeat().finally(() => this.live.start());
  }

  /** @returns {import("../lib/model.js").View|null} */
  get view() {
    return this.live.view;
  }

  /** The game on the board: the one in play, or one that is looked at again. */
  get game() {
    return this.looking === null ? this.view.game : this.view.past[this.looking];
  }

  /** Whether pegs are laid here: `code`, `guess`, or null. */
  get laying() {
    if (this.looking !== null) return null;
    return may(this.view, "code") ? "code" : may(this.view, "guess") ? "guess" : null;
  }

  /** The guess that is planned: the row being laid, if it may be played. @returns {string|null} */
  get plan() {
    const { draft, laying, view } = this;
    return laying === "guess" && draft && !fault(view.terms, draft.pegs, false) ? draft.pegs.join("") : null;
  }

  /** @returns {import("../elements/peg-board.js").PegBoard|null} */
  get board() {
    return this.querySelector("peg-board");
  }

  /** Somebody has just sat down, and hears where they are. */
  arrived() {
    say([headline(this.view), advice(this.view)].filter(Boolean).join(". "));
    this.board?.focus();
  }

  /** Ask again for a seat whose answer was lost, when the server can be reached. */
  #sitAgain() {
    const { invited, live } = this;
    if (live.state === "open" && invited.unanswered && !invited.sending) deed(this, "sit-again", {});
  }

  #pressed(event) {
    const source = event.target.closest("[data-act]");
    if (!source || !this.contains(source) || source.closest("peg-board")) return;
    if (source.localName === "form") {
      if (event.type !== "submit") return;
      event.preventDefault();
    }
    deed(this, source.dataset.act, source.dataset, source);
  }

  #seen({ before, line, by }) {
    const { view } = this;
    note(view);
    if (view.game) invitations.forget(view.id);
    const started = before?.id === view.id && before.you === view.you;
    // A new connection begins with the view. If nothing has changed, keep the messages on the page.
    const same = started && before.version === view.version;
    if (!same) this.refused = "";
    if (started && !same) this.#turn(before, line && by === null);
    if (this.looking !== null && this.looking >= view.past.length) this.looking = null;
    this.#prepare();
    this.#check();
    if (started && !same) this.#tell(before, line);
    if (view.rematch && started && !before.rematch && seated(view)) location.assign(nextPage(view));
    this.draw();
  }

  /**
   * Which game is shown after a change, and what to say with it.
   * @param {import("../lib/model.js").View} before @param {boolean} late whether the table moved, as the time was over
   */
  #turn(before, late) {
    const { view } = this;
    const last = view.past.length - 1;
    const ended = last >= before.past.length;
    const another = !ended && view.game?.rows.length > before.game?.rows.length;
    const reading = ended || (this.looking !== null && this.looking === last);
    this.news = another && !view.game.rows.at(-1).guess ? view.told.join(" ") : "";
    if (late && yourTurn(before) && hiding(before, before.game)) {
      const done = before.phase === "setting" ? "a random code was set" : "the row was answered";
      this.news = `Time ran out: ${done} for you.`;
    }
    if (view.outcome && !before.outcome) this.looking = null;
    else if (reading && pressed(view) && (ended || !pressed(before))) {
      // Nobody loses time over a game that is over.
      this.news = `${gameName(view.past[last])}: ${ending(view, view.past[last])}`;
      this.looking = null;
    } else if (ended) this.looking = last;
    // Who only watches is taken along, when the next game has a row.
    else if (reading && !seated(view) && another) this.looking = null;
  }

  /** A draft for the row that is laid now, with what this tab has kept of it. */
  #prepare() {
    const { view } = this;
    const { game, terms } = view;
    const code = may(view, "code");
    const laying = code || may(view, "guess");
    const place = game ? `${gameKey(game)} ${code ? "code" : game.rows.length + 1}` : "";
    if (!laying) {
      // Also what was kept before a reload: a code that is set needs no draft.
      forgetDraft(view.id);
      this.draft = null;
    } else if (this.draft?.place !== place) {
      this.draft?.forget();
      this.draft = new Draft(view.id, place, terms.pegs);
    }
    if (game && this.notes?.game !== gameKey(game)) this.notes = new Notes(view.id, gameKey(game));
    if (view.outcome) this.notes?.forget();
    // What was taken before a reload is told once more.
    if (this.hints.at(may(view, "guess") ? place : "") && may(view, "guess") && game.hints.length) {
      this.hints.listen(this.plan).then(() => this.draw());
    }
    const answering = may(view, "answer") ? place : "";
    if (answering !== this.#answering) {
      this.#answering = answering;
      this.counts = null;
    }
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

  #tell(before, line) {
    const { view } = this;
    say(told(before, view));
    if (view.outcome && !before.outcome) play("end");
    else if (yourTurn(view) && !yourTurn(before)) play("turn");
    else if (line) play("answer");
  }

  draw() {
    const { live, view } = this;
    if (live.state === "gone") return update(this, gone(live.refusal));
    if (!view)
      return update(this, this.#connection(), h("h1", { class: "loading" }, "Laying the table …"));
    document.title = `${yourTurn(view) ? "● " : ""}${headline(view)} · codepegs`;
    update(
      this,
      this.#connection(),
      h("div", { class: view.game ? "layout" : "layout bare" }, this.#board(), this.#side()),
    );
    const dock = /** @type {HTMLElement} */ (this.querySelector(".dock")).offsetHeight;
    this.style.setProperty("--dock", `${dock}px`);
    if (this.board) {
      this.board.state = this.#boardState();
      // What lies before the board on a phone shall not hide the row in hand.
      if (dock > this.#docked) this.board.bring();
    }
    this.#docked = dock;
    /** @type {import("../elements/turn-clock.js").TurnClock|null} */
    const clock = this.querySelector("turn-clock");
    if (clock) clock.state = { ...view.clock, seenAt: live.seenAt, yours: yourTurn(view) };
    return undefined;
  }

  #connection() {
    const { state, sending } = this.live;
    const lost = state === "lost";
    return h(
      "p",
      {
        class: `connection ${state}`,
        role: "status",
        "data-part": "connection",
        "data-state": state,
        "data-sending": String(sending),
      },
      lost
        ? sending
          ? "Connection lost. What you played is kept and sent as soon as the server is back."
          : LOST
        : "",
    );
  }

  #board() {
    return this.view.game
      ? h("div", { class: "board-side", "data-part": "board" }, h("peg-board", {}))
      : null;
  }

  #boardState() {
    const { view, game, laying, draft } = this;
    return {
      terms: view.terms,
      rows: game.rows,
      code: game.code,
      curtain: this.curtain && hiding(view, game) && secret(view, game),
      draft: laying && draft ? { pegs: draft.pegs, cursor: draft.cursor, code: laying === "code" } : null,
      marked: game.proof?.rows ?? (laying === "guess" ? this.hints.rows(this.plan) : []),
      sending: this.live.sending,
      label: `Board of game ${game.number}`,
    };
  }

  #side() {
    const { view, live } = this;
    return h(
      "div",
      { class: "side", "data-part": "side" },
      this.#status(),
      this.#notices(),
      players(view, this.game, live.crowd),
      panel.offers(view),
      h("div", { class: "dock", "data-part": "dock" }, this.#dock()),
      this.looking === null &&
        !view.outcome &&
        panel.deeds(view, { curtain: this.curtain, sending: live.sending, here: live.crowd.here }),
      this.laying === "guess" && hintsAllowed(view) && hintCard(this.hints, this.plan, live.sending),
      track(view),
      panel.more(view, {
        looking: this.looking,
        watching: live.crowd.watching,
        invited: view.phase === "waiting" && this.invited.asks(view),
      }),
    );
  }

  #status() {
    const { view, looking, game } = this;
    const back = looking !== null;
    const more = back ? `Now: ${headline(view)}.` : advice(view);
    return h(
      "div",
      { class: yourTurn(view) && !back ? "status yours" : "status", "data-part": "status" },
      h("h1", {}, back ? `${gameName(game)} is over` : headline(view)),
      !view.outcome && h("turn-clock", { role: "timer" }),
      more && h("p", { class: "soft advice" }, more),
    );
  }

  /** What was refused, what is easily missed, and that a seat was taken. */
  #notices() {
    const { view, invited, news, refused } = this;
    return [
      refused && h("div", { class: "notice warn", role: "alert", "data-part": "refused" }, h("p", {}, refused)),
      news && h("div", { class: "notice news", "data-part": "news" }, h("p", {}, news)),
      invited.late(view) &&
        h(
          "div",
          { class: "notice", "data-part": "late" },
          h("p", {}, "The seat of this invitation is taken, so you are watching. "),
          h("p", {}, "If it is yours, go on in the browser in which you sat down."),
        ),
    ];
  }

  /** What is to be done now, where the thumb is. */
  #dock() {
    const { view, game, live, invited } = this;
    if (view.phase === "waiting" || (invited.unanswered && invited.asks(view))) {
      return invited.asks(view)
        ? panel.joining({ ...invited.state, longest: this.dataset.longestName, view })
        : panel.invitation(view, this.copied, invited.holds);
    }
    if (this.looking !== null)
      return ended(view, game, { honest: this.#honest.get(gameKey(game)), next: true });
    if (view.outcome) {
      const honest = this.#honest.get(gameKey(game));
      return [over(view), !view.terms.solo && ended(view, game, { honest, next: false })];
    }
    if (may(view, "answer")) {
      return handAnswer({
        terms: view.terms,
        code: game.code,
        row: game.rows.at(-1),
        number: game.rows.length,
        counts: this.counts,
        curtain: this.curtain,
        sending: live.sending,
      });
    }
    if (!this.laying || !this.draft) return null;
    const code = this.laying === "code";
    return tray({
      terms: view.terms,
      draft: this.draft,
      notes: code ? null : this.notes,
      noting: this.noting,
      code,
      fault: fault(view.terms, this.draft.pegs, code),
      last: game.rows.findLast((row) => row.guess)?.guess ?? null,
      sending: live.sending,
    });
  }
}

const LOST = "Connection lost. Your row is kept; looking for the server …";

function gone(refusal) {
  return h(
    "section",
    { class: "card gone" },
    h("h1", {}, refusal.status === 404 ? "There is no such table" : "This table is closed"),
    h("p", {}, refusal.message),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "button primary", href: "/" }, "Start a match"),
      h("a", { class: "button", href: "/record" }, "Look at a record"),
    ),
  );
}

customElements.define("peg-table", PegTable);
