/** The side of the daily code: streak and calendar, from the statistics of this browser. Past days can be played. */
import { Refusal, statistics } from "../lib/api.js";
import { h, icon, update } from "../lib/dom.js";
import { dayWords, hasBegun, monthOf, shiftMonth, today } from "../lib/daily.js";
import { counted } from "../lib/sentences.js";
import { keepStreak, runningStreak } from "../lib/streak.js";
import "../elements/next-daily.js";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const KEY = [["cracked", "Cracked"], ["missed", "Not cracked"], ["open", "Play it"], ["later", "Played later"]];
const PREVIOUS = "M15 6l-6 6 6 6";
const NEXT = "M9 6l6 6-6 6";

/** @typedef {{streak: number, longest_streak: number, average: number|null, calendar: Record<string, number>, later: Record<string, number>}} Tally */

class DailySide {
  #streaks;
  #calendar;
  /** @type {Tally} */
  #tally = { streak: runningStreak(), longest_streak: 0, average: null, calendar: {}, later: {} };
  #month = monthOf(today());

  /** @param {Element} calendar */
  constructor(calendar) {
    this.#calendar = calendar;
    this.#streaks = document.querySelector(".streaks");
    calendar.addEventListener("click", ({ target }) => this.#turn(/** @type {Element} */ (target).closest("[data-turn]")));
    // A result that is shown brings the statistics along.
    document.addEventListener("statistics", (event) => this.#show(/** @type {CustomEvent} */ (event).detail.daily));
    this.#draw();
    this.#load();
  }

  async #load() {
    try {
      this.#show((await statistics()).daily);
    } catch (error) {
      // The page does without.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** @param {Tally} tally */
  #show(tally) {
    this.#tally = tally;
    keepStreak(tally);
    this.#draw();
  }

  /** @param {HTMLElement|null} button */
  #turn(button) {
    if (!button || button.ariaDisabled) return;
    this.#month = shiftMonth(this.#month, Number(button.dataset.turn));
    this.#draw();
  }

  #draw() {
    const { streak, longest_streak: longest, average } = this.#tally;
    const stat = (label, value, unit) => h("div", { class: "stat" }, h("span", {}, label), h("b", {}, value), h("em", {}, unit));
    const days = (count) => (count === 1 ? "day" : "days");
    update(
      this.#streaks,
      stat("Streak", streak, days(streak)),
      stat("Best", longest, days(longest)),
      stat("Average", average === null ? "–" : average.toFixed(1), "guesses"),
    );
    update(this.#calendar, calendar(this.#month, this.#tally));
  }
}

/** A month of days. @param {string} month such as "2026-11" @param {Tally} played */
function calendar(month, { calendar: played, later }) {
  const title = new Date(`${month}-01`).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  return [
    h("div", { class: "row-between" }, h("h2", {}, title), h("span", {}, turning(-1, "Earlier", PREVIOUS, month), turning(1, "Later", NEXT, month))),
    h("div", { class: "cal weekdays", "aria-hidden": "true" }, WEEKDAYS.map((day) => h("span", {}, day[0]))),
    h("ol", { class: "cal", "aria-label": title }, blanks(month), daysOf(month).map((day) => dayItem(day, played[day], later[day]))),
    h(
      "p",
      { class: "cal-key", "aria-hidden": "true" },
      KEY.map(([state, words]) => h("span", {}, h("i", { "data-state": state }), words)),
    ),
  ];
}

function turning(step, label, path, month) {
  const known = hasBegun(`${shiftMonth(month, step)}-${step < 0 ? "28" : "01"}`);
  return h(
    "button",
    { type: "button", class: "icon-btn", "data-turn": step, "aria-label": label, "aria-disabled": known ? null : "true" },
    icon(path),
  );
}

/** Items before the first day, which begin the week on Monday. @param {string} month */
function blanks(month) {
  const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
  return Array.from({ length: before }, () => h("li", { "aria-hidden": "true" }));
}

/** @param {string} month */
function daysOf(month) {
  const count = new Date(Date.parse(`${shiftMonth(month, 1)}-01`) - 1).getUTCDate();
  return Array.from({ length: count }, (_, place) => `${month}-${String(place + 1).padStart(2, "0")}`);
}

/**
 * A day, which can be opened if it has begun.
 * @param {string} day @param {number|undefined} guesses 0 if the code was not cracked @param {number|undefined} later the same, if it was played later
 */
function dayItem(day, guesses, later) {
  const number = Number(day.slice(8));
  if (!hasBegun(day)) return h("li", { "data-state": "none" }, number);
  const result = guesses ?? later;
  const state = result === undefined ? "open" : later !== undefined ? "later" : result ? "cracked" : "missed";
  const now = day === today();
  const words = result === undefined ? "not played, play it now" : result ? `cracked in ${counted(result, "guess", "guesses")}` : "not cracked";
  const name = [dayWords(day), now && "today", words, state === "later" && "played later"].filter(Boolean).join(", ");
  const link = { href: now ? "/daily" : `/daily/${day}`, "aria-label": name, "aria-current": now ? "date" : null };
  return h("li", { "data-state": state }, h("a", link, number));
}

const place = document.querySelector('[data-part="calendar"]');
if (place) new DailySide(place);
