import { entitySearch } from "../../src/formulas/functions/entity/entity-search";
import { Cancellation } from "../../src/engine/requests/cancellation";
import type { Runtime } from "../../src/engine/runtime";
import { runtimeOn, signIn } from "../strategies/engine";
import { hostFunctions } from "../../test/support/host-functions";
import { noStorage } from "../../test/support/map-storage";
import { preparedSend } from "../../test/support/large-listing";
import { usualArrivals } from "../virtual/run-virtual";
import { VirtualClock } from "../../test/support/virtual-clock";

/** A piece of work whose CPU time is measured: how many units of what it does in one run. */
export interface Kernel {
  readonly name: string;
  readonly per: string;
  readonly units: number;
  readonly rounds?: number;
  /** True where it leaves so much on the heap that a reference measured beside it would pay for that: compared with the one of the kernels before it. */
  readonly heavy?: boolean;
  readonly run: () => unknown;
  /** The same without what is measured (the loop around it): taken off. */
  readonly around?: () => unknown;
}

const cells = 5_000;
const distinct = cells * 0.7;

type Ask = (name: string, row: number) => Promise<unknown>;

/** Asks nobody: what the loop itself costs, its names, promises and clock. */
const askNobody: Ask = () => Promise.resolve();

/** Cells that were never asked for, and the same cells again. */
const coldAndWarm = (what: string, clock: VirtualClock, ask: Ask): readonly Kernel[] => {
  let round = 0;
  /** As a host calls: message by message; nothing is kept of an answer. */
  const askAll = (whom: Ask): Promise<unknown> =>
    clock.run(
      new Promise<void>((resolve) => {
        let open = cells;
        const answered = (): void => {
          open -= 1;
          if (open === 0) resolve();
        };
        const message = (from: number): void => {
          const end = Math.min(cells, from + usualArrivals.cells);
          for (let row = from; row < end; row += 1)
            void whom(`Company ${round * distinct + (row % distinct)}`, row).then(answered);
          if (end < cells) clock.after(usualArrivals.gap, () => message(end));
        };
        message(0);
      }),
    );
  const warm = (): Promise<unknown> => askAll(ask);
  const cold = (): Promise<unknown> => {
    round += 1;
    return warm();
  };
  const around = (): Promise<unknown> => askAll(askNobody);
  return [
    { name: `cold cell, 70 % distinct, ${what}`, per: "cell", units: cells, run: cold, around },
    { name: `warm cell, ${what}`, per: "cell", units: cells, run: warm, around },
  ];
};

const searchOptions = { fields: ["name"], maxCandidates: 1 };

const lookUp = async (runtime: Runtime, name: string, row: number): Promise<void> => {
  const cancellation = new Cancellation();
  const entry = runtime.requestLog.open({ what: "search", address: `Sheet1!A${row}`, query: "", cancellation });
  await runtime.entities.search({ name: `eq:${name}` }, searchOptions, entry);
  entry.done(1);
};

const network = () => {
  const clock = new VirtualClock(1);
  const address = "http://service.example";
  const credentials = { key: "key", secret: "secret", audience: `${address}/`, clientId: "bench" };
  return { send: preparedSend(), clock, address, credentials };
};

/** A look-up by the engine alone (key, log, batch, cache), and `=ENTITY.SEARCH(…)` from the arguments to the matrix. */
export const cellKernels = async (): Promise<readonly Kernel[]> => {
  const kernels: Kernel[] = [];
  for (const whole of [false, true]) {
    const on = network();
    const { clock } = on;
    const runtime = runtimeOn(on, noStorage);
    await clock.run(signIn(runtime, on));
    const search = hostFunctions([entitySearch], { runtime, clock }).get("ENTITY.SEARCH");
    const ask: Ask = whole
      ? async (name, row) => search?.(name, null, null, "name", 1, "headers=no", { address: `Sheet1!A${row}` })
      : (name, row) => lookUp(runtime, name, row);
    kernels.push(...coldAndWarm(whole ? "=ENTITY.SEARCH" : "engine", clock, ask));
  }
  return kernels;
};
