import { certain, entityChecks, listingFields } from "./entity-fields";
import { proves } from "./proves";
import { startClient } from "./service-client";
import type { Entity } from "./shapes";

interface Matches {
  readonly data: readonly { readonly total_candidates: number; readonly matches: readonly Entity[] }[];
}
const client = startClient();
const msearch = (entities: unknown, query = "") => client.post<Matches>(`/v3/entities/msearch${query}`, { entities });
const one = async (query: object, options = ""): Promise<{ total_candidates: number; matches: readonly Entity[] }> => {
  const { status, body } = await msearch([query], options);
  expect([query, status]).toEqual([query, 200]);
  const item = body.data[0];
  if (!item) throw new Error("no item");
  return item;
};
const members = async (): Promise<Entity[]> =>
  client.all<Entity>(`/v3/universes/${await client.universe("EU Banks")}/entities`);
const sample = async (fits: (entity: Entity) => boolean): Promise<Entity> => {
  const found = (await members()).find(fits);
  if (!found) throw new Error("no such entity in the universe");
  return found;
};
const plain = (text: string | null | undefined): text is string => text != null && text !== "" && !/[;%_]/.test(text);

proves(
  ["msearch.200", "msearch.entities", "purpose.3"],
  "one item per searched entity, each with total_candidates and matches",
  async () => {
    const [first, second] = await members();
    const { body } = await msearch([
      { entity_id: `eq:${second?.id}` },
      { name: "eq:no such company at all" },
      { entity_id: `eq:${first?.id}` },
    ]);
    expect(body.data.map((item) => Object.keys(item).sort())).toEqual(Array(3).fill(["matches", "total_candidates"]));
    expect(body.data.map((item) => item.matches.map(({ id }) => id))).toEqual([[second?.id], [], [first?.id]]);
    expect(body.data.map(({ total_candidates }) => total_candidates)).toEqual([1, 0, 1]);
  },
);

proves(
  ["entity.default-search-fields", "msearch.fields"],
  "the default set is that of the listing without client_code",
  async () => {
    const { id } = await sample(() => true);
    const { matches } = await one({ entity_id: `eq:${id}` });
    const members = Object.keys(matches[0] ?? {});
    expect(certain(members)).toEqual(certain(listingFields.filter((field) => field !== "client_code")));
    expect(listingFields).toEqual(expect.arrayContaining(members));
    for (const check of Object.values(entityChecks)) for (const match of matches) check(match);
  },
);

proves(
  ["entity.default-search-fields", "msearch.fields"],
  "client_code can be requested, alone or with others",
  async () => {
    const { id, client_code, name } = await sample((entity) => Object.keys(entity.client_code ?? {}).length > 0);
    const { matches } = await one({ entity_id: `eq:${id}` }, "?fields=client_code&fields=name");
    expect(matches[0]).toMatchObject({ client_code, name });
    expect(Object.keys(matches[0] ?? {}).filter((key) => !["id", "client_code", "name"].includes(key))).toEqual([]);
  },
);

const keys: Readonly<Record<string, (entity: Entity) => string | null | undefined>> = {
  name: ({ name }) => name,
  alias: ({ alias }) => alias[0],
  figi: ({ figi }) => figi,
  isin: ({ isin }) => isin[0],
  ticker: ({ ticker }) => ticker[0],
  lei: ({ lei }) => lei,
  entity_id: ({ id }) => id,
  website: ({ website }) => website,
  registration_code: ({ registration_codes }) => registration_codes[0]?.value,
  client_code: ({ client_code }) => Object.values(client_code ?? {})[0],
};
for (const [key, value] of Object.entries(keys)) {
  proves(["msearch.keys", "msearch.values"], `${key} by eq finds the entity that carries it`, async () => {
    const entity = await sample((each) => plain(value(each)));
    const { total_candidates, matches } = await one({ [key]: `eq:${value(entity) ?? ""}` });
    expect(matches.map(({ id }) => id)).toContain(entity.id);
    expect(total_candidates).toBeGreaterThanOrEqual(matches.length);
  });
}

proves(["msearch.keys", "msearch.values"], "name by ilike finds a part", async () => {
  const { id, name } = await sample((entity) => plain(entity.name) && entity.name.length > 6);
  const { matches } = await one({ name: `ilike:%${name.slice(1, -1).toUpperCase()}%` });
  expect(matches.map((match) => match.id)).toContain(id);
});

