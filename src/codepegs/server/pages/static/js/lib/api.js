/** Requests to the server over HTTP, with refusals as errors. */
import { today } from "./daily.js";

/** Why something was not done. `kind` and `facts` are for scripts, `message` is for people. */
export class Refusal extends Error {
  /**
   * @param {{kind: string, message: string, facts?: Record<string, any>}} refused
   * @param {{status?: number, view?: object}} more
   */
  constructor(refused, { status = 0, view = null } = {}) {
    super(refused.message);
    this.kind = refused.kind;
    this.facts = refused.facts ?? {};
    this.status = status;
    this.view = view;
  }
}

const OFFLINE = {
  kind: "Offline",
  message: "Can’t reach the server. Check your connection and try again.",
};
const UNREADABLE = {
  kind: "Unreadable",
  message: "Something went wrong. Please reload the page.",
};
export const JSON_KIND = { "Content-Type": "application/json" };
/** Milliseconds to wait for the answer to a request for a seat. */
const SEAT_TIMEOUT = 20000;
/** Milliseconds before a retry. The wait doubles each time, up to a limit. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 3000;

/**
 * Ask for JSON, or send some. Raises a Refusal.
 * @param {string} path @param {object} [body] sent by POST where there is one
 * @param {string} [method] where there is none
 */
export async function ask(path, body, method = "GET") {
  const sent =
    body === undefined ? { method } : { method: "POST", headers: JSON_KIND, body: JSON.stringify(body) };
  return read(await reach(path, sent));
}

/** @param {Response} response */
async function read(response) {
  let told;
  try {
    told = await response.json();
  } catch {
    throw new Refusal(UNREADABLE, { status: response.status });
  }
  if (!response.ok || told.refused) {
    throw new Refusal(told.refused ?? UNREADABLE, { status: response.status, view: told.view });
  }
  return told;
}

/** @param {string} path @param {RequestInit} [sent] */
export async function reach(path, sent = {}) {
  try {
    return await fetch(path, { credentials: "same-origin", cache: "no-store", ...sent });
  } catch {
    throw new Refusal(OFFLINE);
  }
}

/**
 * Ask for a seat, until there is an answer. The key is kept in this tab meanwhile: under the same key the server gives
 * the same seat again, so neither a lost answer nor a reload loses it.
 * @param {string} name where it is kept @param {string} path @param {object} body
 * @param {() => boolean|void} [failed] told whenever the server could not be reached; trying ends when it returns false
 */
async function askForSeat(name, path, body, failed = () => {}) {
  const kept = storedJson(name, sessionStorage);
  const same = kept && JSON.stringify(kept.body) === JSON.stringify(body);
  const key = same ? kept.key : freshKey();
  store(name, JSON.stringify({ key, body }), sessionStorage);
  const sent = { method: "POST", headers: JSON_KIND, body: JSON.stringify({ key, ...body }) };
  try {
    const told = await retried(
      async () => read(await reach(path, { ...sent, signal: AbortSignal.timeout(SEAT_TIMEOUT) })),
      { failed },
    );
    store(name, null, sessionStorage);
    return told;
  } catch (error) {
    // After any other failure nobody knows whether the seat is given.
    if (error instanceof Refusal && error.status >= 400 && error.status < 500) store(name, null, sessionStorage);
    throw error;
  }
}

/**
 * Do something again while the server cannot be reached. @template T @param {() => Promise<T>} work
 * @param {{forever?: boolean, failed?: () => boolean|void}} [how] trying ends when `failed` returns false @returns {Promise<T>}
 */
async function retried(work, { forever = false, failed = () => {} } = {}) {
  for (let wait = FIRST_WAIT; ; wait = forever ? Math.min(2 * wait, LONGEST_WAIT) : 2 * wait) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== OFFLINE.kind || wait > LONGEST_WAIT) throw error;
      if (failed() === false) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The query of an address, without what is null. @param {Record<string, string|number|null>} values */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

/** @param {string} id */
export const at = (id) => `/api/tables/${encodeURIComponent(id)}`;

export const editions = () => ask("/api/editions");
/** An edition under house rules. @param {string} line */
export const edition = (line) => ask(`/api/editions/${encodeURIComponent(line)}`);
/** A page of the tables at which this browser sits. @param {string|null} [after] `next` of the page before */
export const tables = (after = null) => ask(`/api/tables${after ? `?after=${after}` : ""}`);
/**
 * @param {{edition: string, games: number, players: (string|null)[], hints?: boolean, friendly?: boolean,
 *   daily?: string, challenge?: boolean}} opening
 */
export const open = (opening, failed = undefined) => askForSeat("codepegs.opening", "/api/tables", opening, failed);
/** @param {string} id @param {number|null} [seat] whose seat, if both are ours */
export const look = (id, seat = null) => ask(`${at(id)}${query({ seat })}`);
/** @param {string} id @param {string} invitation @param {string} name */
export const join = (id, invitation, name) =>
  askForSeat(joiningOf(id), `${at(id)}/join`, { invitation, name });
