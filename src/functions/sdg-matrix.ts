import type { AnyCall } from "../formula/call";
import { defineFunction } from "../formula/define";
import { checkEntity, entityIdOf } from "../formula/entity-id";
import type { QueryValue } from "../formula/filters";
import { goals } from "../formula/goals";
import { helpWanted } from "../formula/help";
import { raw } from "../formula/kind";
import { lineOf } from "../formula/lists";
import { inOwnRow } from "../formula/own-row";
import { list, optional } from "../formula/parameter";
import { mergeQuery, period, score } from "../formula/query";
import { alignRows, showColumns } from "../formula/tabulate";
import { wholeListing } from "../formula/whole-listing";
import { ownMember, type TableRecord } from "../table/column";
import { listFrom } from "../table/nested/reading";

const columns = { members: goals.map((goal) => ownMember(goal, "integer")), shown: goals };

/** How many documents of the entity carry each goal. */
const countGoals = async (
  call: AnyCall,
  entity_id: string,
  query: Readonly<Record<string, QueryValue>>,
): Promise<TableRecord> => {
  const records = await wholeListing(call, {
    route: "listSdgDocuments",
    path: { entity_id },
    query,
    fields: ["categories"],
  });
  const counts = Object.fromEntries(goals.map((goal) => [goal, 0]));
  for (const record of records)
    for (const goal of listFrom(record["categories"])) counts[String(goal)] = (counts[String(goal)] ?? 0) + 1;
  return counts;
};

/** `SDG.MATRIX`: documents by goal for each entity, aligned: 17 columns of counts, one listing per entity. */
export const sdgMatrix = defineFunction({
  name: "SDG.MATRIX",
  help: helpWanted
    ? {
        description: "Counts the SDG documents of each company by goal: one row per company, 17 columns.",
        examples: [
          {
            formula: '=SDG.MATRIX({"PT0ZZ0000216","FR0ZZ0000277"},,,,"headers=yes")',
            shows: "How often each goal occurs.",
          },
        ],
      }
    : undefined,
  parameters: {
    entities: list("entities"),
    minScore: optional("number", score("listSdgDocuments")),
    from: optional("date", raw),
    to: optional("date", raw),
  },
  layout: "aligned",
  headers: "no",
  filters: "listSdgDocuments",
  options: {},
  routes: ["listSdgDocuments", "searchEntities"],
  columns,
  blames: { entity_id: "entities" },
  answer: async (call) => {
    const { entities, minScore } = call.values;
    const query = mergeQuery(call.filters, [
      { member: "score", argument: "minScore", value: minScore },
      { member: "extract_date", argument: "from, to", value: period(call, "listSdgDocuments", "extract_date") },
    ]);
    const rows = await Promise.all(
      lineOf(call, entities, "entities").map(async (cell) => {
        if (cell === undefined) return undefined;
        return inOwnRow(call, async () => {
          checkEntity(cell, "entities");
          return countGoals(call, await entityIdOf(call, cell), query);
        });
      }),
    );
    return alignRows(call, rows, showColumns(call, columns, undefined));
  },
});
