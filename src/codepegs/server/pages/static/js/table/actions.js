/** What each button, key and drag at the table does. */
import { Refusal, invitationLink, invitations } from "../lib/api.js";
import { ask } from "../lib/confirm.js";
import * as questions from "./questions.js";
import { say } from "../lib/announce.js";
import { drags } from "./drag.js";
import { fault, isPossible } from "../lib/model.js";
import { play } from "../lib/sound.js";

/**
 * @param {any} table a <peg-table>, or a <peg-puzzle>, which has the part of it that lays pegs
 * @param {string} name @param {any} facts what came along: a detail or a dataset @param {HTMLElement} [source]
 */
export function deed(table, name, facts, source) {
  if (source?.ariaDisabled === "true") return;
  const done = DEEDS[name]?.(table, facts, source);
  if (done instanceof Promise) done.then(() => table.draw());
  table.draw();
}

/** Let pegs be laid in `element`: by its board's keys and taps, and by dragging. @param {any} element */
export function laysPegs(element) {
  for (const name of ["put", "hole", "cursor", "take", "back", "copy", "ready"]) {
    element.addEventListener(`peg-${name}`, (event) => deed(element, `peg-${name}`, event.detail));
  }
  drags(element, {
    letter: (source) => source.dataset.drag ?? element.draft?.pegs[Number(source.dataset.hole)] ?? null,
    drop: (source, hole) =>
      deed(element, "drop", { letter: source.dataset.drag, from: source.dataset.hole, hole }),
  });
}

/** Lay pegs, if there is a row to lay them in and it is not on its way. */
const lay = (work) => (table, facts) => {
  if (!table.laying || !table.draft || table.live.sending) return;
  work(table.draft, facts, table);
  play("peg");
};

const places = (table) => [...table.draft.pegs.keys()];

/** Send something; a refusal is shown in its own words. */
async function send(table, work) {
  if (table.live.sending) return;
  table.refused = "";
  try {
    await work(table.live);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    table.refused =
      error.kind === "Stale" ? "The table has moved on meanwhile: look at it, and try again." : error.message;
  }
}

/** Hear what the hints say that were taken, of the row as it is laid. */
async function listen(table) {
  const heard = table.hints.listen(table.plan);
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

const DEEDS = {
  put: lay((draft, { letter }) => draft.put(letter)),
  "peg-put": lay((draft, { letter }) => draft.put(letter)),
  "peg-hole": lay((draft, { place }) => {
    // A tap chooses a hole; a tap on the chosen one takes its peg out.
    if (draft.cursor === place && draft.chosen === place) draft.take(place);
    draft.cursor = draft.chosen = place;
  }),
  "peg-cursor": (table, { place }) => {
    if (table.draft) table.draft.cursor = place;
  },
  "peg-take": lay((draft, { place }) => draft.take(place)),
  "peg-back": lay((draft) => draft.back()),
  "peg-copy": lay((draft, { code }) => draft.copy(code)),
  "peg-ready": (table) => {
    // Enter on the board leads to the button, and does not press it.
    const why = table.laying && fault(table.view.terms, table.draft.pegs, table.laying === "code");
    if (why) return say(why);
    return table.querySelector('[data-act="submit"]')?.focus();
  },
  drop: lay((draft, { letter, from, hole }) => {
    if (from !== undefined) {
      if (hole === null) draft.take(Number(from));
      else if (Number(from) !== hole) draft.swap(Number(from), hole);
    } else if (hole !== null) {
      draft.put(letter, hole);
    }
  }),
  clear: lay((draft) => draft.clear()),
  fill: lay((draft) => draft.fill()),
  "copy-last": lay((draft, _, table) => draft.copy(table.game.rows.findLast((row) => row.guess).guess)),
  notes: (table) => {
    table.noting = !table.noting;
  },
  note: (table, { letter, place }) => table.notes.turn(letter, [Number(place)]),
  "note-all": (table, { letter }) => table.notes.turn(letter, places(table)),
  submit: (table) => {
    const { laying, draft, view } = table;
    if (!laying || fault(view.terms, draft.pegs, laying === "code")) return undefined;
    return leave(table, (live) => live.move(`${laying} ${draft.pegs.join("")}`));
  },
  more: (table, { kind }) => count(table, kind, 1),
  fewer: (table, { kind }) => count(table, kind, -1),
  "answer-none": (table) => {
    table.counts = [0, 0];
  },
  answer: async (table) => {
    const { counts, view } = table;
    if (!counts || (!isPossible(view.terms, counts) && !(await ask(questions.impossible)))) return undefined;
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
  "opponent-gone": asked("opponent gone", questions.gone),
  stop: async (table) => (await ask(questions.stop(table.view))) && send(table, (live) => live.offer("stop")),
  offer: (table, { offer }) => send(table, (live) => live.offer(offer)),
  "offer-clock": (table, _, form) => {
    form.closest("details").open = false;
    return send(table, (live) => live.offer(form.elements.clock.value));
  },
  reply: (table, { offer, yes }) => leave(table, (live) => live.reply(offer, yes === "yes")),
  "go-on": (table) => {
    table.looking = null;
    table.draw();
    table.board?.focus();
  },
  look: (table, { place }) => {
    table.looking = Number(place) < table.view.past.length ? Number(place) : null;
  },
  join: (table, _, form) => sitDown(table, form.elements.name.value),
  "sit-again": (table) => sitDown(table, table.invited.unanswered),
  "just-watch": (table) => table.invited.watch(true),
  "sit-after-all": (table) => table.invited.watch(false),
  select: (_table, _facts, input) => input.select(),
  "copy-link": async (table) => {
    const link = invitationLink(table.view.id, invitations.of(table.view.id));
    try {
      await navigator.clipboard.writeText(link);
      table.copied = "Copied.";
    } catch {
      table.querySelector(".invitation input").select();
      table.copied = "Select the link, and copy it.";
    }
  },
  "share-link": (table) =>
    navigator
      .share({ title: "codepegs", url: invitationLink(table.view.id, invitations.of(table.view.id)) })
      .catch(() => {}),
};

async function sitDown(table, name) {
  const sat = table.invited.sit(name);
  table.draw();
  if (!(await sat)) return;
  table.live.addEventListener("view", () => table.arrived(), { once: true });
  table.live.start();
}

function count(table, kind, step) {
  const [black, white] = table.counts ?? [0, 0];
  table.counts = kind === "black" ? [black + step, white] : [black, white + step];
}
