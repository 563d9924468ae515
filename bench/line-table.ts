import type { Line } from "./run-virtual";
import { table } from "./table";

const head = [
  "workload",
  "setting",
  "strategy",
  "calls",
  "/ least",
  "429",
  "wall ms",
  "× floor",
  "last visible ms",
  "syncs",
  "failed cells",
];

const ratio = (value: number, least: number): number | string =>
  least === 0 ? "" : Math.round((value / least) * 100) / 100;

/** Lines of the virtual or the loopback layer as a table; a ratio says nothing where cells failed. */
export const lineTable = (lines: readonly Line[]): string =>
  table(
    head,
    lines.map((line) => [
      line.workload,
      line.setting,
      line.strategy,
      line.calls,
      ratio(line.calls, line.leastCalls),
      line.refused,
      Math.round(line.wall),
      line.failed > 0 ? "" : ratio(line.wall, line.floor),
      Math.round(line.lastVisible),
      line.syncs,
      line.failed,
    ]),
  );
