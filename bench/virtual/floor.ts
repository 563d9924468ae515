import type { Arrivals } from "./host";
import type { Limiter } from "../../test/support/limiters";
import type { Cell, Workload } from "../strategies/workloads";

/** The service the floor is computed for; times in milliseconds. */
export interface FloorModel {
  readonly latency: number;
  readonly perRow: number;
  readonly limiter: Limiter;
  /** Requests that may be in flight at once. */
  readonly slots: number;
}

interface Piece {
  readonly release: number;
  readonly time: number;
}

const batchSize = 500;

const keyOf = (cell: Cell): string =>
  cell.kind === "events" ? cell.universe : cell.kind === "search" ? cell.name : cell.id;

/** The fewest calls of a workload: when each can start at the earliest, and how long it takes. */
const piecesOf = ({ cells }: Workload, arrivals: Arrivals, { latency, perRow }: FloorModel): readonly Piece[] => {
  const firsts = new Map<string, { readonly cell: Cell; readonly at: number }>();
  cells.forEach((cell, index) => {
    const key = `${cell.kind} ${keyOf(cell)}`;
    if (!firsts.has(key)) firsts.set(key, { cell, at: Math.floor(index / arrivals.cells) * arrivals.gap });
  });
  const of = (kind: Cell["kind"]): { readonly cell: Cell; readonly at: number }[] =>
    [...firsts.values()].filter(({ cell }) => cell.kind === kind);
  const batches = (["search", "title"] as const).flatMap((kind) => {
    const keys = of(kind);
    const calls = Math.ceil(keys.length / batchSize);
    const release = Math.max(0, ...keys.map(({ at }) => at));
    return Array.from({ length: calls }, () => ({ release, time: latency + (perRow * keys.length) / calls }));
  });
  const listings = of("events").map(({ cell, at }) => {
    const rows = cell.kind === "events" ? cell.limit : 0;
    const pages = Math.ceil(rows / 1_000);
    return Array.from({ length: pages }, (_, page) => ({ release: at, time: latency + (perRow * rows) / pages, page }));
  });
  // Pages of one listing follow each other; a workload has either many short listings or one long one.
  const chained = listings.flatMap((pages) =>
    pages.map(({ release, time, page }) => ({ release: release + page * time, time })),
  );
  return [...batches, ...chained];
};

const makespan = (pieces: readonly Piece[], { limiter, slots }: FloorModel): number => {
  const free = Array.from({ length: slots }, () => 0);
  const planned = limiter.plan();
  let end = 0;
  pieces.forEach(({ release, time }) => {
    const slot = free.indexOf(Math.min(...free));
    const start = planned(Math.max(release, free[slot] ?? 0));
    free[slot] = start + time;
    end = Math.max(end, start + time);
  });
  return end;
};

/** The least time a workload can take: the best of the plain schedules that know window, phase and all arrivals beforehand. */
export const floorOf = (workload: Workload, arrivals: Arrivals, model: FloorModel): number => {
  const pieces = piecesOf(workload, arrivals, model);
  const orders = [
    [...pieces].sort((one, other) => one.release - other.release || other.time - one.time),
    [...pieces].sort((one, other) => other.time - one.time || one.release - other.release),
  ];
  // A cell that asks for what is known already is answered when it comes, and not before.
  const lastArrival = Math.floor((workload.cells.length - 1) / arrivals.cells) * arrivals.gap;
  return Math.max(lastArrival, Math.min(...orders.map((order) => makespan(order, model))));
};
