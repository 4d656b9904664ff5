/**
 * Dialogs for other games than the one on the board: against a friend or a computer, two people at this screen, two
 * computers to watch, and solo in another edition. The page brings their fields along (templates/new_game.html). An
 * edition's house rules are fetched when *More options* is opened, and what the server refuses is said at the field to
 * change.
 */
import { Refusal, invitations, open, ownName, store, storedJson } from "../lib/api.js";
import { HouseRules } from "./house-rules.js";

const KEPT = "codepegs.choices";
/** Drawn once, so that a request whose answer was lost is repeated as it was. */
const CHANCE = Math.random() < 0.5 ? "you" : "them";
const REMEMBERED = ["level", "other", "first", "games"];
const KINDS = {
  friend: { title: "Play a friend", go: "Create invite link", them: "Your friend", first: "either" },
  computer: { title: "Play the computer", go: "Start", them: "The computer", first: "them", level: "How strong?" },
  two: { title: "Two on one screen", go: "Start", first: "you" },
  watch: { title: "Watch two computers", go: "Watch them play", first: "you", level: "Who makes the first code?" },
  solo: { title: "Play solo", go: "Play" },
};

/** @type {HTMLDialogElement} */
const dialog = document.querySelector("#new-game");
const form = dialog.querySelector("form");
const more = dialog.querySelector("details");
const rules = new HouseRules(form, { refuse, shown: () => checkGames() });
let kind = "friend";

/** @param {string} name @returns {any} a field of any kind, or the radio buttons of that name */
const field = (name) => form.elements.namedItem(name);
/** @param {string} id @returns {any} */
const part = (id) => dialog.querySelector(`#${id}`);

/** Open the dialog for a kind of game, or the list of all. @param {string} name */
export function openDialog(name) {
  /** @type {NodeListOf<HTMLDialogElement>} */
  const others = document.querySelectorAll("dialog[open]");
  for (const other of others) other.close();
  if (name === "more") return /** @type {HTMLDialogElement} */ (document.querySelector("#more-ways")).showModal();
  show(name);
  dialog.showModal();
  /** @type {HTMLElement[]} */
  const chosen = Array.from(dialog.querySelectorAll("input:checked"));
  chosen.find((input) => input.checkVisibility())?.focus();
  dialog.scrollTop = 0;
}

/** Show the fields of a kind of game, with what was chosen before. @param {string} name */
function show(name) {
  kind = name;
  const words = KINDS[kind];
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-for]")))
    each.hidden = !each.dataset.for.split(" ").includes(kind);
  part("new-game-title").textContent = words.title;
  part("go").textContent = words.go;
  part("level-title").textContent = words.level ?? "";
  form.querySelector('[name="first"][value="them"] + span').textContent = words.them ?? "";
  // Three choices are in view, and the number of games is one of them between people.
  const games = part("number-of-games");
  if (kind === "friend" || kind === "two") more.before(games);
  else more.querySelector(".stack").prepend(games);
  const kept = storedJson(KEPT)?.[kind] ?? {};
  for (const each of REMEMBERED) choose(each, kept[each] ?? words[each]);
  field("name").value = ownName.last();
  // A printed edition that the address asks for.
  if (more.querySelector('[name="edition"]:checked')) more.open = true;
  showLevel();
  for (const each of ["match", "name", "friendly", "games", ...rules.words]) refuse(each, "");
}

/** Choose one of the radio buttons, if there is such a one. @param {string} name @param {string} [value] */
function choose(name, value) {
  for (const each of form.querySelectorAll(`input[name="${name}"]`)) {
    const input = /** @type {HTMLInputElement} */ (each);
    if (input.value === value) input.checked = true;
  }
}

function showLevel() {
  /** @type {HTMLInputElement} */
  const chosen = form.querySelector('input[name="level"]:checked');
  const { value } = chosen;
  const { words } = chosen.dataset;
  part("level-words").textContent = kind === "computer" ? `${upper(value)}: ${words[0].toLowerCase()}${words.slice(1)}` : "";
}

const upper = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** @param {Event} event */
function changed({ target }) {
  const { name, dataset } = /** @type {HTMLInputElement} */ (target);
  refuse(name, "");
  if (name === "level") showLevel();
  else if (name === "games") field("other-number").value = "";
  else if (name === "edition") rules.reset({ fetch: more.open });
  else if (dataset.rule !== undefined) rules.change(name);
  checkGames();
}

