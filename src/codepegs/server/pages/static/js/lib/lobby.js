/**
 * The list of open challenges as it happens: a socket that comes back by itself, with the whole list.
 *
 * Events: `list` when the list changes; `state` when the connection is found or lost; `closed` when one of your own
 * challenges is closed (`detail.id`, `detail.taken`).
 */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/**
 * @typedef {{id: string, host: string, summary: string}} Challenge
 * @typedef {{challenges: Challenge[], yours: string[]}} List
 */

/** The list after a message: all of it, or what was opened and closed. @param {List} list @param {any} message @returns {List} */
export function heard(list, message) {
  if (message.challenges) return message;
  const gone = new Set([...message.closed, ...message.opened].map(({ id }) => id));
  const kept = list.challenges.filter(({ id }) => !gone.has(id));
  const closed = new Set(message.closed.map(({ id }) => id));
  return {
    challenges: [...message.opened.filter(({ id }) => !closed.has(id)).reverse(), ...kept],
    yours: list.yours.filter((id) => !closed.has(id)),
  };
}

export class Lobby extends EventTarget {
  /** @type {WebSocket|null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #retry = 0;
  /** @type {List|null} */
  list = null;
  lost = false;

  /** Connect, or connect again: after a first challenge the browser has a cookie to be known by. */
  start() {
    this.stop();
    const address = new URL("/api/challenges/socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#become(false);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.#lose();
  }

  stop() {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.onmessage = socket.onclose = socket.onopen = null;
    socket?.close();
  }

  /** Connect at once if the connection is lost. */
  check() {
    if (this.lost && this.#socket?.readyState !== WebSocket.CONNECTING) this.start();
  }

  #lose() {
    this.stop();
    this.#become(true);
    // Many who lose a server at once do not come back at once.
    this.#retry = setTimeout(() => this.start(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #receive(message) {
    const before = this.list ?? { challenges: [], yours: [] };
    this.list = heard(before, message);
    for (const one of message.closed ?? []) {
      if (before.yours.includes(one.id)) this.dispatchEvent(new CustomEvent("closed", { detail: one }));
    }
    this.dispatchEvent(new Event("list"));
  }

  #become(lost) {
    if (this.lost === lost) return;
    this.lost = lost;
    this.dispatchEvent(new Event("state"));
  }
}
