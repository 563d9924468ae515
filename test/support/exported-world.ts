import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { createService } from "../../src/service/service";

/** Fills a place with the world of the conformance tests. */
const fill = async (data: string, today: string): Promise<void> => {
  const service = await createService({ size: "test", seed: 1, today, data });
  await service.close();
};

const withClient = async <T>(address: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

let copies = 0;

const copyDatabase = (server: string, today: string): Promise<string> =>
  withClient(server, async (client) => {
    const named = (name: string): string => new URL(`/${name}`, server).href;
    const model = `world_${today.replaceAll("-", "")}`;
    const known = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [model]);
    if (known.rowCount === 0) {
      await client.query(`CREATE DATABASE ${model}`);
      await fill(named(model), today);
    }
    copies += 1;
    const copy = `copy_${process.pid}_${Date.now()}_${copies}`;
    await client.query(`CREATE DATABASE ${copy} TEMPLATE ${model}`);
    return named(copy);
  });

const copyFolder = async (folder: string, today: string): Promise<string> => {
  const model = path.join(folder, `world-${today}`);
  if (!existsSync(model)) {
    const half = mkdtempSync(path.join(folder, "half-"));
    await fill(half, today);
    renameSync(half, model);
  }
  const copy = mkdtempSync(path.join(folder, "copy-"));
  cpSync(model, copy, { recursive: true });
  process.once("exit", () => {
    rmSync(copy, { recursive: true, force: true });
  });
  return copy;
};

/**
 * A new copy of the made-up world of the conformance tests in a server (`postgres://…`, any of its databases) or in a
 * folder of embedded databases.
 */
export const copyWorld = (place: string, today: string): Promise<string> =>
  place.startsWith("postgres://") ? copyDatabase(place, today) : copyFolder(place, today);
