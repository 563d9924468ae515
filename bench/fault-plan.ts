import { seededRandom } from "./seeded-random";
import type { Fault } from "./virtual-service";
import { universeOf } from "./virtual-world";
import type { Cell } from "./workloads";

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

class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /** One of them. */
  one<const Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** What `make` makes, so often; else undefined. */
  sometimes<Item>(chance: number, make: () => Item): Item | undefined {
    return this.#random() < chance ? make() : undefined;
  }
}

const anyCell = (dice: Dice): Cell => {
  const kind = dice.one(["search", "search", "title", "events"] as const);
  const missing = dice.sometimes(0.15, () => "none ") ?? "";
  if (kind === "search") return { kind, name: `${missing}Company ${dice.below(60)}` };
  if (kind === "title")
    return { kind, id: `${missing.trim()}document-${dice.below(40)}`, date: "2026-01-02T00:00:00Z" };
  const there = dice.one([0, 7, 400, 1_000, 2_300]);
  return { kind, universe: universeOf(dice.below(4), there), limit: dice.one([1, 100, 1_000, 3_000]) };
};

const anySpan = (dice: Dice, longest: number): Span => {
  const from = dice.below(1_500);
  return { from, until: from + 50 + dice.below(longest) };
};

/** Draws a plan. */
export const drawPlan = (seed: number): FaultPlan => {
  const dice = new Dice(seed);
  const cells = Array.from({ length: 4 + dice.below(25) }, () => anyCell(dice));
  return {
    seed,
    cells,
    latency: dice.one([5, 80, 300, 2_000]),
    connections: dice.one([6, 100]),
    rate: dice.one([0, 0, 0.02, 0.1, 0.4, 1]),
    kinds: dice.sometimes(0.5, () => [dice.one(kinds as [Fault, ...Fault[]])]) ?? kinds,
    offline: dice.sometimes(0.3, () => anySpan(dice, 40_000)),
    storm: dice.sometimes(0.3, () => ({ ...anySpan(dice, 60_000), retryAfter: dice.one([undefined, 1_000, 5_000]) })),
    tokensEndAt: dice.sometimes(0.3, () => dice.below(2_000)),
    jump: dice.sometimes(0.2, () => ({
      at: dice.below(2_000),
      by: dice.one([30_000, 3_600_000, 90_000_000, -3_600_000]),
    })),
    cancels: Array.from({ length: dice.below(4) }, () => ({
      cell: dice.below(cells.length),
      at: dice.below(1_000),
      again: dice.one([0, 1, 150, 400, 5_000]),
    })),
    stopAt: dice.sometimes(0.1, () => dice.below(3_000)),
  };
};
