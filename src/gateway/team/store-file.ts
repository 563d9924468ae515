import { Database } from "node-sqlite3-wasm";
import { lockStore, realFile } from "../../sqlite/file-lock";
import { missingPart } from "../../sqlite/layout";
import { StoreUnavailable } from "./store";

/** An entry as it is kept; it never ends where `endsAt` is Infinity, in milliseconds since 1970. */
export interface FileEntry {
  readonly key: string;
  readonly value: string;
  readonly endsAt: number;
}

/** The mark of the gateway's stores in the header of a SQLite file ("SPLG"). */
const applicationId = 0x53504c47;
const schemaVersion = 1;
const layout =
  "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends_at INTEGER) WITHOUT ROWID";

/** A SQLite file with entries, which this process alone uses. Changes are on the disk when a function returns. */
export class StoreFile {
  readonly #database: Database;
  readonly #unlock: () => void;

  /** @throws an Error with one sentence if the file is another's, is in use, or cannot be written */
  constructor(name: string) {
    const file = realFile(name);
    this.#unlock = lockStore(file);
    let database: Database | undefined;
    try {
      database = new Database(file);
      prepare(database, file);
    } catch (error) {
      if (database?.isOpen === true) database.close();
      this.#unlock();
      throw error instanceof Error && error.message.startsWith("The store ")
        ? error
        : new Error(`The store ${file} cannot be opened: ${fileErrorReason(error)}.`, { cause: error });
    }
    this.#database = database;
  }

  /** What has not ended at this time. */
  read(now: number): readonly FileEntry[] {
    this.#run(() => this.#database.run("DELETE FROM entries WHERE ends_at <= ?", [now]));
    const rows = this.#run(() => this.#database.all("SELECT key, value, ends_at FROM entries"));
    return rows.map(({ key, value, ends_at }) => ({
      key: key as string,
      value: value as string,
      endsAt: ends_at === null ? Infinity : Number(ends_at),
    }));
  }

  /** All of them or none. @throws StoreUnavailable if the disk is full */
  write(entries: readonly FileEntry[]): void {
    this.#transaction(() => {
      for (const { key, value, endsAt } of entries)
        this.#database.run("INSERT OR REPLACE INTO entries (key, value, ends_at) VALUES (?, ?, ?)", [
          key,
          value,
          endsAt === Infinity ? null : Math.ceil(endsAt),
        ]);
    });
  }

  /** @throws StoreUnavailable if the disk is full */
  delete(keys: readonly string[]): void {
    this.#transaction(() => {
      for (const key of keys) this.#database.run("DELETE FROM entries WHERE key = ?", [key]);
    });
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#database.close();
    this.#unlock();
  }

  #transaction(work: () => void): void {
    this.#run(() => {
      this.#database.exec("BEGIN IMMEDIATE");
      try {
        work();
        this.#database.exec("COMMIT");
      } catch (error) {
        // SQLite itself rolls back after some errors, for example when the disk is full.
        if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  #run<Answer>(work: () => Answer): Answer {
    try {
      return work();
    } catch (error) {
      throw new StoreUnavailable(`The store's file failed: ${fileErrorReason(error)}`);
    }
  }
}

const fileErrorReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const prepare = (database: Database, file: string): void => {
  // This comes first: otherwise this build of SQLite cannot open a write-ahead log.
  database.all("PRAGMA locking_mode = EXCLUSIVE");
  const pragma = (name: string): number => Number(database.get(`PRAGMA ${name}`)?.[name] ?? 0);
  const isEmpty = database.get("SELECT 1 FROM sqlite_master") === null;
  if (!isEmpty && pragma("application_id") !== applicationId)
    throw new Error(`The store ${file} is not one of this gateway. Name another file.`);
  if (pragma("user_version") > schemaVersion)
    throw new Error(`The store ${file} was written by a newer version of the gateway. Start that version.`);
  database.all("PRAGMA journal_mode = WAL");
  database.all("PRAGMA synchronous = FULL");
  // A store that lost its table lost revocations: it is no new one.
  if (pragma("user_version") === 0) database.exec(layout);
  const model = new Database(":memory:");
  model.exec(layout);
  const missing = missingPart(database, model);
  model.close();
  if (missing !== undefined)
    throw new Error(
      `The store ${file} is damaged: ${missing} is missing. Restore it from a copy, or name another file.`,
    );
  database.exec(`PRAGMA application_id = ${applicationId}`);
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
};
