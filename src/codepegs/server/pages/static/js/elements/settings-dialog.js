/** The settings over any page, so that nobody has to leave a game for them. */
import { sheet, show } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { change, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";

/**
 * What can be set, with words for each choice, and perhaps a note. The settings page has the same.
 * @type {[string, string, [string, string][], string?][]}
 */
const FIELDS = [
  ["marks", "On the pegs", [["plain", "Nothing"], ["letters", "Letters"], ["shapes", "Shapes"]]],
  [
    "palette",
    "Colours",
    [["box", "As in the box"], ["bright", "Bright"], ["apart", "Colour-blind friendly"], ["grey", "Grey"]],
    "Grey pegs always show a letter or a shape, so that you can tell them apart.",
  ],
  ["theme", "Light or dark", [["auto", "System"], ["light", "Light"], ["dark", "Dark"]]],
  ["motion", "Motion", [["auto", "System"], ["off", "Off"], ["on", "On"]]],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
];

/** Set something, and let a sound be heard if that is what changed. @param {string} name @param {string} value */
export function choose(name, value) {
  change({ [name]: value });
  if (name === "sound") play("turn");
}

/** The choices as fields of a form. */
export const settingsFields = () => FIELDS.map(([name, label, choices, note]) => field(name, label, choices, note));

function field(name, label, choices, note = "") {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, label),
    h(
      "div",
      { class: "seg" },
      choices.map(([value, words]) =>
        h("label", {}, h("input", { type: "radio", name, value, checked: settings()[name] === value }), words),
      ),
    ),
    note && h("p", { class: "soft about" }, note),
  );
}

export function settingsDialog() {
  const dialog = sheet("Settings", h("p", { class: "soft" }, "Changes apply at once, and this browser remembers them."), ...settingsFields());
  dialog.addEventListener("change", ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    choose(name, value);
  });
  return show(dialog);
}
