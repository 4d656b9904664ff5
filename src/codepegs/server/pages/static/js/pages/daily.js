/** The side of the daily code: streak and calendar, from the statistics of this browser. */
import { Refusal, statistics } from "../lib/api.js";
import { h, icon, update } from "../lib/dom.js";
import { dailyNumber, monthOf, shiftMonth, today } from "../lib/daily.js";
import { counted } from "../lib/sentences.js";
import { keepStreak, runningStreak } from "../lib/streak.js";
import "../elements/next-daily.js";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const PREVIOUS = "M15 6l-6 6 6 6";
const NEXT = "M9 6l6 6-6 6";

/** @typedef {{streak: number, longest_streak: number, average: number|null, calendar: Record<string, number>}} Tally */

class DailySide {
  #streaks;
  #calendar;
  /** @type {Tally} */
  #tally = { streak: runningStreak(), longest_streak: 0, average: null, calendar: {} };
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
    update(this.#calendar, calendar(this.#month, this.#tally.calendar));
  }
}

/** A month of days. @param {string} month such as "2026-11" @param {Record<string, number>} played */
function calendar(month, played) {
  const title = new Date(`${month}-01`).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  return [
    h("div", { class: "row-between" }, h("h2", {}, title), h("span", {}, turning(-1, "Earlier", PREVIOUS, month), turning(1, "Later", NEXT, month))),
    h("div", { class: "cal weekdays", "aria-hidden": "true" }, WEEKDAYS.map((day) => h("span", {}, day[0]))),
    h("ol", { class: "cal", "aria-label": title }, blanks(month), daysOf(month).map((day) => dayItem(day, played[day]))),
    h("p", { class: "cal-key", "aria-hidden": "true" }, h("span", {}, h("i", { "data-state": "cracked" }), "Cracked"), h("span", {}, h("i", { "data-state": "missed" }), "Not cracked")),
  ];
}

function turning(step, label, path, month) {
  const known = numbered(`${shiftMonth(month, step)}-${step < 0 ? "28" : "01"}`);
  return h(
    "button",
    { type: "button", class: "icon-btn", "data-turn": step, "aria-label": label, "aria-disabled": known ? null : "true" },
    icon(path),
  );
}

/** Whether there is, or has been, a code of this day. @param {string} day */
function numbered(day) {
  try {
    return dailyNumber(day) > 0 && day <= today();
  } catch {
    return false;
  }
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

/** @param {string} day @param {number|undefined} guesses 0 if the code was not cracked */
function dayItem(day, guesses) {
  const words = { cracked: `cracked in ${counted(guesses ?? 0, "guess", "guesses")}`, missed: "not cracked", open: "not played", none: "" };
  const state = guesses ? "cracked" : guesses === 0 ? "missed" : numbered(day) ? "open" : "none";
  const now = day === today();
  const said = [now && "today", words[state]].filter(Boolean).join(", ");
  return h(
    "li",
    { "data-state": state, "aria-current": now ? "date" : null },
    Number(day.slice(8)),
    said && h("span", { class: "unseen" }, `: ${said}`),
  );
}

const place = document.querySelector('[data-part="calendar"]');
if (place) new DailySide(place);
