/** The start page and the daily code: a board that is ready to be played, dialogs for other games, and help. */
import "../lib/icons.js";
import { store, stored } from "../lib/api.js";
import { LOCAL, keptAt } from "../lib/model.js";
import { runningStreak } from "../lib/streak.js";
import { FirstGuess } from "./first-guess.js";

/** Set when the how-to-play sheet was shown. */
const WELCOMED = "codepegs.welcomed";
const DIALOGS = ["friend", "computer", "two", "watch", "solo", "more"];

/** @type {HTMLElement} */
const page = document.querySelector("peg-table");
const game = JSON.parse(document.querySelector("#game").textContent);

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

/** The table of a game that was begun without the server. */
async function findKept() {
  if (!stored(keptAt(game.terms.daily ? LOCAL.daily : LOCAL.solo))) return null;
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
  /** @type {HTMLElement|null} */
  const place = document.querySelector("[data-streak]");
  const streak = runningStreak();
  if (!place || !streak) return;
  place.hidden = false;
  place.textContent = ` · streak of ${streak}`;
}
