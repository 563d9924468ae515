import { systemClock } from "../../../../src/engine/clock";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { readFunctionHeader, Usage, usageCsv } from "../../../../src/gateway/team/usage";
import { openTeamOffice, personOf, type TeamOffice } from "./team-office";

describe("what is counted", () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const clock = { ...systemClock, now: () => now };
  let office: TeamOffice;
  let store: MemoryStore;
  beforeAll(async () => {
    store = new MemoryStore(clock);
    office = await openTeamOffice({ people: [personOf("ann"), personOf("a/b@c")], clock, store });
  });
  afterAll(() => office.close());

  const ask = (person: string, url: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
    office.as(person, { url, headers, ...(body !== undefined && { method: "POST" as const, body }) });
  const rows = () => office.team.usage.list("2026-01-05", "2026-01-05");

  test("a call counts for the person and the function that asked, and what a colleague fetched as cached", async () => {
    const [universe] = office.demo.universes;
    const url = `/v3/universes/${universe!.universe_id}/esg/documents?fields=title&size=3&translate=de`;
    for (const person of ["ann", "a/b@c"])
      expect((await ask(person, url, { "spillway-function": "ESG.DOCUMENTS" })).status).toBe(200);
    const found = { records: 3, documents: 3, translations: 3, calls: 1, day: "2026-01-05", asking: "ESG.DOCUMENTS" };
    expect(await rows()).toEqual([
      { ...found, person: "a/b@c", cached: 1, upstream: 0 },
      { ...found, person: "ann", cached: 0, upstream: 1 },
    ]);
  });

  test("a batch counts its records, and a refused call nothing but its request to the service", async () => {
    const entities = [{ name: "eq:Nobody At All" }, { isin: `eq:${office.demo.entities[0]!.isin}` }];
    const headers = { "spillway-function": "ENTITY.SEARCH" };
    await ask("ann", "/v3/entities/msearch?fields=name&max_candidates=1", headers, { entities });
    await ask("ann", "/v3/universes/0b2f3a52-6f0f-4d7c-9a52-5d0f6f0c1a11/entities?fields=name", headers);
    const counted = (await rows()).find(({ asking }) => asking === "ENTITY.SEARCH");
    expect(counted).toMatchObject({ calls: 1, cached: 0, upstream: 2, records: 2, documents: 0 });
  });

  test("a request without a name of a function is another one, and made-up names do not fill the store", async () => {
    for (let index = 0; index < 150; index += 1)
      await ask("ann", "/v3/tasks", { "spillway-function": `MADE.UP${index}` });
    await ask("ann", "/v3/tasks");
    const ofAnn = (await rows()).filter(({ person }) => person === "ann");
    expect(ofAnn.length).toBeLessThanOrEqual(101);
    expect(ofAnn.find(({ asking }) => asking === "other")?.calls).toBeGreaterThanOrEqual(50);
  });

  test("another process with the same store has the same counts, and they end after their days", async () => {
    const later = new Usage(store, clock, 100);
    expect(await later.list("2026-01-01", "2026-01-31")).toEqual(await rows());
    expect(await later.list("2026-01-06", "2026-01-31")).toEqual([]);
    now += 101 * 86_400_000;
    expect(await later.list("2026-01-01", "2026-12-31")).toEqual([]);
  });
});

test("only what has the form of a function's name is one", () => {
  expect(["ESG.EVENTS", "esg.events", "A/B", "X".repeat(41), "", undefined, ["A"]].map(readFunctionHeader)).toEqual([
    "ESG.EVENTS",
    ...Array.from({ length: 6 }, () => "other"),
  ]);
});

test("no cell of the CSV is calculated by a spreadsheet, and commas and quotes stay in their cell", () => {
  const row = { day: "2026-01-05", asking: "other", calls: 2, cached: 1, upstream: 1, records: 9, documents: 0 };
  const names = new Map([["=1+1", { name: '@SUM(A1), "x"', groups: ["-a", "b"] }]]);
  expect(usageCsv([{ ...row, person: "=1+1", translations: 0 }], names).split("\r\n")).toEqual([
    "day,person,name,groups,function,calls,from_cache,requests_to_service,records,documents,translations",
    `2026-01-05,'=1+1,"'@SUM(A1), ""x""",'-a; b,other,2,1,1,9,0,0`,
    "",
  ]);
});
