/**
 * Asking to play at a table whose invitation one has not got. The server knows who asks and says so over the socket. The
 * name is kept in this tab as well: if the server has forgotten the request, it is sent again once.
 */
import { Refusal, askToPlay, ownName, store, stored, withdrawAsk } from "../lib/api.js";

export class Asking {
  #id;
  refusal = "";
  sending = false;

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
  }

  get #key() {
    return `codepegs.asked.${this.#id}`;
  }

  /** The name under which this tab has asked. */
  get name() {
    return stored(this.#key, sessionStorage);
  }

  /** Ask under a name; whether the request is open now. @param {string} name @returns {Promise<boolean>} */
  async ask(name) {
    const given = ownName.cleaned(name);
    this.sending = true;
    this.refusal = "";
    try {
      await askToPlay(this.#id, given);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.message;
      this.forget();
      return false;
    } finally {
      this.sending = false;
    }
    ownName.keep(given);
    store(this.#key, given, sessionStorage);
    return true;
  }

  async withdraw() {
    this.forget();
    try {
      await withdrawAsk(this.#id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.message;
    }
  }

  forget() {
    store(this.#key, null, sessionStorage);
  }
}
