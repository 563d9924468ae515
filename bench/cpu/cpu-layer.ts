import { createYieldToHost } from "../../src/engine/clock";
import { systemClock } from "../../src/engine/clock";
import type { WireRecord } from "../../src/contract/page";
import { cellKernels, type Kernel } from "./cpu-cells";
import { comparison } from "./cpu-changes";
import { eventPages, listAll, shapedColumns, shapeEvents, shapePages } from "../../test/support/large-listing";
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

/** What nobody who keeps the values of a listing does with less. */
const keepPages = (pages: Iterable<readonly WireRecord[]>): readonly unknown[] => {
  const rows: unknown[] = [];
  for (const records of pages) for (const record of records) rows.push(shapedColumns.map((name) => record[name]));
  return rows;
};

const never = (): undefined => undefined;

/** One page is over too soon to be measured. */
const pagesAtOnce = 5;
const comparedRecords = 10_000;

const tableKernels = (pages: readonly string[]): readonly Kernel[] => {
  const some = pages.slice(0, pagesAtOnce);
  const records = some.map(recordsOf);
  const shapeSome = async (): Promise<void> => {
    for (const page of records) await shapeEvents(page, never);
  };
  const parse = pagesAtOnce * pageSize;
  const w6 = pages.length * pageSize * columns;
  const compared = pages.slice(0, comparedRecords / pageSize).flatMap(recordsOf);
  return [
    { name: "parse a page of 1,000 events", per: "record", units: parse, run: () => some.forEach(recordsOf) },
    { name: "shape, 12 columns", per: "cell", units: parse * columns, run: shapeSome },
    { name: "compare 10,000 × 12 with the answer before", per: "refresh", units: 1, run: comparison(compared) },
    {
      name: "W6: parse and shape 100,000 × 12",
      per: "cell",
      units: w6,
      rounds: 5,
      heavy: true,
      run: () => shapePages(parsed(pages), createYieldToHost(systemClock)),
    },
    {
      name: "… its limit: parse and keep the values as they come",
      per: "cell",
      units: w6,
      rounds: 5,
      heavy: true,
      run: () => keepPages(parsed(pages)),
    },
  ];
};

/** What is added to the task's name, and the options that do it. */
const tasks = [
  ["", null],
  [", sorted by title and exploded", "sort=title;explode=categories"],
] as const;

interface Sums {
  own: number;
  other: number;
}

/** Runs it and, where that does not pay for it, the reference in turns. */
const measure = async ({ run, around, heavy, rounds = usualRounds }: Kernel, reference: () => void): Promise<Sums> => {
  const sums: Sums = { own: 0, other: 0 };
  await run();
  for (let round = 0; round < rounds; round += 1) {
    if (heavy !== true) sums.other += await cpu(reference);
    sums.own += await cpu(run);
    if (around !== undefined) sums.own -= await cpu(around);
  }
  return sums;
};

/** Measures every kernel against the reference in turns; sums of rounds are steady even on a busy machine. */
export const cpuLines = async (): Promise<readonly CpuLine[]> => {
  const pages = eventPages(pagesOfW6);
  const reference = (): void => pages.slice(0, 20).forEach(recordsOf);
  const referenceRecords = 20 * pageSize;
  const lines: CpuLine[] = [];
  let all = 0;
  let runs = 0;
  for (const kernel of [...(await cellKernels()), ...tableKernels(pages)]) {
    const { name, per, units, heavy, rounds = usualRounds } = kernel;
    const { own, other } = await measure(kernel, reference);
    all += other;
    if (heavy !== true) runs += rounds;
    const one = heavy === true ? all / runs : other / rounds;
    const microseconds = own / rounds / units;
    lines.push({ kernel: name, per, microseconds, ratio: microseconds / (one / referenceRecords) });
  }
  const parsing = all / runs / referenceRecords;
  for (const [what, options] of tasks) {
    const microseconds = (await longestTask(() => listAll(pages, options))) * 1_000;
    const kernel = `longest task of =ESG.EVENTS, 100,000 × 12${what}`;
    lines.push({ kernel, per: "task", microseconds, ratio: microseconds / parsing });
  }
  const compare = comparison(pages.slice(0, comparedRecords / pageSize).flatMap(recordsOf));
  const microseconds = (await longestTask(compare)) * 1_000;
  const kernel = "longest task of a comparison of 10,000 × 12";
  lines.push({ kernel, per: "task", microseconds, ratio: microseconds / parsing });
  return lines;
};
