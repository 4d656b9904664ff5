/** <settings-form>: the settings as a page, with a sample of the pegs. */
import { choose, settingsFields } from "../elements/settings-dialog.js";
import "../lib/icons.js";
import { h, update } from "../lib/dom.js";
import { changes, settings } from "../lib/settings.js";

class SettingsForm extends HTMLElement {
  /** @type {AbortController} */
  #connected;

  connectedCallback() {
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    update(this, h("form", { class: "choices", "aria-label": "Settings" }, settingsFields()));
    changes.addEventListener("change", () => this.#show(), { signal });
    this.addEventListener("change", (event) => this.#chosen(event), { signal });
  }

  disconnectedCallback() {
    this.#connected.abort();
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
