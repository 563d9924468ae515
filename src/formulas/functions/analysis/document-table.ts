import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { FieldType } from "../../../contract/fields";
import type { OptionKinds } from "../../arguments/options";
import { flag } from "../../arguments/parameters";
import { allDocumentsTable } from "./documents-by-day";
import { defineFunction } from "../../define/define-function";
import type { Help } from "../../define/help";
import type { FunctionDefinition } from "../../define/definition";
import type { Invocation } from "../../define/invocation";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { type ColumnSet, ownMember, type TableRecord } from "../../table/columns";
import type { FormulaResult } from "../../table/formula-result";
import { readableField } from "../../table/readable";
import {
  analysisEntity,
  documentLimit,
  type AnalysisDownload,
  downloadDocuments,
  downloadOptions,
  downloadExtent,
  instance,
  mostDocuments,
} from "./download";

/** A table with several rows for each document of an analysis. */
export interface AnalysisTable {
  readonly name: string;
  readonly help: Help;
  readonly fields: (options: Readonly<Record<string, unknown>>) => readonly string[];
  readonly columns: Readonly<Record<string, FieldType>>;
  readonly shown?: readonly string[];
  /** Other default columns, where an option asks for other rows. */
  readonly shownWhen?: (options: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /** Whether it takes the argument `entity`. */
  readonly byEntity: boolean;
  readonly options?: OptionKinds;
  /** With `sum=yes` rows that agree in the columns `by` become one, with the sum of the column `count`. */
  readonly sums?: { readonly by: readonly string[]; readonly count: string };
  readonly rows: (document: TableRecord, options: Readonly<Record<string, unknown>>) => readonly TableRecord[];
}

/** Texts and numbers of places name a row of a document; what is measured does not. A row of a sum has no document. */
const keyColumns = (columns: AnalysisTable["columns"]): readonly string[] => [
  ...new Set(["id", ...Object.keys(columns).filter((name) => columns[name] === "text" || name.endsWith("_id"))]),
];

type AnalysisCall = Invocation<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

/** A function that answers such a table; its argument `limit` counts documents. */
export const defineAnalysisTable = (table: AnalysisTable): FunctionDefinition => {
  const columns: ColumnSet = {
    members: Object.entries({ ...table.columns, ...(table.sums && { documents: "integer" as const }) }).map(
      ([name, type]) => ownMember(name, type, name === "entity_type" ? readableField(name) : undefined),
    ),
    shown: table.shown ?? Object.keys(table.columns),
    identity: { kind: "row", key: keyColumns(table.columns) },
  };
  return defineFunction({
    name: table.name,
    help: table.help,
    parameters: { instance, limit: documentLimit, ...(table.byEntity && { entity: analysisEntity }) },
    layout: "table",
    options: { ...downloadOptions, ...table.options, ...(table.sums && { sum: flag }) },
    routes: ["downloadAnalysis"],
    columns,
    calculate: (invocation) => calculateTable(invocation, table, columns),
  });
};

const calculateTable = async (
  invocation: AnalysisCall,
  table: AnalysisTable,
  columns: ColumnSet,
): Promise<FormulaResult> => {
  const sums = invocation.options["sum"] === true ? table.sums : undefined;
  const tableColumns = showColumns(
    invocation,
    columns,
    sums === undefined ? table.shownWhen?.(invocation.options) : [...sums.by, sums.count, "documents"],
  );
  const limit = invocation.values["limit"] as number | "all" | undefined;
  const request = {
    instance: invocation.values["instance"] as string,
    entity: invocation.values["entity"] as string | undefined,
    concept: invocation.options["concept"] as AnalysisDownload["concept"],
    date: invocation.options["date"] as AnalysisDownload["date"],
    fields: ["id", ...table.fields(invocation.options)],
  };
  const rowsOf = (documents: readonly TableRecord[]): readonly TableRecord[] =>
    documents.flatMap((document) =>
      table.rows(document, invocation.options).map((row) => ({ id: document["id"], ...row })),
    );
  const combine = sums && ((rows: readonly TableRecord[]) => sumRows(rows, sums));
  if (limit === "all") return allDocumentsTable(invocation, { request, shown: tableColumns, rowsOf, combine });
  const documents = await downloadDocuments(invocation, { ...request, limit: limit ?? mostDocuments });
  const rows = rowsOf(documents);
  const extent = downloadExtent(invocation, documents, limit);
  if (combine === undefined) return tabulate(invocation, rows, tableColumns, [], extent);
  // A sum over a part that nobody asked for would mislead.
  if (extent.truncated) throw new AddinError("too-large", t("functions.sumsPart", { most: mostDocuments }));
  return tabulate(invocation, combine(rows), tableColumns, [], extent);
};

/** Rows over all documents, the largest sum first; `documents` says in how many documents they occur. */
const sumRows = (
  rows: readonly TableRecord[],
  { by, count }: NonNullable<AnalysisTable["sums"]>,
): readonly TableRecord[] => {
  const groups = new Map<string, { readonly row: TableRecord; sum: number; readonly documents: Set<unknown> }>();
  for (const row of rows) {
    const key = JSON.stringify(by.map((name) => row[name] ?? null));
    const group = groups.get(key) ?? { row, sum: 0, documents: new Set() };
    groups.set(key, group);
    group.sum += Number(row[count] ?? 0);
    group.documents.add(row["id"]);
  }
  return [...groups.values()]
    .sort((one, other) => other.sum - one.sum)
    .map(({ row, sum, documents }) => ({ ...row, [count]: sum, documents: documents.size }));
};
