import { copyWorld } from "../support/exported-world";
import { findPostgresPrograms, type RunningPostgres, startPostgres } from "../support/postgres-process";
import { until } from "../support/until";
import { remote, type Remote } from "./remote";
import { endProcesses, type ServiceProcess, startProcess } from "./service-process";

let server: RunningPostgres | undefined;
let [first, second]: (ServiceProcess | undefined)[] = [];

beforeAll(async () => {
  if (findPostgresPrograms() === undefined) return;
  server = await startPostgres();
  const data = await copyWorld(server.address, "2026-06-30");
  [first, second] = [await startProcess(["--data", data]), await startProcess(["--data", data])];
});
afterAll(async () => {
  await endProcesses();
  await server?.stop();
});

const created = (answer: { responseBody: string }, member: string): string =>
  (JSON.parse(answer.responseBody) as Record<string, string>)[member] ?? "";

/** The clients of both processes; undefined without PostgreSQL. */
const clients = async (): Promise<readonly [Remote, Remote] | undefined> => {
  if (first === undefined || second === undefined) {
    console.warn("PostgreSQL is not there: this test did not run.");
    return undefined;
  }
  return [await remote(first.origin), await remote(second.origin)];
};

it("two processes that start together on an empty database fill it once, and both serve it", async () => {
  if (server === undefined) {
    console.warn("PostgreSQL is not there: this test did not run.");
    return;
  }
  const empty = server.createDatabase("empty");
  const started = await Promise.all([startProcess(["--data", empty]), startProcess(["--data", empty])]);
  const [here, there] = await Promise.all(started.map(async ({ origin }) => (await remote(origin)).demo));
  expect(here?.universes.length).toBeGreaterThan(0);
  expect(there?.universes).toEqual(here?.universes);
  for (const each of started) await each.stop();
});

it("a universe that one process made is there for the other, and its name is taken", async () => {
  const both = await clients();
  if (both === undefined) return;
  const [one, other] = both;
  const body = { name: "Made by the first", type: "SHARED" };
  const universe = created(await one.call("POST", "/v3/universes", body), "universe_id");
  expect((await other.call("GET", `/v3/universes/${universe}/entities`)).status).toBe(200);
  expect((await other.call("POST", "/v3/universes", body)).status).toBe(409);
});

it("of two processes that create a universe of one name together, one is refused", async () => {
  const both = await clients();
  if (both === undefined) return;
  const body = { name: "Made by one of them", type: "SHARED" };
  const answers = await Promise.all(both.map((caller) => caller.call("POST", "/v3/universes", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it("a cursor of one process is read by the other", async () => {
  const both = await clients();
  if (both === undefined) return;
  const [one, other] = both;
  const listing = `/v3/universes/${one.demo.universes[0]?.universe_id ?? ""}/esg/documents?fields=id&size=3`;
  const page = JSON.parse((await one.call("GET", listing)).responseBody) as { readonly search_after: string };
  const next = `${listing}&search_after=${encodeURIComponent(page.search_after)}`;
  const [here, there] = await Promise.all([one.call("GET", next), other.call("GET", next)]);
  expect(there.status).toBe(200);
  expect(there.responseBody).toBe(here.responseBody);
});

it("analyses of a process that was killed are finished by the other", async () => {
  const both = await clients();
  if (both === undefined) return;
  const [one, other] = both;
  const body = {
    start_date: "2025-01-01",
    end_date: "2026-12-31",
    entities: [{ entity_of_interest: "bank", keywords: ["bank"] }],
    workers: ["raw-matcher"],
  };
  const instances: string[] = [];
  for (let started = 0; started < 5; started += 1)
    instances.push(created(await one.call("POST", "/api/2.0/analyze/dataset", body), "instance"));
  await first?.kill();
  const answers = new Map<string, string>();
  await until("every analysis is ready", async () => {
    for (const instance of instances) {
      const ask = { instance, limit: 5, fields: ["language"] };
      const { status, responseBody } = await other.call("POST", "/api/2.0/analyze/download", ask);
      if (status === 200) answers.set(instance, responseBody);
    }
    return answers.size === instances.length;
  });
  expect(new Set(answers.values()).size).toBe(1);
});
