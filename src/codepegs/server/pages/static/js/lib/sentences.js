/** Sentences about a table: whose turn it is, what has happened, how it ended. */
import { codebreaker, nameAt, yourTurn } from "./model.js";
import { spoken } from "../board/peg.js";

/** `1 game`, `2 tries`, `1,296 codes`. @param {number} count @param {string} word @param {string} [more] */
export const counted = (count, word, more = `${word}s`) => `${count.toLocaleString("en")} ${count === 1 ? word : more}`;

/** What you can do about it, in a sentence, or nothing. @param {import("./model.js").View} view */
export function advice(view) {
  const { phase, terms } = view;
  if (view.you === null && !view.outcome && phase !== "waiting") return "You are watching.";
  if (!yourTurn(view)) return "";
  const hint = [];
  const word = terms.colour_word;
  switch (phase) {
    case "setting":
      hint.push(
        `${counted(terms.pegs, "peg")}, ${terms.colours.length} ${word}s`,
        terms.code_repeats ? "repeats allowed" : "no repeats",
      );
      if (terms.blanks) hint.push("holes may stay empty");
      return `${hint.join(", ")}.`;
    case "guessing":
      if (!terms.guess_repeats) hint.push(`no ${word} twice`);
      else if (!terms.code_repeats) hint.push(`the code never repeats a ${word}, but a guess may`);
      else hint.push(`${word}s may repeat`);
      if (terms.blanks) hint.push("holes may stay empty");
      return `${capital(hint.join("; "))}.`;
    case "answering":
      return "Compare the guess with your code.";
    default:
      return "";
  }
}

/** @param {string} text */
export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/**
 * Who gets how many points for a wrong answer.
 * @param {import("./model.js").View} view @param {import("./model.js").Game} game
 */
export function awarded(view, game) {
  const wronged = view.terms.least_wins ? game.codemaker : codebreaker(game);
  const who = wronged === view.you ? "you get" : `${nameAt(view, wronged)} gets`;
  return `${who} ${counted(view.terms.award, "point")}`;
}

/** An offer as it is read. @param {import("./model.js").View} view @param {string} text */
export function offerWords(view, text) {
  if (text === "rematch") {
    return `a rematch, in which ${view.you === 1 ? "you make" : `${nameAt(view, 1)} makes`} the first code`;
  }
  if (text === "stop") return "to stop the match without a winner";
  if (text === "hints") return "to turn hints on";
  if (text === "clock off") return "to play without a time limit";
  return `a time limit of ${duration(Number(text.slice("clock ".length)))} per guess`;
}

/** A time in its largest whole unit, as `describe_duration` in `notation/sentences.py` has it. @param {number} seconds */
export function duration(seconds) {
  if (seconds % 60) return counted(seconds, "second");
  return seconds % 3600 ? counted(seconds / 60, "minute") : counted(seconds / 3600, "hour");
}

/** What a game is called. @param {import("./model.js").Game} game */
export const gameName = (game) => `Game ${game.number}${game.replay ? " (replay)" : ""}`;

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
      said.push(`${nameAt(view, by)} would like ${offerWords(view, offer)}.`);
    }
  }
  if (!view.outcome) said.push(`${view.status}.`);
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
