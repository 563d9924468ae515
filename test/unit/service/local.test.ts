import { signedIn, type SignedIn } from "./signed-in";
import { until } from "../../support/until";

let here: SignedIn;
beforeAll(async () => {
  here = await signedIn();
});
afterAll(() => here.service.close());

const fault = (faults: object) => here.post("/_local/faults", faults);
afterEach(() => fault({}));

test("without local controls there are only the demo and the contract", async () => {
  const plain = await signedIn({ localControls: false });
  expect((await plain.get("/_local/calls")).status).toBe(404);
  expect((await plain.post("/_local/faults", {})).status).toBe(404);
  expect((await plain.get<{ openapi: string }>("/openapi.json")).body.openapi).toMatch(/^3\.1/);
  await plain.service.close();
});

test("a page of another origin reads no local route, and no preflight lets it", async () => {
  const headers = { origin: "https://elsewhere.example", "access-control-request-method": "GET" };
  for (const method of ["GET", "OPTIONS", "POST"] as const)
    for (const url of ["/_local/demo", "/_local/demo?x=1", "/_local/calls", "/_local/faults"]) {
      const response = await here.service.fastify.inject({ method, url, headers });
      expect([url, response.statusCode]).toEqual([url, 403]);
      expect(response.headers["access-control-allow-origin"]).toBeUndefined();
    }
  // The routes of the contract ask for a token: an add-in of another origin calls them.
  const contract = await here.service.fastify.inject({ url: "/openapi.json", headers });
  expect(contract.headers["access-control-allow-origin"]).toBe(headers.origin);
});

test("calls are counted by route, and counting begins anew when asked to", async () => {
  await here.service.fastify.inject({ method: "DELETE", url: "/_local/calls" });
  await here.get("/v3/tasks");
  await here.get("/v3/tasks?size=2");
  expect((await here.get("/_local/calls")).body).toEqual({ total: 2, routes: { listTasks: 2 } });
});

test("a rate limit lets the burst through and then names a time to wait, or not", async () => {
  await fault({ rateLimit: { perSecond: 0.5, burst: 2 } });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await here.get("/v3/tasks")).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect(Number((await here.get("/v3/tasks")).headers["retry-after"])).toBeGreaterThan(0);
  await fault({ rateLimit: { perSecond: 0.5, burst: 0, retryAfter: false } });
  expect((await here.get("/v3/tasks")).headers["retry-after"]).toBeUndefined();
});

test("every third call fails, and only on the routes named", async () => {
  await fault({ failures: { every: 3, status: 503, routes: ["listTasks"] } });
  const statuses = [];
  for (let call = 0; call < 6; call += 1) statuses.push((await here.get("/v3/tasks")).status);
  expect(statuses).toEqual([200, 200, 503, 200, 200, 503]);
  expect((await here.post("/v3/entities/msearch", { entities: [{ name: "eq:x" }] })).status).toBe(200);
});

test("a web page can stand in the place of an answer", async () => {
  await fault({ html: true });
  expect((await here.get("/v3/tasks")).headers["content-type"]).toContain("text/html");
});

const analysis = {
  start_date: "2026-06-01",
  end_date: "2026-06-30",
  entities: [{ keywords: ["Acme"] }],
  workers: ["raw-matcher"],
};
const start = async (): Promise<string> =>
  (await here.post<{ instance: string }>("/api/2.0/analyze/dataset", analysis)).body.instance;
const poll = async (instance: string): Promise<number> =>
  (await here.post("/api/2.0/analyze/download", { instance, limit: 1 })).status;

test("an analysis can be asked to take four polls", async () => {
  await here.post("/_local/analyses", { pollsUntilReady: 4 });
  const instance = await start();
  // Analyses run one after another, so this one has run when the next one has.
  const next = await start();
  await until("the next analysis has run", async () => (await poll(next)) !== 202);
  const statuses = [];
  for (let attempt = 0; attempt < 5; attempt += 1) statuses.push(await poll(instance));
  expect(statuses).toEqual([202, 202, 202, 202, 200]);
});

test("an analysis can be asked to fail or be stopped: 204", async () => {
  await here.post("/_local/analyses", { outcome: "failed" });
  expect(await poll(await start())).toBe(204);
  const instance = await start();
  expect((await here.post("/_local/analyses", { stop: instance })).status).toBe(204);
  expect(await poll(instance)).toBe(204);
});

test("the demo tells an analysis that is computed when it is asked for and one that failed", async () => {
  const [ready, failed] = here.demo.analyses;
  expect(await poll(failed?.instance ?? "")).toBe(204);
  expect(await poll(ready?.instance ?? "")).toBe(202);
});

test("in a world whose day lies in the future the seeded tasks have ended, and take no place in the queue", async () => {
  const now = Date.UTC(2026, 0, 5, 12);
  const future = await signedIn({ today: "2027-06-30", clock: { now: () => now } });
  const { body: tasks } = await future.get<{ data: { status: string; completed_at: string | null }[] }>("/v3/tasks");
  expect(tasks.data).toHaveLength(3);
  expect(tasks.data.filter(({ status }) => status === "pending" || status === "running")).toEqual([]);
  expect(tasks.data.every(({ completed_at: at }) => at !== null && Date.parse(at) <= now)).toBe(true);
  const universe = await future.post<{ universe_id: string }>("/v3/universes", { name: "Tomorrow", type: "PRIVATE" });
  const extension = { universe_ids: [universe.body.universe_id], entities: [{ external_id: "A-1", name: "Newcomer" }] };
  const statuses = [];
  for (let sent = 0; sent < 4; sent += 1)
    statuses.push((await future.post("/v3/coverage-extension", extension)).status);
  expect(statuses.slice(0, 3).every((status) => status < 300)).toBe(true);
  expect(statuses[3]).toBe(429);
  await future.service.close();
});
