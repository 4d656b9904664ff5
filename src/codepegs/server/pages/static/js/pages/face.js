/** A peg that stands for a player in a list: the same colour for the same name. */
import { h } from "../lib/dom.js";

const COLOURS = ["red", "blue", "yellow", "green", "white", "orange", "purple"];

/** @param {string} name */
export function face(name) {
  const sum = [...name].reduce((total, letter) => total * 31 + letter.codePointAt(0), 7);
  const colour = COLOURS[sum % COLOURS.length];
  return h("span", { class: "face", "aria-hidden": "true" }, h("span", { class: "peg", "data-colour": colour }));
}
