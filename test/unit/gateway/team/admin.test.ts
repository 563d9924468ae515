import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Registry } from "prom-client";
import { routes as apiRoutes } from "../../../../src/contract/routes";
import { systemClock } from "../../../../src/engine/clock";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { openTeam, type RunningTeam } from "../../../../src/gateway/team/open-team";
import { type Store, StoreUnavailable } from "../../../../src/gateway/team/store";
import { createService, type Service } from "../../../../src/service/service";
import { type Gateway, type Got, startGateway } from "../served";
import type { Demo } from "./team-office";

const administratorKey = "administrator-of-the-test-000000";

let now = Date.UTC(2026, 0, 5, 12);
const clock = { ...systemClock, now: () => now };
const registry = new Registry();
let service: Service;
let store: MemoryStore;
let root: string;
/** What the store refuses now, as if Redis were away. */
const refusedOf = new Set<keyof Store>();
const failing = (seen: Store): Store =>
  new Proxy(seen, {
    get: (of, name: keyof Store) =>
      refusedOf.has(name) ? () => Promise.reject(new StoreUnavailable("The store is away.")) : of[name],
  });
/** Two replicas; messages about changes of access do not reach the second one. */
let teams: readonly RunningTeam[];
let gateway: Gateway;
let other: Gateway;

const withoutMessages = (seen: Store): Store =>
  new Proxy(seen, { get: (of, name: keyof Store) => (name === "subscribe" ? () => () => undefined : of[name]) });

beforeAll(async () => {
  service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05", clock });
  const address = await service.listen(0, "127.0.0.1");
  const demo = (await (await fetch(`${address}/_local/demo`)).json()) as Demo;
  const [account] = demo.accounts;
  const credentials = { key: account!.api_key, secret: account!.api_secret };
  const { audience, client_id: clientId } = demo;
  const config = {
    ...{ address, accounts: [{ name: "firm", audience, clientId, ...credentials }], administratorKey },
    ...{ keys: true, proxies: [], universes: [], budgets: { person: 50, groups: { emea: 80 }, firm: 90 } },
  };
  root = mkdtempSync(path.join(tmpdir(), "team-admin-"));
  writeFileSync(path.join(root, "functions.json"), "{}");
  writeFileSync(path.join(root, "page.html"), "<!doctype html><title>Admin</title>");
  store = new MemoryStore(clock);
  teams = [
    openTeam(config, { store: failing(store), clock, registry, adminPage: root }),
    openTeam(config, { store: withoutMessages(store), clock }),
  ];
  const [one, two] = await Promise.all(teams.map((team) => startGateway({ root, team })));
  [gateway, other] = [one!, two!];
});
afterAll(async () => {
  await Promise.all([gateway, other].map((each) => each.close()));
  await Promise.all(teams.map((team) => team.close()));
  await store.close();
  await service.close();
  rmSync(root, { recursive: true });
});

const ask = (asked: string, body?: unknown, token = administratorKey, from = gateway): Promise<Got> => {
  const authorization = `Bearer ${token}`;
  if (body === undefined) return from.ask({ path: asked, headers: { authorization } });
  const headers = { authorization, "content-type": "application/json" };
  return from.ask({ method: "POST", path: asked, headers, body: JSON.stringify(body) });
};
const json = async (asked: Promise<Got>): Promise<Record<string, unknown>> =>
  JSON.parse((await asked).text) as Record<string, unknown>;

interface Made {
  readonly key: string;
  readonly record: { readonly id: string };
}

const makeKey = async (person: string, more: object = {}): Promise<Made> =>
  (await json(
    ask("/team/admin/keys", { person, name: `Name of ${person}`, groups: ["emea"], admin: false, days: 30, ...more }),
  )) as unknown as Made;

const routes = [
  ["GET", "state"],
  ["GET", "people"],
  ["GET", "keys"],
  ["GET", "usage?from=2026-01-01&to=2026-01-31"],
  ["GET", "usage.csv?from=2026-01-01&to=2026-01-31"],
  ["POST", "keys"],
  ["POST", "keys/revoke"],
  ["POST", "people/revoke"],
  ["POST", "people/restore"],
] as const;

