import { type TeamCall, type Got, openTeamOffice, personOf, type TeamOffice } from "./team-office";

const accounts = ["demo", "premium", "rival", "restricted", "reader"];
const people = accounts.flatMap((group) => [personOf(`${group}-ann`, group), personOf(`${group}-bob`, group)]);

let office: TeamOffice;
beforeEach(async () => {
  office = await openTeamOffice({ people, accounts });
});
afterEach(() => office.close());

const universeOf = (name: string): string =>
  office.demo.universes.find(({ universe_name }) => universe_name === name)?.universe_id ?? "";

/** Asks as both people of each class, in this order of classes; each must get what the class's own account gets. */
const expectOwnAnswers = async (asked: TeamCall, order: readonly string[]): Promise<readonly Got[]> => {
  const answers: Got[] = [];
  for (const account of order)
    for (const person of ["ann", "bob"]) {
      const got = await office.as(`${account}-${person}`, asked);
      const expected = await office.direct(account, asked);
      expect({ account, status: got.status, json: got.json }).toEqual({
        account,
        status: expected.status,
        json: expected.json,
      });
      answers.push(got);
    }
  return answers;
};

interface Listed {
  readonly data: readonly Readonly<Record<string, string>>[];
}

/** The document of the demo world whose text is premium. */
const premiumDocument = async () => {
  const { json: events } = await office.direct("premium", {
    url: `/v3/universes/${universeOf("EU Banks")}/esg/documents?size=200&fields=id,datamarts_document_id,extract_date`,
  });
  const documents = (events as Listed).data.map(({ datamarts_document_id = "", extract_date = "" }) => ({
    datamarts_document_id,
    extract_date,
  }));
  const asked = {
    method: "POST",
    url: "/v3/documents?fields=datamarts_document_id,text",
    body: { documents },
  } as const;
  const [full, standard] = [await office.direct("premium", asked), await office.direct("demo", asked)];
  const other = (standard.json as Listed).data.find(
    ({ text }, index) => text !== (full.json as Listed).data[index]?.["text"],
  );
  const found = documents.find((document) => document.datamarts_document_id === other?.["datamarts_document_id"]);
  if (found === undefined) throw new Error("The world has no premium document here.");
  return { documents: [found] };
};

test("premium text is shown to premium accounts only, whoever asked first", async () => {
  const body = await premiumDocument();
  const asking = (fields: string): TeamCall => ({ method: "POST", url: `/v3/documents?fields=${fields}`, body });
  for (const order of [
    ["premium", "demo"],
    ["demo", "premium"],
  ]) {
    const answers = await expectOwnAnswers(asking("title,text"), order);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(2);
    // What is withheld is said only where it is requested.
    const titles = await expectOwnAnswers(asking("title"), order);
    expect(new Set(titles.map(({ text }) => text)).size).toBe(1);
  }
});

test("entities without licence, a universe of another company and forbidden signals stay so", async () => {
  const universe = universeOf("EU Banks");
  const [unlicensed = ""] = office.demo.unlicensed_entities;
  const asked: readonly TeamCall[] = [
    { url: `/v3/entities/${unlicensed}/sdg/documents` },
    { url: `/v3/universes/${universe}/entities?size=3` },
    { url: `/v3/universes/${universe}/esg/events?size=3` },
    { url: `/v3/universes/${universe.toUpperCase()}/esg/events?size=3` },
    { url: `/v3/universes/${universeOf("Demo Portfolio")}/entities` },
    {
      method: "POST",
      url: "/v3/entities/msearch?max_candidates=3&fields=name,client_code",
      body: { entities: [{ name: "ilike:bank" }] },
    },
  ];
  const statuses = new Map<string, Set<number>>();
  for (const each of asked)
    for (const order of [accounts, accounts.toReversed()])
      for (const got of await expectOwnAnswers(each, order))
        statuses.set(each.url, (statuses.get(each.url) ?? new Set()).add(got.status));
  // The accounts differ, so that a shared answer would have been seen.
  expect([...(statuses.get(asked[1]?.url ?? "") ?? [])].toSorted()).toEqual([200, 404]);
  expect([...(statuses.get(asked[2]?.url ?? "") ?? [])].toSorted()).toEqual([200, 403, 404]);
  expect([...(statuses.get(asked[0]?.url ?? "") ?? [])]).toContain(402);
});

test("somebody of no group with an account is refused in a sentence", async () => {
  await office.close();
  office = await openTeamOffice({ people: [personOf("eve", "interns")], accounts });
  const got = await office.as("eve", { url: "/v3/tasks" });
  expect(got.status).toBe(403);
  expect(got.text).toContain("No account of the service is open to your groups");
  expect(office.upstream).toEqual([]);
});

