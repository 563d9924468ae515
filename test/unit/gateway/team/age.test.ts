import { openTeamPage, startTeamGateway, type TestGateway } from "../../../support/team-gateway";
import { openTeamOffice, personOf, type TeamOffice } from "./team-office";
import { MovableClock } from "../../../support/team-gateway";

describe("the gateway says how old an answer is", () => {
  const begin = Date.now();
  // It stands still between two moves: a busy machine adds no second to an age.
  const clock = new MovableClock(() => begin);
  let office: TeamOffice;
  beforeAll(async () => {
    office = await openTeamOffice({ people: [personOf("ann"), personOf("bob")], clock });
  });
  afterAll(() => office.close());

  const search = (...isins: readonly string[]) =>
    ({
      method: "POST",
      url: "/v3/entities/msearch?max_candidates=1&fields=id",
      body: { entities: isins.map((isin) => ({ isin: `eq:${isin}` })) },
    }) as const;

  test("in whole seconds; a batch is as old as its oldest record, and a refresh is of now", async () => {
    const [one = "", other = ""] = office.demo.entities.map(({ isin }) => isin);
    const listing = { url: "/v3/tasks?size=1" };
    const universe = office.demo.universes[0]?.universe_id ?? "";
    const events = { url: `/v3/universes/${universe}/esg/events?size=1` };
    expect((await office.as("ann", search(one))).headers["age"]).toBeUndefined();
    expect((await office.as("ann", events)).headers["age"]).toBeUndefined();
    clock.move(300_000);
    await office.as("ann", search(other));
    clock.move(300_000);
    expect((await office.as("bob", search(other))).headers["age"]).toBe("300");
    expect((await office.as("bob", search(other, one))).headers["age"]).toBe("600");
    expect((await office.as("bob", events)).headers["age"]).toBe("600");
    const headers = { "cache-control": "no-cache" };
    expect((await office.as("bob", { ...events, headers })).headers["age"]).toBeUndefined();
    expect((await office.as("ann", listing)).headers["age"]).toBeUndefined();
  });
});

describe("the add-in takes it for the time at which its rows were fetched", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTeamGateway("https://nobody.example");
  });
  afterAll(() => gateway.close());

  const openAs = async (person: string) => {
    const wanted = { person, name: person, groups: [], admin: false, expiresAt: gateway.clock.now() + 86_400_000 };
    const { key } = await gateway.people.keys.make(wanted);
    const page = await openTeamPage(gateway, undefined);
    await page.runtime.session.signIn({ gatewayKey: key }, false);
    return page.runtime;
  };
  type Page = Awaited<ReturnType<typeof openAs>>;

  const opening = { what: "ESG.EVENTS", query: "" };
  const lookUp = async (page: Page, cell: string, reloadSince?: number): Promise<number> => {
    const entry = page.requestLog.open({ ...opening, address: cell, reloadSince });
    const name = gateway.demo.entities[0]?.name ?? "";
    await page.entities.search({ name: `eq:${name}` }, { fields: ["name"], maxCandidates: 1 }, entry);
    entry.done(1);
    return entry.entry.fetchedAt ?? 0;
  };
  const list = async (page: Page, cell: string): Promise<number> => {
    const entry = page.requestLog.open({ ...opening, address: cell });
    const path = { universe_id: gateway.demo.universes[0]?.universe_id ?? "" };
    await page.listings.read({ route: "listEsgEvents", path, query: {}, fields: ["id"] }, { limit: 3 }, entry);
    entry.done(1);
    return entry.entry.fetchedAt ?? 0;
  };

  test("of a colleague's answer, again from the page's own cache, and not after a refresh", async () => {
    const [ann, bob] = [await openAs("ann"), await openAs("bob")];
    const began = Date.now();
    expect(await lookUp(ann, "S!A1")).toBeGreaterThanOrEqual(began);
    expect(await list(ann, "S!A2")).toBeGreaterThanOrEqual(began);
    gateway.clock.move(600_000);
    for (const fetch of [lookUp, list]) {
      const first = await fetch(bob, "S!B1");
      expect(Math.abs(first - (Date.now() - 600_000))).toBeLessThan(30_000);
      expect(await fetch(bob, "S!B2")).toBe(first);
    }
    expect(await lookUp(bob, "S!B3", Date.now())).toBeGreaterThanOrEqual(began);
  });
});
