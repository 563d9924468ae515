import { Database as SqliteDatabase } from "node-sqlite3-wasm";
import { lockStore, realFile } from "../../sqlite/file-lock";
import { missingPart } from "../../sqlite/layout";
import { randomBytes } from "node:crypto";

/** A value of a column. */
export type Value = string | number | null | Uint8Array;

/** A row, by column. */
export type Row = Readonly<Record<string, Value>>;

/** The operations that the service needs, so that another SQLite library can take its place. */
export interface Database {
  readonly exec: (sql: string) => void;
  readonly run: (sql: string, values?: readonly Value[]) => void;
  readonly all: (sql: string, values?: readonly Value[]) => readonly Row[];
  readonly get: (sql: string, values?: readonly Value[]) => Row | undefined;
  /** Commits if `work` returns, rolls back if it throws. */
  readonly transaction: <T>(work: () => T) => T;
  /** Refuses to grow, like a full disk, or stops refusing. */
  readonly simulateFull: (full: boolean) => void;
  readonly close: () => void;
}

/** The store cannot read or write. */
export class StoreError extends Error {
  /** Whether the disk is full or cannot be written: the request may succeed later. */
  readonly disk: boolean;

  constructor(reason: string) {
    super(`The store failed: ${reason}`);
    this.disk = /disk is full|disk I\/O error|readonly database|unable to open/i.test(reason);
  }
}

/** Hides the stack of the SQLite library, a minified bundle. */
const withPlainErrors = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new StoreError(error instanceof Error ? error.message : String(error));
  }
};

const createDatabase = (sqlite: SqliteDatabase, release: () => void): Database => {
  const all = (sql: string, values: readonly Value[] = []): readonly Row[] =>
    withPlainErrors(() => sqlite.all(sql, [...values]) as Row[]);
  const exec = (sql: string): void => withPlainErrors(() => sqlite.exec(sql));
  return {
    exec,
    run: (sql, values = []) => void withPlainErrors(() => sqlite.run(sql, [...values])),
    all,
    get: (sql, values) => all(sql, values)[0],
    transaction: (work) => {
      exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        exec("COMMIT");
        return result;
      } catch (error) {
        // SQLite itself rolls back after some errors, for example when the disk is full.
        if (sqlite.inTransaction) exec("ROLLBACK");
        throw error;
      }
    },
    simulateFull: (full) => void all(`PRAGMA max_page_count = ${full ? 1 : 1_073_741_823}`),
    close: () => {
      if (sqlite.isOpen) sqlite.close();
      release();
    },
  };
};

/** The mark of our stores in the header of a SQLite file ("SPLW"). */
const applicationId = 0x53504c57;

/** The layout of the tables. Raise it with a step in `migrations`. */
const schemaVersion = 1;

const pragma = (database: Database, name: string): number => Number(database.get(`PRAGMA ${name}`)?.[name] ?? 0);

const hasTable = (database: Database, name: string): boolean =>
  database.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name]) !== undefined;

const anotherFile = "Give --store another file.";

/** @throws if the file is not a store, or one of a newer version. */
const checkKind = (database: Database, file: string): void => {
  let mark = 0;
  try {
    database.all("PRAGMA locking_mode = EXCLUSIVE");
    mark = pragma(database, "application_id");
  } catch (error) {
    if (error instanceof StoreError && error.disk) throw error;
    throw new Error(`${file} is not a store of this service. ${anotherFile}`);
  }
  const isEmpty = pragma(database, "page_count") === 0 || database.get("SELECT 1 FROM sqlite_master") === undefined;
  // Stores from before the mark have a table `settings`.
  const isOurs = mark === applicationId || (mark === 0 && (isEmpty || hasTable(database, "universe_links")));
  if (!isOurs) throw new Error(`${file} is not a store of this service. ${anotherFile}`);
  const version = pragma(database, "user_version");
  if (version > schemaVersion) {
    throw new Error(
      `The store ${file} was written by a newer version of the service (layout ${version}; this version knows ${schemaVersion}). Start that version. ${anotherFile}`,
    );
  }
};

