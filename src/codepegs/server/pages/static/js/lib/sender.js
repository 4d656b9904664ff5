/** Base class of what asks the server for something: whether it is under way, and why it was refused. */
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

  /** What else a refusal changes. @param {Refusal} _refusal */
  refused(_refusal) {}
}
