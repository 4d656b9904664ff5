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
  fetch: async () => reply(),
});
/** What the server answers to a request. */
let reply = () => Response.json({ version: 0 });
let now = 0;
performance.now = () => now;
const network = { onLine: true };
Object.defineProperty(globalThis, "navigator", { value: network });

const { Live } = await import("../../../../../src/codepegs/server/pages/static/js/lib/live.js");
const ANSWERED_LONG_AGO = 25_000;

/** Let time pass until something happens. */
async function until(condition) {
  for (let second = 0; second < 60 && !condition(); second += 1) await pass(1);
  assert.ok(condition());
}

/** @param {number} seconds */
async function pass(seconds) {
  for (let second = 0; second < seconds; second += 1) {
    now += 1000;
    mock.timers.tick(1000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
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
  now = 0;
  network.onLine = true;
  reply = () => Response.json({ version: 0 });
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

test("a command that came too early is sent again when the server says", async () => {
  const { live, socket } = opened();
  const answered = live.move("guess RGB");
  socket.hear({ refused: { kind: "RateLimited", message: "", facts: { retry_after: 2 } } });
  await pass(1);
  assert.equal(socket.sent.length, 1);
  await pass(1);
  const [command, again] = socket.sent;
  assert.deepEqual(again, command);
  socket.hear({ answer: { key: command.key, number: 3 } });
  assert.equal((await answered).number, 3);
  live.stop();
});

test("a refused command says why, and shows the table as it is by now", async () => {
  const { live, socket } = opened();
  const answered = live.move("guess RGB");
  const refused = { kind: "OutdatedMove", message: "The game has moved on." };
  socket.hear({ refused, key: socket.sent[0].key, ...view(5) });
  await assert.rejects(answered, { kind: "OutdatedMove", message: "The game has moved on." });
  assert.equal(live.view.version, 5);
  assert.ok(!live.sending);
  live.stop();
});

for (const [name, first, second] of [
  ["the answer comes before the change", "answer", "change"],
  ["the change comes before the answer", "change", "answer"],
]) {
  test(`a move is on its way until it is seen: ${name}`, () => {
    const { live, socket } = opened();
    live.move("guess RGB");
    const messages = {
      answer: { answer: { key: socket.sent[0].key, number: 3 } },
      change: { change: { version: 4, moves: 4 } },
    };
    assert.ok(live.sending);
    socket.hear(messages[first]);
    assert.equal(live.sending, first === "answer");
    socket.hear(messages[second]);
    assert.ok(!live.sending);
    live.stop();
  });
}

test("a lost connection is tried again, later each time, until the server is there", async () => {
  const { live, socket } = opened();
  let asked = 0;
  reply = () => {
    asked += 1;
    throw new TypeError("Failed to fetch");
  };
  socket.onclose();
  assert.equal(live.state, "lost");
  await pass(25);
  assert.ok(asked >= 5 && asked <= 8, String(asked));
  assert.equal(Socket.all.length, 1);
  reply = () => Response.json({ version: 9 });
  await until(() => Socket.all.length === 2);
  Socket.all[1].open(view(9));
  assert.equal(live.state, "open");
  assert.equal(live.view.version, 9);
  live.stop();
});

test("without a network nothing is asked; with it again, at once", async () => {
  const { live } = opened();
  network.onLine = false;
  location.hostname = "pegs.example";
  reply = () => assert.fail("No request can leave this device.");
  page.dispatchEvent(new Event("offline"));
  await pass(25);
  assert.equal(live.state, "lost");
  network.onLine = true;
  page.dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, 2);
  location.hostname = "localhost";
  live.stop();
});

for (const status of [404, 409]) {
  test(`a table that is refused with ${status} is gone, and the page says why`, async () => {
    const { live, socket } = opened();
    reply = () => Response.json({ refused: { kind: "NoSuchTable", message: "There is no such table." } }, { status });
    socket.onclose();
    await until(() => live.state === "gone");
    assert.equal(live.refusal.message, "There is no such table.");
    await pass(60);
    assert.equal(Socket.all.length, 1);
    live.stop();
  });
}

test("a long silence is checked: a page that missed something connects again", async () => {
  const { live } = opened();
  reply = () => Response.json({ version: 3 });
  await pass(61);
  assert.equal(live.state, "open");
  reply = () => Response.json({ version: 4 });
  await until(() => Socket.all.length === 2);
  live.stop();
});

test("an old view that comes late changes nothing", () => {
  const { live, socket } = opened();
  socket.hear({ change: { version: 4, moves: 4 } });
  socket.hear(view(3));
  assert.equal(live.view.version, 4);
  live.stop();
});

test("who rests has nothing on its way, and no old socket speaks", async () => {
  const { live, socket } = opened();
  const answered = live.move("guess RGB");
  live.rest();
  assert.equal(await answered, null);
  assert.equal(socket.onmessage, null);
  assert.ok(!live.sending);
  page.dispatchEvent(new Event("online"));
  await pass(60);
  assert.equal(Socket.all.length, 1);
  live.stop();
});

test("idleness counts from the moment of the message about it", async () => {
  const { live, socket } = opened();
  await pass(5);
  socket.hear({ here: [true, false], watching: 1, away: [null, 90], idle: 120 });
  assert.deepEqual(live.crowd, { here: [true, false], watching: 1, away: [null, 90], idle: 120, heardAt: 5000 });
  live.stop();
});