test("whoever is no administrator is refused on every route, whatever the body", async () => {
  const { key } = await makeKey("ann");
  expect((await ask("/v3/tasks", undefined, key)).status).toBe(200);
  for (const [method, route] of routes) {
    const body = method === "POST" ? { id: "ann", admin: true } : undefined;
    const refused = await ask(`/team/admin/${route}`, body, key);
    expect([route, refused.status, JSON.parse(refused.text)]).toEqual([
      route,
      403,
      { message: "Only administrators may do this. Ask your administrator.", code: 403, reason: "forbidden" },
    ]);
    const madeUp = await ask(`/team/admin/${route}`, body, `spw_${"0".repeat(16)}_${"a".repeat(43)}`);
    expect([route, madeUp.status]).toEqual([route, 401]);
    expect((await ask(`/team/admin/${route}`, body, "a.b.c")).status).toBe(401);
  }
});

test("tricks with the path reach neither a file nor a route without a sign-in", async () => {
  for (const trick of [
    "/team/admin/../admin/state",
    "/team/admin/%2e%2e/state",
    "/team/admin//state",
    "/team/admin/state/",
    "/team//admin/state",
    "/team/admin/page.html",
    "/team/admin/..%2f..%2fetc%2fpasswd",
    "/team/admin/STATE",
  ]) {
    const { status, text } = await gateway.ask({ path: trick });
    expect([trick, [401, 404].includes(status), text.includes("root:")]).toEqual([trick, true, false]);
  }
});

test("a body that is too large, or says something else than the route takes, changes nothing", async () => {
  const before = (await ask("/team/admin/keys")).text;
  const wanted = { person: "eve", name: "Eve", groups: [], admin: false, days: 30 };
  expect((await ask("/team/admin/keys", { ...wanted, name: "x".repeat(8_000_000) })).status).toBe(413);
  for (const body of [
    { ...wanted, days: 0 },
    { ...wanted, days: 367 },
    { ...wanted, days: "30" },
    { ...wanted, admin: "yes" },
    { ...wanted, person: "" },
    { ...wanted, person: "a\u0000b" },
    { ...wanted, person: "administrator" },
    { ...wanted, hash: "x" },
    { ...wanted, groups: "admins" },
    { person: "eve" },
    [],
  ])
    expect([body, (await ask("/team/admin/keys", body)).status]).toEqual([body, 400]);
  expect((await ask("/team/admin/keys/revoke", { id: "../../person/ann" })).status).toBe(400);
  expect((await ask("/team/admin/usage?from=2026-01-01&to=*")).status).toBe(400);
  expect((await ask("/team/admin/keys")).text).toBe(before);
});

test("a key is shown when it is made and never again; revoked, it is refused", async () => {
  const { key, record } = await makeKey("bob");
  expect((await ask("/team/me", undefined, key)).status).toBe(200);
  const listed = (await ask("/team/admin/keys")).text;
  expect(listed).toContain(record.id);
  expect(listed).not.toContain(key.slice(-43));
  expect((await ask("/team/admin/keys/revoke", { id: record.id })).status).toBe(200);
  expect((await ask("/team/me", undefined, key)).status).toBe(403);
  expect((await ask("/team/admin/keys/revoke", { id: "0".repeat(16) })).status).toBe(404);
});

test("a revoked person is refused by the other replica within a minute, and let in again after a restore", async () => {
  const { key } = await makeKey("cyd");
  const status = async (from: Gateway): Promise<number> => (await ask("/v3/tasks", undefined, key, from)).status;
  expect([await status(gateway), await status(other)]).toEqual([200, 200]);
  await ask("/team/admin/people/revoke", { id: "cyd" });
  expect(await status(gateway)).toBe(403);
  now += 60_000;
  expect(await status(other)).toBe(403);
  const { people } = await json(ask("/team/admin/people"));
  expect(people).toContainEqual(
    expect.objectContaining({ id: "cyd", revoked: { by: "administrator", at: now - 60_000 } }),
  );
  await ask("/team/admin/people/restore", { id: "cyd" });
  now += 60_000;
  expect([await status(gateway), await status(other)]).toEqual([200, 200]);
});