describe("what people create with the firm's one account", () => {
  const create = (type: string, name = `Mine ${type}`): TeamCall => ({
    method: "POST",
    url: "/v3/universes",
    body: { name, type, description: "x" },
  });
  const idIn = (got: Got, name: string): string => String((got.json as Readonly<Record<string, unknown>>)[name]);

  test("a private universe does not exist for a colleague, in any route and spelling of its id", async () => {
    const created = await office.as("demo-ann", create("PRIVATE"));
    const id = idIn(created, "universe_id");
    const coverage = { universe_ids: [id], entities: [{ external_id: "1", name: "Nobody Corp" }] };
    const touching: readonly TeamCall[] = [
      { url: `/v3/universes/${id}/entities` },
      { url: `/v3/universes/${id}/esg/events` },
      { url: `/v3/universes/${id.toUpperCase()}/esg/documents` },
      { method: "PATCH", url: `/v3/universes/${id}`, body: { description: "taken" } },
      { method: "POST", url: "/v3/coverage-extension", body: coverage },
      { method: "POST", url: "/v3/coverage-extension", body: { ...coverage, universe_ids: [id.toUpperCase()] } },
    ];
    for (const asked of touching) {
      await office.as("demo-ann", asked);
      const unknown = "00000000-0000-4000-8000-000000000000";
      const nowhere = JSON.parse(JSON.stringify(asked).replaceAll(new RegExp(id, "gi"), unknown)) as TeamCall;
      const expected = await office.direct("demo", nowhere);
      const before = office.upstream.length;
      const got = await office.as("demo-bob", asked);
      expect(expected.status).toBe(404);
      expect([got.status, got.json]).toEqual([404, expected.json]);
      expect(office.upstream.length).toBe(before);
    }
    expect((await office.as("demo-ann", { url: `/v3/universes/${id}/entities` })).status).toBe(200);
  });

  test("the universes of an entity are listed without those that colleagues keep for themselves", async () => {
    const entity = office.demo.entities[0];
    const listed = async (person: string): Promise<readonly (string | undefined)[]> => {
      const { json } = await office.as(person, { url: `/v3/entities/${entity?.id ?? ""}/universes?size=100` });
      const page = json as Listed & { readonly count: number };
      expect(page.count).toBe(page.data.length);
      return page.data.map(({ universe_name }) => universe_name);
    };
    const before = await listed("demo-bob");
    // Somebody of the firm had it already: it is in the world, and is now private to who made it so.
    const id = universeOf("EU Banks");
    expect(before).toContain("EU Banks");
    const changed = await office.as("demo-ann", {
      method: "PATCH",
      url: `/v3/universes/${id}`,
      body: { type: "PRIVATE" },
    });
    expect(changed.status).toBe(204);
    expect(await listed("demo-ann")).toContain("EU Banks");
    expect(await listed("demo-bob")).toEqual(before.filter((name) => name !== "EU Banks"));
    await office.as("demo-ann", { method: "PATCH", url: `/v3/universes/${id}`, body: { type: "SHARED" } });
    expect(await listed("demo-bob")).toEqual(before);
  });

  test("a task is listed for who started it, at once; an older one for everybody", async () => {
    const tasks = async (person: string): Promise<readonly (string | undefined)[]> => {
      const { json } = await office.as(person, { url: "/v3/tasks?size=50" });
      return (json as Listed).data.map(({ id }) => id);
    };
    const before = await tasks("demo-ann");
    expect(await tasks("demo-bob")).toEqual(before);
    const universe_id = universeOf("EU Banks");
    const started = await office.as("demo-ann", {
      method: "POST",
      url: "/v3/coverage-extension",
      body: { universe_ids: [universe_id], entities: [{ external_id: "1", name: "Nobody Corp" }] },
    });
    expect(started.status).toBe(200);
    expect(await tasks("demo-ann")).toContain(idIn(started, "task_id"));
    expect(await tasks("demo-bob")).toEqual(before);
  });

  test.each([
    [true, 404],
    [false, 200],
  ])(
    "an analysis is its starter's alone where private analyses are %s: a colleague gets %d",
    async (privateAnalyses, status) => {
      await office.close();
      office = await openTeamOffice({ people, accounts, privateAnalyses });
      const started = await office.as("demo-ann", {
        method: "POST",
        url: "/api/2.0/analyze/dataset",
        body: {
          start_date: "2025-12-01",
          end_date: "2025-12-31",
          entities: [{ keywords: ["acme"] }],
          workers: ["raw-matcher"],
        },
      });
      const instance = idIn(started, "instance");
      const download = { method: "POST", url: "/api/2.0/analyze/download", body: { instance, limit: 3 } } as const;
      const owners = await office.as("demo-ann", download);
      expect([200, 202]).toContain(owners.status);
      const colleagues = await office.as("demo-bob", {
        ...download,
        body: { ...download.body, instance: instance.toUpperCase() },
      });
      if (status === 404) {
        const unknown = { ...download, body: { ...download.body, instance: "00000000-0000-4000-8000-000000000000" } };
        expect([colleagues.status, colleagues.json]).toEqual([404, (await office.direct("demo", unknown)).json]);
      } else expect([200, 202]).toContain(colleagues.status);
    },
  );
});

test("people are told of the universes of their groups only, and formulas in addresses know no others", async () => {
  const universe_id = universeOf("EU Banks");
  const universes = [
    { universe_id, name: "Banks of everybody" },
    { universe_id, name: "Takeover of Wendilund", groups: ["premium", "restricted"] },
  ];
  const own = await openTeamOffice({ people: [...people, personOf("visitor", "visitors")], accounts, universes });
  const told = async (person: string): Promise<readonly string[]> => {
    const { json } = await own.as(person, { url: "/team/me" });
    return (json as { readonly universes: readonly { readonly name: string }[] }).universes.map(({ name }) => name);
  };
  const both = ["Banks of everybody", "Takeover of Wendilund"];
  expect(await Promise.all(["premium-ann", "restricted-bob"].map(told))).toEqual([both, both]);
  expect(await Promise.all(["demo-ann", "rival-ann"].map(told))).toEqual([
    ["Banks of everybody"],
    ["Banks of everybody"],
  ]);
  // No account serves this person.
  expect(await told("visitor")).toEqual([]);
  const tableOf = (person: string, name: string): Promise<Got> =>
    own.as(person, { url: `/table?formula=${encodeURIComponent(`ESG.EVENTS("${name}",1)`)}` });
  expect((await tableOf("premium-ann", "Takeover of Wendilund")).status).toBe(200);
  // A sentence about an unknown name offers a near one that is known.
  const { status, text } = await tableOf("demo-ann", "Takeover of Wendilun");
  expect(status).toBe(404);
  expect(text).not.toContain("Takeover of Wendilund");
  await own.close();
});
