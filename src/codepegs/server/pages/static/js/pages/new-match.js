/**
 * <new-match>: the form for a new match. The page brings its fields along; here they are kept together, the edition is
 * shown under its house rules, and what the server refuses is said at the field to change.
 */
import { Refusal, edition, invitations, open, ownName, store, storedJson } from "../lib/api.js";
import { h, update } from "../lib/dom.js";
import { today } from "../lib/daily.js";
import { mark } from "../lib/mark.js";
import { NOBODY } from "../lib/model.js";
import "../elements/peg-board.js";

const KEPT = "codepegs.choices";
const DAILY_EDITION = "classic-1";
const REMEMBERED = ["edition", "company", "level", "other", "first", "games"];
const WORDS = {
  computer: {
    about: "You and a computer take turns at making and breaking codes.",
    go: "Play the computer",
    level: "Level",
    them: "the computer",
    you: "you",
  },
  friend: {
    about: "You get a link to send to your friend, and play when they come.",
    go: "Invite a friend",
    level: "Level",
    them: "your friend",
    you: "you",
  },
  computers: {
    about: "Two computers play each other, and you watch.",
    go: "Watch them play",
    level: "First level",
    them: "the other one",
    you: "the first one",
  },
};

class NewMatch extends HTMLElement {
  /** The facts of the edition under its house rules, as the server told them last. */
  #facts = null;
  #asked = 0;
  #touched = "";
  #firstChosen = false;

