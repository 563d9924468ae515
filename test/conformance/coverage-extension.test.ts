import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import { uuid, type Entity, type Page, type Problem } from "./shapes";
import type { RowId } from "./specification-rows";

const frozen = Date.UTC(2026, 5, 30, 12);
const client = startClient({ clock: { now: () => frozen } });
const extend = <T = { task_id: string }>(body: unknown, account?: string) =>
  client.post<T>("/v3/coverage-extension", body, account);
const entities = (count: number): { external_id: string }[] =>
  Array.from({ length: count }, (_, i) => ({ external_id: `customer ${i}` }));
const universe = (): Promise<string> => client.universe("Demo Portfolio");

type Wrong = readonly [row: RowId, body: (id: string) => unknown];
const wrong: Readonly<Record<string, Wrong>> = {
  "no universe_ids": ["coverage.universe_ids", () => ({ entities: entities(1) })],
  "no entities": ["coverage.entities", (id) => ({ universe_ids: [id] })],
  "an empty list of entities": ["limit.coverage", (id) => ({ universe_ids: [id], entities: [] })],
  "26 entities": ["limit.coverage", (id) => ({ universe_ids: [id], entities: entities(26) })],
  "an entity without external_id": [
    "coverage.entities",
    (id) => ({ universe_ids: [id], entities: [{ name: "Acme" }] }),
  ],
  "a number as external_id": ["coverage.entities", (id) => ({ universe_ids: [id], entities: [{ external_id: 5 }] })],
  "universe_ids that are no uuids": [
    "coverage.universe_ids",
    () => ({ universe_ids: ["banks"], entities: entities(1) }),
  ],
  "one uuid instead of a list": ["coverage.universe_ids", (id) => ({ universe_ids: id, entities: entities(1) })],
};
for (const [what, [row, body]] of Object.entries(wrong)) {
  proves(["coverage.errors", row, "error.400"], `${what} is 400`, async () => {
    const { status, body: error } = await extend<Problem>(body(await universe()));
    expect([status, error.reason, error.code]).toEqual([400, "invalid", 400]);
  });
}

proves(
  ["coverage.errors", "error.404"],
  "a universe that does not exist is 404, and without a token it is 401",
  async () => {
    const body = { universe_ids: ["00000000-0000-4000-8000-000000000000"], entities: entities(1) };
    const { status, body: error } = await extend<Problem>(body);
    expect([status, error.reason]).toEqual([404, "not_found"]);
    expect((await extend(body, nobody)).status).toBe(401);
  },
);

proves(["coverage.errors", "error.403"], "a universe the caller may not manage is 403 forbidden", async () => {
  const provider = (await client.demo()).universes.find(({ type }) => type === "PROVIDER");
  const { status, body } = await extend<Problem>({ universe_ids: [provider?.universe_id], entities: entities(1) });
  expect([status, body.reason]).toEqual([403, "forbidden"]);
});

proves(
  ["coverage.200", "coverage.entities", "limit.coverage", "limit.queue", "error.429", "coverage.errors"],
  "25 entities give a task_id; while three such tasks wait the caller's fourth is 429, another caller's first is not",
  async () => {
    const before = await extend({ universe_ids: [await universe()], entities: entities(25) });
    expect(before.status).toBe(200);
    expect(Object.keys(before.body)).toEqual(["task_id"]);
    expect(before.body.task_id).toMatch(uuid);
    for (const count of [1, 2])
      expect((await extend({ universe_ids: [await universe()], entities: entities(count) })).status).toBe(200);
    const { status, body } = await extend<Problem>({ universe_ids: [await universe()], entities: entities(1) });
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: 429, reason: "too_many_requests" });
    const own = await client.post<{ universe_id: string }>(
      "/v3/universes",
      { name: "Rivals", type: "PRIVATE" },
      "rival",
    );
    const other = await extend({ universe_ids: [own.body.universe_id], entities: entities(1) }, "rival");
    expect(other.status).toBe(200);
  },
);

let now = frozen;
/** A service whose time the test moves. */
const timed = startClient({ clock: { now: () => now } });

