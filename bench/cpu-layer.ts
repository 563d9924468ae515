import { VirtualClock } from "./virtual-clock";
import { cellsOf, runtimeOn, signIn } from "./engine";
import { mapStorage } from "./map-storage";
import { VirtualService } from "./virtual-service";
import { eventOf, universeOf } from "./virtual-world";
import { shapeEvents } from "./shape-events";

/** CPU time of one kernel: per unit, and in units of the reference kernel (JSON.parse of a fixed page). */
export interface CpuLine {
  readonly kernel: string;
  readonly per: string;
  readonly microseconds: number;
  readonly ratio: number;
}

const rounds = 9;
const universe = universeOf(1, 1_000);
const page = JSON.stringify({ data: Array.from({ length: 1_000 }, (_, index) => eventOf(universe, index)) });
const records = (JSON.parse(page) as { readonly data: readonly Readonly<Record<string, unknown>>[] }).data;

const cpu = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const reference = (): void => {
  for (let time = 0; time < 20; time += 1) JSON.parse(page);
};

interface Kernel {
  readonly name: string;
  readonly per: string;
  readonly units: number;
  readonly prepare?: () => Promise<void>;
  readonly run: () => unknown;
}

/** 1,000 cells on the engine, cold and warm; the clock is virtual and the network at once there. */
const cellKernels = async (): Promise<readonly Kernel[]> => {
  const cells = 2_000;
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock);
  service.model = { ...service.model, latency: 0, perRow: 0 };
  const credentials = { key: "key", secret: "secret", audience: "http://service.example/", clientId: "bench" };
  const network = { send: service.send, clock, address: "http://service.example", credentials };
  const runtime = runtimeOn(network, mapStorage());
  await clock.run(signIn(runtime, network));
  const answer = cellsOf(runtime);
  let round = 0;
  const ask = (from: number): Promise<unknown> =>
    clock.run(
      Promise.all(
        Array.from({ length: cells }, (_, cell) =>
          answer({ kind: "search", name: `Company ${from + Math.floor(cell * 0.7)}` }),
        ),
      ),
    );
  return [
    {
      name: "cold cell, 70 % distinct, with its share of the call",
      per: "cell",
      units: cells,
      run: () => ask((round += 10_000)),
    },
    { name: "warm cell", per: "cell", units: cells, run: () => ask(round) },
  ];
};

/** Measures every kernel against the reference in turns; sums of rounds are steady even on a busy machine. */
export const cpuLines = async (): Promise<readonly CpuLine[]> => {
  const kernels: readonly Kernel[] = [
    ...(await cellKernels()),
    { name: "parse a page of 1,000 events", per: "record", units: 1_000, run: () => JSON.parse(page) as unknown },
    {
      name: "parse and shape, 12 columns",
      per: "cell",
      units: 12_000,
      run: () => shapeEvents(JSON.parse(page) as { data: typeof records }),
    },
    { name: "shape, 12 columns", per: "cell", units: 12_000, run: () => shapeEvents({ data: records }) },
  ];
  const lines: CpuLine[] = [];
  for (const kernel of kernels) {
    let own = 0;
    let other = 0;
    await kernel.run();
    for (let round = 0; round < rounds; round += 1) {
      other += await cpu(reference);
      own += await cpu(kernel.run);
    }
    lines.push({
      kernel: kernel.name,
      per: kernel.per,
      microseconds: own / rounds / kernel.units,
      ratio: own / kernel.units / (other / (20 * records.length)),
    });
  }
  return lines;
};
