/** The how-to-play sheet: three drawn examples in the colours and key pegs of an edition. */
import { codeStrip, countKeys, plate } from "../board/peg.js";
import { sheet, show } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { change, settings } from "../lib/settings.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const inWords = (number) => NUMBERS[number] ?? String(number);

/** Open the sheet. @param {any} terms */
export function howToPlay(terms) {
  const dialog = sheet("How to play", ...content(terms));
  dialog.addEventListener("change", ({ target }) => {
    change({ marks: /** @type {HTMLInputElement} */ (target).checked ? "shapes" : "plain" });
  });
  return show(dialog);
}

/**
 * Open the sheet when the "?" of the header is pressed, unless the page has no game yet or something else has opened it.
 * @param {() => any} termsOf @param {AbortSignal} signal
 */
export function explain(termsOf, signal) {
  const opened = (event) => {
    const terms = termsOf();
    if (!terms || event.defaultPrevented) return;
    event.preventDefault();
    howToPlay(terms);
  };
  document.addEventListener("how-to-play", opened, { signal });
}

function content(terms) {
  const { pegs, rows, keys, colours, colour_word: word } = terms;
  const arms = keys.style === "arms";
  // Neighbours in the list of colours. The last example has two of them if it may: then some code fits all three.
  const code = (from, kinds = pegs) =>
    Array.from({ length: Math.min(pegs, 6) }, (_, place) => colours[(from + (place % kinds)) % colours.length].letter).join("");
  const shown = { ...terms, pegs: Math.min(pegs, 6) };
  const exact = Math.min(2, pegs);
  const example = (guess, feedback, title, text) =>
    h(
      "div",
      { class: "example" },
      h("span", { class: "strip" }, codeStrip(shown, guess), plate(shown, feedback, { named: true })),
      h("p", {}, h("b", {}, title), text),
    );
  return [
    h("p", { class: "soft" }, `Guess the ${inWords(pegs)} hidden ${pegs === 1 ? "peg" : "pegs"} in ${inWords(rows)} tries.`),
    h(
      "div",
      { class: "examples" },
      example(code(0), `${exact}+0`, countKeys(keys.black, exact), `${exact === 1 ? "One peg is" : "Two pegs are"} exactly right: ${word} and place.`),
      example(code(2), "0+1", countKeys(keys.white, 1), `One ${word} is in the code, but somewhere else.`),
      example(code(4, terms.guess_repeats ? 2 : pegs), "0+0", arms ? "Two zeros" : "A dash", `None of these ${word}s is in the code. Good to know!`),
    ),
    h("p", { class: "soft" }, remarks(terms, arms)),
    h(
      "div",
      { class: "row-between" },
      h(
        "label",
        { class: "switch" },
        h("input", { type: "checkbox", name: "marks", checked: settings().marks === "shapes" }),
        "Shapes on pegs",
      ),
      h("button", { type: "button", class: "btn primary", "data-close": true, autofocus: true }, "Got it"),
    ),
  ];
}

function remarks({ code_repeats, blanks, colour_word: word }, arms) {
  return [
    arms ? "The numbers" : "Key pegs",
    " don’t tell you which peg they mean. That’s the puzzle. ",
    code_repeats ? `The code may repeat ${word}s.` : `The code never repeats a ${word}.`,
    blanks && " A hole may stay empty.",
  ];
}
