import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Origin } from "../records";
import { DatabaseError, type Database, type Queries } from "../sql/database";
import { BadRowsFile } from "./bad-rows";
import { toSourceDocument } from "./documents";
import { readEach } from "./gleif";
import { BadRow, ImportError, type ImportLimits, type ReadRow } from "./import-error";
import type { ImportKind } from "./kinds";
import { findCompanies, type FoundRow } from "./company-lookup";
import { writeImportedEvents, type EventRow } from "./imported-events";
import { removeFormerMembers, writeMembers, type MemberRow } from "./imported-universes";
import { mappedCompanies, type Mapping } from "./mapping";
import { checkLengths, type SourceCompany } from "./source-company";
import { openSourceFile, type SourceFile } from "./source-file";
import { toSourceRow, writeSourceCompanies, type Changes, type SourceRow } from "./write-companies";
import { writeSourceDocuments } from "./write-documents";

export interface ImportOptions {
  readonly licence?: string | undefined;
  readonly mapping?: Mapping | undefined;
  readonly limits?: ImportLimits | undefined;
  /** Rows of a transaction. */
  readonly batchRows?: number | undefined;
  /** Called after each batch, and at the start of a file that is gone on with. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly file: SourceFile;
  readonly rows: number;
  /** Rows that an earlier, interrupted run had imported. */
  readonly resumed: number;
}

/** What the import of a file did. */
export interface ImportResult extends Changes {
  readonly rows: number;
  readonly bad: number;
  /** Rows whose key another row of the same batch has. The last one counts. */
  readonly doubled: number;
  readonly badFile: string | undefined;
  /** The line and the reason of the first bad row. */
  readonly firstBad?: string | undefined;
  /** Whether an earlier run had imported the whole file. */
  readonly wasDone: boolean;
}

/** The ends of a file, with size and time: reading all of a file of gigabytes only to know it takes too long. */
const fileId = (file: SourceFile, ...parts: readonly unknown[]): string => {
  const hash = createHash("sha256").update(JSON.stringify([file.bytes, statSync(file.path).mtimeMs, ...parts]));
  const descriptor = openSync(file.path, "r");
  try {
    const buffer = Buffer.alloc(65_536);
    for (const at of [0, Math.max(0, file.bytes - buffer.length)])
      hash.update(buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, at)));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
};

/** When the file was written: ISO 8601, UTC, whole seconds. */
const fileDate = (file: string): string =>
  statSync(file)
    .mtime.toISOString()
    .replace(/\.\d+Z$/, "Z");

/** Whether a file of this kind, name and time was imported to its end, whatever its mapping and its licence were. */
export const wasImported = async (database: Database, kind: ImportKind, file: string): Promise<boolean> => {
  const rows = await database.query(
    "SELECT 1 FROM import_files WHERE done AND kind = $1 AND name = $2 AND origin->>'date' = $3 AND (bad = 0 OR NOT $4)",
    [kind.name, basename(file), fileDate(file), refersToCompanies(kind)],
  );
  return rows.length > 0;
};

/** How rows of a kind are read, and how a batch of them is written. */
interface Import<Row> {
  readonly origin: Origin;
  readonly read: (file: SourceFile) => AsyncIterable<ReadRow<Row> | BadRow>;
  readonly write: (queries: Queries, batch: readonly Row[]) => Promise<Changes>;
  /** Called once behind the last batch, in the transaction that ends the import. */
  readonly finish?: (queries: Queries) => Promise<void>;
  readonly batchRows: number;
  /** Characters of a row, so that batches of long documents stay small. */
  readonly weight: (row: Row) => number;
}

const companyBatch = 8_000;
const documentBatch = 500;
const batchCharacters = 8_000_000;

/** Rows after which a file without any good row is refused. */
const rowsWithoutGood = 1_000;

const showCompany = ({ key, name = "" }: SourceCompany): string => `${key} ${name}`;

/** Rows of these kinds are bad while their companies are not in the data: such a file is read again. */
const refersToCompanies = (kind: ImportKind): boolean => "events" in kind || "members" in kind;

