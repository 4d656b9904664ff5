/** The start page and the daily code: a board that is ready to be played, dialogs for other games, and help. */
import "../lib/icons.js";
import { store, stored } from "../lib/api.js";
import { dailyNumber, dayWords, hasBegun, today } from "../lib/daily.js";
import { keptAt, localTable } from "../lib/model.js";
import { runningStreak } from "../lib/streak.js";
import { FirstGuess } from "./first-guess.js";

/** Set when the how-to-play sheet was shown. */
const WELCOMED = "codepegs.welcomed";
const DIALOGS = ["friend", "computer", "two", "watch", "solo", "more"];

/** @type {HTMLElement} */
const page = document.querySelector("peg-table");
const game = JSON.parse(document.querySelector("#game").textContent);

if (game.daily) await showDay(location.pathname.split("/")[2] ?? "");

// A game that was begun without the server goes on without it.
const kept = page.dataset.table ? null : await findKept();
if (kept) page.dataset.table = kept;
if (page.dataset.table) import("../table/peg-table.js");
else new FirstGuess(page, game);
const asked = new URLSearchParams(location.search).get("play");
if (asked) openDialog(asked);
else if (!stored(WELCOMED)) showHelp();
showStreak();

document.addEventListener("how-to-play", (event) => {
  event.preventDefault();
  showHelp();
});

document.addEventListener("click", ({ target }) => {
  /** @type {HTMLElement|null} */
  const source = /** @type {Element} */ (target).closest("[data-opens]");
  openDialog(source?.dataset.opens);
});

/**
 * Show the daily code of the day in the address, or of today by the date of this device. The server does not know that
 * date, and a kept page is of another day.
 * @param {string} named
 */
async function showDay(named) {
  const day = hasBegun(named) ? named : hasBegun(today()) ? today() : game.daily;
  if (day !== game.daily && day !== named) {
    location.replace(`/daily/${day}`);
    await new Promise(() => {});
  }
  const later = day < today();
  if (named && !later) history.replaceState(null, "", "/daily");
  game.daily = day;
  Object.assign(game.terms, { daily: day, friendly: later });
  const [eyebrow, title, lede] = page.querySelectorAll(".lead > .eyebrow, .lead > h1, .lead > .lede");
  eyebrow.textContent = dayWords(day, { weekday: "long" });
  title.textContent = `Daily code No.\u00a0${dailyNumber(day)}`;
  if (later) lede.textContent = "You play it later, so it counts for no streak. One try, ten guesses.";
}

/** The table of a game that was begun without the server. */
async function findKept() {
  if (!stored(keptAt(localTable(game.terms)))) return null;
  return (await import("../lib/offline.js")).find(game.terms);
}

/** Open the dialog for a kind of game. @param {string|null|undefined} name */
async function openDialog(name) {
  if (!DIALOGS.includes(name)) return;
  const dialogs = await import("./new-game.js");
  dialogs.openDialog(name);
}

/** The how-to-play sheet: on the first visit it comes by itself. */
async function showHelp() {
  store(WELCOMED, "yes");
  const { howToPlay } = await import("../elements/how-to-play.js");
  howToPlay(game.terms);
}

function showStreak() {
  for (const number of document.querySelectorAll("[data-daily]")) {
    if (hasBegun(today())) number.textContent = String(dailyNumber(today()));
  }
  /** @type {HTMLElement|null} */
  const place = document.querySelector("[data-streak]");
  const streak = runningStreak();
  if (!place || !streak) return;
  place.hidden = false;
  place.textContent = ` · streak of ${streak}`;
}
