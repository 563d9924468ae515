import { signedIn, type SignedIn } from "./signed-in";

let here: SignedIn;
beforeAll(async () => {
  here = await signedIn({ size: "small" });
});
afterAll(() => here.service.close());

interface Matches {
  readonly data: readonly {
    readonly total_candidates: number;
    readonly matches: readonly { readonly id: string; readonly name: string }[];
  }[];
}
const search = async (entities: readonly object[]): Promise<Matches["data"]> =>
  (await here.post<Matches>("/v3/entities/msearch?fields=id&fields=name", { entities })).body.data;

test("a name with a letter missing is found, whole names before similar ones", async () => {
  const sample = here.demo.entities.slice(0, 40);
  const misspelt = sample.map(({ name }) => ({ name: `ilike:${name.slice(0, 4)}${name.slice(5)}` }));
  const found = await search(misspelt);
  const hits = found.filter(({ matches }, index) => matches.slice(0, 3).some(({ id }) => id === sample[index]?.id));
  expect(hits.length).toBeGreaterThanOrEqual(38);
  const [exact] = await search([{ name: `ilike:${sample[0]?.name ?? ""}` }]);
  expect(exact?.matches[0]?.id).toBe(sample[0]?.id);
});

test("wildcards are strict: no similar names", async () => {
  const [found] = await search([{ name: "ilike:Acme%" }]);
  expect(found?.matches.every(({ name }) => name.startsWith("Acme"))).toBe(true);
});

test("the journey's listing has 1,340 events on two pages", async () => {
  const from = "2026-05-31";
  const path = `/v3/universes/${here.universe("EU Banks")}/esg/events?size=1000&score=gte:3&last_activity=gte:${from}&order=score:desc&order=last_activity:desc&ungc_classification=violator&ungc_classification=watchlist&fields=id`;
  const first = await here.get<{ count: number; search_after: string; has_next: boolean }>(path);
  expect([first.body.count, first.body.has_next]).toEqual([1_000, true]);
  const next = path.replace("size=1000", "size=500") + `&search_after=${first.body.search_after}`;
  expect((await here.get(next)).body).toMatchObject({ count: 340, has_next: false });
});

test("content finds word forms of every term in events, as reading them all does", async () => {
  const path = `/v3/universes/${here.universe("EU Banks")}/esg/events?size=1000&fields=id&fields=title&fields=summary`;
  const all = await here.get<{ data: { id: string; title: string; summary: string }[] }>(path);
  const found = await here.get<{ data: { id: string }[] }>(`${path}&content=protesting%20hundred`);
  const expected = all.body.data.filter(
    ({ title, summary }) =>
      /\bprotest(s|ed|ing)?\b/i.test(`${title} ${summary}`) && /\bhundreds?\b/i.test(`${title} ${summary}`),
  );
  expect(expected.length).toBeGreaterThan(0);
  expect(new Set(found.body.data.map(({ id }) => id)).size).toBeGreaterThanOrEqual(expected.length);
  for (const { id } of expected) expect(found.body.data.map((each) => each.id)).toContain(id);
});