/** The mapping of a kind that needs one. */
const requireMapping = (file: SourceFile, mapping: Mapping | undefined): Mapping => {
  if (mapping === undefined) throw new ImportError(`${file.path} needs a mapping of its columns.`);
  return mapping;
};

const createImport = (
  database: Database,
  kind: ImportKind,
  { origin, id, mapping }: { readonly origin: Origin; readonly id: string; readonly mapping: Mapping | undefined },
): Import<never> => {
  if ("events" in kind) {
    const events: Import<FoundRow<EventRow>> = {
      origin,
      read: (file) => findCompanies(database, kind.events(file, requireMapping(file, mapping))),
      write: (queries, batch) => writeImportedEvents(queries, origin, batch),
      batchRows: documentBatch,
      weight: ({ title, summary }) => title.length + summary.length,
    };
    return events as unknown as Import<never>;
  }
  if ("members" in kind) {
    const members: Import<FoundRow<MemberRow>> = {
      origin,
      read: (file) => findCompanies(database, kind.members(file, requireMapping(file, mapping))),
      write: (queries, batch) => writeMembers(queries, { origin, file: id }, batch),
      finish: (queries) => removeFormerMembers(queries, origin.source, id),
      batchRows: companyBatch,
      weight: () => 0,
    };
    return members as unknown as Import<never>;
  }
  if ("documents" in kind) {
    const documents: Import<ReturnType<typeof toSourceDocument>> = {
      origin,
      read: (file) =>
        readEach(
          kind.documents(file, origin.date),
          (document) => toSourceDocument(document, origin),
          ({ title, url }) => `${title} ${url}`,
        ),
      write: writeSourceDocuments,
      batchRows: documentBatch,
      weight: ({ text }) => text.length,
    };
    return documents as unknown as Import<never>;
  }
  const readRow = (company: SourceCompany): SourceRow => toSourceRow(checkLengths(company), origin);
  const companies: Import<SourceRow> = {
    origin,
    read: (file) => {
      if ("companies" in kind) return readEach(kind.companies(file), readRow, showCompany);
      return readEach(mappedCompanies(file, requireMapping(file, mapping)), readRow, showCompany);
    },
    write: (queries, batch) => writeSourceCompanies(queries, { kind: kind.name, origin }, batch),
    batchRows: companyBatch,
    weight: () => 0,
  };
  return companies as unknown as Import<never>;
};

/** A full disk is said as such: the statement that met it says nothing to whoever imports. */
const toImportError = (error: unknown, place: string): unknown => {
  const message = error instanceof Error ? error.message : String(error);
  const { code = "" } = error as { readonly code?: string };
  if (code === "53100" || /ENOSPC|no space left/i.test(`${code} ${message}`))
    return new ImportError(
      `The disk of ${place} is full. Make room and run the same command again: it goes on where it was.`,
      true,
    );
  if (error instanceof DatabaseError)
    return new ImportError(
      `The database ${place} ended the import (${message}). Run the same command again: it goes on where it was.`,
      error.isPassing,
    );
  return error;
};

/**
 * Imports a file in batches, each with the progress in one transaction: an interrupted import goes on behind its last
 * batch, and a second one changes nothing. Bad rows go into a file beside it.
 * @throws ImportError with the sentence for whoever imports
 */
export const importFile = async (
  database: Database,
  kind: ImportKind,
  path: string,
  options: ImportOptions = {},
): Promise<ImportResult> => {
  const { mapping } = options;
  const file = openSourceFile(path, options.limits, mapping?.encoding);
  const origin: Origin = {
    source: "source" in kind ? kind.source : (mapping?.source ?? kind.name),
    file: file.name,
    date: fileDate(path),
    licence: options.licence ?? kind.licence,
  };
  const id = fileId(file, kind.name, origin.source, origin.licence, mapping);
  try {
    await database.query(
      "INSERT INTO import_files (id, name, kind, origin) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
      [id, file.name, kind.name, JSON.stringify(origin)],
    );
    if (refersToCompanies(kind))
      await database.query(
        "UPDATE import_files SET rows = 0, bad = 0, done = false WHERE id = $1 AND done AND bad > 0",
        [id],
      );
    const [known] = await database.query<{ readonly rows: number; readonly bad: number; readonly done: boolean }>(
      "SELECT rows, bad, done FROM import_files WHERE id = $1",
      [id],
    );
    const { rows = 0, bad = 0, done = false } = known ?? {};
    if (done)
      return { rows, bad, badFile: undefined, wasDone: true, added: 0, changed: 0, unchanged: rows - bad, doubled: 0 };
    const rowsImport = createImport(database, kind, { origin, id, mapping });
    const result = await importRows(database, rowsImport, { file, id, resumed: rows }, options);
    await database.transaction(async (queries) => {
      await rowsImport.finish?.(queries);
      await queries.query("UPDATE import_files SET done = true, changed = now() WHERE id = $1", [id]);
    });
    return { ...result, wasDone: false };
  } catch (error) {
    throw toImportError(error, database.place);
  }
};

