/** <settings-form>: what this browser was told about pegs and pages, to be changed at once. */
import "../lib/icons.js";
import { change, changes, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";

class SettingsForm extends HTMLElement {
  connectedCallback() {
    this.#show();
    changes.addEventListener("change", () => this.#show());
    this.addEventListener("change", (event) => {
      const target = /** @type {HTMLInputElement} */ (event.target);
      change({ [target.name]: target.value });
      if (target.name === "sound") play("turn");
    });
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
