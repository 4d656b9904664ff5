/**
 * Coming by invitation. Its token stands behind the # of the address: it is taken out of the address bar at once, so
 * that nobody reads or shares it by accident, kept in this tab until it is used, and sent by POST alone.
 */
import { join, ownName, store, stored, unanswered } from "../lib/api.js";
import { Sender } from "../lib/sender.js";

/** 256 bits, as the server writes them. */
const TOKEN = /^[\w-]{43}$/;

export class Invited extends Sender {
  #id;
  #token;
  #watching = false;

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    this.#token = stored(this.#key, sessionStorage);
    this.take();
  }

  /** Take the token out of the address, if it has one: another # leads to a part of the page. */
  take() {
    const given = location.hash.slice(1);
    if (!TOKEN.test(given)) return;
    store(this.#key, given, sessionStorage);
    history.replaceState(null, "", location.pathname + location.search);
    this.#token = given;
    this.#watching = false;
  }

  get #key() {
    return `codepegs.invited.${this.#id}`;
  }

  /** Whether there is an invitation that nobody has used here. */
  get holds() {
    return Boolean(this.#token);
  }

  /** The name under which the seat was asked for, if there is no answer yet. */
  get unanswered() {
    return this.holds ? unanswered(this.#id) : null;
  }

  /** Whether to ask for a name. @param {import("../lib/model.js").View} view */
  asks(view) {
    return this.holds && view.you === null && !this.#watching;
  }

  /** Whether they have chosen to watch. */
  get watching() {
    return this.#watching;
  }

  /** Whether somebody else sat down before. @param {import("../lib/model.js").View} view */
  late(view) {
    return this.asks(view) && view.phase !== "waiting" && !this.sending && !this.unanswered;
  }

  get state() {
    return { name: this.unanswered ?? ownName.last(), refusal: this.refusal, sending: this.sending };
  }

  /** Rather watch; or, if not, sit down after all. @param {boolean} yes */
  watch(yes) {
    this.#watching = yes;
  }

  /** Sit down. @param {string} name @returns {Promise<import("../lib/model.js").View|null>} null if it was refused */
  async sit(name) {
    // The seat may have been given already, under the name that was sent first.
    const given = this.unanswered ?? ownName.cleaned(name);
    const view = await this.send(() => join(this.#id, this.#token, given));
    if (view === null) return null;
    ownName.keep(given);
    store(this.#key, null, sessionStorage);
    this.#token = null;
    return view;
  }
}
