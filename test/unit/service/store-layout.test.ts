import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Database } from "node-sqlite3-wasm";
import { createService } from "../../../src/service/service";
import { signedIn } from "./signed-in";

const folder = mkdtempSync(path.join(tmpdir(), "store-layout-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const change = (store: string, statement: string): void => {
  const database = new Database(store);
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  database.exec(statement);
  database.close();
};

test.each([
  ["ALTER TABLE universes DROP COLUMN company", "the column company of the table universes"],
  ["ALTER TABLE tasks DROP COLUMN settled", "the column settled of the table tasks"],
  ["ALTER TABLE analyses DROP COLUMN premium", "the column premium of the table analyses"],
  ["ALTER TABLE universes RENAME COLUMN name TO title", "the column name of the table universes"],
  ["DROP TABLE members", "the table members"],
])("a store after %s is refused at the start, and stays as it is", async (statement, missing) => {
  const store = path.join(folder, `${missing.replaceAll(" ", "-")}.db`);
  await (await signedIn({ store })).service.close();
  change(store, statement);
  const content = readFileSync(store);
  await expect(createService({ size: "test", seed: 1, store })).rejects.toThrow(`is damaged: ${missing} is missing`);
  expect(readFileSync(store).equals(content)).toBe(true);
});
