/**
 * A solo game without the server: what the server would say about it. `rules/game.py`, `notation/record.py`,
 * `notation/headlines.py` and `notation/share.py` are the twins, and a test compares them.
 *
 * @typedef {{terms: import("./view.js").Terms, name: string, code: string, guesses: string[], givenUp: boolean}} Solo
 */
import { answerSpoken } from "../board/peg.js";
import { dailyNumber } from "./daily.js";
import { mark } from "./mark.js";

/** The average of perfect play, where it is proved, for the board that works offline. */
const PARS = new Map([["classic-1", 5625 / 1296]]);
const PRAISE = [
  ...["Unbelievable!", "Astonishing!", "Brilliant!", "Great play.", "Nicely done."],
  ...["Good work.", "Got there.", "Phew!", "Just in time!"],
];
const EMOJI = { black: "⚫", red: "🔴", white: "⚪" };

/** @param {Solo} solo */
const isCracked = ({ guesses, code }) => guesses.at(-1) === code;
/** @param {Solo} solo */
export const isOver = (solo) => isCracked(solo) || solo.givenUp || solo.guesses.length === solo.terms.rows;
/** @param {Solo} solo */
const parOf = ({ terms }) => PARS.get(terms.edition) ?? null;

/** The table as its player sees it. @param {string} id @param {Solo} solo @returns {import("./view.js").View} */
export function viewOf(id, solo) {
  const { terms, name, code, guesses, givenUp } = solo;
  const over = isOver(solo);
  const cracked = isCracked(solo);
  const number = guesses.length;
  const seated = (/** @type {string} */ player) => ({ name: player, computer: null, seated: true });
  const result = cracked ? `Cracked in ${number}` : "Not cracked";
  return {
    id,
    version: number + (givenUp ? 2 : 1),
    moves: number + (givenUp ? 2 : 1),
    terms: { ...terms, offline: true },
    players: [seated(""), seated(name)],
    you: 1,
    phase: over ? "over" : "guessing",
    turn: over ? null : 1,
    status: over ? result : `Guess ${number + 1} of ${terms.rows}`,
    legal: over ? [] : ["guess", "give up"],
    game: {
      ...{ number: 1, replay: 0, codemaker: 0 },
      rows: guesses.map((guess) => ({ guess, feedback: mark(guess, code) })),
      code: over ? code : null,
      ...{ commitment: null, salt: null },
      ending: over ? (cracked ? "broken" : "held") : null,
      ended: [],
      given_up: givenUp,
      ...{ reviewable: false, proof: null, points: [0, 0], hints: [], hints_left: [], hints_allowed: false, time_limit: null },
    },
    past: [],
    points: [0, 0],
    score_pegs: null,
    outcome: over ? { winner: null, abandoned_by: null, stopped: false, cracked_in: cracked ? number : null } : null,
    ...{ offers: [], rematch: null, clock: { limit: null, left: null } },
    told: told(solo),
    agreed: ["A solo game on this device, without hints or a clock. It will count once you’re back online."],
  };
}

/** What the last row was worth, in a sentence. @param {Solo} solo */
function told({ terms, code, guesses }) {
  const guess = guesses.at(-1);
  if (!guess) return [];
  return [`Row ${guesses.length}, ${guess}: ${answerSpoken(terms, mark(guess, code))}.`];
}

/** How it ended. Skill, luck and codes left need the server. @param {Solo} solo */
export function resultOf(solo) {
  const { terms, guesses, givenUp } = solo;
  const number = guesses.length;
  const par = parOf(solo);
  const later = terms.friendly ? ["Played later, so it counts for no streak."] : [];
  if (!isCracked(solo)) {
    const gaveUp = `You gave up after ${number} ${number === 1 ? "guess" : "guesses"}.`;
    return { headline: "Not this time.", sentences: [...(givenUp ? [gaveUp] : []), ...later], guesses: null, par, skill: null, luck: null };
  }
  const praise = number === terms.rows && number > 1 ? "On your last guess!" : (PRAISE[number - 1] ?? "Got there.");
  const perfect = par === null ? [] : [`Perfect play averages ${par.toFixed(2)}.`];
  return { headline: `You cracked it in ${number}!`, sentences: [praise, ...perfect, ...later], guesses: number, par, skill: null, luck: null };
}

/** The text to share. It does not spoil the code. @param {Solo} solo */
export function shareText(solo) {
  const { terms, guesses, code } = solo;
  const par = parOf(solo);
  const game = terms.daily ? `codepegs No. ${dailyNumber(terms.daily)}` : `codepegs · ${terms.title}`;
  const result = `${isCracked(solo) ? guesses.length : "X"}/${terms.rows}${par === null ? "" : ` · par ${par.toFixed(2)}`}`;
  const lines = guesses.map((guess) => {
    const [black, white] = mark(guess, code).split("+").map(Number);
    return EMOJI[terms.keys.black.paint].repeat(black) + EMOJI[terms.keys.white.paint].repeat(white) || "➖";
  });
  return [game, result, ...lines].join("\n");
}

/** The record of a game that is over. @param {Solo} solo */
export function writeRecord(solo) {
  const { terms, name, code, guesses, givenUp } = solo;
  const cracked = isCracked(solo);
  const lines = [
    "codepegs 2",
    `edition ${terms.edition}`,
    `solo ${name}`,
    terms.hints && "hints allowed",
    terms.friendly && "friendly",
    terms.daily && `daily ${terms.daily}`,
    "",
    "game 1",
    `code ${code}`,
    ...guesses.map((guess, place) => `${place + 1} ${guess} ${mark(guess, code)}`),
    givenUp && "give up",
    cracked ? "broken" : "held",
    "",
    cracked ? `cracked in ${guesses.length}` : "not cracked",
    "",
  ];
  return lines.filter((line) => typeof line === "string").join("\n");
}
