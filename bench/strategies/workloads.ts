import { universeOf } from "../../test/support/virtual-data";

/** One formula of a workload. */
export type Cell =
  | { readonly kind: "search"; readonly name: string }
  | { readonly kind: "title"; readonly id: string; readonly date: string }
  | { readonly kind: "events"; readonly universe: string; readonly limit: number; readonly since?: string };

/** The formulas of a workbook, and the fewest calls they can be had with. */
export interface Workload {
  readonly name: string;
  readonly what: string;
  readonly cells: readonly Cell[];
  readonly leastCalls: number;
}

const search = (number: number): Cell => ({ kind: "search", name: `Company ${number}` });
const title = (number: number): Cell => ({ kind: "title", id: `document-${number}`, date: "2026-01-02T00:00:00Z" });
const events = (number: number, limit: number, there: number): Cell => ({
  kind: "events",
  universe: universeOf(number, there),
  limit,
});

const sheets = (): Cell[] =>
  Array.from({ length: 50 }, (_, sheet) => [
    ...Array.from({ length: 10 }, (__, row) => search((sheet * 10 + row) % 350)),
    ...Array.from({ length: 4 }, (__, row) => title((sheet * 4 + row) % 140)),
    ...Array.from({ length: 6 }, (__, row) => events((sheet * 6 + row) % 210, 100, 5_000)),
  ]).flat();

/** The workloads of docs/performance.md that make calls; W4 is W3 opened again, W6 is parsing and shaping only. */
export const workloads: Readonly<Record<"W1" | "W2" | "W3" | "W5", Workload>> = {
  W1: {
    name: "W1",
    what: "1,000 cells of ENTITY.SEARCH over 700 names",
    cells: Array.from({ length: 1_000 }, (_, cell) => search(cell % 700)),
    leastCalls: 2,
  },
  W2: { name: "W2", what: "one ESG.EVENTS of 10,000 rows", cells: [events(0, 10_000, 20_000)], leastCalls: 10 },
  W3: {
    name: "W3",
    what: "50 sheets of 20 formulas: 500 searches, 200 titles, 300 listings of 100 rows, 30 % of them twice",
    cells: sheets(),
    leastCalls: 212,
  },
  W5: {
    name: "W5",
    what: "a paste of 500 names",
    cells: Array.from({ length: 500 }, (_, cell) => search(5_000 + cell)),
    leastCalls: 1,
  },
};
