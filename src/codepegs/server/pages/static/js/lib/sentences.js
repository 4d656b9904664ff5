/** Sentences about a table: whose turn it is, what has happened, how it ended. */
import { codebreaker, nameAt, yourTurn } from "./model.js";
import { answerSpoken, keyWords, spoken } from "../elements/peg.js";

/** `1 game`, `2 tries`. @param {number} count @param {string} word @param {string} [more] */
export const counted = (count, word, more = `${word}s`) => `${count} ${count === 1 ? word : more}`;

/** What goes on now, in a few words. @param {import("./model.js").View} view */
export function headline(view) {
  const { phase, game } = view;
  if (phase === "waiting")
    return view.you === null ? "Waiting for the second player" : "Waiting for your friend";
  if (view.outcome) return result(view);
  const mine = yourTurn(view);
  const who = view.turn === null ? "" : nameAt(view, view.turn);
  const row = game.rows.length + (phase === "answering" ? 0 : 1);
  switch (phase) {
    case "setting":
      if (view.terms.solo) return "A code is being set";
      return mine ? "Set a code behind the shield" : `${who} is setting a code`;
    case "guessing":
      return mine
        ? `Your guess, row ${row} of ${view.terms.rows}`
        : `${who} is guessing, row ${row} of ${view.terms.rows}`;
    case "answering":
      return mine ? `Answer row ${row}` : `${who} is answering row ${row}`;
    default:
      return "";
  }
}

/** What you can do about it, in a sentence, or nothing. @param {import("./model.js").View} view */
export function advice(view) {
  const { phase, terms } = view;
  if (view.you === null && !view.outcome && phase !== "waiting") return "You are watching.";
  if (!yourTurn(view)) return "";
  const hint = [];
  switch (phase) {
    case "setting":
      hint.push(
        `${counted(terms.pegs, "peg")} of ${terms.colours.length} colours`,
        terms.code_repeats ? "repeats allowed" : "no colour twice",
      );
      if (terms.blanks) hint.push("holes may stay empty");
      return `${hint.join(", ")}.`;
    case "guessing":
      if (!terms.guess_repeats) hint.push("no colour twice");
      else if (!terms.code_repeats) hint.push("the code has no colour twice, a guess may");
      else hint.push("colours may repeat");
      if (terms.blanks) hint.push("holes may stay empty");
      return sentence(hint.join("; "));
    case "answering":
      return `Compare the row with your code, and set the ${keyWords(terms)} yourself.`;
    default:
      return "";
  }
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** "You", or a player's name. @param {import("./model.js").View} view @param {number} player */
const youOr = (view, player) => (player === view.you ? "You" : nameAt(view, player));

/** How a game ended. @param {import("./model.js").View} view @param {import("./model.js").Game} game */
export function ending(view, game) {
  const maker = youOr(view, game.codemaker);
  const breaker = youOr(view, codebreaker(game));
  switch (game.ending) {
    case "broken":
      return `${breaker} cracked the code in ${counted(game.rows.length, "row")}.`;
    case "held":
      return game.given_up
        ? `${breaker} gave up after ${counted(game.rows.length, "row")}. The code was not cracked.`
        : `${breaker} did not crack the code in ${counted(game.rows.length, "row")}.`;
    case "void":
      return `${maker} answered wrongly: the game is void, and ${awarded(view, game)}.`;
    case "abandoned":
    case "stopped":
      return game.code ? "The code was not cracked." : "No code was set.";
    default:
      return "";
  }
}

/**
 * Who gets how many points for a wrong answer.
 * @param {import("./model.js").View} view @param {import("./model.js").Game} game
 */
export function awarded(view, game) {
  const wronged = view.terms.least_wins ? game.codemaker : codebreaker(game);
  const who = wronged === view.you ? "you get" : `${nameAt(view, wronged)} gets`;
  return `${who} ${counted(view.terms.award, "point")}`;
}

/**
 * Why a game is void, a sentence each.
 * @param {any} terms @param {import("./model.js").Game} game @returns {string[]}
 */
export function proof(terms, game) {
  if (!game.proof) return [];
  if (game.proof.answers) {
    return game.proof.answers.map(
      (wrong) =>
        `Row ${wrong.row} was answered ${answerSpoken(terms, wrong.given)}, not ${answerSpoken(terms, wrong.true)}.`,
    );
  }
  const { rows } = game.proof;
  if (rows.length === 1) return [`The answer to row ${rows[0]} is impossible: no code fits it.`];
  return [`The answers to rows ${rows.slice(0, -1).join(", ")} and ${rows.at(-1)} contradict each other.`];
}

/**
 * How many hints were taken, or nothing.
 * @param {import("./model.js").View} view @param {import("./model.js").Game} game
 */
export function hintsTaken(view, game) {
  const { length } = game.hints;
  return length ? `${youOr(view, codebreaker(game))} took ${counted(length, "hint")}.` : "";
}

/** How it ended: what became of the code where there was only one, else who has won. @param {import("./model.js").View} view */
export function result(view) {
  const { outcome, game, terms } = view;
  if (!outcome) return "";
  const one = terms.games === 1 && ["broken", "held"].includes(game.ending);
  if (!terms.solo && !one) return verdict(view);
  const who = youOr(view, codebreaker(game));
  if (game.ending === "broken") return `${who} cracked it in ${counted(game.rows.length, "row")}`;
  return `${who} did not crack it`;
}

/** Who has won the match, and by how much. @param {import("./model.js").View} view */
export function verdict(view) {
  const { outcome, points } = view;
  if (outcome.stopped) return "Both agreed to stop: nobody wins";
  if (outcome.winner === null) return `A draw, ${points[0]} to ${points[1]}`;
  const mine = outcome.winner === view.you;
  const wins = `${nameAt(view, outcome.winner)} wins`;
  const left = outcome.abandoned_by;
  if (left !== null) {
    const why = view.game.ending === "void" ? "Too many void games" : `${youOr(view, left)} left`;
    return `${why}: ${mine ? "you win" : wins}`;
  }
  const [won, lost] = outcome.winner === 0 ? points : [points[1], points[0]];
  return `${mine ? "You win" : wins}, ${won} to ${lost}${view.terms.least_wins ? " (least points win)" : ""}`;
}

/** An offer as it is read. @param {import("./model.js").View} view @param {string} text */
export function offerWords(view, text) {
  if (text === "rematch") {
    return `a rematch, in which ${view.you === 1 ? "you make" : `${nameAt(view, 1)} makes`} the first code`;
  }
  if (text === "stop") return "to stop the match without a winner";
  if (text === "hints") return "to allow hints from now on";
  if (text === "clock off") return "to play without a time limit";
  return `a time limit of ${duration(Number(text.slice("clock ".length)))} per turn`;
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds % 60) return `${seconds} seconds`;
  return seconds === 60 ? "1 minute" : `${seconds / 60} minutes`;
}

