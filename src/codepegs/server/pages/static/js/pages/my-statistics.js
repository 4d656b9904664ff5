/** <my-statistics>: what this browser has played: solo, daily codes, matches, and computers by level. */
import { Refusal, statistics } from "../lib/api.js";
import { h, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { distribution } from "../table/distribution.js";
import { describe, numbers, titleOf } from "./tally.js";
import { tryAgain } from "./try-again.js";

class MyStatistics extends Listening {
  /** @override @param {AbortSignal} signal */
  listen(signal) {
    this.addEventListener("click", (event) => again(event) && this.#load(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.#load(), { signal });
    this.#load();
  }

  async #load() {
    try {
      this.#draw(await statistics());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      update(this, tryAgain(error.message));
    }
  }

  #draw({ solo, editions, daily, computers, matches }) {
    const any = solo.games + daily.games + computers.length + matches.length;
    update(
      this,
      !any && nothing(),
      solo.games > 0 && section("Solo", big(numbers(solo)), distribution(solo, solo.rows, 0), byEdition(editions)),
      daily.games > 0 &&
        section(
          "Daily code",
          big(numbers(daily)),
          distribution(daily, daily.rows, 0),
          h("p", {}, h("a", { class: "btn small", href: "/daily" }, "Calendar")),
        ),
      computers.length > 0 && section("Against the computer", levels(computers)),
      matches.length > 0 && section("Your guesses in matches", byEdition(matches)),
    );
  }
}

const section = (title, ...content) =>
  h("section", { class: "card", "aria-label": title, "data-part": title }, h("h2", {}, title), content);

/** @param {[string, string][]} found */
const big = (found) =>
  h(
    "dl",
    { class: "numbers" },
    found.map(([words, value]) => h("div", {}, h("dt", {}, words), h("dd", {}, value))),
  );

/** Each edition with its facts, and its columns when it is opened. */
const byEdition = (tallies) =>
  h(
    "div",
    { class: "by-edition" },
    tallies.map((tally) =>
      h(
        "details",
        { "data-part": tally.edition },
        h("summary", {}, h("span", {}, h("b", {}, titleOf(tally)), h("small", {}, describe(tally)))),
        distribution(tally, tally.rows, 0) ?? h("p", {}, "Not cracked yet."),
      ),
    ),
  );

const levels = (computers) =>
  h(
    "table",
    { class: "levels" },
    h("thead", {}, h("tr", {}, ["Level", "Won", "Drawn", "Lost"].map((word) => h("th", { scope: "col" }, word)))),
    h(
      "tbody",
      {},
      computers.map(({ level, won, drawn, lost }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, `${level[0].toUpperCase()}${level.slice(1)}`),
          [won, drawn, lost].map((count) => h("td", {}, count)),
        ),
      ),
    ),
  );

const nothing = () =>
  h(
    "div",
    { class: "empty", "data-part": "nothing" },
    h("b", {}, "No finished games yet"),
    h("p", {}, "Your results appear here after your first game."),
    h("a", { class: "btn small", href: "/" }, "Play a game"),
  );

/** @param {Event} event */
const again = (event) => /** @type {Element} */ (event.target).closest('[data-act="again"]');

customElements.define("my-statistics", MyStatistics);
