import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { type ReadListing, readPlain } from "./plain-records";

let office: Office;
let listed: ReadListing;

beforeAll(async () => {
  office = await openOffice();
  listed = await readPlain(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

interface Revenue {
  readonly value: number;
  readonly currency: string;
  readonly date: string;
}

const universe = "Whole Catalogue";

/** The latest revenue of each company, by name. */
const latest = async (): Promise<ReadonlyMap<string, Revenue>> => {
  const companies = (await listed(
    `universes/${office.universe(universe)}/entities`,
    "fields=id,name,revenue",
  )) as readonly unknown[] as readonly { readonly name: string; readonly revenue: readonly Revenue[] }[];
  return new Map(
    companies.flatMap(({ name, revenue }) => {
      const [first] = [...revenue].sort((one, other) => (one.date < other.date ? 1 : -1));
      return first === undefined ? [] : [[name, first] as const];
    }),
  );
};

const entities = (options: string) =>
  office.run(
    "UNIVERSE.ENTITIES",
    universe,
    null,
    null,
    "name,revenue,revenue.currency",
    null,
    `headers=no; ${options}`,
  );

test("companies are sorted by revenue in one currency only", async () => {
  const refused = await failure(entities("sort=revenue:desc"));
  expect(refused).toMatchObject({ code: "invalid-argument" });
  const all = await latest();
  for (const { currency } of all.values()) expect(refused.message).toContain(currency);
  const euros = [...all].filter(([, { currency }]) => currency === "EUR");
  expect(euros.length).toBeGreaterThan(1);
  const rows = await entities("sort=revenue:desc; currency=eur");
  expect(rows.map(([, value]) => value)).toEqual(euros.map(([, { value }]) => value).sort((one, other) => other - one));
  expect(new Set(rows.map(([, , currency]) => currency))).toEqual(new Set(["EUR"]));
});

test.each(["revenue", "revenue.value", "revenue[1]", "revenue[1].value", "Revenue value", "revenue[2]"])(
  "the path %s is an amount too: it is sorted in one currency only",
  async (path) => {
    expect(await failure(entities(`sort=${path}:asc`))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("amounts of several currencies") as string,
    });
    const rows = await entities(`sort=${path}:asc; currency=EUR`);
    expect(rows.length).toBeGreaterThan(1);
    const events = (column: string) =>
      office.run("ESG.EVENTS", universe, 5, null, null, null, "title", null, `sort=${column}:desc`);
    expect(await failure(events(`entity.${path}`))).toMatchObject({ code: "invalid-argument" });
  },
);

test("the currency and the date of a revenue are no amounts, and sort", async () => {
  for (const path of ["revenue.currency", "revenue.date", "revenue.count"])
    expect((await entities(`sort=${path}:asc`)).length).toBeGreaterThan(1);
});

test.each(["EURO", "€", "XYZ", "in:EUR;SEK", "EU"])(
  "the currency %s, which does not exist, is refused before a call and counts no 0",
  async (currency) => {
    const calls = [
      office.run("UNIVERSE.COUNT", universe, null, null, `currency=${currency}`),
      office.run("UNIVERSE.COUNT", universe, null, null, `revenue=gt:1; currency=${currency}`),
      entities(`currency=${currency}`),
      office.run("ENTITY.SEARCH", "Bank", null, null, "name", null, `revenue=gt:1; currency=${currency}`),
      office.run("ENTITY.REVENUE", "SE0ZZ0000012", `currency=${currency}`),
    ];
    for (const call of calls)
      expect(await failure(call)).toMatchObject({
        code: "invalid-argument",
        message: `currency must be a currency such as EUR, got "${currency}".`,
      });
    expect(office.sent).toEqual([]);
  },
);

test("a currency that exists and that no company has counts 0", async () => {
  expect(await office.run("UNIVERSE.COUNT", universe, null, null, "currency=mxn")).toEqual([[0]]);
});

test("events are sorted by the revenue of their companies in one currency only", async () => {
  const call = office.run("ESG.EVENTS", universe, 5, null, null, null, "entity.name", null, "sort=entity.revenue:desc");
  expect(await failure(call)).toMatchObject({ code: "invalid-argument" });
});

test("a filter of revenue needs the currency, and compares the latest revenue", async () => {
  for (const name of ["UNIVERSE.ENTITIES", "UNIVERSE.COUNT"]) {
    const blanks = name === "UNIVERSE.COUNT" ? [null, null] : [null, null, "name", null];
    expect(await failure(office.run(name, universe, ...blanks, "revenue=gt:1000000000"))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("currency=EUR") as string,
    });
  }
  expect(office.sent).toEqual([]);
  const wanted = [...(await latest())].filter(([, { value, currency }]) => currency === "EUR" && value > 1_000_000_000);
  const rows = await entities("revenue=gt:1000000000; currency=EUR");
  expect(rows.map(([name]) => name).sort()).toEqual(wanted.map(([name]) => name).sort());
  expect(await office.run("UNIVERSE.COUNT", universe, null, null, "revenue=gt:1000000000; currency=EUR")).toEqual([
    [wanted.length],
  ]);
});
