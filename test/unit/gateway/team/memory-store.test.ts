import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "../../../../src/engine/clock";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { openStore } from "../../../../src/gateway/team/open-store";
import { Database } from "node-sqlite3-wasm";
import { StoreFile } from "../../../../src/gateway/team/store-file";
import { VirtualClock } from "../../../support/virtual-clock";
import { describeStore } from "./store-contract";

describe("the store in memory", () => {
  describeStore(() => {
    const clock = new VirtualClock(1);
    return Promise.resolve({ store: new MemoryStore(clock), pass: (milliseconds) => clock.advance(milliseconds) });
  });

  test("what can be fetched again is forgotten first, the least recently used before others; nothing else ever is", async () => {
    const store = new MemoryStore(new VirtualClock(1), { cacheBytes: 20_000 });
    const text = "x".repeat(1_000);
    for (let number = 0; number < 100; number += 1) {
      await store.setMany([
        [`owner/${number}`, text],
        [`cache/${number}`, text],
      ]);
      await store.add(new Map([[`budget/${number}`, 1]]), 60_000, String(number));
      await store.get("cache/0");
    }
    expect((await store.list("owner/")).length).toBe(100);
    expect((await store.list("budget/")).length).toBe(100);
    const cached = (await store.list("cache/")).map(([key]) => key);
    expect(cached.length).toBeGreaterThan(10);
    expect(cached.length).toBeLessThan(20);
    expect(cached).toEqual(expect.arrayContaining(["cache/0", "cache/99"]));
    // A text beyond Latin 1 takes twice the memory.
    await store.set("cache/large", "語".repeat(11_000));
    expect(await store.get("cache/large")).toBeUndefined();
    await store.close();
  });
});

describe("the store in a file", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "team-store-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (name = "team.db"): string => path.join(folder, name);
  const open = (clock = new VirtualClock(1)) => ({
    clock,
    store: new MemoryStore(clock, { file: new StoreFile(fileOf()) }),
  });

  describe("keeps the contract", () => {
    describeStore(() => {
      const { clock, store } = open();
      return Promise.resolve({ store, pass: (milliseconds) => clock.advance(milliseconds) });
    });
  });

  test("owners, keys, revocations and budgets survive a restart with their times; cached answers do not", async () => {
    const { clock, store } = open();
    await store.set("owner/a", "ann");
    await store.set("gateway-key/1", "hash", 1_000);
    await store.set("revoked-person/x", "1");
    await store.delete("revoked-person/x");
    await store.set("cache/a", "answer");
    await store.lease(["load"], 60_000);
    await store.add(new Map([["budget/ann", 3]]), 1_000, "first");
    await store.close();
    const again = open(clock).store;
    expect((await again.list("")).toSorted()).toEqual([
      ["budget/ann", "3"],
      ["gateway-key/1", "hash"],
      ["owner/a", "ann"],
    ]);
    expect((await again.lease(["load"], 60_000)).keys.size).toBe(1);
    await clock.advance(600);
    expect(await again.add(new Map([["budget/ann", 1]]), 1_000, "second")).toEqual(new Map([["budget/ann", 4]]));
    await clock.advance(600);
    await again.close();
    const last = open(clock).store;
    expect(await last.list("")).toEqual([["owner/a", "ann"]]);
    await last.close();
  });

  test("a process that is killed leaves the file whole, and the next one takes it over", async () => {
    const program = `
      import { systemClock } from "${path.resolve("src/engine/clock.ts")}";
      import { openStore } from "${path.resolve("src/gateway/team/open-store.ts")}";
      void openStore("${fileOf()}", systemClock).then(async (store) => {
        for (let number = 0; ; number += 1) {
          await store.set("owner/" + number, "ann");
          process.stdout.write(number + "\\n");
          await new Promise((resolve) => setImmediate(resolve));
        }
      });`;
    writeFileSync(fileOf("writer.ts"), program);
    const child = spawn(process.execPath, ["--import", "tsx", fileOf("writer.ts")], { cwd: path.resolve(".") });
    let printed = "";
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      printed += chunk.toString();
      if (printed.split("\n").length > 20) break;
    }
    const inUse = await openStore(fileOf(), systemClock).catch(String);
    expect(inUse).toContain(`is in use by process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    const store = await openStore(fileOf(), systemClock);
    const said = printed.trim().split("\n").slice(0, -1);
    expect(await store.getMany(said.map((number) => `owner/${number}`))).toEqual(said.map(() => "ann"));
    await store.close();
  });

  test.each([
    ["ALTER TABLE entries DROP COLUMN ends_at", "the column ends_at of the table entries"],
    ["ALTER TABLE entries RENAME COLUMN value TO content", "the column value of the table entries"],
    ["DROP TABLE entries", "the table entries"],
  ])("a file after %s is refused at the start", async (statement, missing) => {
    await open().store.close();
    const database = new Database(fileOf());
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec(statement);
    database.close();
    const refused = await openStore(fileOf(), systemClock).catch(String);
    expect(refused).toContain(`${missing} is missing`);
  });

  test("a file of another program is refused and stays as it is", async () => {
    writeFileSync(fileOf("notes.txt"), "not a database, but text of some length that is not one");
    const refused = await openStore(fileOf("notes.txt"), systemClock).catch(String);
    expect(refused).toContain(`The store ${fileOf("notes.txt")} cannot be opened`);
  });
});
