import { sleep, systemClock } from "../../../../src/engine/clock";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { until } from "../../../support/until";
import { openTeamOffice, personOf, type TeamCall, type TeamOffice } from "./team-office";

let office: TeamOffice;
const open = async (options: Partial<Parameters<typeof openTeamOffice>[0]> = {}): Promise<TeamOffice> =>
  (office = await openTeamOffice({ people: [personOf("ann"), personOf("bob"), personOf("cyd")], ...options }));
afterEach(() => office.close());

const search = (isins: readonly string[], fields = "id,name,isin", max = 3): TeamCall => ({
  method: "POST",
  url: `/v3/entities/msearch?max_candidates=${max}&fields=${fields}`,
  body: { entities: isins.map((isin) => ({ isin: `eq:${isin}` })) },
});

const universeOf = (name: string): string =>
  office.demo.universes.find(({ universe_name }) => universe_name === name)?.universe_id ?? "";
const isins = (from: number, to: number): readonly string[] =>
  office.demo.entities.slice(from, to).map(({ isin }) => isin);

/** Documents of the first universe, for the routes that take documents. */
const someDocuments = async (count: number) => {
  const { json } = await office.direct("demo", {
    url: `/v3/universes/${universeOf("EU Banks")}/esg/documents?size=${count}&fields=id,datamarts_document_id,extract_date`,
  });
  return (json as { data: { datamarts_document_id: string; extract_date: string }[] }).data;
};

test("a search of a colleague is answered from the records of other searches, and asks only for the rest", async () => {
  await open();
  await office.as("ann", search(isins(0, 6)));
  const other = search([...isins(8, 10), ...isins(3, 5)].toReversed());
  const got = await office.as("bob", other);
  expect(got.json).toEqual((await office.direct("demo", other)).json);
  expect(office.upstream.length).toBe(2);
  expect(JSON.parse(office.bodies[1] ?? "")).toEqual({
    entities: isins(8, 10)
      .toReversed()
      .map((isin) => ({ isin: `eq:${isin}` })),
  });
});

test("every answer is that of the service: all routes that read, in several orders of fields and people", async () => {
  await open();
  const documents = await someDocuments(6);
  const content = (fields: string, of: typeof documents, more = ""): TeamCall => ({
    method: "POST",
    url: `/v3/documents?fields=${fields}${more}`,
    body: { documents: of.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date })) },
  });
  const legacy = (
    fields: readonly string[],
    of: typeof documents,
    url = "/api/2.0/documents",
    more = {},
  ): TeamCall => ({
    method: "POST",
    url,
    body: {
      documents: of.map(({ datamarts_document_id, extract_date }) => ({
        id: datamarts_document_id,
        extracted: extract_date,
      })),
      fields,
      ...more,
    },
  });
  const universe = universeOf("EU Banks");
  const entity = office.demo.entities[0]?.id ?? "";
  const unknown = { datamarts_document_id: "no-such-document", extract_date: "2026-01-01T00:00:00Z" };
  const asked: readonly TeamCall[] = [
    search(isins(0, 4), "name"),
    search(isins(2, 8), "id,lei,isin,country", 10),
    search([...isins(0, 4), "XX0000000000", ...isins(0, 2)], "related_universe_count,name", 1),
    { ...search([]), body: { entities: [{ name: "ilike:bank", country: "germany" }, { name: "ilike:bank" }] } },
    content("title,text", documents),
    content("summary", [...documents, ...documents.slice(0, 2)]),
    content("title,translated_title,extract_date", documents.slice(1, 4), "&translate=de"),
    content("title,summary", documents.slice(0, 3), "&translate=de"),
    content("title", [unknown, ...documents.slice(0, 2).toReversed()]),
    legacy(["summary"], documents),
    legacy(["title", "url", "site"], [...documents.slice(3), unknown, ...documents.slice(3, 4)]),
    legacy(["title", "text"], documents, "/api/2.0/documents/translate", { language: "german" }),
    legacy(["title"], [unknown, ...documents.slice(2, 4)], "/api/2.0/documents/translate"),
    { url: `/v3/universes/${universe}/esg/events?score=gte:3&size=20&fields=id,title,score` },
    { url: `/v3/universes/${universe}/esg/documents?size=5` },
    { url: `/v3/universes/${universe}/entities?size=5&fields=id,name` },
    { url: `/v3/entities/${entity}/universes?size=50` },
    { url: `/v3/entities/${entity}/sdg/documents?size=3` },
    { url: "/v3/tasks?size=5" },
    { method: "POST", url: "/api/2.0/kg/candidates", body: { text: "bank", source: "name" } },
    {
      method: "POST",
      url: "/api/2.0/analyze/timeserie",
      body: { instance: office.demo.analyses[0]?.instance, pivots: ["entity"] },
    },
    {
      method: "POST",
      url: "/api/2.0/analyze/timeserie?output_format=csv",
      body: { instance: office.demo.analyses[0]?.instance },
    },
    {
      method: "POST",
      url: "/api/2.0/analyze/download?json_lines=true",
      body: { instance: office.demo.analyses[0]?.instance, limit: 3 },
    },
    // Refusals come in the service's words.
    { url: `/v3/universes/${universe}/esg/events?score=many` },
    { url: "/v3/universes/00000000-0000-4000-8000-000000000000/entities" },
    search(["x".repeat(1_001), ...isins(0, 2)]),
    search(isins(0, 2), "name,nonsense"),
    { ...search([]), body: { entities: [] } },
    { ...search([]), body: { other: 1 } },
    content("title", [{ datamarts_document_id: "x", extract_date: "yesterday" }]),
    { url: `/v3/entities/${office.demo.unlicensed_entities[0] ?? ""}/sdg/documents` },
  ];
  const series = asked.find(({ url }) => url.endsWith("output_format=csv")) ?? { url: "" };
  await until("the analysis has ended", async () => (await office.direct("demo", series)).status === 200);
  for (const person of ["ann", "bob"])
    for (const each of person === "ann" ? asked : asked.toReversed()) {
      const [got, expected] = [await office.as(person, each), await office.direct("demo", each)];
      const name = `${each.url} ${JSON.stringify(each.body)}`;
      expect({ name, status: got.status, json: got.json }).toEqual({
        name,
        status: expected.status,
        json: expected.json,
      });
      if (expected.json === undefined) expect(got.text).toBe(expected.text);
    }
});

