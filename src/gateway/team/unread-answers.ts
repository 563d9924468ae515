import type { ServerResponse } from "node:http";

/** Bytes of answers that one person has not read yet; more are refused. */
const mostUnread = 64 * 2 ** 20;

/** Bounds what clients that stop reading keep in memory: the answers that a person has requested and has not read. */
export class UnreadAnswers {
  readonly #bytes = new Map<string, number>();

  /** False where there is no room: an answer of so many bytes must not be sent. Otherwise it counts until it was read. */
  admit(person: string, bytes: number, response: ServerResponse): boolean {
    const unread = this.#bytes.get(person) ?? 0;
    // One answer is always allowed, however large.
    if (unread > 0 && unread + bytes > mostUnread) return false;
    this.#add(person, bytes);
    whenRead(response, () => this.#add(person, -bytes));
    return true;
  }

  #add(person: string, bytes: number): void {
    const unread = (this.#bytes.get(person) ?? 0) + bytes;
    if (unread > 0) this.#bytes.set(person, unread);
    else this.#bytes.delete(person);
  }
}

/** Calls `done` once: when the client has read the answer, or has gone. */
export const whenRead = (response: ServerResponse, done: () => void): void => {
  let isDone = false;
  const end = (): void => {
    if (!isDone) done();
    isDone = true;
  };
  response.once("finish", end);
  response.once("close", end);
};
