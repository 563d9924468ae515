import { createBreath } from "../src/formula/breath";
import { pageClock } from "../src/runtime/system-clock";
import type { WireRecord } from "../src/runtime/wire-record";
import { cellKernels } from "./cpu-cells";
import type { Kernel } from "./kernel";
import { eventPages, listAll } from "./large-listing";
import { shapeEvents, shapePages } from "./shape-events";
import { longestTask } from "./task-watch";

/** CPU time of one kernel: per unit, and in units of the reference kernel (JSON.parse of a fixed page, per record). */
export interface CpuLine {
  readonly kernel: string;
  readonly per: string;
  readonly microseconds: number;
  readonly ratio: number;
}

const usualRounds = 9;
const pageSize = 1_000;
const columns = 12;
const pagesOfW6 = 100;

const cpu = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const recordsOf = (page: string): readonly WireRecord[] =>
  (JSON.parse(page) as { readonly data: readonly WireRecord[] }).data;

/** Each page is parsed when it is asked for. */
const parsed = function* (pages: readonly string[]): Iterable<readonly WireRecord[]> {
  for (const page of pages) yield recordsOf(page);
};

const never = (): undefined => undefined;

const tableKernels = (pages: readonly string[]): readonly Kernel[] => {
  const [page = ""] = pages;
  const records = recordsOf(page);
  const w6 = pages.length * pageSize * columns;
  return [
    { name: "parse a page of 1,000 events", per: "record", units: pageSize, run: () => recordsOf(page) },
    { name: "shape, 12 columns", per: "cell", units: pageSize * columns, run: () => shapeEvents(records, never) },
    {
      name: "W6: parse and shape 100,000 × 12",
      per: "cell",
      units: w6,
      rounds: 3,
      run: () => shapePages(parsed(pages), createBreath(pageClock)),
    },
  ];
};

/** Measures every kernel against the reference in turns; sums of rounds are steady even on a busy machine. */
export const cpuLines = async (): Promise<readonly CpuLine[]> => {
  const pages = eventPages(pagesOfW6);
  const reference = (): void => pages.slice(0, 20).forEach(recordsOf);
  const referenceRecords = 20 * pageSize;
  const lines: CpuLine[] = [];
  let all = 0;
  let runs = 0;
  for (const { name, per, units, run, around, rounds = usualRounds } of [
    ...(await cellKernels()),
    ...tableKernels(pages),
  ]) {
    let own = 0;
    let other = 0;
    await run();
    for (let round = 0; round < rounds; round += 1) {
      other += await cpu(reference);
      own += await cpu(run);
      if (around !== undefined) own -= await cpu(around);
    }
    all += other;
    runs += rounds;
    lines.push({
      kernel: name,
      per,
      microseconds: own / rounds / units,
      ratio: own / units / (other / referenceRecords),
    });
  }
  const longest = (await longestTask(() => listAll(pages))) * 1_000;
  const ratio = longest / (all / runs / referenceRecords);
  return [...lines, { kernel: "longest task of =ESG.EVENTS, 100,000 × 12", per: "task", microseconds: longest, ratio }];
};
