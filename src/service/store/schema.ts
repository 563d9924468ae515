import { randomBytes } from "node:crypto";
import type { Driver } from "./driver";

const tables = `
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
`;

/** What a store was made for; it cannot be opened for anything else, because its rows name records of that world. */
export interface Birth {
  readonly seed: number;
  readonly size: string;
  readonly today: string;
}

const setting = (driver: Driver, name: string): string | undefined =>
  driver.get("SELECT value FROM settings WHERE name = ?", [name])?.["value"] as string | undefined;

const put = (driver: Driver, name: string, value: string): void =>
  driver.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", [name, value]);

/** Creates the tables where they are missing and tells the store's birth: the recorded one, or else the given one, now recorded. */
export const prepareStore = (driver: Driver, birth: Birth): Birth => {
  driver.exec(tables);
  const recorded = setting(driver, "birth");
  if (recorded === undefined) {
    put(driver, "birth", JSON.stringify(birth));
    return birth;
  }
  const old = JSON.parse(recorded) as Birth;
  if (old.seed !== birth.seed || old.size !== birth.size) {
    throw new Error(
      `The store was made for size ${old.size} and seed ${old.seed}, not for size ${birth.size} and seed ${birth.seed}. Use the same, or another file.`,
    );
  }
  return old;
};

/** The key that signs tokens: kept with the store, so that a restart signs nobody out. */
export const signingKey = (driver: Driver): Uint8Array => {
  const known = setting(driver, "key");
  if (known !== undefined) return Buffer.from(known, "base64");
  const made = randomBytes(32);
  put(driver, "key", made.toString("base64"));
  return made;
};
