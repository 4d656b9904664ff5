/** Questions before moves that cannot be undone. @typedef {import("../lib/model.js").View} View */
import { nameAt, opponent } from "../lib/model.js";
import { awarded } from "../lib/sentences.js";

export const impossible = {
  title: "No code can have this answer",
  text: "Whatever the code is, no guess earns it. Send it anyway?",
  yes: "Send it anyway",
  no: "Change it",
};

/** @param {View} view */
export const ownUp = (view) => ({
  title: "Own up to a wrong answer?",
  text: `If an answer was wrong, the game is void and played again, and ${awarded(view, view.game)}.`,
  yes: "Own up",
});

/** @param {View} view */
export const giveUp = (view) => ({
  title: "Give up this game?",
  text: `The code is revealed, and the game counts as ${view.terms.solo ? "not cracked" : "if you had used every row"}.`,
  yes: "Give up",
});

/** @param {View} view */
export const leave = (view) => ({
  title: "Leave the match?",
  text: lost(view),
  yes: "Leave the match",
});

/** What leaving costs. @param {View} view */
function lost(view) {
  const them = opponent(view);
  if (them === null) return "The game counts as not cracked.";
  return view.players[them].computer ? "You lose the match." : `${nameAt(view, them)} wins the match.`;
}

/** @param {View} view */
export const stop = (view) => (view.terms.shared ? stopTogether : offerToStop(view));

const stopTogether = {
  title: "Stop the match?",
  text: "The match is over, and nobody wins.",
  yes: "Stop the match",
};

const offerToStop = (view) => ({
  title: "Offer to stop the match?",
  text: `If ${nameAt(view, opponent(view))} agrees, the match is over and nobody wins.`,
  yes: "Offer to stop",
});
