/** <my-games>: the matches of this browser, those where it is your turn first, to go on with, review and delete. */
import { Refusal, deleteTable, invitationLink, invitations, rematchPage, tables } from "../lib/api.js";
import { prepare, say } from "../lib/announce.js";
import { ask } from "../lib/confirm.js";
import { h, icon, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { face } from "./face.js";
import { tryAgain } from "./try-again.js";
import { deletion, describe, isWaiting, nameOf, turnWords } from "./listed.js";

const BIN = "M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12";

class MyGames extends Listening {
  /** @type {import("./listed.js").Listed[] | null} */
  #tables = null;
  /** @type {string|null} */
  #next = null;
  #pages = 1;
  #refusal = "";

  /** @override @param {AbortSignal} signal */
  listen(signal) {
    prepare();
    this.addEventListener("click", (event) => this.#click(event), { signal });
    // What was played meanwhile shows also when the browser brings this page back as it was.
    addEventListener("pageshow", () => this.#load(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#load(), { signal });
    if (document.readyState === "complete") this.#load();
  }

  /** Get as many pages as are shown. */
  async #load() {
    /** @type {import("./listed.js").Listed[]} */
    const found = [];
    let next = null;
    try {
      for (let page = 0; page < this.#pages && (page === 0 || next); page++) {
        const told = await tables(next);
        found.push(...told.tables);
        next = told.next;
      }
      [this.#tables, this.#next, this.#refusal] = [found, next, ""];
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
      this.#refusal && tryAgain(this.#refusal),
      section("open", "In progress", open, this.#tables && nothing()),
      over.length > 0 && section("over", "Finished", over, null),
      this.#next && h("p", { class: "more" }, h("button", { type: "button", class: "btn", "data-act": "more" }, "Show more")),
    );
  }

  async #click(event) {
    const button = event.target.closest("[data-act]");
    if (!button) return;
    const { act, id } = button.dataset;
    if (act === "again") return this.#load();
    if (act === "copy") return copy(button, invitationLink(id, invitations.of(id)));
    if (act === "delete") return this.#delete(id);
    const shown = this.#tables.length;
    this.#pages += 1;
    await this.#load();
    const first = /** @type {HTMLElement|undefined} */ (this.querySelectorAll(".item-link")[shown]);
    first?.focus();
  }

  async #delete(id) {
    const place = this.#tables.findIndex((table) => table.id === id);
    const question = deletion(this.#tables[place]);
    if (!question || !(await ask(question))) return;
    try {
      await deleteTable(id);
      invitations.forget(id);
      say(question.yes === "Withdraw" ? "Withdrawn." : "Game deleted.");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // If it is gone already, nobody needs to know.
      if (error.status !== 404) say(error.message);
    }
    await this.#load();
    const links = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".item-link"));
    (links[Math.min(place, links.length - 1)] ?? this.querySelector("h2")).focus();
  }
}

/** @param {string} id @param {string} title @param {import("./listed.js").Listed[]} found @param {unknown} empty */
const section = (id, title, found, empty) =>
  h(
    "section",
    { "aria-labelledby": `${id}-heading`, "data-part": id },
    h("h2", { id: `${id}-heading`, tabindex: "-1" }, title),
    found.length > 0 ? h("ul", { class: "list" }, found.map(item)) : empty,
  );

/** @param {import("./listed.js").Listed} table */
function item(table) {
  const address = table.challenge ? "/challenges" : rematchPage(table.id, table.over ? null : table.rematch_of);
  const name = nameOf(table);
  return h(
    "li",
    { class: "item", "data-part": table.id },
    face(name),
    h(
      "a",
      { class: "item-link", href: address },
      h("b", { class: "name", dir: "auto" }, name),
      h("small", {}, describe(table)),
    ),
    turnWords(table) && h("span", { class: "turn" }, turnWords(table)),
    isWaiting(table) && !table.challenge && invitations.of(table.id) && action(table, "copy", "Copy link"),
    table.over && table.reviewable && h("a", { class: "btn small plain", href: `/review/${table.id}` }, "Review"),
    deletion(table) && bin(table, name),
  );
}

const action = (table, act, words) =>
  h("button", { type: "button", class: "btn small", "data-act": act, "data-id": table.id }, words);

const bin = (table, name) =>
  h(
    "button",
    {
      type: "button",
      class: "icon-btn",
      "data-act": "delete",
      "data-id": table.id,
      "aria-label": `${isWaiting(table) ? "Withdraw" : "Delete"}: ${name}`,
      title: isWaiting(table) ? "Withdraw" : "Delete",
    },
    icon(BIN),
  );

const nothing = () =>
  h("div", { class: "empty" }, h("b", {}, "No games in progress"), h("a", { class: "btn small", href: "/" }, "Play a game"));

async function copy(button, link) {
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = "Copied";
    say("Link copied.");
  } catch {
    // The page of the table shows the link.
    location.assign(new URL(link).pathname);
  }
}

customElements.define("my-games", MyGames);
