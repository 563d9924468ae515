import { entitySearch } from "../src/functions/entity-search";
import { Cancellation } from "../src/runtime/cancellation";
import type { Runtime } from "../src/runtime/runtime";
import { runtimeOn, signIn } from "./engine";
import { hostFunctions } from "./host-functions";
import type { Kernel } from "./kernel";
import { noStorage } from "./no-storage";
import { readyTransport } from "./ready-transport";
import { usualArrivals } from "./run-virtual";
import { VirtualClock } from "./virtual-clock";

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

const wanted = { fields: ["name"], maxCandidates: 1 };

const lookUp = async (runtime: Runtime, name: string, row: number): Promise<void> => {
  const cancellation = new Cancellation();
  const entry = runtime.ledger.open({ what: "search", address: `Sheet1!A${row}`, query: "", cancellation });
  await runtime.entities.search({ name: `eq:${name}` }, wanted, entry.inquiry);
  entry.done(1);
};

const network = () => {
  const clock = new VirtualClock(1);
  const address = "http://service.example";
  const credentials = { key: "key", secret: "secret", audience: `${address}/`, clientId: "bench" };
  return { send: readyTransport(), clock, address, credentials };
};

/** A look-up on the engine alone (key, ledger, batch, memory), and `=ENTITY.SEARCH(…)` whole, from the arguments to what Excel is handed. */
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
