/** Base class for requests to the server: whether one is running, and why the last one was refused. */
import { Refusal } from "./api.js";

export class Sender {
  refusal = "";
  sending = false;

  /**
   * Do something that the server may refuse.
   * @template T
   * @param {() => Promise<T>} work @returns {Promise<T|null>} null if it was refused
   */
  async send(work) {
    this.sending = true;
    this.refusal = "";
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.message;
      this.refused(error);
      return null;
    } finally {
      this.sending = false;
    }
  }

  /** Hook that runs after a refusal. @param {Refusal} _refusal */
  refused(_refusal) {}
}
