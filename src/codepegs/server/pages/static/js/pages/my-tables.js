/** <my-tables>: the tables of this browser, to go on with, to take back, and to look through. */
import { Refusal, invitationLink, invitations, rematchPage, tables, withdraw } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { h, update } from "../lib/dom.js";
import { pairOf } from "../table/lead.js";
import { NOBODY } from "../lib/model.js";
import { counted } from "../lib/sentences.js";

/** Tables of a kind that are shown at once. */
const SHOWN = 6;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const told = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

class MyTables extends HTMLElement {
  #tables = null;
  #refusal = "";
  #all = false;

  connectedCallback() {
    prepare();
    this.addEventListener("click", (event) => this.#click(event));
    // What was played meanwhile shows also where the browser brings this page back as it was.
    addEventListener("pageshow", () => this.#load());
  }

  async #load() {
    try {
      this.#tables = await tables();
      this.#refusal = "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refusal = error.message;
    }
    this.#draw();
  }

  #draw() {
    const found = this.#tables ?? [];
    const open = found.filter((table) => !table.over);
    const over = found.filter((table) => table.over);
    update(
      this,
      h(
        "div",
        { class: "mine" },
        h(
          "section",
          { "aria-labelledby": "open-heading" },
          h("h2", { id: "open-heading" }, "Go on playing"),
          this.#refusal &&
            h(
              "p",
              { class: "notice warn" },
              this.#refusal,
              " ",
              h("button", { type: "button", class: "btn small", "data-act": "again" }, "Try again"),
            ),
          !this.#refusal &&
            !open.length &&
            h(
              "p",
              { class: "soft" },
              "Nothing is under way in this browser. A match that you begin, or are invited to, waits here for you.",
            ),
          open.length > 0 &&
            h(
              "ul",
              { class: "tables" },
              this.#some(open).map((table) => this.#table(table)),
            ),
        ),
        h(
          "section",
          { "aria-labelledby": "over-heading" },
          h("h2", { id: "over-heading" }, "Recent records"),
          over.length > 0 &&
            h(
              "ul",
              { class: "tables" },
              this.#some(over).map((table) => this.#record(table)),
            ),
          !over.length &&
            h(
              "p",
              { class: "soft" },
              "Matches that you have finished can be looked through here, row by row.",
            ),
          h("p", {}, h("a", { href: "/review" }, "Review a record from a file")),
        ),
      ),
      !this.#all &&
        Math.max(open.length, over.length) > SHOWN &&
        h("p", {}, h("button", { type: "button", class: "btn small plain", "data-act": "all" }, "Show all of them")),
    );
  }

  #some(found) {
    return this.#all ? found : found.slice(0, SHOWN);
  }

  #table(table) {
    const waiting = table.names.includes(null);
    const token = waiting && invitations.of(table.id);
    return h(
      "li",
      { class: "table-item", "data-part": table.id },
      h(
        "a",
        { class: "table-link", href: rematchPage(table.id, table.rematch_of) },
        h("span", {}, pairOf(table.names)),
        h("span", { class: "soft" }, waiting ? "Waiting for a friend" : about(table)),
      ),
      waiting &&
        h(
          "span",
          { class: "actions" },
          token && h("button", { type: "button", class: "btn small", "data-act": "copy", "data-id": table.id }, "Copy the link"),
          h(
            "button",
            { type: "button", class: "btn small plain", "data-act": "withdraw", "data-id": table.id },
            "Take it back",
          ),
        ),
    );
  }

  #record(table) {
    return h(
      "li",
      { class: "table-item", "data-part": table.id },
      h(
        "a",
        { class: "table-link", href: `/t/${table.id}/record` },
        h("span", {}, pairOf(table.names)),
        h("span", { class: "soft" }, about(table)),
      ),
    );
  }

  async #click(event) {
    const button = event.target.closest("[data-act]");
    if (!button) return;
    const { act, id } = button.dataset;
    if (act === "again") return this.#load();
    if (act === "all") {
      this.#all = true;
      return this.#draw();
    }
    if (act === "copy") return this.#copy(button, invitationLink(id, invitations.of(id)));
    await this.#withdraw(id);
  }

  async #copy(button, link) {
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = "Copied";
      say("The link is copied.");
    } catch {
      location.assign(`/t/${new URL(link).pathname.slice(3)}`);
    }
  }

  async #withdraw(id) {
    try {
      await withdraw(id);
      invitations.forget(id);
      say("The table was taken back.");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.message);
    }
    await this.#load();
    /** @type {HTMLElement|null} */
    const first = this.querySelector("#open-heading").closest("section").querySelector("a, button");
    first?.focus();
  }
}

function about(table) {
  const seconds = Date.now() / 1000 - table.changed / 1e6;
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
  const ago = seconds < 60 ? "just now" : told.format(-Math.floor(seconds / size), unit);
  const games = table.names[0] === NOBODY ? [] : [counted(table.games, "game")];
  return [table.edition, ...games, ago].join(" · ");
}

customElements.define("my-tables", MyTables);
