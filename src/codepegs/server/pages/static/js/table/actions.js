/** What each button at the table does. */
import { howToPlay } from "../elements/how-to-play.js";
import { Refusal, inviteLink as linkOf } from "../lib/api.js";
import { ask } from "../lib/confirm.js";
import { isPossible } from "../lib/model.js";
import { shareResult } from "../lib/share.js";
import * as questions from "./questions.js";

/**
 * @param {import("./peg-table.js").PegTable} table
 * @param {string} name @param {any} facts the dataset of the source @param {HTMLElement} [source]
 */
export function act(table, name, facts, source) {
  if (source?.ariaDisabled === "true") return;
  const done = ACTS[name]?.(table, facts, source);
  if (done instanceof Promise) done.then(() => table.draw());
  table.draw();
}

/** Send something; a refusal is shown in its own words. @param {import("./peg-table.js").PegTable} table */
export async function send(table, work) {
  if (table.live.sending) return;
  table.refused = "";
  try {
    await work(table.live);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    table.refused = error.kind === "Stale" ? "The game has moved on. Check the board and try again." : error.message;
  }
}

/** Hear what the hints say that were taken, about the row as it is laid. */
async function listen(table) {
  const heard = table.hints.listen(table.editor.plan);
  table.draw();
  await heard;
}

/** The same for a button that goes away by it, so the focus goes back to the board first. */
function leave(table, work) {
  table.board?.focus();
  return send(table, work);
}

const moves = (text) => (table) => leave(table, (live) => live.move(text));

/** The same after a question. @param {string} text @param {(view: import("../lib/model.js").View) => any} question */
const asked = (text, question) => async (table) => (await ask(question(table.view))) && moves(text)(table);

const ACTS = {
  terms: (table) => table.showTerms(),
  hinting: (table) => {
    table.hinting = !table.hinting;
    table.noting = false;
    table.draw();
    /** @type {HTMLElement} */ (table.querySelector(".dock h2") ?? table.board).focus();
  },
  lay: (table, { guess }) => {
    table.editor.draft.copy(guess);
    ACTS.hinting(table);
  },
  noting: (table) => {
    table.noting = !table.noting;
    table.hinting = false;
  },
  note: (table, { letter, place }) => table.notes.toggle(letter, [Number(place)]),
  "note-all": (table, { letter }) => table.notes.toggle(letter, [...table.editor.draft.pegs.keys()]),
  more: (table, { kind }) => count(table, kind, 1),
  fewer: (table, { kind }) => count(table, kind, -1),
  answer: async (table) => {
    const { counts, view } = table;
    if (!isPossible(view.terms, counts) && !(await ask(questions.impossible))) return undefined;
    return leave(table, (live) => live.move(`answer ${counts.join("+")}`));
  },
  curtain: (table) => {
    table.curtain = !table.curtain;
  },
  hint: async (table, { step }) => {
    await send(table, (live) => live.move(`hint ${step}`));
    if (!table.refused) await listen(table);
  },
  "ask-plan": (table) => listen(table),
  claim: moves("claim"),
  "take-back": moves("take back"),
  "own-up": asked("own up", questions.ownUp),
  "give-up": asked("give up", questions.giveUp),
  leave: asked("leave", questions.leave),
  "opponent-gone": moves("opponent gone"),
  "keep-waiting": (table) => table.keepWaiting(),
  stop: async (table) => (await ask(questions.stop(table.view))) && send(table, (live) => live.offer("stop")),
  offer: (table, { offer }) => send(table, (live) => live.offer(offer)),
  "offer-clock": (table, _, form) => {
    form.closest("dialog").close();
    return send(table, (live) => live.offer(form.elements.clock.value));
  },
  reply: (table, { offer, yes }) => leave(table, (live) => live.reply(offer, yes === "yes")),
  "go-on": (table) => table.goOn(),
  lift: (table) => table.lift(),
  look: (table, { place }) => table.lookAt(Number(place)),
  "close-result": (table) => {
    table.closed = true;
  },
  "show-result": (table) => {
    table.closed = false;
  },
  "share-result": async (table) => {
    table.copied = await shareResult(table.view);
  },
  "move-seat": (table) => table.moveSeat(),
  "take-over": async (table) => {
    const moved = table.moving.accept();
    table.draw();
    if (await moved) table.live.start();
  },
  "keep-there": (table) => table.moving.decline(),
  say: (table, { phrase }) => table.say(phrase),
  ask: (table, _, form) => askToPlay(table, form.elements.name.value),
  take: async (table, _, form) => seat(table, table.asking.take(form.elements.name.value)),
  "withdraw-ask": (table) => table.asking.withdraw(),
  admit: (table, { ask: id, yes }) => send(table, (live) => live.admit(id, yes === "yes")),
  "how-to-play": (table) => howToPlay(table.view.terms),
  join: (table, _, form) => sitDown(table, form.elements.name.value),
  "sit-again": (table) => sitDown(table, table.invited.unanswered),
  "just-watch": (table) => table.invited.watch(true),
  "sit-after-all": (table) => table.invited.watch(false),
  select: (_table, _facts, input) => input.select(),
  "copy-link": async (table) => {
    const link = linkOf(table.view.id);
    try {
      await navigator.clipboard.writeText(link);
      table.copied = "Copied.";
    } catch {
      table.querySelector(".invite-link input").select();
      table.copied = "Select the link and copy it.";
    }
  },
  "share-link": (table) =>
    navigator
      .share({ title: "codepegs", url: linkOf(table.view.id) })
      .catch(() => {}),
};

/** Ask to play; the new connection has the token that will get the seat. @param {import("./peg-table.js").PegTable} table */
export async function askToPlay(table, name) {
  const asked = table.asking.ask(name);
  table.draw();
  if (await asked) table.live.start();
  table.draw();
}

const sitDown = (table, name) => seat(table, table.invited.sit(name));

/** Begin again with the seat, if there is an answer with it. @param {import("./peg-table.js").PegTable} table @param {Promise<any>} answer */
async function seat(table, answer) {
  table.draw();
  const view = await answer;
  if (view) table.live.start(view);
}

function count(table, kind, step) {
  const [black, white] = table.counts;
  table.counts = kind === "black" ? [black + step, white] : [black, white + step];
}
