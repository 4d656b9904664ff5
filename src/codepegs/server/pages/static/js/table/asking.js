/**
 * Requests to play without an invitation, and taking the seat of an open challenge. The server sends open requests over
 * the socket. This tab stores the name too, and sends the request again once if the server has lost it.
 */
import { askToPlay, ownName, store, stored, takeChallenge, withdrawAsk } from "../lib/api.js";
import { Sender } from "../lib/sender.js";

export class Asking extends Sender {
  #id;

  /** @param {string} id */
  constructor(id) {
    super();
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
    const asked = await this.#sendName(askToPlay, name);
    store(this.#key, asked && ownName.cleaned(name), sessionStorage);
    return asked !== null;
  }

  /** Take the seat of an open challenge. @param {string} name @returns {Promise<any>} the view, or null if it was refused */
  take(name) {
    return this.#sendName(takeChallenge, name);
  }

  /** @returns {Promise<any>} the answer, or null if it was refused */
  async #sendName(work, name) {
    const given = ownName.cleaned(name);
    const answer = await this.send(() => work(this.#id, given));
    if (answer !== null) ownName.keep(given);
    return answer;
  }

  withdraw() {
    this.forget();
    return this.send(() => withdrawAsk(this.#id));
  }

  forget() {
    store(this.#key, null, sessionStorage);
  }
}