test("a listing is fetched once for all, whatever the order of its parameters", async () => {
  await open();
  const url = (...parameters: string[]): string =>
    `/v3/universes/${universeOf("EU Banks")}/esg/events?${parameters.join("&")}`;
  const first = await office.as("ann", { url: url("score=gte:3", "size=7", "category=E", "category=S") });
  const second = await office.as("bob", { url: url("category=E", "size=7", "category=S", "score=gte:3") });
  expect(second.json).toEqual(first.json);
  expect(office.upstream.length).toBe(1);
});

test("equal requests of several people under way are one; so are the records that overlap", async () => {
  await open();
  const listing = { url: `/v3/universes/${universeOf("EU Banks")}/entities?size=9` };
  const got = await Promise.all([
    office.as("ann", listing),
    office.as("bob", listing),
    office.as("cyd", listing),
    office.as("ann", search(isins(0, 5))),
    office.as("bob", search(isins(2, 7))),
    office.as("cyd", search(isins(2, 5))),
  ]);
  expect(got.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(got[4].json).toEqual((await office.direct("demo", search(isins(2, 7)))).json);
  const requested = office.bodies
    .filter((body) => body !== "")
    .map((body) => JSON.parse(body) as { entities: object[] });
  expect(requested.flatMap(({ entities }) => entities.map((entity) => JSON.stringify(entity))).toSorted()).toEqual(
    isins(0, 7)
      .map((isin) => JSON.stringify({ isin: `eq:${isin}` }))
      .toSorted(),
  );
  expect(office.upstream.filter((each) => each.includes("/entities?")).length).toBe(1);
});

test("people who want different fields of a record do not replace each other's", async () => {
  await open();
  const [names, leis] = [search(isins(0, 4), "id,name"), search(isins(0, 4), "id,lei")];
  for (const asked of [names, leis, names, leis]) await office.as("ann", asked);
  expect(office.upstream.length).toBe(2);
  const got = await office.as("bob", leis);
  expect(got.json).toEqual((await office.direct("demo", leis)).json);
});

test("people who wait for a slow store at the same moment share calls too", async () => {
  const clock = systemClock;
  const store = new MemoryStore(clock);
  const slow = async <Value>(value: Promise<Value>): Promise<Value> => {
    await sleep(clock, 20);
    return value;
  };
  await open({
    clock,
    store: Object.assign(Object.create(store) as MemoryStore, {
      get: (key: string) => slow(store.get(key)),
      getMany: (keys: readonly string[]) => slow(store.getMany(keys)),
    }),
  });
  const listing = { url: `/v3/universes/${universeOf("EU Banks")}/entities?size=9` };
  await Promise.all(
    ["ann", "bob", "cyd"].flatMap((person) => [office.as(person, listing), office.as(person, search(isins(0, 5)))]),
  );
  expect(office.upstream.length).toBe(2);
});

test("one bad item of a colleague does not fail the batch that both share", async () => {
  await open();
  const [good, bad] = await Promise.all([
    office.as("ann", search(isins(0, 3))),
    office.as("bob", search(["x".repeat(1_001), ...isins(3, 4)])),
  ]);
  expect(good.json).toEqual((await office.direct("demo", search(isins(0, 3)))).json);
  expect(bad.status).toBe(400);
  expect(JSON.stringify(bad.json)).toContain("entities");
});

describe("with the time set forward", () => {
  let later = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + later };
  const refresh = (asked: TeamCall): TeamCall => ({ ...asked, headers: { "cache-control": "no-cache" } });
  beforeEach(() => (later = 0));

  test("a refresh goes through, and what it fetched serves everybody", async () => {
    await open({ clock });
    const listing = { url: `/v3/universes/${universeOf("EU Banks")}/entities?size=9` };
    for (const asked of [listing, search(isins(0, 3))]) {
      office.upstream.length = 0;
      await office.as("ann", asked);
      later += 60_000;
      await office.as("bob", asked);
      expect(office.upstream.length).toBe(1);
      await office.as("bob", refresh(asked));
      expect(office.upstream.length).toBe(2);
      later += 60_000;
      await office.as("cyd", asked);
      expect(office.upstream.length).toBe(2);
    }
  });

  test("people who refresh within a second share one call", async () => {
    await open({ clock });
    const asked = search(isins(0, 3));
    await office.as("ann", asked);
    later += 60_000;
    await Promise.all(["ann", "bob", "cyd"].map((person) => office.as(person, refresh(asked))));
    await office.as("ann", refresh(asked));
    expect(office.upstream.length).toBe(2);
  });

  test("an answer serves for as long as the configuration says", async () => {
    await open({ clock, freshFor: 100_000 });
    const asked = search(isins(0, 3));
    await office.as("ann", asked);
    later += 99_000;
    await office.as("bob", asked);
    expect(office.upstream.length).toBe(1);
    later += 2_000;
    await office.as("bob", asked);
    expect(office.upstream.length).toBe(2);
  });
});

