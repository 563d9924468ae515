import type { AnyCall } from "../formula/call";
import { sdgDocumentColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { entityIdsFrom } from "../formula/entity-ids";
import type { QueryValue } from "../formula/filters";
import { goalsKind } from "../formula/goals";
import { helpWanted } from "../formula/help";
import { limit, raw } from "../formula/kind";
import { readListing } from "../formula/list-table";
import { inOwnRow } from "../formula/own-row";
import { chosen, fields, list, optional } from "../formula/parameter";
import { mergeQuery, period, score } from "../formula/query";
import { type Shown, showColumns, tabulate } from "../formula/tabulate";
import type { TableRecord } from "../table/column";
import { tell } from "../text/tell";

interface Asked {
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly limit: number | "all" | undefined;
  readonly shown: Shown;
}

/** The listing of one entity. */
const readEntity = async (
  call: AnyCall,
  entity_id: string,
  { query, limit: most, shown }: Asked,
): Promise<readonly TableRecord[]> => {
  const set = sdgDocumentColumns;
  const table = { route: "listSdgDocuments", path: { entity_id }, query, set, fields: undefined, limit: most } as const;
  const { records, truncated } = await readListing(call, table, shown);
  if (truncated && call.layout.sort.length > 0) call.inquiry.trace.truncated(tell("formula.sortedPart"));
  return records.map((record) => ({ ...record, entity_id }));
};

/** `SDG.DOCUMENTS`: the SDG documents of entities: one listing each, the limit per entity. */
export const sdgDocuments = defineFunction({
  name: "SDG.DOCUMENTS",
  help: helpWanted
    ? {
        description: "Lists the SDG documents of companies: positive impact by goal.",
        parameters: {
          goals: 'Goals to keep: 1 to 17 or "SDG:7", in a cell, a range or an array.',
          limit:
            'How many records of each company: a number (1000 if omitted), or "all" up to the row cap of the workbook.',
        },
        examples: [
          {
            formula: '=SDG.DOCUMENTS("PT0ZZ0000216",3)',
            shows: "Documents of the company with a score of at least 3.",
          },
          {
            formula: '=SDG.DOCUMENTS("PT0ZZ0000216",,"-1y",,"7,13")',
            shows: "Documents of the last year on energy and climate.",
          },
        ],
      }
    : undefined,
  parameters: {
    entities: list("entities"),
    minScore: optional("number", score("listSdgDocuments")),
    from: optional("date", raw),
    to: optional("date", raw),
    goals: chosen(goalsKind),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listSdgDocuments",
  options: {},
  translates: true,
  routes: ["listSdgDocuments", "searchEntities"],
  columns: sdgDocumentColumns,
  blames: { category: "goals", entity_id: "entities" },
  answer: async (call) => {
    const { entities, minScore, goals } = call.values;
    const shown = showColumns(call, sdgDocumentColumns, call.values.fields);
    const query = mergeQuery(call.filters, [
      { member: "score", argument: "minScore", value: minScore },
      { member: "extract_date", argument: "from, to", value: period(call, "listSdgDocuments", "extract_date") },
      { member: "category", argument: "goals", value: goals },
    ]);
    const asked = { query, limit: call.values.limit, shown };
    const rows = await Promise.all(
      entityIdsFrom(entities).map((cell) => inOwnRow(call, async () => readEntity(call, await cell.id(call), asked))),
    );
    return tabulate(call, rows.flat(), shown);
  },
});
