/** Questions before moves that cannot be undone. @typedef {import("../lib/model.js").View} View */
import { nameAt, opponent } from "../lib/model.js";
import { awarded } from "../lib/sentences.js";

export const impossible = {
  title: "That answer is impossible",
  text: "No code could give this answer. Send it anyway?",
  yes: "Send it anyway",
  no: "Change it",
};

/** @param {View} view */
export const ownUp = (view) => ({
  title: "Own up to a wrong answer?",
  text: `If an answer was wrong, this game doesn’t count: you play it again, and ${awarded(view, view.game)}.`,
  yes: "Own up",
});

/** @param {View} view */
export const giveUp = (view) => ({
  title: "Give up this game?",
  text: `You’ll see the code, and the game counts as ${view.terms.solo ? "not cracked" : "if you’d used every guess"}.`,
  yes: "Give up",
});

/** @param {View} view */
export const leave = (view) => ({
  title: "Leave the match?",
  text: view.players[opponent(view)].computer ? "You lose the match." : `${nameAt(view, opponent(view))} wins the match.`,
  yes: "Leave the match",
});

/** @param {View} view */
export const stop = (view) => (view.terms.shared ? stopTogether : offerToStop(view));

const stopTogether = {
  title: "Stop the match?",
  text: "The match ends, and nobody wins.",
  yes: "Stop the match",
};

const offerToStop = (view) => ({
  title: "Suggest stopping the match?",
  text: `If ${nameAt(view, opponent(view))} agrees, the match ends and nobody wins.`,
  yes: "Suggest stopping",
});
