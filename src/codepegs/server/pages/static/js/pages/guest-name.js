/** Names of people who have given none. */
import { ownName, store, stored } from "../lib/api.js";
import { sheet, show } from "../lib/dialog.js";
import { h } from "../lib/dom.js";

const KEPT = "codepegs.guest";

/** "Guest 71": the same in this browser every time, and hardly ever that of the other player. */
export function guestName() {
  const name = stored(KEPT) ?? `Guest ${10 + Math.floor(Math.random() * 90)}`;
  store(KEPT, name);
  return name;
}

/**
 * Ask for another name, after one was refused. @param {string} name @param {string} reason
 * @param {(name: string) => unknown} done
 */
export function askForName(name, reason, done) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", id: "other-name", value: name, maxlength: "24", autocomplete: "nickname", "aria-describedby": "no-other-name" })
  );
  const form = h(
    "form",
    { class: "field" },
    h("label", { for: "other-name" }, "Your name"),
    input,
    h("p", { class: "refusal", id: "no-other-name", role: "alert" }, reason),
    h("div", { class: "sheet-foot" }, h("button", { class: "btn primary" }, "Play")),
  );
  const dialog = show(sheet("Choose another name", form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = ownName.cleaned(input.value);
    if (!given) return;
    ownName.keep(given);
    dialog.close();
    done(given);
  });
  input.select();
}
