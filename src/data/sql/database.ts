import { isNativeError } from "node:util/types";

/** A value of a parameter or of a column. JSON is passed as text and read parsed. */
export type Value = string | number | boolean | null | Date | Uint8Array | readonly (string | number)[];

/** A row, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** What runs statements: the database, or one transaction. */
export interface Queries {
  /** Runs one statement with parameters `$1`, `$2` … and returns its rows. */
  readonly query: <R extends Row = Row>(sql: string, values?: readonly Value[]) => Promise<readonly R[]>;
  /** Runs several statements without parameters. */
  readonly run: (statements: string) => Promise<void>;
  /** Appends rows to a table by COPY. Values stand in the order of the columns; JSON as text. */
  readonly copy: (table: string, columns: readonly string[], rows: Iterable<readonly Value[]>) => Promise<void>;
}

/** A PostgreSQL database: a server's, or one in a folder of this machine. */
export interface Database extends Queries {
  /** Commits if `work` resolves, rolls back if it rejects. Inside, only the passed queries may be used. */
  readonly transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /** For messages: the folder, or the address without its password. */
  readonly place: string;
  readonly close: () => Promise<void>;
}

/** The database refused a statement or cannot be reached. */
export class DatabaseError extends Error {
  /** The SQLSTATE of PostgreSQL, for example `23505`; empty where the database was not reached. */
  readonly code: string;

  constructor(message: string, code = "") {
    super(message);
    this.code = code;
  }

  /**
   * Whether the disk is full, memory is short, the server is away or another transaction was in the way: the same
   * request may succeed later.
   */
  get isPassing(): boolean {
    return this.code === "" || /^(08|40|53|57P)/.test(this.code);
  }

  /** Whether the disk is full. */
  get isDiskFull(): boolean {
    return this.code === "53100";
  }
}

/** What an error says; of several tries, such as at each address of a host, what each says. */
const reason = (error: Error): string =>
  error.message ||
  (error instanceof AggregateError
    ? error.errors.map((each) => (each instanceof Error ? each.message : String(each))).join("; ")
    : error.name);

/** Turns an error of a driver into one of ours. */
export const toDatabaseError = (error: unknown): unknown => {
  // Not `instanceof`: errors of sockets come from another realm where this code runs in one of its own, as in tests.
  if (!isNativeError(error) || error instanceof DatabaseError) return error;
  const { code } = error as Error & { readonly code?: unknown };
  const isState = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  const isNetwork = typeof code === "string" && /^E[A-Z]+$/.test(code);
  return isState || isNetwork || /terminat|connect/i.test(error.message)
    ? new DatabaseError(reason(error), isState ? code : "")
    : error;
};

/** PostgreSQL's texts cannot hold the character zero: the sign for an unknown character takes its place. */
const storableText = (text: string): string => text.replaceAll("\0", "\uFFFD");

/** A parameter of a statement, with texts that PostgreSQL takes. */
export const storableValue = (value: Value): Value => {
  if (typeof value === "string") return storableText(value);
  if (!Array.isArray(value)) return value;
  return (value as readonly (string | number)[]).map((item) => (typeof item === "string" ? storableText(item) : item));
};

/** JSON for a column of the type jsonb, which refuses the escapes of the character zero and of half a surrogate pair. */
export const storableJson = (json: string): string => {
  // Few texts have an escape, and a search for one character is quick.
  if (!json.includes("\\")) return json;
  return json.replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape, unit: string) =>
    unit.length > 1 ? "\\ufffd" : escape,
  );
};

/** A value as JSON for a column of the type jsonb. */
export const jsonText = (value: unknown): string => storableJson(JSON.stringify(value));

/** Runs `work` in a transaction of one session. */
export const inTransaction = async <T>(queries: Queries, work: (queries: Queries) => Promise<T>): Promise<T> => {
  await queries.run("BEGIN");
  try {
    const result = await work(queries);
    await queries.run("COMMIT");
    return result;
  } catch (error) {
    await queries.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
};

const arrayItem = (item: string | number): string =>
  typeof item === "number" ? String(item) : `"${item.replace(/[\\"]/g, "\\$&")}"`;

const plainText = (value: Exclude<Value, null>): string => {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "object" ? `{${value.map(arrayItem).join()}}` : String(value);
};

const escapes: Readonly<Record<string, string>> = {
  ...{ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" },
  // As `storableText` replaces it.
  "\0": "\uFFFD",
};

const escapedCharacters = /[\\\n\r\t\0]/g;

/** A row in the text format of COPY. */
export const copyLine = (row: readonly Value[]): string =>
  `${row
    .map((value) =>
      value === null ? "\\N" : plainText(value).replace(escapedCharacters, (each) => escapes[each] ?? each),
    )
    .join("\t")}\n`;

const characters = 1 << 20;

/** The rows as texts of about a megabyte. */
export function* copyChunks(rows: Iterable<readonly Value[]>): Generator<string> {
  let chunk = "";
  for (const row of rows) {
    chunk += copyLine(row);
    if (chunk.length < characters) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

/** The statement that starts a COPY. Names come from our own code. */
export const copyStatement = (table: string, columns: readonly string[], source: string): string =>
  `COPY ${table} (${columns.join(", ")}) FROM ${source}`;

/** The least similarity of trigrams (operator `%`) of two names. */
export const leastSimilarity = 0.45;

/** A setting of each session. */
export const similarityOption = `pg_trgm.similarity_threshold=${leastSimilarity}`;