/** The number of games, in words what is wrong with it. */
function checkGames() {
  const other = field("other-number");
  const games = Number(other.value || field("games").value);
  const even = rules.facts && field("even").value === "yes";
  let fault = "";
  if (!Number.isInteger(games) || games < 1 || games > Number(other.max)) fault = `A match can have 1 to ${other.max} games.`;
  else if (even && games % 2) fault = "This edition needs an even number of games. Choose one, or change the house rule.";
  refuse("games", kind === "solo" ? "" : fault);
  part("one-game").textContent = !fault && games === 1 ? (rules.facts?.one_game ?? "") : "";
  return { games, fault };
}

/** Say why something was refused, at its field. Nothing takes it back. @param {string} name @param {string} reason */
function refuse(name, reason) {
  const place = part(`no-${name}`);
  if (!place) return;
  place.textContent = reason;
  const input = field(name);
  if (!(input instanceof HTMLElement)) return;
  if (reason) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  for (let fold = reason && input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (reason) input.focus();
}

/** Whether the dialog asks for the name of who opens it. */
const hasName = () => kind === "friend" || kind === "computer";

/** @param {SubmitEvent} event */
async function submitted(event) {
  event.preventDefault();
  const hints = field("hints").checked;
  if (kind === "solo") {
    // The start page is the board of any edition.
    const asking = new URLSearchParams({ edition: rules.line, ...(hints && { hints: "yes" }) });
    return location.assign(`/?${asking}`);
  }
  const { games, fault } = checkGames();
  const name = named("name", "Guest");
  const { computers, refusal } = field("name").dataset;
  if (fault) return field("other-number").focus();
  // The server cannot tell: such a name next to a computer's asks for two computers.
  const both = players(name);
  const people = hasName() ? [name] : kind === "two" ? both : [];
  if (people.some((each) => each.toLowerCase().startsWith(computers))) return refuse(hasName() ? "name" : "match", refusal);
  const friendly = kind === "computer" && field("friendly").checked;
  await start({ edition: rules.line, games, players: both, hints, friendly }, name);
}

/** A name as it is sent. @param {string} input @param {string} otherwise */
const named = (input, otherwise) => ownName.cleaned(field(input).value) || otherwise;

/** Both players; the first one makes the first code. @param {string} name */
function players(name) {
  const level = `computer ${field("level").value}`;
  if (kind === "two") return [named("one", "Player 1"), named("two", "Player 2")];
  if (kind === "watch") {
    const other = `computer ${field("other").value}`;
    return [level, other === level ? `${other} 2` : other];
  }
  const them = kind === "friend" ? null : level;
  const first = field("first").value === "either" ? CHANCE : field("first").value;
  return first === "you" ? [name, them] : [them, name];
}

/** Open a table and go there. */
async function start(opening, name) {
  const go = part("go");
  if (go.ariaDisabled) return;
  go.ariaDisabled = "true";
  refuse("match", "");
  try {
    const { id, invitation } = await open(opening);
    if (invitation) invitations.keep(id, invitation);
    if (hasName() && name !== "Guest") ownName.keep(name);
    const chosen = Object.fromEntries(REMEMBERED.map((each) => [each, field(each).value]));
    store(KEPT, JSON.stringify({ ...storedJson(KEPT), [kind]: chosen }));
    location.assign(`/t/${id}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(faulty(error.kind, opening), error.message);
  } finally {
    go.ariaDisabled = null;
  }
}

/** The field to change after a refusal of this kind. */
function faulty(reason, { friendly }) {
  if (reason === "IllegalEdition" || reason === "NotationError") return rules.blamed;
  if (reason !== "IllegalAgreement" || !hasName()) return "match";
  return friendly && rules.facts && field("time").value !== "none" ? "friendly" : "name";
}

for (const each of document.querySelectorAll("dialog"))
  each.addEventListener("click", ({ target }) => {
    const source = /** @type {HTMLElement} */ (target);
    if (source === each || source.closest("[data-close]")) each.close();
    else if (source.dataset.take) rules.take(source.dataset.take);
  });
form.addEventListener("input", changed);
form.addEventListener("submit", submitted);
more.addEventListener("toggle", () => more.open && !rules.facts && rules.fetch());
