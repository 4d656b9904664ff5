/**
 * The table as it happens: a socket that comes back by itself, with the view as it is by then. A command has a key and
 * is sent until it is answered; the server does it once.
 *
 * Events: `view` when there is another view, with what was done (`detail.line`, `detail.by`); `state` when the
 * connection is found or lost; `crowd` when somebody comes or goes; `asks` when somebody asks to play, or no longer does;
 * `laid` when another player lays pegs; `said` when a player says something (`detail.by`, `detail.said`).
 */
import { Refusal, freshKey, look, socketAddress } from "./api.js";
import { changed } from "./model.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Milliseconds after which a command without an answer means a lost connection. A claim may wait in a queue. */
const ANSWER_TIMEOUT = 20000;
/** Milliseconds without a message after which the page asks the server for changes that it missed. */
const SILENCE = 30000;

export class Live extends EventTarget {
  #id;
  #listening = new AbortController();
  #socket = null;
  #waiting = new Map();
  #wait = FIRST_WAIT;
  #retry = 0;
  #resend = 0;
  #receivedAt = 0;
  /** How many moves the match has, as answers tell. */
  #made = 0;

  /** @type {import("./model.js").View | null} */
  view = null;
  /** `opening`, `open`, `lost`, `resting`, or `gone`: then `refusal` says why. */
  state = "opening";
  /** @type {Refusal | null} */
  refusal = null;
  /** Who is there: the two players, how many watch, for how many seconds people were away by then, and nobody has moved. Nobody is said to be away before that is known. */
  crowd = { here: [true, true], watching: 0, away: [null, null], idle: 0, heardAt: 0 };
  /** Requests to play: all at one's own table, or else one's own. @type {{id: string, name: string}[]} */
  asks = [];
  /** The row that another player is laying, in a match of that many moves. @type {{moves: number, laid: string}|null} */
  laid = null;
  /** The player who has the screen, if both seats are ours. @type {0|1|null} */
  seat = null;
  /** When the clock of the view was read, by this page's own clock. */
  seenAt = 0;

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    const { signal } = this.#listening;
    addEventListener("online", () => this.#connect(), { signal });
    addEventListener("offline", () => this.#lose(), { signal });
    document.addEventListener("visibilitychange", () => this.#check(), { signal });
    const timer = setInterval(() => this.#check(), SILENCE);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** End the connection for good. */
  stop() {
    this.#listening.abort();
    clearTimeout(this.#resend);
    this.rest();
  }

  /**
   * Connect, or reconnect to get the whole view, because a seated player sees more. Until it arrives, the page shows the
   * old view, or `view` if an answer contained one. @param {import("./model.js").View|null} [view]
   */
  start(view = null) {
    this.#drop();
    if (view) this.#see(view, null, null);
    this.#connect();
  }

  /** Begin for one of two seats that are both ours. @param {0|1} seat */
  sit(seat) {
    this.seat = seat;
    this.state = "opening";
    this.start();
  }

  /** End the connection until somebody sits down. What was sent is in the view that was seen last. */
  rest() {
    this.#drop();
    clearTimeout(this.#retry);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#made = 0;
    for (const { resolve } of waiting) resolve(null);
    this.#become("resting");
  }

  /** Whether something is on its way that the view does not show yet: change and answer come in either order. */
  get sending() {
    const moves = this.view?.moves ?? 0;
    return moves < this.#made || [...this.#waiting.values()].some(({ command }) => !(command.moves < moves));
  }

  /** Make a move on the match as it is seen here. @param {string} move */
  move(move) {
    return this.#command({ moves: this.view.moves, move });
  }

  /** @param {string} offer */
  offer(offer) {
    return this.#command({ offer });
  }

  /** @param {string} reply @param {boolean} yes */
  reply(reply, yes) {
    return this.#command({ reply, yes });
  }

  /** Show the others the row that is laid. @param {number} moves @param {string} laid */
  lay(moves, laid) {
    this.#signal({ moves, laid });
  }

  /** @param {string} phrase */
  say(phrase) {
    this.#signal({ say: phrase });
  }

  /** Send something that nobody stores or answers. It is lost if there is no connection. */
  #signal(body) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(body));
  }

  /** Admit somebody who asks to play, or decline. @param {string} ask @param {boolean} yes */
  admit(ask, yes) {
    return this.#command({ admit: ask, yes });
  }

  #command(body) {
    const command = { key: freshKey(), ...body };
    return new Promise((resolve, reject) => {
      this.#waiting.set(command.key, { command, resolve, reject, timer: 0 });
      this.#send(command.key);
      this.#tell("state");
    });
  }

  #send(key) {
    const waiting = this.#waiting.get(key);
    if (!waiting || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(waiting.command));
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => this.#lose(), ANSWER_TIMEOUT);
  }

  #sendAll() {
    for (const key of this.#waiting.keys()) this.#send(key);
  }

  #connect() {
    clearTimeout(this.#retry);
    if (this.#ended || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const socket = new WebSocket(socketAddress(this.#id, this.seat));
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#become("open");
      this.#sendAll();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.onmessage = socket.onclose = socket.onopen = null;
    socket?.close();
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }

  get #ended() {
    return this.state === "gone" || this.state === "resting";
  }

  #lose() {
    if (this.#ended) return;
    this.#drop();
    this.#become("lost");
    clearTimeout(this.#retry);
    // Many who lose a server at once do not come back at once.
    this.#retry = setTimeout(() => this.#again(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** A socket that is refused does not say why; a request does. */
  async #again() {
    if (!navigator.onLine && !this.#reachable()) return this.#lose();
    try {
      await look(this.#id);
    } catch (refusal) {
      if (refusal instanceof Refusal && [404, 409].includes(refusal.status)) {
        this.refusal = refusal;
        return this.#become("gone");
      }
      return this.#lose();
    }
    return this.#connect();
  }

  #reachable() {
    // A server on this machine is there without any network.
    return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  }

  async #check() {
    if (document.hidden || this.#ended) return;
    if (this.state === "lost") return this.#connect();
    if (performance.now() - this.#receivedAt < SILENCE) return;
    try {
      const { version } = await look(this.#id);
      this.#receivedAt = performance.now();
      if (this.view && version > this.view.version) this.#lose();
    } catch {
      this.#lose();
    }
  }

  #receive(message) {
    this.#receivedAt = performance.now();
    if (message.view) this.#see(message.view, null, null);
    if (message.change) this.#change(message.change);
    else if (message.answer) {
      const { key, number } = message.answer;
      if (number !== undefined) this.#made = Math.max(this.#made, number + 1);
      this.#settle(key, (waiting) => waiting.resolve(message.answer));
    } else if (message.refused) {
      const refusal = new Refusal(message.refused, { view: message.view });
      if (message.key) this.#settle(message.key, (waiting) => waiting.reject(refusal));
      // A refusal without a key came too early to be read. It says when to send all that waits again.
      else if (refusal.facts.retry_after) {
        clearTimeout(this.#resend);
        this.#resend = setTimeout(() => this.#sendAll(), refusal.facts.retry_after * 1000);
      }
    } else if (message.here) {
      const { here, watching, away, idle } = message;
      this.crowd = { here, watching, away, idle, heardAt: performance.now() };
      this.#tell("crowd");
    } else if (message.asks) {
      this.asks = message.asks;
      this.#tell("asks");
    } else if (message.laid !== undefined) {
      this.laid = message;
      this.#tell("laid");
    } else if (message.said) this.dispatchEvent(new CustomEvent("said", { detail: message }));
  }

  #change(change) {
    if (!this.view || change.version <= this.view.version) return;
    if (change.version !== this.view.version + 1) return this.start();
    this.#see(changed(this.view, change), change.line ?? null, change.by ?? null);
  }

  #see(view, line, by) {
    const before = this.view;
    if (before && before.id === view.id && before.you === view.you && before.version > view.version) return;
    this.view = view;
    this.seenAt = performance.now();
    this.dispatchEvent(new CustomEvent("view", { detail: { before, line, by } }));
  }

  #settle(key, end) {
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(key);
    end(waiting);
    this.#tell("state");
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.#tell("state");
  }

  #tell(what) {
    this.dispatchEvent(new Event(what));
  }
}