/** Opens a database in memory, or in a file that only this process uses. @throws if the file is not such a store. */
export const openDatabase = (name: string | undefined): Database => {
  if (name === undefined) return createDatabase(new SqliteDatabase(":memory:"), () => undefined);
  const file = realFile(name);
  const release = lockStore(file);
  let database: Database | undefined;
  try {
    database = createDatabase(
      withPlainErrors(() => new SqliteDatabase(file)),
      release,
    );
    // The locking mode comes first: otherwise this build of SQLite cannot open a write-ahead log, and small queries
    // are ten times slower.
    checkKind(database, file);
    database.all("PRAGMA journal_mode = WAL");
    database.all("PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    if (database === undefined) release();
    else database.close();
    throw error;
  }
};

/** Steps from one layout to the next; the first makes that of version 1, also from stores before the version. */
const migrations: readonly string[] = [
  `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS universes (
  ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL, description TEXT,
  owner TEXT, company TEXT NOT NULL, base TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS universe_links (universe INTEGER NOT NULL, company TEXT NOT NULL, PRIMARY KEY (universe, company));
CREATE TABLE IF NOT EXISTS members (universe INTEGER NOT NULL, entity INTEGER NOT NULL, PRIMARY KEY (universe, entity));
CREATE TABLE IF NOT EXISTS added_entities (ordinal INTEGER PRIMARY KEY, facts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tasks (
  ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, company TEXT NOT NULL, type TEXT NOT NULL,
  description TEXT NOT NULL, created INTEGER NOT NULL, started INTEGER NOT NULL, completed INTEGER NOT NULL,
  outcome TEXT NOT NULL, request TEXT NOT NULL, settled INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS analyses (
  ordinal INTEGER PRIMARY KEY, instance TEXT NOT NULL UNIQUE, company TEXT NOT NULL, premium INTEGER NOT NULL,
  request TEXT NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS quotas (company TEXT PRIMARY KEY, used INTEGER NOT NULL);
`,
];

/** Brings the tables to the current layout, in one transaction. */
const migrate = (database: Database): void => {
  const version = pragma(database, "user_version");
  if (version === schemaVersion) return;
  database.transaction(() => {
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
};

/** @throws if a table or a column is missing: each request that needs it would fail */
const checkLayout = (database: Database): void => {
  const model = createDatabase(new SqliteDatabase(":memory:"), () => undefined);
  for (const step of migrations) model.exec(step);
  const missing = missingPart(database, model);
  model.close();
  if (missing !== undefined)
    throw new Error(`The store is damaged: ${missing} is missing. Restore it from a copy. ${anotherFile}`);
};

/** The world a store was created for. It opens with no other: its rows name records of that world. */
export interface StoreOrigin {
  readonly seed: number;
  readonly size: string;
  readonly today: string;
}

const setting = (database: Database, name: string): string | undefined =>
  database.get("SELECT value FROM settings WHERE name = ?", [name])?.["value"] as string | undefined;

const putValue = (database: Database, name: string, value: string): void =>
  database.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", [name, value]);

/**
 * Brings the tables to the current layout. Returns the recorded origin of the store, or records the given one. @throws if seed or size
 * differ.
 */
export const prepareStore = (database: Database, origin: StoreOrigin): StoreOrigin => {
  migrate(database);
  checkLayout(database);
  const recorded = setting(database, "birth");
  if (recorded === undefined) {
    putValue(database, "birth", JSON.stringify(origin));
    return origin;
  }
  const old = JSON.parse(recorded) as StoreOrigin;
  if (old.seed !== origin.seed || old.size !== origin.size) {
    throw new Error(
      `The store was made for size ${old.size} and seed ${old.seed}, not for size ${origin.size} and seed ${origin.seed}. Use the same, or another file.`,
    );
  }
  return old;
};

/** The key that signs tokens. It is stored, so that a restart signs nobody out. */
export const signingKey = (database: Database): Uint8Array => {
  const known = setting(database, "key");
  if (known !== undefined) return Buffer.from(known, "base64");
  const newKey = randomBytes(32);
  putValue(database, "key", newKey.toString("base64"));
  return newKey;
};
