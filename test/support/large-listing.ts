import type { Send } from "../../src/engine/http/client";
import { systemClock } from "../../src/engine/clock";
import { esgEvents } from "../../src/formulas/functions/esg/esg-events";
import { esgEventColumns } from "../../src/formulas/table/column-sets";
import { readLayout } from "../../src/formulas/table/layout";
import type { FormulaResult } from "../../src/formulas/table/formula-result";
import { showColumns } from "../../src/formulas/table/layout";
import { TableBuilder } from "../../src/formulas/table/table-builder";
import type { YieldToHost } from "../../src/engine/clock";
import type { WireRecord } from "../../src/contract/page";
import { hostFunctions } from "./host-functions";
import { noStorage } from "./map-storage";
import { testRuntime } from "./test-runtime";
import { eventOf, universeOf } from "./virtual-data";

const headers = { "Content-Type": "application/json" };
const token = JSON.stringify({ access_token: "token", expires_in: 86_400, token_type: "Bearer" });
const mostLookUps = 500;

const candidates = Array.from({ length: mostLookUps }, (_, index) =>
  JSON.stringify({
    total_candidates: 1,
    matches: [{ id: `00300000-0000-4000-8000-${String(index).padStart(12, "0")}`, name: `Company ${index}` }],
  }),
);
const found = new Map<number, string>();

/** The answer to so many look-ups, whatever they are. */
const foundFor = (count: number): string => {
  const text = found.get(count) ?? `{"data":[${candidates.slice(0, count).join()}]}`;
  found.set(count, text);
  return text;
};

/** A network whose response texts exist beforehand, so that a measurement covers only the engine. */
export const preparedSend =
  (pages: readonly string[] = []): Send =>
  async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const answer = async (): Promise<string> => {
      if (pathname === "/oauth/token") return token;
      if (pathname.endsWith("/msearch")) return foundFor((await request.text()).split('"name":').length - 1);
      return pages[Number(searchParams.get("search_after") ?? 0)] ?? "";
    };
    const text = await answer();
    // Each response comes in its own task, as over a network.
    return new Promise((resolve) => setImmediate(() => resolve(new Response(text, { headers }))));
  };

/** The twelve columns of W6. */
export const shapedColumns = [
  "id",
  "title",
  "score",
  "start_date",
  "last_activity",
  "categories",
  "sub_categories",
  "entity_id",
  "case_id",
  "related_documents_count",
  "summary",
  "dashboard_url",
];

const tableOf = (yieldToHost: YieldToHost): TableBuilder => {
  const layout = readLayout({}, "yes");
  const host = { formattedValues: false, maxCharacters: 256_000_000, maxCells: 5_000_000, yieldToHost };
  const shown = showColumns({ layout, translate: undefined }, esgEventColumns, shapedColumns);
  return new TableBuilder(shown, { layout, host, findEntities: () => Promise.resolve(new Map()) });
};

/** Shapes events into 12 columns with the table code of the add-in; `yieldToHost` decides when the page gets its turn. */
export const shapeEvents = (records: readonly WireRecord[], yieldToHost: YieldToHost): Promise<FormulaResult> =>
  tableOf(yieldToHost).finish(records);

/** The same page by page, as a listing is shown: each page is shaped and released before the next one. */
export const shapePages = async (
  pages: Iterable<readonly WireRecord[]>,
  yieldToHost: YieldToHost,
): Promise<FormulaResult> => {
  const table = tableOf(yieldToHost);
  for (const records of pages) await table.add(records);
  return table.finish([]);
};

const pageSize = 1_000;
const universe = universeOf(1, 100_000);

/** The response texts of a listing of so many pages. */
export const eventPages = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, page) => {
    const data = Array.from({ length: pageSize }, (__, index) => eventOf(universe, page * pageSize + index));
    const has_next = page + 1 < count;
    const search_after = has_next ? String(page + 1) : null;
    return JSON.stringify({ data, size: pageSize, has_next, count: pageSize, search_after });
  });

/** `=ESG.EVENTS` over these pages: from the arguments to the value that Excel receives. */
export const listAll = async (pages: readonly string[], options: string | null = null): Promise<unknown> => {
  const runtime = testRuntime(preparedSend(pages), systemClock, { storage: noStorage });
  await runtime.ready;
  await runtime.session.signIn({ key: "key", secret: "secret" }, false);
  const events = hostFunctions([esgEvents], { runtime, clock: systemClock }).get("ESG.EVENTS");
  const fields = shapedColumns.join(",");
  return events?.(universe, null, null, null, null, fields, pages.length * pageSize, options, { address: "Sheet1!A1" });
};