test("an administrator cannot end the own access", async () => {
  const { key } = await makeKey("olga", { admin: true });
  const refused = await ask("/team/admin/people/revoke", { id: "olga" }, key);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    400,
    { message: "You cannot end your own access." },
  ]);
});

test("the state says what was answered, what is left of the budgets, and what can be reached", async () => {
  const { person, health, accounts, budgets, today } = await json(ask("/team/admin/state"));
  expect(person).toEqual({ id: "administrator", name: "Administrator" });
  expect(health).toEqual({ store: "ready", service: "ready" });
  expect(accounts).toEqual([{ name: "firm", isSignedIn: true, waiting: 0, inFlight: 0 }]);
  expect(budgets).toMatchObject({ person: 50, groups: [{ name: "emea", limit: 80 }], firm: { limit: 90 } });
  expect((today as { readonly calls: number }).calls).toBeGreaterThan(2);
  expect(JSON.stringify([accounts, budgets])).not.toMatch(/secret|password|client/i);
});

test("usage is listed by person, function and day, and downloaded as CSV with names", async () => {
  const { key } = await makeKey("dan", { name: "=Dan" });
  const headers = { authorization: `Bearer ${key}`, "spillway-function": "TASKS" };
  await gateway.ask({ path: "/v3/tasks?size=2", headers });
  const days = "from=2026-01-05&to=2026-01-05";
  const { rows } = await json(ask(`/team/admin/usage?${days}`));
  expect(rows).toContainEqual({
    ...{ day: "2026-01-05", person: "dan", name: "=Dan", asking: "TASKS" },
    ...{ calls: 1, cached: 0, upstream: 1, records: 2, documents: 0, translations: 0 },
  });
  const csv = await ask(`/team/admin/usage.csv?${days}`);
  expect(csv.text).toContain("2026-01-05,dan,'=Dan,emea,TASKS,1,0,1,2,0,0\r\n");
  expect(csv.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="usage-2026-01-05-2026-01-05.csv"',
  });
  expect(await json(ask("/team/admin/usage?from=2026-01-06&to=2026-01-31"))).toEqual({ rows: [] });
});