proves(
  ["coverage.universe_ids", "coverage.200", "purpose.5"],
  "the entities of a task that has ended are in every universe it names, and in no other",
  async () => {
    const make = async (name: string): Promise<string> =>
      (await timed.post<{ universe_id: string }>("/v3/universes", { name, type: "PRIVATE" })).body.universe_id;
    const [first, second, other] = [await make("First"), await make("Second"), await make("Other")];
    const names = async (id: string): Promise<string[]> =>
      (await timed.get<{ data: { name: string }[] }>(`/v3/universes/${id}/entities`)).body.data.map(({ name }) => name);
    const { status } = await timed.post("/v3/coverage-extension", {
      universe_ids: [first, second],
      entities: [{ external_id: "A-1", name: "Newcomer Verdanova Ltd" }],
    });
    expect(status).toBe(200);
    now = frozen + 39_000;
    expect([await names(first), await names(second)]).toEqual([[], []]);
    now = frozen + 40_000;
    expect([await names(first), await names(second), await names(other)]).toEqual([
      ["Newcomer Verdanova Ltd"],
      ["Newcomer Verdanova Ltd"],
      [],
    ]);
  },
);

choice(["coverage.entities"], "name, isin, lei, country and website of a new entity become the entity's", async () => {
  const own = await timed.post<{ universe_id: string }>("/v3/universes", { name: "New names", type: "PRIVATE" });
  const facts = { name: "Acme Zzyzx", isin: "XS0ZZ0000001", lei: "99990000ZZYZX0000099", website: "zzyzx.example" };
  const body = {
    universe_ids: [own.body.universe_id],
    entities: [{ external_id: "our code 7", ...facts, country: "japan" }],
  };
  expect((await timed.post("/v3/coverage-extension", body)).status).toBe(200);
  now += 60_000;
  const { body: page } = await timed.get<Page<Entity>>(`/v3/universes/${own.body.universe_id}/entities`);
  expect(page.data).toEqual([expect.objectContaining({ ...facts, isin: [facts.isin], country: "japan" })]);
});

choice(["coverage.entities"], "a new entity whose country is unknown has none, instead of another's", async () => {
  const own = await timed.post<{ universe_id: string }>("/v3/universes", { name: "From nowhere", type: "PRIVATE" });
  const body = {
    universe_ids: [own.body.universe_id],
    entities: [{ external_id: "our code 8", name: "Nowhere Qqfx", country: "atlantis" }],
  };
  expect((await timed.post("/v3/coverage-extension", body)).status).toBe(200);
  now += 60_000;
  const { body: page } = await timed.get<Page<Entity>>(`/v3/universes/${own.body.universe_id}/entities`);
  expect(page.data.map(({ name, country }) => [name, country])).toEqual([["Nowhere Qqfx", undefined]]);
});

choice(["coverage.entities"], "texts that no database takes end a task, and the requests after it go on", async () => {
  for (const odd of ["zero \0 inside", "half \ud800 of a pair"]) {
    const own = await timed.post<{ universe_id: string }>("/v3/universes", { name: odd, type: "PRIVATE" });
    expect(own.status).toBe(201);
    const entities = [{ external_id: odd, name: odd, website: odd }];
    const body = { universe_ids: [own.body.universe_id], entities };
    expect((await timed.post("/v3/coverage-extension", body)).status).toBe(200);
    now += 60_000;
    const page = await timed.get<Page<Entity>>(`/v3/universes/${own.body.universe_id}/entities`);
    expect([page.status, page.body.count]).toEqual([200, 1]);
  }
});

choice(
  ["coverage.200"],
  "while the disk is full reads go on, and a task that has ended is applied afterwards",
  async () => {
    const own = await timed.post<{ universe_id: string }>("/v3/universes", { name: "Full", type: "PRIVATE" });
    const body = { universe_ids: [own.body.universe_id], entities: [{ external_id: "our code 9", name: "Late Qqfx" }] };
    expect((await timed.post("/v3/coverage-extension", body)).status).toBe(200);
    const read = () => timed.get<Page<Entity>>(`/v3/universes/${own.body.universe_id}/entities`);
    await timed.post("/_local/faults", { diskFull: true });
    now += 60_000;
    expect((await read()).status).toBe(200);
    await timed.post("/_local/faults", {});
    expect((await read()).body.data.map(({ name }) => name)).toEqual(["Late Qqfx"]);
  },
);
