import { ownMember, type TableRecord } from "../table/column";
import type { ColumnSet } from "../table/fields";
import type { Matrix } from "../table/matrix";
import type { FieldType } from "../wire/fields";
import { type Download, download, usualDocuments } from "./analysis";
import { analysisEntity, documentLimit, downloadOptions, instance } from "./analysis-parameters";
import type { Call } from "./call";
import { defineFunction } from "./define";
import type { FunctionDefinition } from "./definition";
import type { Help } from "./help";
import type { OptionKinds } from "./options";
import { showColumns, tabulate } from "./tabulate";

/** A long table over the documents of an analysis: which field it reads, its columns, and the rows of one document. */
export interface AnalysisTable {
  readonly name: string;
  readonly help: Help | undefined;
  readonly fields: (options: Readonly<Record<string, unknown>>) => readonly string[];
  readonly columns: Readonly<Record<string, FieldType>>;
  readonly shown?: readonly string[];
  /** Other columns for readers where an option asks for other rows. */
  readonly shownWhen?: (options: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /** Whether it takes the argument `entity`. */
  readonly byEntity: boolean;
  readonly options?: OptionKinds;
  readonly rows: (document: TableRecord, options: Readonly<Record<string, unknown>>) => readonly TableRecord[];
}

type AnalysisCall = Call<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

/** Defines a long table of an analysis; `limit` counts documents. */
export const defineAnalysisTable = (table: AnalysisTable): FunctionDefinition => {
  const columns: ColumnSet = {
    members: Object.entries(table.columns).map(([name, type]) => ownMember(name, type)),
    shown: table.shown ?? Object.keys(table.columns),
  };
  return defineFunction({
    name: table.name,
    help: table.help,
    parameters: { instance, limit: documentLimit, ...(table.byEntity && { entity: analysisEntity }) },
    layout: "table",
    options: { ...downloadOptions, ...table.options },
    routes: ["downloadAnalysis"],
    columns,
    answer: (call) => answer(call, table, columns),
  });
};

const answer = async (call: AnalysisCall, table: AnalysisTable, columns: ColumnSet): Promise<Matrix> => {
  const shown = showColumns(call, columns, table.shownWhen?.(call.options));
  const documents = await download(call, {
    instance: call.values["instance"] as string,
    limit: (call.values["limit"] as number | undefined) ?? usualDocuments,
    entity: call.values["entity"] as string | undefined,
    concept: call.options["concept"] as Download["concept"],
    date: call.options["date"] as Download["date"],
    fields: ["id", ...table.fields(call.options)],
  });
  const rows = documents.flatMap((document) =>
    table.rows(document, call.options).map((row) => ({ id: document["id"], ...row })),
  );
  return tabulate(call, rows, shown);
};
