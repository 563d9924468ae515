import { CsvError, parse } from "csv-parse";
import { BadRow, ImportError, type ReadRow } from "./import-error";
import { fileText, tooLong, type SourceFile } from "./source-file";

/** The separator that the header has most of; a comma if it has none. */
const headerSeparator = (header: string): string => {
  const line = header.split(/\r?\n/, 1)[0] ?? "";
  const counts = [",", ";", "\t", "|"].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark;
};

/** The line with which Excel says what separates: `sep=;`. It stands before the header. */
const separatorLine = /^\ufeff?"?sep=(.)"?\r?\n/i;

/** A row of a CSV file. */
export class CsvRow {
  private readonly positions: ReadonlyMap<string, number>;
  private readonly cells: readonly string[];

  constructor(positions: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.positions = positions;
    this.cells = cells;
  }

  get columns(): readonly string[] {
    return [...this.positions.keys()];
  }

  /** The value in a column, without spaces around it; empty if there is no such column. */
  value(column: string): string {
    const at = this.positions.get(column);
    return at === undefined ? "" : (this.cells[at] ?? "").trim();
  }
}

/** The error of a row that cannot be read to its end: an open quote, or an endless one. */
const csvError = (file: SourceFile, error: Error, line: number): Error => {
  if (!(error instanceof CsvError)) return error;
  if (error.code === "CSV_MAX_RECORD_SIZE") return tooLong(file, line);
  const at = typeof error["lines"] === "number" ? error["lines"] : line;
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return new ImportError(`${file.path}, line ${at}: a quoted value does not end in this file.`);
  return new ImportError(`${file.path}, line ${at}: ${error.message}`);
};

/**
 * The rows of a CSV file with a header. The separator is that of the header. Rows of another length than the header
 * are refused.
 * @throws ImportError if the file has no such columns, or cannot be read
 */
export async function* csvRows(
  file: SourceFile,
  required: readonly string[] = [],
): AsyncGenerator<ReadRow<CsvRow> | BadRow, void> {
  const pieces = fileText(file);
  try {
    yield* parsedRows(file, pieces, required);
  } finally {
    await pieces.return(undefined);
  }
}

async function* parsedRows(
  file: SourceFile,
  pieces: AsyncIterable<string>,
  required: readonly string[],
): AsyncGenerator<ReadRow<CsvRow> | BadRow, void> {
  let parser: ReturnType<typeof parse> | undefined;
  const ready: { record: string[]; line: number }[] = [];
  const state: { error?: Error } = {};
  let columns: ReadonlyMap<string, number> | undefined;
  let rows = 0;
  let line = 1;
  /** Lines before the header. */
  let skipped = 0;
  const start = (first: string): ReturnType<typeof parse> => {
    const created = parse({
      bom: true,
      delimiter: separatorLine.exec(first)?.[1] ?? headerSeparator(first),
      // Files that were joined have both ends of lines; the parser would take those of the header alone.
      ...(first.replace(separatorLine, "").includes("\n") && { record_delimiter: ["\r\n", "\n"] }),
      info: false,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: file.limits.rowBytes,
      on_record: (record: string[], { lines }) => {
        ready.push({ record, line });
        line = lines + 1 + skipped;
        return null;
      },
    });
    created.on("error", (error) => (state.error = error));
    created.resume();
    return created;
  };
  const drain = function* (): Generator<ReadRow<CsvRow> | BadRow> {
    for (const { record, line: at } of ready.splice(0)) {
      if (columns === undefined) {
        columns = headerColumns(file, record, required);
        continue;
      }
      rows += 1;
      if (rows > file.limits.rows)
        throw new ImportError(
          `${file.path} has more than ${file.limits.rows.toLocaleString("en")} rows, which is the limit.`,
        );
      if (record.length === columns.size) yield { line: at, record: new CsvRow(columns, record) };
      else
        yield new BadRow(
          at,
          `has ${record.length} values, the header has ${columns.size}`,
          record.join(",").slice(0, 500),
        );
    }
    if (state.error) throw csvError(file, state.error, line);
  };
  for await (const piece of pieces) {
    if (parser === undefined && separatorLine.test(piece)) [skipped, line] = [1, 2];
    const text = parser === undefined ? piece.replace(separatorLine, "") : piece;
    parser ??= start(piece);
    const parsing = parser;
    // The parser works while it is written to; a slow reader holds up the file here.
    await new Promise<void>((resolve) => parsing.write(text, () => resolve()));
    yield* drain();
  }
  if (parser !== undefined) {
    const parsing = parser;
    await new Promise<void>((resolve) => {
      parsing.once("close", resolve);
      parsing.end();
    });
    yield* drain();
  }
  if (columns === undefined) throw new ImportError(`${file.path} is empty.`);
}

const headerColumns = (
  file: SourceFile,
  header: readonly string[],
  required: readonly string[],
): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>();
  for (const [at, name] of header.entries()) {
    const column = name.trim();
    columns.set(columns.has(column) ? `${column} (${at + 1})` : column, at);
  }
  const missing = required.find((column) => !columns.has(column));
  if (missing !== undefined)
    throw new ImportError(
      `${file.path} has no column "${missing}"; it has ${[...columns.keys()].slice(0, 12).join(", ")}${columns.size > 12 ? ", …" : ""}.`,
    );
  return columns;
};

/** The first rows of a CSV file. */
export const sampleRows = async (file: SourceFile, most = 500): Promise<readonly CsvRow[]> => {
  const rows: CsvRow[] = [];
  for await (const row of csvRows(file)) {
    if (row instanceof BadRow) continue;
    rows.push(row.record);
    if (rows.length === most) break;
  }
  return rows;
};
