import type { Send } from "../../src/engine/http/client";
import type { Clock } from "../../src/engine/clock";
import type { Cell } from "./workloads";

/** What a strategy is given: the network, and a clock that is virtual in one layer and real in the other. */
export interface Network {
  readonly send: Send;
  readonly clock: Clock;
  readonly address: string;
  readonly credentials: {
    readonly key: string;
    readonly secret: string;
    readonly audience: string;
    readonly clientId: string;
  };
}

/** Answers one cell: text for a look-up, rows for a listing. */
export type AnswerCell = (cell: Cell) => Promise<unknown>;

/** A way to fill a workbook; `start` signs in, so that every strategy begins with a token. */
export interface Strategy {
  readonly name: string;
  readonly start: (network: Network) => Promise<AnswerCell>;
}
