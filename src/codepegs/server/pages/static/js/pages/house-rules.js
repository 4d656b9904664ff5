/**
 * House rules in the form of a new game. They are fetched for the chosen edition when they come into view. The server
 * is asked after every change whether the rules can be played together.
 */
import { Refusal, edition } from "../lib/api.js";
import { h, update } from "../lib/dom.js";

export class HouseRules {
  #form;
  #refuse;
  #shown;
  /** The rule that was changed last. */
  #touched = "";
  #asked = 0;
  /** Rules that were changed before those of the edition arrived. @type {Set<string>} */
  #early = new Set();
  /** What the server tells about the edition whose rules are shown, or null. */
  facts = null;
  /** Names of the rules, as in the edition line. @type {string[]} */
  words;

  /**
   * @param {HTMLFormElement} form has a field for each rule, marked by `data-rule`, and the parts #options and #edition-rules
   * @param {{refuse: (name: string, reason: string) => void, shown: () => void}} owner `refuse` says something at a field,
   *   `shown` is called when there are rules of another edition
   */
  constructor(form, { refuse, shown }) {
    this.#form = form;
    this.#refuse = refuse;
    this.#shown = shown;
    /** @type {HTMLInputElement[]} */
    const fields = Array.from(form.querySelectorAll("[data-rule]"));
    this.words = [...new Set(fields.map(({ name }) => name))];
  }

  /** @param {string} name @returns {any} a field, or the radio buttons of that name */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  /** @param {string} id @returns {any} */
  #part(id) {
    return this.#form.querySelector(`#${id}`);
  }

  /** The chosen edition under its house rules. */
  get line() {
    if (this.facts) return [this.facts.slug, ...this.#others].join(" ");
    const [slug, ...line] = this.#field("edition").value.split(" ");
    const rest = line.filter((rule) => !this.#early.has(rule.split("=")[0]));
    return [slug, ...rest, ...[...this.#early].map((word) => this.#rule(word))].join(" ");
  }

  /** House rules that are not as usual, as "rows=8". */
  get #others() {
    const usual = Object.fromEntries(this.facts.rules.map(({ word, value }) => [word, value]));
    return this.words
      .filter((word) => this.#field(word).value !== usual[word])
      .map((word) => this.#rule(word));
  }

  /** A house rule as it is chosen, such as "rows=8". @param {string} word */
  #rule(word) {
    return `${word}=${this.#field(word).value.trim()}`;
  }

  /** The rule to change if the server refuses: the one that was changed last, if it is not as usual. */
  get blamed() {
    const found = this.facts ? this.#others.map((rule) => rule.split("=")[0]) : [];
    return found.includes(this.#touched) ? this.#touched : (found[0] ?? "match");
  }

  /** Another edition was chosen. @param {{fetch: boolean}} how whether its rules are in view */
  reset({ fetch }) {
    this.facts = null;
    this.#early.clear();
    this.#part("options").hidden = true;
    if (fetch) this.fetch();
  }

  /** Show the rules of the chosen edition: those that are usual here, and those of the line. */
  async fetch() {
    const [slug, ...line] = this.#field("edition").value.split(" ");
    const found = await this.#ask(slug);
    if (!found) return;
    this.facts = found;
    const usual = [...found.rules.map(({ word, value }) => [word, value]), ...line.map((rule) => rule.split("="))];
    for (const [word, value] of usual) if (!this.#early.has(word)) this.#set(word, value);
    this.#part("edition-rules").href = `/rules/${slug}`;
    this.#part("edition-rules").textContent = `Rules of ${found.title}`;
    this.#accept();
    this.#shown();
    if (this.#early.size) this.change([...this.#early].at(-1));
    this.#early.clear();
  }

  /** A rule was changed by its field. @param {string} word */
  async change(word) {
    this.#touched = word;
    if (!this.facts) return void this.#early.add(word);
    if (await this.#ask(this.line)) this.#accept();
  }

  /** Take a printed option, or go back to the usual rule. @param {string} rule */
  take(rule) {
    const [word, value] = rule.split("=");
    const usual = this.facts.rules.find((each) => each.word === word).value;
    this.#set(word, this.#field(word).value === value ? usual : value);
    this.change(word);
  }

  #set(word, value) {
    const input = this.#field(word);
    if (input instanceof HTMLSelectElement && ![...input.options].some((option) => option.value === value))
      input.append(h("option", { value }, value));
    input.value = value;
  }

  /** @param {string} line @returns {Promise<any>} null if the server refuses, or was asked again meanwhile */
  async #ask(line) {
    this.#asked += 1;
    const number = this.#asked;
    try {
      const found = await edition(line);
      return number === this.#asked ? found : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (number === this.#asked) this.#refuse(this.blamed, error.message);
      return null;
    }
  }

  /** The rules can be played together. */
  #accept() {
    for (const word of this.words) this.#refuse(word, "");
    this.#showOptions();
  }

  /** Other ways to play that the box prints. */
  #showOptions() {
    const { options } = this.facts;
    this.#part("options").hidden = !options.length;
    update(
      this.#part("options"),
      h("p", { class: "hint-line", "data-part": "words" }, "The box also offers:"),
      options.map(({ name, meaning, rule }) => {
        const [word, value] = rule.split("=");
        const what = { type: "button", class: "btn small", "data-take": rule, "data-part": rule, title: meaning };
        return h("button", { ...what, "aria-pressed": String(this.#field(word).value === value) }, name);
      }),
    );
  }
}
