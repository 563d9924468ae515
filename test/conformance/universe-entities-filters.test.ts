import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { Code, Entity, Page, Problem } from "./shapes";
import type { RowId } from "./specification-rows";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/entities${query}`;
let whole: readonly Entity[] = [];
const ids = (found: readonly Entity[]): string[] => found.map(({ id }) => id).sort();
const keeps = async (query: string, matches: (entity: Entity) => boolean): Promise<void> => {
  expect([query, ids(await client.all<Entity>(await path(`?${query}`)))]).toEqual([query, ids(whole.filter(matches))]);
};
const refused = async (query: string, field: string): Promise<void> => {
  const { status, body } = await client.get<Problem>(await path(`?${query}`));
  expect([query, status, body.reason]).toEqual([query, 400, "invalid"]);
  expect(body.errors?.map((error) => error.field).join()).toContain(field);
};
beforeAll(async () => {
  whole = await client.all<Entity>(await path());
});

const parted = /[;%_]/;
const plainName = /^[A-Z][a-z ]{5,}[A-Za-z ]*$/;
type Values = (entity: Entity) => readonly (string | null | undefined)[];
const textFilters: Readonly<Record<string, { row: RowId; values: Values }>> = {
  name: { row: "universe-entities.name", values: ({ name }) => [name] },
  alias: { row: "universe-entities.alias", values: ({ alias }) => alias },
  figi: { row: "universe-entities.figi", values: ({ figi }) => [figi] },
  isin: { row: "universe-entities.isin", values: ({ isin }) => isin },
  ticker: { row: "universe-entities.ticker", values: ({ ticker }) => ticker },
  lei: { row: "universe-entities.lei", values: ({ lei }) => [lei] },
  website: { row: "universe-entities.website", values: ({ website }) => [website] },
  city: { row: "universe-entities.city", values: ({ city }) => [city] },
  region: { row: "universe-entities.region", values: ({ region }) => [region] },
  registration_code: {
    row: "universe-entities.registration_code",
    values: ({ registration_codes }) => registration_codes.map(({ value }) => value),
  },
};

const samples = (values: Values): string[] => {
  const found = whole
    .flatMap((entity) => [...values(entity)])
    .filter((value) => value != null && value !== "" && !parted.test(value));
  return [...new Set(found)] as string[];
};

for (const [name, { row, values }] of Object.entries(textFilters)) {
  proves(
    [row, "convention.string-operators"],
    `${name} by eq: one value, and several values of the array`,
    async () => {
      const [first = "", second = ""] = samples(values);
      expect(first).not.toBe("");
      await keeps(`${name}=${encodeURIComponent(`eq:${first}`)}`, (entity) => values(entity).includes(first));
      await keeps(
        `${name}=${encodeURIComponent(`eq:${first}`)}&${name}=${encodeURIComponent(`eq:${second}`)}`,
        (entity) => values(entity).some((value) => value === first || value === second),
      );
    },
  );
  proves([row, "convention.string-operators"], `${name} by ilike finds a part, whatever its case`, async () => {
    const first = samples(values).find((value) => value.length > 3) ?? "";
    const [start, end] = name === "website" ? [1, 5] : [-5, -1];
    const part = first.slice(start, end);
    const hasPart = (entity: Entity): boolean =>
      values(entity).some((value) => value?.toLowerCase().includes(part.toLowerCase()) === true);
    const condition = `${name}=${encodeURIComponent(`ilike:%${part.toUpperCase()}%`)}`;
    await keeps(condition, hasPart);
    // Repeated, with another operator: one of the conditions is enough.
    const other = samples(values).find((value) => !value.toLowerCase().includes(part.toLowerCase())) ?? "";
    await keeps(
      `${condition}&${name}=${encodeURIComponent(`eq:${other}`)}`,
      (entity) => hasPart(entity) || values(entity).includes(other),
    );
  });
}

choice(
  ["universe-entities.entity_id", "convention.string-operators"],
  "300 values of a filter may be repeated, as in one list; 301 are 400",
  async () => {
    const members = whole.slice(0, 3).map(({ id }) => id);
    const others = Array.from({ length: 297 }, (_, index) => `none-${index}`);
    const values = [...others, ...members];
    const isMember = ({ id }: Entity): boolean => members.includes(id);
    await keeps(values.map((id) => `entity_id=${id}`).join("&"), isMember);
    await keeps(`entity_id=in:${values.join(";")}`, isMember);
    await refused([...values, "none"].map((id) => `entity_id=${id}`).join("&"), "entity_id");
    // What is excluded stays excluded, however the values are spread over conditions.
    const excluded = members.map((id) => `entity_id=neq:${id}`).join("&");
    await keeps(excluded, (entity) => !isMember(entity));
  },
);

choice(
  ["convention.string-operators"],
  "ilike: % stands for any characters, _ for one; without both a part is enough",
  async () => {
    const { name = "", id } = whole.find((entity) => plainName.test(entity.name)) ?? {};
    const part = name.slice(1, 5).toUpperCase();
    await keeps(`name=ilike:${part}`, (entity) => entity.name.toUpperCase().includes(part));
    await keeps(
      `name=${encodeURIComponent(`ilike:_${name.slice(1)}`)}`,
      (entity) => entity.name.slice(1) === name.slice(1),
    );
    await keeps(`name=${encodeURIComponent(`ilike:_${name}`)}`, () => false);
    await keeps(`name=${encodeURIComponent(`ilike:%${name[1]}_${name[3]}%`)}`, (entity) =>
      new RegExp(`${name[1]}.${name[3]}`, "iu").test(entity.name),
    );
    await keeps(`name=${encodeURIComponent(`ilike:${name.slice(0, 3)}%`)}`, (entity) =>
      entity.name.toUpperCase().startsWith(name.slice(0, 3).toUpperCase()),
    );
    expect(id).toBeDefined();
  },
);

choice(
  ["convention.string-operators"],
  "in takes any of several values, neq and nin none of them, whatever their case",
  async () => {
    const [first = "", second = ""] = whole.map(({ name }) => name).filter((name) => plainName.test(name));
    const values = encodeURIComponent(`${first.toUpperCase()};${second}`);
    await keeps(`name=in:${values}`, ({ name }) => name === first || name === second);
    await keeps(`name=nin:${values}`, ({ name }) => name !== first && name !== second);
    await keeps(`name=neq:${encodeURIComponent(first)}`, ({ name }) => name !== first);
    await keeps(
      `name=neq:${encodeURIComponent(first)}&name=neq:${encodeURIComponent(second)}`,
      ({ name }) => name !== first && name !== second,
    );
  },
);

proves(["universe-entities.entity_id"], "entity_id takes the ids of entities", async () => {
  const [first = "", second = ""] = whole.map(({ id }) => id);
  await keeps(`entity_id=${first}`, ({ id }) => id === first);
  await keeps(`entity_id=${first}&entity_id=${second}`, ({ id }) => id === first || id === second);
  await keeps("entity_id=00000000-0000-4000-8000-000000000000", () => false);
});

/** A DUNS number of the universe. It is no field, so it is found digit by digit. */
const findDuns = async (): Promise<string> => {
  const fits = async (duns: string): Promise<boolean> =>
    ((await client.get<Page<Entity>>(await path(`?size=1&duns=${encodeURIComponent(`ilike:${duns}%`)}`))).body.total ??
      0) > 0;
  let duns = "";
  while (duns.length < 9) {
    const longer = Array.from({ length: 10 }, (_, digit) => `${duns}${digit}`);
    const found = await Promise.all(longer.map(fits));
    const next = longer[found.indexOf(true)];
    if (next === undefined) throw new Error(`no entity has a DUNS number that begins with ${duns}`);
    duns = next;
  }
  return duns;
};

proves(
  ["universe-entities.duns", "msearch.keys"],
  "duns is a filter and a key that finds one and the same entity, and never a field",
  async () => {
    const duns = await findDuns();
    const found = await client.all<Entity>(await path(`?duns=${encodeURIComponent(`eq:${duns}`)}`));
    expect([duns, found.length]).toEqual([duns, 1]);
    const { body } = await client.post<{ data: { matches: Entity[] }[] }>("/v3/entities/msearch", {
      entities: [{ duns: `eq:${duns}` }, { duns: "eq:000000000" }],
    });
    expect(body.data.map(({ matches }) => ids(matches))).toEqual([ids(found), []]);
    await keeps("duns=eq:000000000", () => false);
    for (const entity of [...whole, ...found]) expect(entity).not.toHaveProperty("duns");
  },
);

const employees: Readonly<Record<string, (count: number, at: number) => boolean>> = {
  lt: (count, at) => count < at,
  lte: (count, at) => count <= at,
  gt: (count, at) => count > at,
  gte: (count, at) => count >= at,
  neq: (count, at) => count !== at,
  in: (count, at) => count === at,
  nin: (count, at) => count !== at,
};
const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const employeesAt = (): number =>
  middle(whole.flatMap(({ employee_count: count }) => (count === undefined ? [] : [count])));
for (const [operator, matches] of Object.entries(employees)) {
  proves(
    ["universe-entities.employee_count", "convention.integer-operators"],
    `employee_count=${operator}: keeps those whose number is known and fulfils it`,
    () =>
      keeps(
        `employee_count=${operator}:${employeesAt()}`,
        ({ employee_count: count }) => count !== undefined && matches(count, employeesAt()),
      ),
  );
}
proves(["universe-entities.employee_count"], "employee_count=between:, both bounds included", async () => {
  expect(whole.some(({ employee_count: count }) => count === undefined)).toBe(true);
  const at = employeesAt();
  await keeps(`employee_count=between:0;${at}`, ({ employee_count: count }) => count !== undefined && count <= at);
  await keeps(`employee_count=between:${at};${at}`, ({ employee_count: count }) => count === at);
});

proves(["universe-entities.revenue"], "revenue searches the value member, by every operator", async () => {
  const at = middle(whole.flatMap(({ revenue }) => revenue.map(({ value }) => value)));
  expect(whole.some(({ revenue }) => revenue.length > 1 && revenue[0]?.value !== revenue[1]?.value)).toBe(true);
  for (const [operator, matches] of Object.entries(employees))
    await keeps(`revenue=${operator}:${at}`, ({ revenue }) => revenue.some(({ value }) => matches(value, at)));
  await keeps(`revenue=between:0;${at}`, ({ revenue }) => revenue.some(({ value }) => value >= 0 && value <= at));
  await refused("revenue=gte:much", "revenue");
  await refused("employee_count=eq:1;", "employee_count");
});

const leaves = (nodes: readonly Code[] | null | undefined): Code[] =>
  (nodes ?? []).flatMap((node) => [node, ...leaves(node.values)]);
proves(["universe-entities.isic4"], "isic4 finds one code of the tree, and one of several", async () => {
  const code = whole.flatMap(({ isic4 }) => leaves(isic4)).find((node) => node.priority !== undefined)?.code ?? "";
  const holds = (entity: Entity, codes: readonly string[]): boolean =>
    leaves(entity.isic4).some((node) => codes.includes(node.code));
  await keeps(`isic4=eq:${code}`, (entity) => holds(entity, [code]));
  const other =
    whole.flatMap(({ isic4 }) => leaves(isic4)).find((node) => node.priority !== undefined && node.code !== code)
      ?.code ?? "";
  await keeps(`isic4=eq:${code}&isic4=eq:${other}`, (entity) => holds(entity, [code, other]));
});

proves(["universe-entities.sector", "convention.sector"], "sector keeps entities of the ISIC4 section", async () => {
  await keeps("sector=eq:K", ({ isic4 }) => isic4.some(({ code }) => code === "K"));
  await keeps("sector=nin:K;C", ({ isic4 }) => !isic4.some(({ code }) => code === "K" || code === "C"));
  await keeps("sector=in:K;C", ({ isic4 }) => isic4.some(({ code }) => code === "K" || code === "C"));
  await keeps("sector=neq:K", ({ isic4 }) => !isic4.some(({ code }) => code === "K"));
  await refused("sector=eq:V", "sector");
});

proves(
  ["universe-entities.sector", "convention.sector"],
  "an entity of several sections is kept by each of them",
  async () => {
    const listing = `/v3/universes/${await client.universe("Whole Catalogue")}/entities`;
    const catalogue = await client.all<Entity>(listing);
    const second = catalogue.flatMap(({ isic4 }) => isic4.slice(1)).map(({ code }) => code)[0] ?? "";
    expect(second).toMatch(/^[A-U]$/);
    expect(ids(await client.all<Entity>(`${listing}?sector=eq:${second}`))).toEqual(
      ids(catalogue.filter(({ isic4 }) => isic4.some(({ code }) => code === second))),
    );
  },
);

proves(
  ["universe-entities.website"],
  "website by eq means the whole address, with its protocol where it has one",
  async () => {
    for (const start of [/^https?:/, /^(?!https?:)./]) {
      const site = whole.map(({ website }) => website ?? "").find((each) => start.test(each)) ?? "";
      expect(site).not.toBe("");
      await keeps(`website=${encodeURIComponent(`eq:${site}`)}`, ({ website }) => website === site);
    }
  },
);

proves(["universe-entities.industry_code"], "industry_code searches code and description", async () => {
  const of = ({ industry_codes }: Entity): Code[] => industry_codes.flatMap(({ values }) => [...values]);
  const sample = whole.flatMap(of).find(({ description }) => !parted.test(description));
  if (!sample) throw new Error("no industry code");
  await keeps(`industry_code=${encodeURIComponent(`eq:${sample.code}`)}`, (entity) =>
    of(entity).some(({ code, description }) => [code, description].includes(sample.code)),
  );
  await keeps(`industry_code=${encodeURIComponent(`eq:${sample.description}`)}`, (entity) =>
    of(entity).some(({ description }) => description === sample.description),
  );
});

proves(["universe-entities.unspsc"], "unspsc searches code and description", async () => {
  const sample = whole.flatMap(({ unspsc }) => [...unspsc]).find(({ description }) => !parted.test(description));
  if (!sample) throw new Error("no UNSPSC code");
  for (const value of [sample.code, sample.description])
    await keeps(`unspsc=${encodeURIComponent(`eq:${value}`)}`, ({ unspsc }) =>
      unspsc.some(({ code, description }) => [code, description].includes(value)),
    );
});

proves(
  ["universe-entities.client_code", "entity.client_code"],
  "client_code finds what the client's company noted, one code or several",
  async () => {
    const [value = "", other = ""] = samples(({ client_code }) => Object.values(client_code ?? {}));
    expect(other).not.toBe("");
    const [one, two] = [value, other].map((each) => `client_code=${encodeURIComponent(`eq:${each}`)}`);
    await keeps(`${one}`, ({ client_code }) => Object.values(client_code ?? {}).includes(value));
    await keeps(`${one}&${two}`, ({ client_code }) =>
      Object.values(client_code ?? {}).some((each) => each === value || each === other),
    );
  },
);

proves(["universe-entities.country", "gap.countries"], "country takes one or several lowercase names", async () => {
  const [first = "", second = ""] = [...new Set(whole.flatMap(({ country }) => country ?? []))];
  await keeps(`country=${encodeURIComponent(first)}`, ({ country }) => country === first);
  await keeps(
    `country=${encodeURIComponent(first)}&country=${encodeURIComponent(second)}`,
    ({ country }) => country === first || country === second,
  );
  expect(whole.map(({ country }) => country)).toContain("czechia");
  await keeps("country=czech%20republic", ({ country }) => country === "czechia");
  await refused("country=atlantis", "country");
});

proves(["convention.operator"], "filters of different names hold together, and total follows", async () => {
  const { body } = await client.get<Page<Entity>>(await path("?sector=eq:K&employee_count=gte:0&name=ilike:%25a%25"));
  expect(body.total).toBe(
    whole.filter(
      ({ isic4, employee_count, name }) =>
        isic4.some(({ code }) => code === "K") && employee_count != null && employee_count >= 0 && /a/i.test(name),
    ).length,
  );
});

choice(["convention.string-operators"], "a text without an operator means eq", async () => {
  const name = samples(({ name: each }) => [each])[0] ?? "";
  await keeps(`name=${encodeURIComponent(name)}`, (entity) => entity.name === name);
});
