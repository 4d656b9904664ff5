/**
 * Asking to play at a table whose invitation one has not got, or taking the seat of an open challenge. The server knows who asks and says so over the socket. The
 * name is kept in this tab as well: if the server has forgotten the request, it is sent again once.
 */
import { Refusal, askToPlay, ownName, store, stored, takeChallenge, withdrawAsk } from "../lib/api.js";

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
    const asked = await this.#send(askToPlay, name);
    store(this.#key, asked && ownName.cleaned(name), sessionStorage);
    return asked !== null;
  }

  /** Take the seat of an open challenge. @param {string} name @returns {Promise<any>} the view, or null if it was refused */
  take(name) {
    return this.#send(takeChallenge, name);
  }

  /** Send a name. @returns {Promise<any>} the answer, or null if it was refused */
  async #send(work, name) {
    const given = ownName.cleaned(name);
    this.sending = true;
    this.refusal = "";
    try {
      const answer = await work(this.#id, given);
      ownName.keep(given);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.message;
      return null;
    } finally {
      this.sending = false;
    }
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