test("the page may run its own script only, and nobody may frame it", async () => {
  const page = await gateway.ask({ path: "/team/admin" });
  expect(page.headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect((await other.ask({ path: "/team/admin" })).status).toBe(404);
});

test("metrics have calls, limit, queue and refusals, and neither people nor content", async () => {
  const text = await registry.metrics();
  expect(text).toMatch(/spillway_team_answers_total\{source="service"\} \d/);
  expect(text).toMatch(/spillway_team_upstream_calls_total\{account="firm",route="listTasks",status="200"\} \d/);
  expect(text).toContain('spillway_team_queue{account="firm"} 0');
  expect(text).toMatch(/spillway_team_refused_sign_ins_total\{reason="key_unknown"\} \d/);
  expect(text).not.toMatch(/ann|bob|cyd|Name of/);
});

test("a flood of made-up tokens is refused before store and provider are asked; whoever was here goes on", async () => {
  const { key } = await makeKey("fay");
  expect((await ask("/team/me", undefined, key)).status).toBe(200);
  const reads = jest.spyOn(store, "get");
  const flood = async (count: number): Promise<readonly number[]> => {
    const asked = Array.from({ length: count }, (_, index) =>
      ask("/v3/tasks", undefined, `spw_${String(index).padStart(16, "0")}_${"a".repeat(43)}`),
    );
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  await flood(150);
  reads.mockClear();
  expect(new Set(await flood(50))).toEqual(new Set([429]));
  expect(reads).not.toHaveBeenCalled();
  expect((await ask("/team/me", undefined, key)).status).toBe(200);
  const newcomer = await ask("/team/me", undefined, "a.b.c");
  expect([newcomer.status, newcomer.headers["retry-after"]]).toEqual([429, "60"]);
  now += 60_000;
  expect((await ask("/team/me", undefined, "a.b.c")).status).toBe(401);
  reads.mockRestore();
});

describe("while the store is away", () => {
  afterEach(() => refusedOf.clear());

  test("each change of an administrator is 503 and changes nothing", async () => {
    const { key, record } = await makeKey("wes");
    refusedOf.add("set").add("delete").add("get").add("list");
    const wanted = { person: "wes", name: "Wes", groups: [], admin: false, days: 30 };
    for (const [route, body] of [
      ["people/revoke", { id: "wes" }],
      ["people/restore", { id: "wes" }],
      ["keys/revoke", { id: record.id }],
      ["keys", wanted],
    ] as const) {
      const { status, text } = await ask(`/team/admin/${route}`, body);
      expect([route, status, JSON.parse(text)]).toMatchObject([route, 503, { code: 503, reason: "unavailable" }]);
    }
    for (const route of ["people", "keys", "usage?from=2026-01-01&to=2026-01-31"])
      expect([route, (await ask(`/team/admin/${route}`)).status]).toEqual([route, 503]);
    refusedOf.clear();
    expect((await ask("/team/me", undefined, key)).status).toBe(200);
  });

  test("an access that was ended has ended, though the other processes cannot be told", async () => {
    const { key } = await makeKey("zoe");
    expect((await ask("/team/me", undefined, key)).status).toBe(200);
    refusedOf.add("publish");
    expect((await ask("/team/admin/people/revoke", { id: "zoe" })).status).toBe(200);
    expect((await ask("/team/me", undefined, key)).status).toBe(403);
  });
});

test.each(["lists", "objects"])(
  "a body of deep %s is 400 on each route that takes a body, and reaches no service",
  async (kind) => {
    const [open, close] = kind === "lists" ? ["[", "]"] : ['{"a":', "}"];
    const deep = (levels: number) => open.repeat(levels) + (kind === "lists" ? "" : "1") + close.repeat(levels);
    const headers = { authorization: `Bearer ${administratorKey}`, "content-type": "application/json" };
    const posts = Object.values(apiRoutes).filter(({ method, path }) => method !== "GET" && path !== "/oauth/token");
    const paths = posts.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, "a-1")] as const);
    for (const [method, path] of [
      ...paths,
      ["POST", "/team/admin/keys"],
      ["POST", "/team/admin/people/revoke"],
    ] as const)
      for (const levels of [40, 5_000, 100_000]) {
        const body = `{"entities":[{"name":${deep(levels)}}]}`;
        const { status, text } = await gateway.ask({ method, path, headers, body });
        expect([path, levels, status, JSON.parse(text)]).toMatchObject([
          path,
          levels,
          400,
          { code: 400, reason: "invalid" },
        ]);
      }
  },
);

test.each([
  ["administrator"],
  ["administrator "],
  [" Administrator"],
  ["ADMINISTRATOR"],
  ["admin istrator"],
  ["admin-istrator"],
  ["administrator\u200b"],
  ["admin\u00adistrator"],
  ["\u0430dministrator"],
  ["adm\u0456n\u0456strat\u043er"],
  ["\uff41dministrator"],
  ["\ud835\udc1a\ud835\udc1dministrator"],
  ["\u2c81dministrator"],
  ["admin\u0131strator"],
  ["admlnlstrator"],
  ["admin1strator"],
  ["adrninistrator"],
  ["administrat0r"],
  ["\u00e1dministr\u00e4tor"],
  ["a\u0301dministrator"],
])("no gateway key is made for %j, which looks like the first administrator", async (person) => {
  const wanted = { person, name: "Eve", groups: [], admin: false, days: 30 };
  const { status, text } = await ask("/team/admin/keys", wanted);
  expect([status, JSON.parse(text)]).toMatchObject([400, { reason: "invalid" }]);
});

test.each([
  "administrator2",
  "admin",
  "ann@administrator.example",
  "\u0430\u0434\u043c\u0438\u043d\u0438\u0441\u0442\u0440\u0430\u0442\u043e\u0440",
  "minimalistics",
  "\u738b\u5c0f\u660e",
])("a gateway key is made for %j", async (person) => {
  const wanted = { person, name: "Eve", groups: [], admin: false, days: 30 };
  expect((await ask("/team/admin/keys", wanted)).status).toBe(200);
});