test("nobody is answered without signing in, and the service sees the firm's token only", async () => {
  const tokens: string[] = [];
  await open({
    between: (send) => (request) => {
      tokens.push(request.headers.get("authorization") ?? "");
      return send(request);
    },
  });
  await office.as("ann", search(isins(0, 2)));
  expect(tokens.at(-1)).toMatch(/^Bearer ey/);
  const before = tokens.length;
  const refused = await office.as("mallory", search(isins(0, 2)));
  expect([refused.status, refused.json]).toEqual([
    401,
    { message: "Please sign in.", code: 401, reason: "signed_out" },
  ]);
  expect(tokens.length).toBe(before);
});

describe("translations, of which the service counts each against the firm's quota", () => {
  const translation = async (): Promise<TeamCall> => {
    const documents = (await someDocuments(3)).map(({ datamarts_document_id, extract_date }) => ({
      id: datamarts_document_id,
      extracted: extract_date,
    }));
    return { method: "POST", url: "/api/2.0/documents/translate", body: { documents, fields: ["title"] } };
  };
  const used = (): number => office.upstream.filter((request) => request.includes("/documents/translate")).length;

  test("are requested once for two people who ask at the same time or one after the other", async () => {
    await open();
    const asked = await translation();
    const [one, two] = await Promise.all([office.as("ann", asked), office.as("bob", asked)]);
    const three = await office.as("cyd", asked);
    expect([one.status, two.json, three.json]).toEqual([200, one.json, one.json]);
    expect(used()).toBe(1);
  });

  test("are not requested again where the service fails after it may have counted them", async () => {
    await open({
      between: (send) => async (request) => {
        const response = await send(request);
        return request.url.includes("/documents/translate") ? Response.json({}, { status: 502 }) : response;
      },
    });
    const got = await office.as("ann", await translation());
    expect(got.status).toBe(503);
    expect(used()).toBe(1);
  });
});
