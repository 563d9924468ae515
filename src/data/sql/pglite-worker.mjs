// The embedded PostgreSQL in a thread of its own. One message is one statement; `src/data/sql/pglite.ts` sends them in order.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

const parsers = { 20: Number };
const { folder } = workerData;
const opening = PGlite.create({ ...(folder === undefined ? {} : { dataDir: folder }), extensions: { pg_trgm } });

const actions = {
  open: async () => undefined,
  query: async (database, { sql, values }) => (await database.query(sql, values, { parsers })).rows,
  run: async (database, { sql }) => void (await database.exec(sql)),
  copy: async (database, { sql, text }) => void (await database.query(sql, [], { blob: new Blob([text]) })),
  close: (database) => database.close(),
};

parentPort.on("message", async ({ id, action, ...details }) => {
  try {
    const result = await actions[action](await opening, details);
    parentPort.postMessage({ id, result });
  } catch (error) {
    parentPort.postMessage({ id, problem: { message: String(error?.message ?? error), code: error?.code ?? "XX000" } });
  }
});
