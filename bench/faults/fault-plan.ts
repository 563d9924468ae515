import { seededRandom } from "../../test/support/seeded-random";
import type { Fault } from "../../test/support/virtual-service";
import { universeOf } from "../../test/support/virtual-data";
import type { Cell } from "../strategies/workloads";

/** When something lasts, in milliseconds since the formulas came. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** What goes wrong while a workbook is calculated; everything follows from the seed. */
export interface FaultPlan {
  readonly seed: number;
  readonly cells: readonly Cell[];
  readonly latency: number;
  readonly connections: number;
  /** How often a request goes wrong by itself, and in which ways. */
  readonly rate: number;
  readonly kinds: readonly Fault[];
  readonly offline: Span | undefined;
  readonly storm: (Span & { readonly retryAfter: number | undefined }) | undefined;
  readonly tokensEndAt: number | undefined;
  readonly jump: { readonly at: number; readonly by: number } | undefined;
  /** Formulas that Excel cancels and calls again after so long; 0 before it cancels. */
  readonly cancels: readonly { readonly cell: number; readonly at: number; readonly again: number }[];
  readonly stopAt: number | undefined;
}

const kinds: readonly Fault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 502 },
  { kind: "status", status: 503, retryAfter: 1_000 },
  { kind: "reset" },
  { kind: "truncate" },
  { kind: "html" },
  { kind: "hang" },
];

class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  /** One of them. */
  one<const Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** What `make` makes, so often; else undefined. */
  sometimes<Item>(chance: number, make: () => Item): Item | undefined {
    return this.#next() < chance ? make() : undefined;
  }
}

const anyCell = (random: Random): Cell => {
  const kind = random.one(["search", "search", "title", "events"] as const);
  const missing = random.sometimes(0.15, () => "none ") ?? "";
  if (kind === "search") return { kind, name: `${missing}Company ${random.below(60)}` };
  if (kind === "title")
    return { kind, id: `${missing.trim()}document-${random.below(40)}`, date: "2026-01-02T00:00:00Z" };
  const there = random.one([0, 7, 400, 1_000, 2_300]);
  return { kind, universe: universeOf(random.below(4), there), limit: random.one([1, 100, 1_000, 3_000]) };
};

const anySpan = (random: Random, longest: number): Span => {
  const from = random.below(1_500);
  return { from, until: from + 50 + random.below(longest) };
};

/** The random plan of a seed. */
export const randomPlan = (seed: number): FaultPlan => {
  const random = new Random(seed);
  const cells = Array.from({ length: 4 + random.below(25) }, () => anyCell(random));
  return {
    seed,
    cells,
    latency: random.one([5, 80, 300, 2_000]),
    connections: random.one([6, 100]),
    rate: random.one([0, 0, 0.02, 0.1, 0.4, 1]),
    kinds: random.sometimes(0.5, () => [random.one(kinds as [Fault, ...Fault[]])]) ?? kinds,
    offline: random.sometimes(0.3, () => anySpan(random, 40_000)),
    storm: random.sometimes(0.3, () => ({
      ...anySpan(random, 60_000),
      retryAfter: random.one([undefined, 1_000, 5_000]),
    })),
    tokensEndAt: random.sometimes(0.3, () => random.below(2_000)),
    jump: random.sometimes(0.2, () => ({
      at: random.below(2_000),
      by: random.one([30_000, 3_600_000, 90_000_000, -3_600_000]),
    })),
    cancels: Array.from({ length: random.below(4) }, () => ({
      cell: random.below(cells.length),
      at: random.below(1_000),
      again: random.one([0, 1, 150, 400, 5_000]),
    })),
    stopAt: random.sometimes(0.1, () => random.below(3_000)),
  };
};
