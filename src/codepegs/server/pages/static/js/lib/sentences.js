/** Sentences about a table: whose turn it is, what has happened, how it ended. */
import { codebreaker, hintsAllowed, nameAt, yourTurn } from "./model.js";
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
      return mine ? "Set a code behind the shield" : `${who} is setting a code`;
    case "guessing":
      return mine
        ? `Your guess, row ${row} of ${view.terms.rows}`
        : `${who} is guessing, row ${row} of ${view.terms.rows}`;
    case "answering":
      return mine ? `Answer row ${row}` : `${who} is answering row ${row}`;
    case "revealing":
      return mine ? "Lower the shield" : `${who} is about to reveal the code`;
    case "judging":
      return mine ? "Some answers were wrong" : `${who} has seen wrong answers`;
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
    case "revealing":
      return `${view.game.given_up ? gaveUp(view) : "No more rows will be played."} Show what you have hidden.`;
    case "judging":
      hint.push("claim them, and the game is void and played again");
      hint.push(
        `${terms.least_wins ? "the codemaker is charged" : "you get"} ${counted(terms.award, "point")} for it`,
      );
      return `${sentence(hint.join("; "))} Or let them pass.`;
    default:
      return "";
  }
}

const gaveUp = (view) => `${nameAt(view, codebreaker(view.game))} has given up.`;

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** How a game ended. @param {import("./model.js").View} view @param {import("./model.js").Game} game */
export function ending(view, game) {
  const maker = nameAt(view, game.codemaker);
  const breaker = nameAt(view, codebreaker(game));
  switch (game.ending) {
    case "broken":
      return `${breaker} broke the code in ${counted(game.rows.length, "row")}.`;
    case "held":
      return game.given_up
        ? `${breaker} gave up after ${counted(game.rows.length, "row")}: ${maker}’s code held.`
        : `${maker}’s code held through all ${counted(game.rows.length, "row")}.`;
    case "void":
      return `${breaker} showed that ${maker} answered wrongly: the game is void, and played again.`;
    case "abandoned":
      return "The match was abandoned in this game.";
    default:
      return "";
  }
}

/**
 * An answer that the reveal has shown to be wrong.
 * @param {any} terms @param {{row: number, given: string, true: string}} wrong
 */
export function wrongly(terms, wrong) {
  const right = answerSpoken(terms, wrong.true);
  return `Row ${wrong.row} was answered ${answerSpoken(terms, wrong.given)}; it should have been ${right}.`;
}

/**
 * What a claim has shown, a sentence each.
 * @param {any} terms @param {import("./model.js").Game} game @returns {string[]}
 */
export function proof(terms, game) {
  if (!game.proof) return [];
  if (game.proof.answers) {
    return game.proof.answers.map((wrong) => wrongly(terms, wrong));
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
  return length ? `${nameAt(view, codebreaker(game))} took ${counted(length, "hint")}.` : "";
}

/** How the match ended. @param {import("./model.js").View} view */
export function result(view) {
  const { outcome, points } = view;
  if (!outcome) return "";
  if (outcome.abandoned_by !== null) return `${nameAt(view, outcome.abandoned_by)} abandoned the match`;
  if (outcome.winner === null) return `A draw, ${points[0]} to ${points[1]}`;
  const [won, lost] = outcome.winner === 0 ? points : [points[1], points[0]];
  const who = outcome.winner === view.you ? "You win" : `${nameAt(view, outcome.winner)} wins`;
  return `${who}, ${won} to ${lost}${view.terms.least_wins ? " (least points win)" : ""}`;
}

/** An offer as it is read. @param {import("./model.js").View} view @param {string} text */
export function offerWords(view, text) {
  if (text === "rematch") {
    return `a rematch, in which ${view.you === 1 ? "you make" : `${nameAt(view, 1)} makes`} the first code`;
  }
  if (text === "hints") return "to allow hints from now on";
  if (text === "clock off") return "to play without a clock";
  return `a clock of ${duration(Number(text.slice("clock ".length)))} a turn`;
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds % 60) return `${seconds} seconds`;
  return seconds === 60 ? "1 minute" : `${seconds / 60} minutes`;
}

/** What has been agreed on beyond the edition's name, a few words each. @param {import("./model.js").View} view */
export function agreed(view) {
  const { terms, clock } = view;
  return [
    counted(terms.games, "game"),
    clock.limit !== null && `${duration(clock.limit)} a turn`,
    terms.answers === "hand" && "answers by hand",
    terms.blanks && "holes may stay empty",
    !terms.code_repeats && "no colour twice in a code",
    terms.least_wins && "least points win",
    hintsAllowed(view) && "hints allowed",
  ].filter(Boolean);
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
