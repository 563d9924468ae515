import { mostRecords } from "../../../engine/pagination/listing";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { AnyInvocation } from "../../define/invocation";
import type { TableRecord } from "../../table/columns";
import type { ShownColumns } from "../../table/layout";
import type { FormulaResult } from "../../table/formula-result";
import { newTable, rowLimit } from "../../table/table-builder";
import { downloadDocuments, type AnalysisDownload, mostDocuments } from "./download";
import { readSeriesRecords } from "./series";

/** Days that are requested side by side. */
const daysAtOnce = 8;

/** All documents of an analysis as a table. */
export interface AllDocuments {
  readonly request: Omit<AnalysisDownload, "limit" | "sort">;
  readonly shown: ShownColumns;
  readonly rowsOf: (documents: readonly TableRecord[]) => readonly TableRecord[];
  /** Makes the rows of all documents together (sums); undefined where each row stands for itself. */
  readonly combine?: ((rows: readonly TableRecord[]) => readonly TableRecord[]) | undefined;
}

/**
 * `limit="all"`: one download gives at most 500 documents and has no cursor, but takes a `date`. An analysis with 500 or more is read
 * day by day, newest day first, up to the workbook's row cap. A day gives at most 500 documents too; the last row counts the days
 * that may have more.
 * @throws AddinError `too-large` where `sort`, `distinct` or `combine` would see a part of the documents.
 */
export const allDocumentsTable = async (invocation: AnyInvocation, all: AllDocuments): Promise<FormulaResult> => {
  const { request, shown: tableColumns, rowsOf, combine } = all;
  const { sort, distinct } = tableColumns.operations;
  const cap = rowLimit(invocation, "all");
  const completeness = new Completeness(sort.length > 0 || distinct !== undefined || combine !== undefined);
  const sentence = (rows: number): string => completeness.sentence(rows, cap.rows);
  const table = newTable(invocation, tableColumns, { ...cap, sentence });

  const newest = await downloadDocuments(invocation, { ...request, limit: mostDocuments });
  const isFull = newest.length >= mostDocuments;
  if (!isFull || request.date !== undefined) {
    completeness.addFullDays(isFull ? 1 : 0);
    const rows = rowsOf(newest);
    return table.finish(combine?.(rows) ?? rows, [], { truncated: isFull });
  }

  const parts: (readonly TableRecord[])[] = [];
  const take = async (rows: readonly TableRecord[]): Promise<void> => {
    if (combine === undefined) await table.add(rows);
    else parts.push(rows);
  };
  const isWhole = await readDays(invocation, all, completeness, take, cap.rows);
  return table.finish(combine?.(parts.flat()) ?? [], [], { truncated: !isWhole });
};

/** Reads day after day until there are more rows than the cap. Returns whether that gave all documents. */
const readDays = async (
  invocation: AnyInvocation,
  { request, rowsOf }: AllDocuments,
  completeness: Completeness,
  take: (rows: readonly TableRecord[]) => Promise<void>,
  cap: number,
): Promise<boolean> => {
  const days = await readVolumes(invocation, request.instance);
  if (request.entity === undefined && request.concept === undefined) completeness.check(days);
  let rows = 0;
  let next = 0;
  while (next < days.length && (completeness.isRequired || rows <= cap)) {
    const group = days.slice(next, next + daysAtOnce);
    next += group.length;
    const pages = await Promise.all(
      group.map(({ date }) => downloadDocuments(invocation, { ...request, date, limit: mostDocuments })),
    );
    for (const [index, documents] of pages.entries()) {
      completeness.add(documents.length, group[index]?.documents ?? 0);
      const dayRows = rowsOf(documents);
      rows += dayRows.length;
      await take(dayRows);
    }
  }
  return completeness.fullDays === 0 && next === days.length;
};

/** Counts documents, and the days that may have more than one call gives. Throws where all documents are required. */
class Completeness {
  readonly isRequired: boolean;
  fullDays = 0;
  #documents = 0;

  constructor(isRequired: boolean) {
    this.isRequired = isRequired;
  }

  /** What the volumes of all days say before any of them is read. */
  check(days: readonly DayVolume[]): void {
    if (!this.isRequired) return;
    const full = days.filter(({ documents }) => documents > mostDocuments).length;
    if (full > 0) throw this.#partOfDay(full);
    if (days.reduce((sum, { documents }) => sum + documents, 0) > mostRecords) throw tooManyDocuments();
  }

  /** Counts a day. One that has exactly 500 documents is complete. */
  add(documents: number, volume: number): void {
    this.#documents += documents;
    if (this.isRequired && this.#documents > mostRecords) throw tooManyDocuments();
    this.addFullDays(documents >= mostDocuments && volume !== mostDocuments ? 1 : 0);
  }

  addFullDays(count: number): void {
    this.fullDays += count;
    if (this.isRequired && this.fullDays > 0) throw this.#partOfDay(this.fullDays);
  }

  /** The last row of a result that shows a part. */
  sentence(rows: number, cap: number): string {
    return rows >= cap || this.fullDays === 0
      ? t("table.moreExist", { count: rows })
      : t("functions.fullDays", { count: this.fullDays, most: mostDocuments });
  }

  #partOfDay(count: number): AddinError {
    return new AddinError("too-large", t("functions.sortsPartOfDay", { count, most: mostDocuments }));
  }
}

const tooManyDocuments = (): AddinError => new AddinError("too-large", t("formula.partial", { limit: mostRecords }));

interface DayVolume {
  /** `yyyy-mm-dd`. */
  readonly date: string;
  readonly documents: number;
}

/** The days of an analysis that have documents, newest first: one call, the same as that of `ANALYSIS.VOLUME` by day. */
const readVolumes = async (invocation: AnyInvocation, instance: string): Promise<readonly DayVolume[]> => {
  const rows = await readSeriesRecords(invocation, {
    instance,
    volume_only: true,
    pivots: ["extract_day"],
    time_granularity: "day",
  });
  const days = new Map<string, number>();
  for (const { extract_day: day, volume_document: documents } of rows)
    if (typeof day === "string" && typeof documents === "number" && documents > 0)
      days.set(day.slice(0, 10), (days.get(day.slice(0, 10)) ?? 0) + documents);
  return [...days]
    .map(([date, documents]) => ({ date, documents }))
    .sort((one, other) => (one.date < other.date ? 1 : -1));
};