const importRows = async <Row>(
  database: Database,
  { read, write, batchRows: usualRows, weight }: Import<Row>,
  { file, id, resumed }: { readonly file: SourceFile; readonly id: string; readonly resumed: number },
  { onProgress, batchRows = usualRows }: ImportOptions,
): Promise<Omit<ImportResult, "wasDone">> => {
  const total = { added: 0, changed: 0, unchanged: 0, doubled: 0 };
  const badRows = new BadRowsFile(file);
  let [rows, bad, committed, characters] = [0, 0, resumed, 0];
  let firstBad: string | undefined;
  let batch: Row[] = [];
  let writing: Promise<void> = Promise.resolve();
  const commit = async (records: readonly Row[], upTo: number, badUpTo: number): Promise<void> => {
    const changes = await database.transaction(async (queries) => {
      const [state] = await queries.query<{ readonly rows: number }>(
        "SELECT rows FROM import_files WHERE id = $1 FOR UPDATE",
        [id],
      );
      if (state?.rows !== committed)
        throw new ImportError(
          `Another import of ${file.path} is under way: wait for its end, and run this one again.`,
          true,
        );
      // Two imports of different files may change the same companies.
      await queries.query("SELECT pg_advisory_xact_lock(5356480)");
      const written = await write(queries, records);
      await queries.query("UPDATE import_files SET rows = $2, bad = $3, changed = now() WHERE id = $1", [
        id,
        upTo,
        badUpTo,
      ]);
      return written;
    });
    committed = upTo;
    total.added += changes.added;
    total.changed += changes.changed;
    total.unchanged += changes.unchanged;
    total.doubled += records.length - changes.added - changes.changed - changes.unchanged;
    onProgress?.({ file, rows: upTo, resumed });
  };
  /** The next batch is read while this one is written. */
  const flush = async (): Promise<void> => {
    await writing;
    const [records, upTo, badUpTo] = [batch, rows, bad];
    [batch, characters] = [[], 0];
    writing = commit(records, upTo, badUpTo);
    writing.catch(() => undefined);
  };
  try {
    for await (const row of read(file)) {
      rows += 1;
      if (row instanceof BadRow) {
        bad += 1;
        firstBad ??= `line ${row.line} ${row.reason}`;
        badRows.add(row);
        if (bad === rows && rows === rowsWithoutGood)
          throw new ImportError(
            `None of the first ${rowsWithoutGood.toLocaleString("en")} rows of ${file.path} can be imported; line ${row.line} ${row.reason}. Is it another kind of file?`,
          );
      } else if (rows > resumed) {
        batch.push(row.record);
        characters += weight(row.record);
      }
      if (batch.length >= batchRows || characters >= batchCharacters) await flush();
    }
    // Such a file is the wrong one: it must not empty the universes that the file before it made.
    if (firstBad !== undefined && bad === rows)
      throw new ImportError(`No row of ${file.path} can be imported; ${firstBad}.`);
    if (rows > resumed) await flush();
    await writing;
  } catch (error) {
    // What was read before the fault is imported: the next run goes on behind it.
    await writing.catch(() => undefined);
    throw error;
  } finally {
    badRows.close();
  }
  return { ...total, rows, bad, badFile: badRows.path, firstBad };
};
