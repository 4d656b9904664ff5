/** <settings-form>: the settings as a page, with a sample of the pegs. */
import { choose, settingsFields } from "../elements/settings-dialog.js";
import "../lib/icons.js";
import { h, update } from "../lib/dom.js";
import { Listening } from "../lib/listening.js";
import { changes, settings } from "../lib/settings.js";

class SettingsForm extends Listening {
  /** @override @param {AbortSignal} signal */
  listen(signal) {
    update(this, h("form", { class: "choices", "aria-label": "Settings" }, settingsFields()));
    changes.addEventListener("change", () => this.#show(), { signal });
    this.addEventListener("change", (event) => this.#chosen(event), { signal });
  }

  #chosen({ target }) {
    choose(target.name, target.value);
  }

  #show() {
    for (const [name, value] of Object.entries(settings())) {
      /** @type {HTMLInputElement|null} */
      const field = this.querySelector(`input[name="${name}"][value="${value}"]`);
      if (field) field.checked = true;
    }
  }
}

customElements.define("settings-form", SettingsForm);