/** A one-time token that moves this browser's seat. @param {string} id */
export const transfer = (id) => ask(`${at(id)}/transfers`, undefined, "POST");
/** Take over a seat with such a token. @param {string} id @param {string} token */
export const takeOver = (id, token) => askForSeat(`codepegs.taking.${id}`, `${at(id)}/take-over`, { token });
/** The link to a table as a QR code, in SVG. @param {string} id @param {string} fragment what comes after its # */
export const qrOf = async (id, fragment) => {
  const body = JSON.stringify({ fragment });
  return (await blob(await reach(`${at(id)}/qr`, { method: "POST", headers: JSON_KIND, body }))).text();
};
/** Take the seat of an open challenge. @param {string} id @param {string} name */
export const takeChallenge = (id, name) => askForSeat(joiningOf(id), `${at(id)}/take`, { name });
/** Ask the host for the free seat. @param {string} id @param {string} name */
export const askToPlay = (id, name) => askForSeat(`codepegs.asking.${id}`, `${at(id)}/asks`, { name });
/** @param {string} id */
export const withdrawAsk = (id) => ask(`${at(id)}/asks`, undefined, "DELETE");
/** @param {string} id */
const joiningOf = (id) => `codepegs.joining.${id}`;
/** The name under which a seat was asked for without an answer. @param {string} id @returns {string|null} */
export const unanswered = (id) => storedJson(joiningOf(id), sessionStorage)?.body.name ?? null;

/**
 * The page of a rematch. It gets the seat from the table before, because the cookie of a seat is for one table.
 * @param {string} id @param {string|null} before
 */
export const rematchPage = (id, before) => (before ? `/t/${id}?from=${before}` : `/t/${id}`);

/** Get the seat that the address of a rematch promises, if it does. Who has none there watches. */
export async function takeRematchSeat() {
  const before = new URLSearchParams(location.search).get("from");
  if (!before) return;
  try {
    await retried(() => ask(`${at(before)}/rematch`, undefined, "POST"), { forever: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  history.replaceState(null, "", location.pathname + location.hash);
}

/** Delete a table, or remove a finished match from the list. @param {string} id */
export const deleteTable = (id) => ask(at(id), undefined, "DELETE");
export async function blob(response) {
  if (response.ok) return response.blob();
  throw new Refusal((await response.json().catch(() => ({}))).refused ?? UNREADABLE, {
    status: response.status,
  });
}

/**
 * What the hints say that were taken for the row in play.
 * @param {string} id @param {string|null} plan @param {number|null} seat
 */
export const hintOf = (id, plan, seat) => ask(`${at(id)}/hint${query({ plan, seat })}`);
/** How a game that is over went, from the viewer's side. @param {string} id @param {number} game */
export const resultOf = (id, game) => ask(`${at(id)}/result?game=${game}`);
/** The text to share about a solo game. @param {string} id */
export const shareOf = (id) => ask(`${at(id)}/share`);
/** How many codes fit the answers so far. @param {string} id @param {number} game @param {number|null} seat */
export const codesLeft = (id, game, seat) => ask(`${at(id)}/codes-left${query({ game, seat })}`);
/** What this browser has played so far. */
export const statistics = () => ask(`/api/statistics${query({ today: today() })}`);
/** @param {string} id @param {number|null} seat */
export function socketAddress(id, seat) {
  const address = new URL(`${at(id)}/socket${query({ seat })}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/** Something new under which a command is sent, and sent again. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Where the invitation of a table that was opened here waits to be shown: only this browser has it. */
export const invitations = {
  keep(id, token) {
    store(`codepegs.invitation.${id}`, token);
  },
  of: (id) => stored(`codepegs.invitation.${id}`),
  forget: (id) => store(`codepegs.invitation.${id}`, null),
};

/** The page of a table, for everybody. @param {string} id */
const tablePage = (id) => `${location.origin}/t/${id}`;

/** The link for a friend: the invitation stands behind the #, which no browser sends to a server. */
export const invitationLink = (id, token) => `${tablePage(id)}#${token}`;

/** The link that moves a seat to another device. @param {string} id @param {string} token */
export const moveLink = (id, token) => `${tablePage(id)}#move=${token}`;

/** What to send to a friend: the link if this browser has it, or else the page, where the friend can ask to play. @param {string} id */
export const inviteLink = (id) => (invitations.of(id) ? invitationLink(id, invitations.of(id)) : tablePage(id));

/**
 * The page that reviews a game, of a table or else of the record that was opened. Its number means the time that it was
 * played last, so that a void one says which time it was.
 * @param {string|null} id @param {import("./model.js").Game} game
 */
export const reviewPage = (id, { number, replay, ending }) =>
  `/review${id ? `/${id}` : ""}?game=${number}${ending === "void" ? `&replay=${replay}` : ""}`;

/** The name that was given last, to be offered again. */
export const ownName = {
  /** As it is sent. @param {string} name */
  cleaned: (name) => name.normalize("NFC").trim().replace(/\s+/g, " "),
  keep: (name) => store("codepegs.name", name),
  last: () => stored("codepegs.name") ?? "",
};

/** @param {string} key @param {string|null} value @param {Storage} [where] */
export function store(key, value, where = localStorage) {
  try {
    if (value === null) where.removeItem(key);
    else where.setItem(key, value);
  } catch {
    // A browser that keeps nothing can still play.
  }
}

/** @param {string} key @param {Storage} [where] @returns {string|null} */
export function stored(key, where = localStorage) {
  try {
    return where.getItem(key);
  } catch {
    return null;
  }
}

/**
 * What was kept as JSON; null where nothing is, or nothing that can be read.
 * @param {string} key @param {Storage} [where]
 */
export function storedJson(key, where = localStorage) {
  try {
    return JSON.parse(where.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
