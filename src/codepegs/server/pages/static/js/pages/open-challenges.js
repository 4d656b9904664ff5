/** <open-challenges>: the live list of players who wait for anybody, and a challenge of your own. */
import { Refusal, deleteTable, look, open, ownName, takeChallenge } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { sheet, show } from "../lib/dialog.js";
import { h, off, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { Lobby } from "../lib/lobby.js";
import { Redraw } from "../lib/redraw.js";
import { play } from "../lib/sound.js";
import { face } from "./face.js";
import { askForName, guestName } from "./guest-name.js";

const EXPIRED = "Your challenge has expired. Create another one if you still want to play.";

class OpenChallenges extends Listening {
  #lobby = new Lobby();
  #redraw = new Redraw(() => this.#draw());
  #notice = "";
  #taking = "";
  /** Whether the challenger makes the first code: chance decides, once for all attempts to send the form. */
  #first = false;
  /** The challenge that was withdrawn last: it has not expired. */
  #withdrawn = "";

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    prepare();
    this.#redraw.connect(signal);
    this.addEventListener("click", (event) => this.#click(event), { signal });
    for (const event of ["list", "state"]) this.#lobby.addEventListener(event, () => this.#redraw.request(), { signal });
    this.#lobby.addEventListener("closed", (event) => this.#closed(/** @type {CustomEvent} */ (event).detail), { signal });
    addEventListener("online", () => this.#lobby.check(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#lobby.check(), { signal });
    // A page that the browser brings back as it was has lost its socket.
    addEventListener("pageshow", (event) => event.persisted && this.#lobby.start(), { signal });
    this.#dialog().addEventListener("submit", (event) => this.#create(event), { signal });
    document.querySelector("#create").addEventListener("click", () => this.#openDialog(), { signal });
    document.querySelector("#cancel").addEventListener("click", () => this.#dialog().close(), { signal });
    this.#lobby.start();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#lobby.stop();
  }

  #draw() {
    const { list, lost } = this.#lobby;
    const yours = list?.challenges.filter(({ id }) => list.yours.includes(id)) ?? [];
    const others = list?.challenges.filter(({ id }) => !list.yours.includes(id)) ?? [];
    update(
      this,
      (this.#notice || lost) &&
        h("p", { class: "notice", "data-part": "notice" }, lost ? "Connection lost. Retrying …" : this.#notice),
      yours.map((each) => own(each)),
      others.length > 0
        ? h(
            "ul",
            { class: "list", "aria-label": "Open challenges", "data-part": "list" },
            others.map((each) => item(each, this.#taking)),
          )
        : list && !yours.length && nobody(),
    );
  }

  /** @param {{id: string, taken: boolean}} closed */
  #closed({ id, taken }) {
    if (taken) {
      play("turn");
      location.assign(`/t/${id}`);
    } else if (this.#withdrawn !== id) {
      this.#tell(EXPIRED);
    }
  }

  #tell(sentence) {
    this.#notice = sentence;
    say(sentence);
    this.#draw();
  }

  async #click(event) {
    const button = event.target.closest("[data-act]");
    if (!button || button.getAttribute("aria-disabled")) return;
    const { act, id } = button.dataset;
    if (act === "terms") await this.#terms(id);
    else if (act === "withdraw") await this.#withdraw(id);
    else if (act === "take") await this.#take(id, ownName.last() || guestName());
  }

  /** @param {string} id @param {string} name */
  async #take(id, name) {
    this.#taking = id;
    this.#notice = "";
    this.#draw();
    try {
      await takeChallenge(id, name);
      location.assign(`/t/${id}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#taking = "";
      this.#draw();
      if (error.status === 422) return askForName(name, error.message, (given) => this.#take(id, given));
      if (error.kind === "SeatTaken") return this.#tell("Someone else got there first. That seat is taken.");
      if (error.status === 404) return this.#tell("That challenge is no longer open.");
      this.#tell(error.message);
    }
  }

  async #withdraw(id) {
    this.#withdrawn = id;
    try {
      await deleteTable(id);
      this.#tell("Your challenge was withdrawn.");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status !== 404) this.#tell(error.message);
    }
  }

  /** All terms of a challenge, in sentences. */
  async #terms(id) {
    try {
      const { agreed } = await look(id);
      show(sheet("Terms", h("ul", { class: "terms" }, agreed.map((sentence) => h("li", {}, sentence)))));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#tell(error.message);
    }
  }

  #dialog() {
    return /** @type {HTMLDialogElement} */ (document.querySelector("#new-challenge"));
  }

  #openDialog() {
    const dialog = this.#dialog();
    /** @type {HTMLInputElement} */ (dialog.querySelector("#challenge-name")).value = ownName.last();
    dialog.querySelector(".refusal").textContent = "";
    this.#first = Math.random() < 0.5;
    dialog.showModal();
  }

  /** @param {SubmitEvent} event */
  async #create(event) {
    event.preventDefault();
    const dialog = this.#dialog();
    const chosen = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const given = ownName.cleaned(String(chosen.get("name")));
    const name = given || guestName();
    const time = chosen.get("time") ? ` time=${chosen.get("time")}` : "";
    const players = this.#first ? [name, null] : [null, name];
    try {
      await open({ edition: `${chosen.get("edition")}${time}`, games: Number(chosen.get("games")), players, challenge: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      dialog.querySelector(".refusal").textContent = error.message;
      return;
    }
    if (given) ownName.keep(given);
    this.#notice = "";
    dialog.close();
    say("Your challenge is open.");
    this.#lobby.start();
  }
}

/** @param {import("../lib/lobby.js").Challenge} challenge @param {string} taking */
const item = ({ id, host, summary }, taking) =>
  h(
    "li",
    { class: "item", "data-part": id },
    face(host),
    button("terms", id, [h("b", { class: "name", dir: "auto" }, host), h("small", {}, `${summary} · `, h("u", {}, "Details"))], {
      class: "item-link",
    }),
    button("take", id, "Play", { class: "btn small", "aria-label": `Play ${host}`, ...off(taking === id) }),
  );

/** @param {import("../lib/lobby.js").Challenge} challenge */
const own = ({ id, summary }) =>
  h(
    "section",
    { class: "own card", "data-part": id, "aria-label": "Your challenge" },
    h("span", { class: "spin", "aria-hidden": "true" }),
    h("p", {}, h("b", {}, "Waiting for an opponent"), h("small", {}, summary)),
    h("p", { class: "soft" }, "Stay on this page. The board opens as soon as someone takes your challenge."),
    button("withdraw", id, "Withdraw", { class: "btn small" }),
  );

const button = (act, id, words, attributes) =>
  h("button", { type: "button", "data-act": act, "data-id": id, ...attributes }, words);

const nobody = () =>
  h(
    "div",
    { class: "empty", "data-part": "empty" },
    h("span", { class: "code big", "aria-hidden": "true" }, Array.from({ length: 4 }, () => h("span", { class: "hole" }))),
    h("b", {}, "Nobody is waiting right now"),
    h("p", {}, "Create a challenge. We’ll tell you when someone takes it."),
  );

customElements.define("open-challenges", OpenChallenges);
