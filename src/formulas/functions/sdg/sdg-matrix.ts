import type { AnyInvocation } from "../../define/invocation";
import { blankRow } from "../../define/coverage";
import { defineFunction } from "../../define/define-function";
import { type MeasureName, toMeasures } from "../../define/measures";
import { summaryFields } from "../../define/summary";
import { readEntityId } from "../../arguments/entities";
import type { QueryValue } from "../../arguments/filters";
import { goals } from "../../arguments/goals";
import { choices } from "../../arguments/parameters";
import { readLine } from "../../arguments/argument";
import { inTargetCell } from "../../table/target-cell";
import { alignRows } from "../../table/table-builder";
import { showGivenColumns } from "../../table/layout";
import { ownMember } from "../../table/columns";
import { listFrom } from "../../table/nested/values";
import { byList, type Dimension, type Measure, pivot, type PivotTable } from "../../table/pivot";
import { readable } from "../../table/readable";
import { readEntityDocuments, entityListingParameters, entityListingQuery } from "./entity-listings";

const columns = { members: goals.map((goal) => ownMember(goal, "integer")), shown: goals };

/** What the matrix shows, by the name of the measure. */
const measureNames = {
  count: "documents",
  mean_score: "mean_score",
  positive: "positive",
  negative: "negative",
  net: "net",
} as const satisfies Readonly<Record<string, MeasureName>>;

type MatrixMeasure = keyof typeof measureNames;

const records = { kind: "document", date: "extract_date" } as const;

const measuresShown = (names: readonly MatrixMeasure[]): readonly Measure[] =>
  names.flatMap((name) => toMeasures([measureNames[name]], records, 0).map((measure) => ({ ...measure, name })));

/** Every goal has its column. Goals that the specification does not name have none. */
const goalColumns: Dimension = {
  name: "goal",
  type: "text",
  keysOf: (record) => listFrom(record["categories"]).filter((goal): goal is string => goals.includes(String(goal))),
  compare: byList(goals),
  keys: goals,
};

const readableGoals: Dimension = { ...goalColumns, title: (goal) => readable("categories", String(goal)) };

/** The documents of one entity by goal, or of none. */
const goalTable = async (
  invocation: AnyInvocation,
  names: readonly MatrixMeasure[],
  entity?: { readonly id: string; readonly query: Readonly<Record<string, QueryValue>> },
): Promise<PivotTable> => {
  const fields = summaryFields({
    ...records,
    by: ["goal"],
    wide: undefined,
    show: names.map((name) => measureNames[name]),
    total: false,
  });
  const documents = entity === undefined ? [] : await readEntityDocuments(invocation, entity.id, entity.query, fields);
  const withGoal = documents.filter((document) => goalColumns.keysOf(document).length > 0);
  const { headers, texts } = invocation.layout;
  const across = texts === "raw" || headers === "names" ? goalColumns : readableGoals;
  const layout = { by: [], across, measures: measuresShown(names) };
  return pivot(withGoal, layout, invocation.host.yieldToHost);
};

/** `SDG.MATRIX`: documents by goal, aligned: 17 columns for each measure. One listing per entity. */
export const sdgMatrix = defineFunction({
  name: "SDG.MATRIX",
  help: {
    description: "Counts the SDG documents of each company by goal: one row per company, 17 columns.",
    synonyms: "impact, goals, heat map, sustainable development goals, coverage of goals, grid",
    options: {
      show: "What to show, separated by commas; count if omitted. positive and negative are means of the levels (0 to 1), net their mean difference.",
    },
    examples: [
      {
        formula: '=SDG.MATRIX({"PT0ZZ0000216","FR0ZZ0000277"},,,,"headers=yes")',
        shows: "How often each goal occurs.",
      },
      {
        formula: '=SDG.MATRIX("PT0ZZ0000216",,"-1y",,"headers=yes; show=net")',
        shows: "Whether the documents of each goal are positive about the company.",
      },
    ],
  },
  parameters: entityListingParameters,
  layout: "aligned",
  headers: "no",
  filters: "listSdgDocuments",
  refusedFilters: { order: "functions.orderOfMatrix" },
  options: { show: choices(Object.keys(measureNames) as readonly MatrixMeasure[]) },
  routes: ["listSdgDocuments", "searchEntities"],
  readsAll: true,
  columns,
  argumentOfMember: { entity_id: "entities" },
  calculate: async (invocation) => {
    const { show: names = ["count"] } = invocation.options;
    const query = entityListingQuery(invocation);
    const rows = await Promise.all(
      readLine(invocation, invocation.values.entities, "entities").map(async (cell) => {
        if (cell === undefined) return blankRow();
        return inTargetCell(invocation, async () => {
          const id = await readEntityId(invocation, cell);
          return (await goalTable(invocation, names, { id, query })).rowOf([]);
        });
      }),
    );
    const table = await goalTable(invocation, names);
    const set = { members: table.columns.map(({ name, type }) => ownMember(name, type)), shown: [] };
    return alignRows(invocation, rows, showGivenColumns(invocation.layout, set, table.columns));
  },
});
