import { createSeededRandom, samplerFor } from "../../../src/service/common/random";
import type { NumberCondition, TextCondition } from "../../../src/service/http/conditions";
import { createEntityFilter, type EntityConditions } from "../../../src/service/search/entity-filter";
import { createEntitySearch, type EntityQuery } from "../../../src/service/search/entity-search";
import type { Account } from "../../../src/service/world/accounts";
import { createWorld, type World } from "../../../src/service/world/world";

const made = (): World => createWorld(1, "small", "2026-06-30");
const accountOf = (world: World): Account => ({ company: world.ids.company.idOf(0) }) as Account;
const none: EntityConditions = { texts: new Map(), numbers: new Map() };
const most = 100_000;

const text = (operator: TextCondition["operator"], ...values: string[]): TextCondition => ({ operator, values });
const number = (operator: NumberCondition["operator"], ...values: number[]): NumberCondition => ({ operator, values });

/** Adds a company to the catalogue as a coverage extension does. */
const addTo = ({ catalogue }: World, name: string): number =>
  catalogue.add({
    identity: { ...catalogue.identity(3), name, alias: [], isin: [] },
    profile: { ...catalogue.profile(3), city: "Nowhere", employee_count: 7 },
  });

const byName = (condition: TextCondition): EntityQuery => ({
  identifiers: [{ key: "name", condition }],
  attributes: none,
});

it("searches by attributes find the entities that a filter of single entities accepts", async () => {
  const world = made();
  const account = accountOf(world);
  const find = createEntitySearch(world).finder(account, most);
  const sampler = samplerFor(createSeededRandom(9, "text"), 1);
  const texts: Readonly<Record<string, readonly TextCondition[]>> = {
    country: [text("eq", "France"), text("in", "germany", "Japan")],
    sector: [text("in", "C", "K"), text("nin", "A", "K"), text("neq", "C")],
    city: [text("ilike", "%b_r%"), text("neq", "Berlin"), text("nin", "Paris", "Lyon")],
    region: [text("ilike", "a"), text("neq", "nowhere")],
    isic4: [text("eq", "64"), text("ilike", "%1%"), text("nin", "C", "641")],
    industry_code: [text("ilike", "%bank%"), text("neq", "522110")],
    unspsc: [text("eq", "Chemicals"), text("ilike", "1%")],
  };
  const numbers: Readonly<Record<string, readonly NumberCondition[]>> = {
    employee_count: [number("gt", 50), number("lte", 5_000), number("nin", 120, 130), number("between", 3, 90)],
    revenue: [number("gte", 1_000_000), number("lt", 400_000_000), number("neq", 7), number("in", 1, 2)],
  };
  const some = <T>(all: Readonly<Record<string, readonly T[]>>): ReadonlyMap<string, readonly T[]> =>
    new Map(
      Object.entries(all)
        .filter(() => sampler.chance(0.4))
        .map(([key, conditions]) => [key, conditions.filter(() => sampler.chance(0.5))]),
    );
  let counted = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    const attributes = { texts: some(texts), numbers: some(numbers) };
    if ([...attributes.texts.values(), ...attributes.numbers.values()].every(({ length }) => length === 0)) continue;
    const accepts = createEntityFilter(attributes);
    const all = Array.from({ length: world.catalogue.count() }, (_, entity) => entity);
    const expected = all.filter((entity) => accepts(entity, { world, account }));
    const { total, best } = await find({ identifiers: [], attributes });
    expect([attributes, total, best]).toEqual([attributes, expected.length, expected]);
    counted += expected.length;
  }
  expect(counted).toBeGreaterThan(2_000);
});

it("attributes narrow what identifiers find, and leave the order of scores", async () => {
  const world = made();
  const find = createEntitySearch(world).finder(accountOf(world), most);
  const identifiers = [{ key: "name", condition: text("ilike", "%bank%") }];
  const wide = await find({ identifiers, attributes: none });
  const attributes = { ...none, texts: new Map([["country", [text("eq", "France")]]]) };
  const narrow = await find({ identifiers, attributes });
  const isFrench = createEntityFilter(attributes);
  expect(narrow.best).toEqual(wide.best.filter((entity) => isFrench(entity, { world, account: accountOf(world) })));
  expect([narrow.total > 0, narrow.total < wide.total]).toEqual([true, true]);
});

it("five hundred searches by attributes read each entity once, not five hundred times", async () => {
  const world = made();
  const read = jest.spyOn(world.catalogue, "profile");
  const find = createEntitySearch(world).finder(accountOf(world), 10);
  const keys = ["city", "region", "country", "isic4", "unspsc"];
  for (let index = 0; index < 500; index += 1) {
    const texts = new Map(keys.map((key) => [key, [text("neq", `value ${index}`)]]));
    const { total } = await find({ identifiers: [], attributes: { ...none, texts } });
    expect(total).toBe(world.catalogue.count());
  }
  expect(read.mock.calls.length).toBeLessThanOrEqual(world.catalogue.count() * keys.length);
});

it("other work goes on while an index is made", async () => {
  const world = made();
  const find = createEntitySearch(world).finder(accountOf(world), 10);
  // Each reading of the clock is a slice of time later, so that a quick machine gives way as often as a slow one.
  const slice = 5;
  const time = { now: performance.now() };
  const clock = jest.spyOn(performance, "now").mockImplementation(() => (time.now += slice));
  const turns = { count: 0, over: false };
  const others = (): void => {
    turns.count += 1;
    if (!turns.over) setImmediate(others);
  };
  setImmediate(others);
  const texts = new Map([["industry_code", [text("ilike", "%a%a%")]]]);
  await find({ identifiers: [], attributes: { ...none, texts } });
  turns.over = true;
  clock.mockRestore();
  expect(turns.count).toBeGreaterThan(1);
});

it("an added entity is found by name, by a part of it, by a similar name, by key and by its attributes", async () => {
  const world = made();
  const search = createEntitySearch(world);
  const find = (query: EntityQuery) => search.finder(accountOf(world), 3)(query);
  await find(byName(text("ilike", "acme")));
  await find(byName(text("eq", "acme")));
  const added = addTo(world, "Quixotic Weavers plc");
  for (const condition of [
    text("eq", "quixotic weavers PLC"),
    text("ilike", "%tic weav%"),
    text("ilike", "Quixotc Weavers plc"),
  ])
    expect([condition, (await find(byName(condition))).best[0]]).toEqual([condition, added]);
  const texts = new Map([["city", [text("eq", "nowhere")]]]);
  const numbers = new Map([["employee_count", [number("lt", 8)]]]);
  expect((await find({ identifiers: [], attributes: { texts, numbers } })).best).toEqual([added]);
  expect(search.byExactName("Quixotic Weavers plc")).toBe(added);
});

it("a search after an addition reads the added entities only: the index of names is not made again", async () => {
  const world = made();
  const search = createEntitySearch(world);
  await search.byName("acme", 1);
  const read = jest.spyOn(world.catalogue, "identity");
  const names = Array.from({ length: 1_200 }, (_, index) => `Company number ${index}`);
  for (let first = 0; first < names.length; first += 25) {
    for (const name of names.slice(first, first + 25)) addTo(world, name);
    read.mockClear();
    expect(await search.byName(names[first] ?? "", 1)).toEqual([world.catalogue.original + first]);
    expect(read.mock.calls.length).toBe(25);
  }
});
