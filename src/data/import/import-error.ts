/** Why a file cannot be imported, in one sentence that names file, line and limit. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  /** Whether it is not the file's fault: the same command may succeed later. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing = false) {
    super(message);
    this.isPassing = isPassing;
  }
}

/** The file has bytes that its encoding has not. */
export class WrongEncoding extends ImportError {}

/** A row that cannot be imported. `line` counts from 1; for files without lines it counts records. */
export class BadRow {
  readonly line: number;
  readonly reason: string;
  /** What the file has there, shortened. */
  readonly text: string;

  constructor(line: number, reason: string, text = "") {
    this.line = line;
    this.reason = reason;
    this.text = text;
  }
}

/** What a reader yields: a record with its line, or a row that it refuses. */
export interface ReadRow<Row> {
  readonly line: number;
  readonly record: Row;
}

/** Limits against hostile files. Each refusal names the limit that it met. */
export const importLimits = {
  /** Bytes of one row, line, JSON value or XML element. */
  rowBytes: 16 * 1024 * 1024,
  /** Bytes of a file that must be read as a whole (JSON, feeds, HTML). */
  wholeBytes: 128 * 1024 * 1024,
  /** A file may expand to this many times its packed size. The golden copy of GLEIF expands to some 25 times. */
  expansion: 250,
  /** Bytes after which the expansion is checked. */
  expansionFrom: 64 * 1024 * 1024,
  rows: 200_000_000,
  xmlLevels: 100,
} as const;

export type ImportLimits = { readonly [Name in keyof typeof importLimits]: number };

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576).toLocaleString("en")} MB`;