  connectedCallback() {
    this.#recall();
    // At every key, not when a field is left: a refusal that moved the button away would take a click with it.
    this.#form.addEventListener("input", ({ target }) => this.#changed(target));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play();
    });
    this.querySelector("#play-solo").addEventListener("click", ({ target }) => this.#solo(target));
    this.querySelector("#play-daily").addEventListener("click", ({ target }) => this.#daily(target));
    this.querySelector("#as-printed").addEventListener("click", () => this.#choose({ printed: true }));
    this.querySelector("#options").addEventListener("click", ({ target }) => this.#take(target));
    this.#company();
    this.#choose();
  }

  get #form() {
    return this.querySelector("form");
  }

  /** @param {string} name @returns {any} a field of any kind, or the radio buttons of that name */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  /** @returns {HTMLInputElement[]} */
  get #rules() {
    return Array.from(this.querySelectorAll("[data-rule]"));
  }

  /** What was chosen here before, and the edition that the address asks for. */
  #recall() {
    const kept = storedJson(KEPT) ?? {};
    const asked = new URLSearchParams(location.search).get("edition");
    if (asked) kept.edition = asked;
    for (const name of REMEMBERED) {
      const field = this.#field(name);
      const before = field.value;
      if (typeof kept[name] === "string") field.value = kept[name];
      if (!field.value || field.checkValidity?.() === false) field.value = before;
    }
    this.#firstChosen = typeof kept.first === "string";
    this.#field("name").value = ownName.last() || "Guest";
  }

  #changed(field) {
    this.#touched = field.name;
    this.#refuse(field.name, "");
    if (field.name === "company") this.#company();
    else if (field.name === "edition") this.#choose();
    else if (field.dataset.rule !== undefined) this.#look();
    else if (field.name === "games") this.#check();
    else if (field.name === "level") this.#level();
    else if (field.name === "first") this.#firstChosen = true;
  }

  /** Show the fields that this company needs. */
  #company() {
    const company = this.#field("company").value;
    const words = WORDS[company];
    /** @type {NodeListOf<HTMLElement>} */
    const parts = this.querySelectorAll("[data-for]");
    for (const part of parts)
      part.hidden = !part.dataset.for.split(" ").includes(company);
    this.querySelector("#company-words").textContent = words.about;
    this.querySelector("#go-words").textContent = words.go;
    this.querySelector("#level-label").textContent = words.level;
    const first = this.#field("first");
    for (const option of first.options) option.textContent = words[option.value];
    if (!this.#firstChosen) first.value = company === "computer" ? "them" : "you";
    this.#level();
  }

  #level() {
    const [{ value, dataset }] = this.#field("level").selectedOptions;
    this.querySelector("#level-words").textContent =
      `${upper(value)}: ${dataset.words[0].toLowerCase()}${dataset.words.slice(1)}`;
  }

  /** Another edition with the rules that are usual here, or as its sheet prints it. */
  async #choose({ printed = false } = {}) {
    const facts = await this.#ask(this.#field("edition").value);
    if (!facts) return;
    for (const { word, value } of facts.rules) {
      this.#set(word, value);
      this.#field(word).dataset.usual = value;
    }
    for (const field of this.#rules) this.#refuse(field.name, "");
    if (!printed || facts.printed === facts.slug) return this.#show(facts);
    for (const rule of facts.printed.split(" ").slice(1)) this.#set(...rule.split("="));
    await this.#look();
  }

  #set(word, value) {
    const field = this.#field(word);
    if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
      field.append(h("option", { value }, value));
    field.value = value;
  }

  /** Take a printed option, or go back to the usual rule. @param {any} button */
  #take(button) {
    if (!button.dataset.take) return;
    const [word, value] = button.dataset.take.split("=");
    const field = this.#field(word);
    this.#touched = word;
    this.#set(word, field.value === value ? field.dataset.usual : value);
    this.#look();
  }

  /** The same edition under the house rules as they stand. */
  async #look() {
    const facts = await this.#ask(this.#line());
    if (!facts) return;
    for (const field of this.#rules) this.#refuse(field.name, "");
    this.#show(facts);
  }

  /** @param {string} [without] a house rule to leave out */
  #line(without = "") {
    const rules = this.#rules
      .filter((field) => field.value !== field.dataset.usual && field.name !== without)
      .map((field) => `${field.name}=${field.value.trim()}`);
    return [this.#field("edition").value, ...rules].join(" ");
  }

  /** What the server tells about an edition; nothing where it refuses, or was asked again meanwhile. */
  async #ask(line) {
    const asked = ++this.#asked;
    try {
      const facts = await edition(line);
      return asked === this.#asked ? facts : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (asked === this.#asked) this.#refuse(this.#blamed(), error.message);
      return null;
    }
  }

  /** The house rule to change: the one that was touched last, if it is one. */
  #blamed() {
    const changed = this.#rules
      .filter((field) => field.value !== field.dataset.usual)
      .map((field) => field.name);
    return changed.includes(this.#touched) ? this.#touched : (changed[0] ?? "match");
  }

  #show(facts) {
    this.#facts = facts;
    const { terms } = facts;
    this.querySelector("#shown-heading").textContent = facts.title;
    const line = terms.edition;
    const how = line === facts.printed ? ", as printed" : ", with house rules";
    this.querySelector("#chosen-words").textContent = facts.title + (line === facts.slug ? "" : how);
    this.querySelector("#solo-words").textContent = facts.title;
    this.#options(facts);
    /** @type {import("../elements/peg-board.js").PegBoard} */
    const board = this.querySelector("peg-board");
    board.state = { terms, ...example(terms), draft: null, label: "" };
    const topics = [];
    for (const { topic, fact } of facts.facts) {
      if (topic) topics.push(h("div", {}, h("dt", {}, topic)));
      topics.at(-1).append(h("dd", {}, fact));
    }
    update(
      this.querySelector("#facts"),
      h("dl", {}, topics),
      h("p", {}, h("a", { href: `/rules/${facts.slug}` }, "The rules of this edition, with examples")),
    );
    if (this.#field("games").value === "1" && terms.even && this.#touched !== "games")
      this.#field("games").value = "2";
    this.#check();
  }

  /** The other ways to play that the sheet prints. */
  #options({ options }) {
    /** @type {HTMLElement} */
    const place = this.querySelector("#options");
    place.hidden = !options.length;
    update(
      place,
      h("p", { class: "soft", "data-part": "words" }, "Its rule sheet also offers:"),
      options.map(({ name, meaning, rule }) => {
        const [word, value] = rule.split("=");
        const taken = String(this.#field(word).value === value);
        const what = { type: "button", "data-take": rule, "data-part": rule, title: meaning };
        return h("button", { ...what, "aria-pressed": taken }, name);
      }),
    );
  }

  /** Whether so many games can be agreed on. */
  #check() {
    const field = this.#field("games");
    const games = Number(field.value);
    const { max } = field;
    let fault = "";
    if (!Number.isInteger(games) || games < 1 || games > Number(max)) fault = `A match has 1 to ${max} games.`;
    else if (this.#facts?.terms.even && games % 2)
      fault = "This edition is played over an even number of games: choose one, or change the house rule.";
    this.#refuse("games", fault);
    this.querySelector("#one-game").textContent = !fault && games === 1 ? (this.#facts?.one_game ?? "") : "";
    return !fault;
  }

  /** @param {string} name @param {string} reason nothing takes it back */
  #refuse(name, reason) {
    const place = this.querySelector(`#no-${name}`);
    if (!place) return;
    place.textContent = reason;
    const field = this.#field(name);
    if (!(field instanceof HTMLElement)) return;
    if (reason) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    if (reason && field.closest("details")) field.closest("details").open = true;
  }

  /** Whether this browser takes a seat. */
  get #named() {
    return this.#field("company").value !== "computers";
  }

  get #name() {
    return ownName.cleaned(this.#field("name").value);
  }

  get #players() {
    const form = new FormData(this.#form);
    const company = form.get("company");
    const level = `computer ${form.get("level")}`;
    const again = form.get("level") === form.get("other") ? " 2" : "";
    const [you, them] = {
      computer: [this.#name, level],
      friend: [this.#name, null],
      computers: [level, `computer ${form.get("other")}${again}`],
    }[company];
    return form.get("first") === "you" ? [you, them] : [them, you];
  }

  async #play() {
    if (!this.#check()) return this.#field("games").focus();
    // The server cannot tell: such a name beside a computer's asks for two computers.
    const { computers, refusal } = this.#field("name").dataset;
    if (this.#named && this.#name.toLowerCase().startsWith(computers)) {
      this.#refuse("name", refusal);
      return this.#field("name").focus();
    }
    await this.#open(this.querySelector("button[type=submit]"), "match", {
      edition: this.#line(),
      games: Number(this.#field("games").value),
      players: this.#players,
      hints: this.#field("hints").checked,
      friendly: this.#friendly,
    });
  }

  get #friendly() {
    return this.#field("company").value === "computer" && this.#field("friendly").checked;
  }

  /** The players of a solo game, which needs no name. */
  get #alone() {
    return [NOBODY, ownName.last() || "Player"];
  }

  #solo(button) {
    // Nobody can answer by hand.
    const edition = this.#line("answers");
    const hints = this.#field("hints").checked;
    return this.#open(button, "solo", { edition, games: 1, players: this.#alone, hints });
  }

  #daily(button) {
    const opening = { edition: DAILY_EDITION, games: 1, players: this.#alone, daily: today() };
    return this.#open(button, "solo", opening);
  }

  /** Open a table and go there. A refusal appears next to the field to change, or at `place`. */
  async #open(button, place, opening) {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    this.#refuse(place, "");
    try {
      const opened = await open(opening);
      if (opened.invitation) invitations.keep(opened.id, opened.invitation);
      if (place === "match" && this.#named && this.#name !== "Guest") ownName.keep(this.#name);
      this.#remember();
      location.assign(`/t/${opened.id}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.kind === "AlreadyPlayed") return location.assign(`/t/${error.facts.table}`);
      const at = this.#faulty(error.kind, place, opening);
      this.#refuse(at, error.message);
      this.#field(at)?.focus?.();
    } finally {
      button.removeAttribute("aria-disabled");
    }
  }

  /** The field to change after a refusal of this kind. */
  #faulty(kind, place, { friendly = false }) {
    if (kind === "IllegalEdition" || kind === "NotationError") return this.#blamed();
    if (kind !== "IllegalAgreement" || place === "solo" || !this.#named) return place;
    return friendly && this.#field("time").value !== "none" ? "friendly" : "name";
  }

  #remember() {
    const chosen = REMEMBERED.filter((name) => name !== "first" || this.#firstChosen).map((name) => [
      name,
      this.#field(name).value,
    ]);
    store(KEPT, JSON.stringify(Object.fromEntries(chosen)));
  }
}

const upper = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** Some rows as they could be played, and the code they were marked by. */
function example(terms) {
  const letters = terms.colours.map((colour) => colour.letter);
  const row = (from, step) =>
    Array.from({ length: terms.pegs }, (_, place) => letters[(from + place * step) % letters.length]).join(
      "",
    );
  const code = row(2, 1);
  const guesses = [
    row(0, 1),
    row(1, 1),
    ...(terms.guess_repeats
      ? [
          letters[2 % letters.length].repeat(Math.ceil(terms.pegs / 2)) +
            letters[3 % letters.length].repeat(Math.floor(terms.pegs / 2)),
        ]
      : [row(3, 1)]),
  ];
  return {
    code: null,
    rows: guesses.slice(0, terms.rows).map((guess) => ({ guess, feedback: mark(guess, code) })),
  };
}

customElements.define("new-match", NewMatch);
