import { localOffice, type LocalOffice } from "../../support/local-runtime";

let office: LocalOffice;

beforeAll(async () => {
  office = await localOffice();
});
afterAll(() => office.service.close());
beforeEach(() => {
  office.sent.length = 0;
});

const universeId = (name: string): string =>
  office.demo.universes.find(({ universe_name }) => universe_name === name)?.universe_id ?? name;

test("events of a universe arrive page by page with the fields asked for, and a second formula asks nothing", async () => {
  const read = (limit: number): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    office.ask(async (requestContext) => {
      const path = { universe_id: universeId("EU Banks") };
      const request = { route: "listEsgEvents", path, query: { score: "gte:3" }, fields: ["title", "score"] } as const;
      return (await office.runtime.listings.read(request, { limit }, requestContext)).records;
    });
  const few = await read(5);
  expect(few).toHaveLength(5);
  for (const record of few) {
    expect(Object.keys(record).sort()).toEqual(["id", "score", "title"]);
    expect(record["score"]).toBeGreaterThanOrEqual(3);
  }
  const all = await read(100_000);
  expect(all.slice(0, 5)).toEqual(few);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const calls = office.sent.length;
  expect(await read(100_000)).toEqual(all);
  expect(office.sent).toHaveLength(calls);
});

test("40 identifiers are one search, by the real service's rules", async () => {
  const known = office.demo.entities.slice(0, 40);
  const found = await office.ask((requestContext) =>
    Promise.all(
      known.map(({ isin }) =>
        office.runtime.entities.search({ isin: `eq:${isin}` }, { fields: ["name"], maxCandidates: 3 }, requestContext),
      ),
    ),
  );
  expect(found.map(({ matches }) => matches[0]?.["name"])).toEqual(known.map(({ name }) => name));
  expect(office.sent).toHaveLength(1);
});

test("entities by id, among them one that does not exist", async () => {
  const [first, second] = office.demo.entities;
  const nobody = "00000000-0000-4000-8000-000000000000";
  const ids = [first?.id ?? "", nobody, second?.id ?? ""];
  const found = await office.ask((requestContext) =>
    Promise.all(ids.map((id) => office.runtime.entities.byId(id, ["name", "lei"], requestContext))),
  );
  expect(found.map((entity) => entity?.["lei"])).toEqual([first?.lei, undefined, second?.lei]);
  expect(office.sent.length).toBeLessThanOrEqual(1);
});

test("one search object that the service refuses leaves the others of its batch their rows", async () => {
  const [known] = office.demo.entities;
  const options = { fields: ["name"], maxCandidates: 1 };
  const [good, bad] = await office.ask((requestContext) =>
    Promise.allSettled([
      office.runtime.entities.search({ lei: `eq:${known?.lei ?? ""}` }, options, requestContext),
      office.runtime.entities.search({ nonsense: "eq:x" }, options, requestContext),
    ]),
  );
  expect(good).toMatchObject({ status: "fulfilled", value: { matches: [{ name: known?.name }] } });
  expect(bad).toMatchObject({ status: "rejected", reason: { code: "rejected" } });
});

test("documents of several events of one universe share a listing", async () => {
  const universe_id = universeId("EU Banks");
  const events = await office.ask((requestContext) =>
    office.runtime.listings.read(
      { route: "listEsgEvents", path: { universe_id }, query: {}, fields: ["related_documents_count"] },
      { limit: 6 },
      requestContext,
    ),
  );
  office.sent.length = 0;
  const ids = events.records.map(({ id }) => String(id));
  const read = (): Promise<readonly { records: readonly Readonly<Record<string, unknown>>[] }[]> =>
    office.ask((requestContext) =>
      Promise.all(
        ids.map((id) =>
          office.runtime.listings.read(
            {
              route: "listEsgDocuments",
              path: { universe_id },
              query: { event_id: id },
              fields: ["title", "event_id"],
            },
            { limit: 1_000 },
            requestContext,
          ),
        ),
      ),
    );
  const shared = await read();
  expect(office.sent).toHaveLength(1);
  for (const [index, { records }] of shared.entries()) {
    expect(records.length).toBeGreaterThan(0);
    expect(new Set(records.map((record) => record["event_id"]))).toEqual(new Set([ids[index]]));
  }
  await read();
  expect(office.sent).toHaveLength(1);
});

test("the service's complaint arrives as one sentence with its field", async () => {
  const path = { universe_id: universeId("EU Banks") };
  const request = { route: "listEsgEvents", path, query: { score: "gte:9" }, fields: ["title"] } as const;
  const refused = office.ask((requestContext) => office.runtime.listings.read(request, { limit: 1 }, requestContext));
  await expect(refused).rejects.toMatchObject({
    code: "rejected",
    message: expect.stringContaining("score") as string,
  });
});

test("content of documents comes in the order asked for, unknown ones are missing", async () => {
  const universe_id = universeId("EU Banks");
  const fields = ["datamarts_document_id", "extract_date"];
  const { records } = await office.ask((requestContext) =>
    office.runtime.listings.read(
      { route: "listEsgDocuments", path: { universe_id }, query: {}, fields },
      { limit: 5 },
      requestContext,
    ),
  );
  office.sent.length = 0;
  const requested = [...records, { datamarts_document_id: "nothing", extract_date: "2026-01-01T00:00:00Z" }];
  const found = await office.ask((requestContext) =>
    Promise.all(
      requested.map((record) =>
        office.runtime.documents.content(
          {
            datamarts_document_id: String(record["datamarts_document_id"]),
            extract_date: String(record["extract_date"]),
          },
          { fields: ["title"] },
          requestContext,
        ),
      ),
    ),
  );
  expect(found.slice(0, 5).every((document) => document !== undefined)).toBe(true);
  expect(found[5]).toBeUndefined();
  expect(office.sent).toHaveLength(1);
});

test("a wrong secret leaves the reason and nobody signed in", async () => {
  const other = await localOffice();
  const wrong = other.runtime.session.signIn({ key: "nobody", secret: "nothing" }, true);
  await expect(wrong).rejects.toMatchObject({ code: "signed-out" });
  expect(other.runtime.session.state.get()).toMatchObject({
    status: "signed-out",
    reason: expect.any(String) as string,
  });
  await other.service.close();
});