/** What a game is called. @param {import("./model.js").Game} game */
export const gameName = (game) => `Game ${game.number}${game.replay ? ", played again" : ""}`;

/**
 * Text for screen readers: what the server tells about the move, new offers, and the headline.
 * @param {import("./model.js").View} before @param {import("./model.js").View} view
 */
export function told(before, view) {
  const said = view.moves > before.moves ? view.told.map((text) => inColours(view.terms, text)) : [];
  const ended = view.past.length > before.past.length ? view.past.at(-1) : view.game;
  if (ended?.code && (ended !== view.game || (view.outcome && !before.outcome))) {
    said.push(`The code was ${spoken(view.terms, ended.code)}.`);
  }
  for (const { by, offer } of view.offers) {
    if (by !== view.you && !before.offers.some((old) => old.by === by && old.offer === offer)) {
      said.push(`${nameAt(view, by)} offers ${offerWords(view, offer)}.`);
    }
  }
  if (!view.outcome) said.push(`${headline(view)}.`);
  return said.join(" ");
}

/**
 * A sentence about a row with the names of its colours, which are easier to hear than their letters.
 * @param {import("./model.js").View["terms"]} terms @param {string} text
 */
function inColours(terms, text) {
  return text.replace(/^(Row \d+, )([^\s:.]+)/, (_, start, code) => start + spoken(terms, code));
}

/**
 * What a seat is called in this edition.
 * @param {import("./model.js").View} view @param {import("./model.js").Game|null} game @param {number} player
 */
export function role(view, game, player) {
  if (!game) return "";
  return game.codemaker === player ? view.terms.codemaker : view.terms.codebreaker;
}
