/** The connection of a page, over a socket and timers that the test decides. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor() {
    Socket.all.push(this);
  }

  open(...messages) {
    this.readyState = Socket.OPEN;
    this.onopen();
    for (const message of messages) this.hear(message);
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  WebSocket: Socket,
  document: page,
  addEventListener: page.addEventListener.bind(page),
  location: { href: "http://localhost/t/one", hostname: "localhost", protocol: "http:" },
  fetch: async () => Response.json({ version: 0 }),
});
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });

const { Live } = await import("../../../../../src/codepegs/server/pages/static/js/lib/live.js");
const ANSWERED_LONG_AGO = 25_000;

/** Let time pass until something happens. */
async function until(condition) {
  for (let second = 0; second < 60 && !condition(); second += 1) {
    mock.timers.tick(1000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(condition());
}

const view = (version) => ({ view: { id: "one", you: 0, version, moves: version } });

/** A page at a table with three changes, and its socket. */
function opened() {
  const live = new Live("one");
  live.start();
  const [socket] = Socket.all;
  socket.open(view(3));
  return { live, socket };
}

beforeEach(() => {
  Socket.all = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("a change after the view is shown", () => {
  const { live, socket } = opened();
  socket.hear({ change: { version: 4, moves: 4 } });
  assert.equal(live.view.version, 4);
  assert.equal(Socket.all.length, 1);
  live.stop();
});

test("after a gap in the versions the page asks for the whole view", () => {
  const { live, socket } = opened();
  socket.hear({ change: { version: 5, moves: 5 } });
  assert.equal(live.view.version, 3);
  assert.equal(Socket.all.length, 2);
  Socket.all[1].open(view(5));
  assert.equal(live.view.version, 5);
  live.stop();
});

test("a command without an answer is sent again over a new socket", async () => {
  const { live, socket } = opened();
  const answered = live.move("guess RGB");
  const [command] = socket.sent;
  await until(() => Socket.all.length === 2);
  assert.ok(socket.readyState > Socket.OPEN);
  Socket.all[1].open(view(3));
  assert.deepEqual(Socket.all[1].sent, [command]);
  Socket.all[1].hear({ answer: { key: command.key, number: 3 } });
  assert.equal((await answered).number, 3);
  mock.timers.tick(ANSWERED_LONG_AGO);
  assert.equal(live.state, "open");
  live.stop();
});
