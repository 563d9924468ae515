import type { Faults } from "../../src/service/local/faults";
import { seededRandom } from "../../test/support/seeded-random";

/** What happens at the beginning of a step. */
export type Event =
  | { readonly kind: "nothing" | "recalculate" }
  /** Other formulas are entered over a third of the cells. */
  | { readonly kind: "enter" }
  /** Signs out and in again, with this account. */
  | { readonly kind: "account"; readonly name: (typeof accounts)[number] }
  /** The clock of the machine is set. Milliseconds. */
  | { readonly kind: "clock"; readonly by: number }
  /** The same until the end of the step. */
  | { readonly kind: "jump"; readonly by: number };

export interface Step {
  readonly faults: Faults;
  readonly event: Event;
  /** Milliseconds until the next step. */
  readonly lasts: number;
}

/** What goes wrong while the cells of one round are calculated; everything follows from the seed. */
export interface BrowserPlan {
  readonly seed: number;
  readonly steps: readonly Step[];
}

/** Accounts of two companies: the second sees none of the universes of the first. */
export const accounts = ["demo", "rival"] as const;

const nothing: Event = { kind: "nothing" };

const faults: readonly Faults[] = [
  { html: true },
  { latencyMs: 1_200 },
  { hang: true },
  { latencyMs: 1_200, hang: true },
  { html: true, latencyMs: 1_200, hang: true },
  { truncate: true },
  { drop: { every: 3 } },
  { failures: { rate: 0.5, status: 503 } },
  { failures: { every: 2, status: 500 } },
  { rateLimit: { perSecond: 20, burst: 5 } },
  { latencyMs: 300, failures: { rate: 0.3, status: 502 } },
  {},
];

const events: readonly Event[] = [
  nothing,
  nothing,
  { kind: "recalculate" },
  { kind: "account", name: "demo" },
  { kind: "account", name: "rival" },
  { kind: "account", name: "rival" },
  { kind: "clock", by: 3_600_000 },
  { kind: "clock", by: 90_000_000 },
  { kind: "clock", by: -7_200_000 },
  { kind: "jump", by: 3_600_000 },
  { kind: "jump", by: -3_600_000 },
  { kind: "enter" },
  { kind: "enter" },
];

/** The sequence in which a cell once stayed `#BUSY!` for ever. */
const hangingRound: readonly Step[] = [
  { faults: { html: true }, event: nothing, lasts: 1_500 },
  { faults: { latencyMs: 1_200 }, event: nothing, lasts: 2_000 },
  { faults: { hang: true }, event: { kind: "recalculate" }, lasts: 6_000 },
];

export const randomBrowserPlan = (seed: number): BrowserPlan => {
  const random = seededRandom(seed);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const steps = Array.from({ length: 3 + Math.floor(random() * 3) }, () => ({
    faults: one(faults),
    event: one(events),
    lasts: 300 + Math.floor(random() * 2_500),
  }));
  return { seed, steps: seed % 4 === 0 ? hangingRound : steps };
};
