import { canonicalJson } from "../../facts/json";
import type { EventRecord, Origin } from "../records";
import type { Queries } from "../sql/database";
import { writeEvents } from "../sql/write";
import { uuidFrom } from "../uuid-from";
import type { CompanyRow, FoundRow } from "./company-lookup";
import { csvRows } from "./csv";
import { readTime } from "./dates";
import { readEach } from "./gleif";
import type { BadRow, ReadRow } from "./import-error";
import { mappedColumns, MappedRow, readIdentifiers, rowText, type Mapping } from "./mapping";
import { checkLengths } from "./source-company";
import type { SourceFile } from "./source-file";
import type { Changes } from "./write-companies";

/** An event of a firm's own file. Score and category are the file's. */
export interface EventRow extends CompanyRow {
  readonly key: string;
  readonly title: string;
  readonly summary: string;
  readonly category: "E" | "S" | "G";
  readonly subCategory: string;
  /** 1 to 5. */
  readonly score: number;
  /** ISO 8601, UTC. */
  readonly start: string;
  readonly last: string;
  /** Null where the file does not say how many there are. */
  readonly documents: number | null;
}

const categories: Readonly<Record<string, EventRow["category"]>> = {
  E: "E",
  ENVIRONMENT: "E",
  ENVIRONMENTAL: "E",
  S: "S",
  SOCIAL: "S",
  G: "G",
  GOVERNANCE: "G",
};

/** @throws Error where the text is neither a letter nor a name of a category */
export const readCategory = (text: string): EventRow["category"] => {
  const category = categories[text.trim().toUpperCase()];
  if (category === undefined) throw new Error(`has the category "${text.slice(0, 40)}"; it must be E, S or G`);
  return category;
};

/** A whole number between two limits. @throws Error that names what it is */
const readWhole = (text: string, what: string, least: number, most: number): number => {
  const number = Number(text.trim());
  if (text.trim() === "" || !Number.isInteger(number) || number < least || number > most)
    throw new Error(`has the ${what} "${text.slice(0, 40)}"; it must be a whole number from ${least} to ${most}`);
  return number;
};

/** @throws Error where the text is no score from 1 to 5 */
export const readScore = (text: string): number => readWhole(text, "score", 1, 5);

const mostDocuments = 1_000_000_000;

/** The events of a CSV. @throws ImportError if the file lacks a column of the mapping */
export async function* mappedEvents(
  file: SourceFile,
  mapping: Mapping,
): AsyncGenerator<ReadRow<EventRow> | BadRow, void> {
  yield* readEach(
    csvRows(file, mappedColumns(mapping)),
    (row): EventRow => {
      const cells = new MappedRow(mapping, row);
      const company = checkLengths(readIdentifiers(mapping, row));
      const title = cells.cell("title");
      if (title === "") throw new Error("has no title");
      const start = readTime(cells.cell("start"));
      const last = cells.cell("last") === "" ? start : readTime(cells.cell("last"));
      if (last < start) throw new Error("ends before it starts");
      return {
        company,
        key: cells.cell("key") || [...Object.values(company).flat().map(String), title, start].join(" "),
        title,
        summary: cells.cell("summary") || title,
        category: readCategory(cells.cell("category")),
        subCategory: cells.cell("subCategory"),
        score: readScore(cells.cell("score")),
        start,
        last,
        documents:
          cells.cell("documents") === "" ? null : readWhole(cells.cell("documents"), "documents", 0, mostDocuments),
      };
    },
    rowText,
  );
}

const toRecord = ({ companyId, ...row }: FoundRow<EventRow>, origin: Origin): EventRecord => ({
  id: uuidFrom(`imported event ${origin.source} ${row.key}`),
  origin,
  case: uuidFrom(`imported case ${origin.source} ${companyId} ${row.subCategory}`),
  company: companyId,
  title: row.title,
  summary: row.summary,
  start: row.start,
  last: row.last,
  score: row.score,
  categories: [row.category],
  subCategories: row.subCategory === "" ? [] : [row.subCategory],
  documents: row.documents,
  ungc: null,
  translations: {},
});

/** Writes imported events that are new or have changed. Call it in a transaction. */
export const writeImportedEvents = async (
  queries: Queries,
  origin: Origin,
  batch: readonly FoundRow<EventRow>[],
): Promise<Changes> => {
  // Of rows with the same key the last one counts.
  const records = new Map(batch.map((row) => toRecord(row, origin)).map((record) => [record.id, record]));
  const stored = await queries.query<{ readonly record: EventRecord }>(
    "SELECT record FROM events WHERE id = ANY($1::uuid[])",
    [[...records.keys()]],
  );
  const content = (record: EventRecord): string => canonicalJson({ ...record, origin: record.origin?.licence ?? null });
  const before = new Map(stored.map(({ record }) => [record.id, content(record)]));
  const written = [...records.values()].filter((record) => before.get(record.id) !== content(record));
  if (written.length > 0) await writeEvents(queries, written);
  const changed = written.filter(({ id }) => before.has(id)).length;
  return { added: written.length - changed, changed, unchanged: records.size - written.length };
};
