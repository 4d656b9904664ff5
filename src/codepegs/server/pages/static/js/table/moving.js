/**
 * Moving a seat to another device. On the old one: a dialog with a link and its QR code, for ten minutes. On the new
 * one: the token behind the # of the address is taken out of it at once, and sent by POST when its owner agrees.
 */
import { Refusal, moveLink, store, stored, takeOver, transfer } from "../lib/api.js";
import { sheet, show } from "../lib/dialog.js";
import { h, update } from "../lib/dom.js";
import { Sender } from "../lib/sender.js";

/** As the server writes it: when it ends, and a MAC. */
const TOKEN = /^move=([0-9a-f]{10}[\w-]{43})$/;

export class Moving extends Sender {
  #id;
  #token;

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    this.#token = stored(this.#key, sessionStorage);
    this.take();
  }

  /** Take the token out of the address, if it has one. */
  take() {
    const given = TOKEN.exec(location.hash.slice(1));
    if (!given) return;
    this.#keep(given[1]);
    history.replaceState(null, "", location.pathname + location.search);
  }

  get #key() {
    return `codepegs.moving.${this.#id}`;
  }

  #keep(token) {
    store(this.#key, token, sessionStorage);
    this.#token = token;
  }

  /** Whether a seat can be taken over here. */
  get holds() {
    return Boolean(this.#token);
  }

  /** Play here; whether that was granted. @returns {Promise<boolean>} */
  async accept() {
    const taken = await this.send(() => takeOver(this.#id, this.#token));
    if (taken === null) return false;
    this.#keep(null);
    return true;
  }

  /** The link is no longer valid, unless the server is in trouble. @override @param {Refusal} refusal */
  refused({ status }) {
    if (status >= 400 && status < 500) this.#keep(null);
  }

  /** Rather watch. */
  decline() {
    this.#keep(null);
  }
}

/** The notice on the new device. @param {Moving} moving */
export function movingNotice(moving) {
  if (!moving.holds && !moving.refusal) return null;
  const button = (act, label, kind) => h("button", { type: "button", class: `btn small ${kind}`, "data-act": act }, label);
  return h(
    "div",
    { class: "notice", role: "alert", "data-part": "moving" },
    h("p", {}, moving.refusal || "Play on this device? The other one will only be able to watch."),
    moving.holds &&
      h(
        "div",
        { class: "actions" },
        button("take-over", moving.sending ? "Moving …" : "Play here", "primary"),
        button("keep-there", "Just watch", ""),
      ),
  );
}

/**
 * The dialog on the old device.
 * @param {string} id @param {import("./qr-codes.js").QrCodes} codes which draws the page when a code is there
 * @returns {Promise<{draw: () => void}>}
 */
export async function moveDialog(id, codes) {
  const { token } = await transfer(id);
  const link = moveLink(id, token);
  const body = h("div", { class: "move" });
  let copied = "";
  const draw = () =>
    update(
      body,
      h("p", {}, "Scan the code or open the link on the device you want to switch to. It works once, within 10 minutes."),
      h("div", { class: "invite-two" }, codes.of(`move=${token}`, "QR code of the link"), h("p", { class: "soft" }, "Keep it to yourself: anyone who opens it plays in your place.")),
      h(
        "div",
        { class: "invite-link" },
        h("input", { type: "text", readonly: true, value: link, "aria-label": "Link for the other device" }),
        h("button", { type: "button", class: "btn primary", "data-copy": true }, "Copy link"),
      ),
      h("p", { role: "status", class: "soft" }, copied),
    );
  const dialog = sheet("Move to another device", body);
  body.addEventListener("click", async (event) => {
    const input = body.querySelector("input");
    if (event.target === input) input.select();
    if (!(/** @type {Element} */ (event.target).closest("[data-copy]"))) return;
    copied = await navigator.clipboard.writeText(link).then(
      () => "Copied.",
      () => "Select the link and copy it.",
    );
    draw();
  });
  draw();
  show(dialog);
  return { draw: () => dialog.isConnected && draw() };
}