const hints: Readonly<Record<string, (entity: Entity) => unknown>> = {
  country: ({ country }) => country,
  employee_count: ({ employee_count }) => [`gte:${employee_count}`, `lte:${employee_count}`],
  revenue: ({ revenue }) => [`gte:${revenue[0]?.value}`],
  isic4: ({ isic4 }) => [`eq:${isic4[0]?.code}`],
  sector: ({ isic4 }) => `eq:${isic4[0]?.code}`,
  industry_code: ({ industry_codes }) => `eq:${industry_codes[0]?.values[0]?.code}`,
  unspsc: ({ unspsc }) => `eq:${unspsc[0]?.code}`,
  city: ({ city }) => `eq:${city}`,
  region: ({ region }) => `eq:${region}`,
};
const rich = (entity: Entity): boolean =>
  [
    entity.country,
    entity.employee_count,
    entity.revenue[0],
    entity.isic4[0],
    entity.industry_codes[0],
    entity.unspsc[0],
    entity.city,
    entity.region,
  ].every((each) => each != null) && plain(entity.name);
for (const [key, value] of Object.entries(hints)) {
  proves(["msearch.keys", "msearch.values"], `a name and a ${key} that fits find the entity`, async () => {
    const entity = await sample(rich);
    const { matches } = await one({ name: `eq:${entity.name}`, [key]: value(entity) });
    expect(matches.map(({ id }) => id)).toContain(entity.id);
  });
}

const leaves = (nodes: Entity["isic4"]): string[] =>
  nodes.flatMap(({ code, values }) => [code, ...leaves(values ?? [])]);
const bound = 500;
/** A condition on each attribute, and whether an entity fulfils it. */
const attributes: Readonly<Record<string, (like: Entity) => readonly [unknown, (entity: Entity) => boolean]>> = {
  country: (like) => [like.country, ({ country }) => country === like.country],
  city: (like) => [`eq:${like.city}`, ({ city }) => city === like.city],
  region: (like) => [`eq:${like.region}`, ({ region }) => region === like.region],
  sector: (like) => [
    `neq:${like.isic4[0]?.code}`,
    ({ isic4 }) => isic4.every(({ code }) => code !== like.isic4[0]?.code),
  ],
  isic4: (like) => {
    const code = leaves(like.isic4).at(-1) ?? "";
    return [[`eq:${code}`], ({ isic4 }) => leaves(isic4).includes(code)];
  },
  industry_code: ({ industry_codes }) => {
    const code = industry_codes[0]?.values[0]?.code ?? "";
    const holds = (entity: Entity): boolean =>
      entity.industry_codes.some(({ values }) => values.some((each) => each.code === code));
    return [`eq:${code}`, holds];
  },
  unspsc: ({ unspsc }) => {
    const code = unspsc[0]?.code ?? "";
    return [`eq:${code}`, (entity) => entity.unspsc.some((each) => each.code === code)];
  },
  employee_count: () => [
    [`gte:${bound}`, "lte:50000"],
    ({ employee_count: count = -1 }) => count >= bound && count <= 50_000,
  ],
  revenue: (like) => {
    const value = like.revenue[0]?.value ?? 0;
    return [[`gte:${value}`], ({ revenue }) => revenue.some((each) => each.value >= value)];
  },
};
for (const [key, conditionOf] of Object.entries(attributes)) {
  proves(["msearch.keys", "msearch.values"], `${key} keeps the entities that fulfil it, and no other`, async () => {
    const catalogue = await client.all<Entity>(`/v3/universes/${await client.universe("Whole Catalogue")}/entities`);
    const like = catalogue.find(rich);
    if (!like) throw new Error("no entity with every attribute");
    const [condition, fulfils] = conditionOf(like);
    // One search object for each entity, so that no candidate is cut off.
    const entities = catalogue.map(({ id }) => ({ entity_id: `eq:${id}`, [key]: condition }));
    const { body } = await msearch(entities, "?fields=id");
    const found = body.data.flatMap(({ matches }) => matches.map(({ id }) => id));
    const expected = catalogue.filter(fulfils).map(({ id }) => id);
    expect(found).toEqual(expected);
    expect([expected.length > 0, expected.length < catalogue.length]).toEqual([true, true]);
  });
}

proves(["msearch.values"], "a name with the wrong country finds nobody", async () => {
  const entity = await sample(rich);
  const other = (await members()).find(({ country }) => country !== entity.country)?.country;
  const { matches } = await one({ name: `eq:${entity.name}`, country: other });
  expect(matches.map(({ id }) => id)).not.toContain(entity.id);
});
