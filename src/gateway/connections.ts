import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Use {
  /** Answers that are not whole yet. */
  readonly answers: Set<ServerResponse>;
  /** Bytes that had been read when the last answer ended, or when the connection was made. */
  read: number;
}

/** The HTTP/1.1 connections of one server. Only the header of an answer can tell such a client that its connection ends. */
export class Connections {
  readonly #uses = new Map<Socket, Use>();
  #isParting = false;
  #closesSilent = false;

  add(socket: Socket): void {
    this.#uses.set(socket, { answers: new Set(), read: socket.bytesRead });
    socket.once("close", () => this.#uses.delete(socket));
  }

  /** Requests of HTTP/2 are ignored. */
  note({ socket }: IncomingMessage, response: ServerResponse): void {
    const use = this.#uses.get(socket);
    if (use === undefined) return;
    use.answers.add(response);
    if (this.#isParting) closeAfter(response);
    response.once("close", () => {
      use.answers.delete(response);
      use.read = socket.bytesRead;
      if (this.#closesSilent && use.answers.size === 0) socket.destroySoon();
    });
  }

  get areOpen(): boolean {
    return this.#uses.size > 0;
  }

  /** From now on each closes with an answer. */
  part(): void {
    this.#isParting = true;
    for (const response of [...this.#uses.values()].flatMap(({ answers }) => [...answers]))
      if (!response.headersSent) closeAfter(response);
  }

  /** Closes idle connections now, and the others when they are idle: no answer under way, and no byte of a next request. */
  closeSilent(): void {
    this.#closesSilent = true;
    for (const [socket, { answers, read }] of this.#uses)
      if (answers.size === 0 && socket.bytesRead === read) socket.destroy();
  }
}

const closeAfter = (response: ServerResponse): void => void response.setHeader("connection", "close");
