import { Database } from "node-sqlite3-wasm";
import { claimStore } from "./claim";

/** A value of the store. */
export type Value = string | number | null | Uint8Array;

/** One row, by column. */
export type Row = Readonly<Record<string, Value>>;

/** The six things the service asks of its store, so that another SQLite can take its place. */
export interface Driver {
  readonly exec: (sql: string) => void;
  readonly run: (sql: string, values?: readonly Value[]) => void;
  readonly all: (sql: string, values?: readonly Value[]) => readonly Row[];
  readonly get: (sql: string, values?: readonly Value[]) => Row | undefined;
  /** Runs all of it or none of it. */
  readonly transaction: <T>(work: () => T) => T;
  readonly close: () => void;
}

/** Keeps the driver's own stack (a minified bundle) out of reports. */
const plainly = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new Error(`The store failed: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const driverOver = (database: Database, release: () => void): Driver => {
  const all = (sql: string, values: readonly Value[] = []): readonly Row[] =>
    plainly(() => database.all(sql, [...values]) as Row[]);
  const exec = (sql: string): void => plainly(() => database.exec(sql));
  return {
    exec,
    run: (sql, values = []) => void plainly(() => database.run(sql, [...values])),
    all,
    get: (sql, values) => all(sql, values)[0],
    transaction: (work) => {
      exec("BEGIN IMMEDIATE");
      try {
        const made = work();
        exec("COMMIT");
        return made;
      } catch (error) {
        exec("ROLLBACK");
        throw error;
      }
    },
    close: () => {
      if (database.isOpen) database.close();
      release();
    },
  };
};

/** Opens a store in memory, or in a file that this process then owns alone. */
export const openDriver = (file: string | undefined): Driver => {
  if (file === undefined) return driverOver(new Database(":memory:"), () => undefined);
  const release = claimStore(file);
  const driver = driverOver(
    plainly(() => new Database(file)),
    release,
  );
  // Exclusive first: without it this build of SQLite cannot open a write-ahead log, and small queries are ten times slower.
  driver.all("PRAGMA locking_mode = EXCLUSIVE");
  driver.all("PRAGMA journal_mode = WAL");
  driver.all("PRAGMA synchronous = NORMAL");
  return driver;
};
