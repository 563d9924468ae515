import { openPostgres } from "../../../src/data/sql/postgres";
import { createService, type Service } from "../../../src/service/service";
import { copyWorld } from "../../support/exported-world";
import { findPostgresPrograms, type RunningPostgres, startPostgres } from "../../support/postgres-process";
import { until } from "../../support/until";
import { everyRoute } from "../../conformance/every-route";
import { clientOver } from "../../conformance/service-client";

let server: RunningPostgres | undefined;
let service: Service | undefined;
let data = "";

beforeAll(async () => {
  if (findPostgresPrograms() === undefined) return;
  server = await startPostgres();
  data = await copyWorld(server.address, "2026-06-30");
  service = await createService({ seed: 1, data });
});
afterAll(async () => {
  await service?.close();
  await server?.stop();
});

const client = clientOver(() => {
  if (service === undefined) throw new Error("no service runs");
  return Promise.resolve(service);
});

const check = (title: string, body: (postgres: RunningPostgres) => Promise<void>): void => {
  it(title, async () => {
    if (server === undefined) console.warn("PostgreSQL is not there: this test did not run.");
    else await body(server);
  });
};

const problem = {
  code: 503,
  reason: "unavailable",
  message: "The service cannot reach its data now. Try again later.",
};

check(
  "each listing and change is a plain 503 while the database is away, and works when it is back",
  async (postgres) => {
    const universe = await client.universe("EU Banks");
    const reads = ["entities", "esg/documents", "esg/events"].map((listing) => `/v3/universes/${universe}/${listing}`);
    for (const path of [...reads, "/v3/tasks"]) expect((await client.get(path)).status).toBe(200);
    await postgres.crash(async () => {
      for (const path of [...reads, "/v3/tasks", "/_local/demo"]) {
        const { status, body } = await client.get(path);
        expect([path, status, body]).toEqual([path, 503, problem]);
      }
      const made = await client.post("/v3/universes", { name: "Made while away", type: "PRIVATE" });
      expect([made.status, made.body]).toEqual([503, problem]);
      // No route does worse, whatever its body: it is refused before its data are read, or has none now.
      for (const { method, path } of everyRoute)
        expect([401, 400, 503]).toContain((await client.send({ method, path, body: {} })).status);
    });
    for (const path of [...reads, "/v3/tasks"]) expect((await client.get(path)).status).toBe(200);
  },
);

check("requests that wait for the database when it goes away are 503, and the service goes on", async (postgres) => {
  const universe = await client.universe("EU Banks");
  // One connection: the lock stays with it. A transaction sees the activity of its first look only.
  const [locking, watching] = [await openPostgres(data, 1), await openPostgres(data, 1)];
  await locking.run("BEGIN; LOCK TABLE universes IN ACCESS EXCLUSIVE MODE");
  const waiting = ["entities", "esg/documents", "esg/events"].map((listing) =>
    client.get(`/v3/universes/${universe}/${listing}`),
  );
  await until("the requests wait for the lock", async () => {
    const rows = await watching.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    return rows.length === waiting.length;
  });
  await postgres.crash();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await client.get(`/v3/universes/${universe}/entities`)).status).toBe(200);
  await locking.close();
  await watching.close();
});
