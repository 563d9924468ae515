import { certain, entityChecks, listingFields } from "./entity-fields";
import { choice, proves, provesFields } from "./proves";
import { startClient } from "./service-client";
import type { Code, Entity, Page, Problem } from "./shapes";

const client = startClient();
const later = startClient({ today: "2026-09-30" });
/** How many entities EU Banks has in the smallest world. */
const banks = 40;
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/entities${query}`;
const entities = async (query = ""): Promise<Entity[]> => client.all<Entity>(await path(query));

provesFields<Entity>(
  "every field of an entity has the type that the specification gives it, where it has a value",
  entityChecks,
  () => entities(),
);

proves(["entity.id"], "an id is permanent: three months later each entity has the one it had", async () => {
  const namesOf = async (each: typeof client): Promise<Map<string, string>> => {
    const listing = `/v3/universes/${await each.universe("Whole Catalogue")}/entities?fields=id&fields=name`;
    return new Map((await each.all<Entity>(listing)).map(({ id, name }) => [id, name]));
  };
  const names = await namesOf(client);
  expect(names.size).toBeGreaterThan(banks);
  expect(await namesOf(later)).toEqual(names);
});

proves(
  ["entity.default-fields", "universe-entities.fields"],
  "without fields the default ones come, and no other",
  async () => {
    for (const entity of await entities()) {
      expect(certain(Object.keys(entity))).toEqual(certain(listingFields));
      expect(listingFields).toEqual(expect.arrayContaining(Object.keys(entity)));
    }
  },
);

proves(
  ["entity.lists", "entity.isic4", "entity.industry_codes", "entity.unspsc", "entity.revenue"],
  "most entities carry identifiers and classifications",
  async () => {
    const found = await entities();
    for (const { isin } of found) for (const each of isin) expect(each).toMatch(/^[A-Z]{2}[A-Z0-9]{9}\d$/);
    expect(found.some(({ alias }) => alias.length > 0)).toBe(true);
    for (const field of ["isin", "ticker", "isic4", "industry_codes", "unspsc", "revenue"] as const)
      expect(found.filter((entity) => entity[field].length > 0).length).toBeGreaterThan(found.length / 2);
  },
);

const ends = (node: Code): Code[] => (node.values === undefined ? [node] : node.values.flatMap(ends));

proves(["entity.isic4"], "the ISIC tree starts at a section and ends in leaves with a priority", async () => {
  const roots = (await entities()).flatMap(({ isic4 }) => isic4);
  for (const root of roots) {
    expect(root.code).toMatch(/^[A-U]$/);
    expect(root).not.toHaveProperty("priority");
    const leaves = ends(root);
    expect(leaves.length).toBeGreaterThan(0);
    for (const leaf of leaves) expect(Number.isInteger(leaf.priority)).toBe(true);
  }
});

proves(["entity.website"], "websites come with and without a protocol", async () => {
  const sites = (await entities()).map(({ website }) => website).filter((site) => site != null);
  expect(sites.some((site) => /^https?:\/\//.test(site))).toBe(true);
  expect(sites.some((site) => !/^https?:\/\//.test(site))).toBe(true);
});

proves(
  ["entity.related_universe_count"],
  "related_universe_count can be asked of this listing and is an integer",
  async () => {
    for (const entity of await entities("?fields=id&fields=related_universe_count")) {
      expect(Number.isInteger(entity.related_universe_count)).toBe(true);
      expect(entity.related_universe_count).toBeGreaterThanOrEqual(1);
    }
  },
);

proves(["universe-entities.fields", "convention.fields"], "only the named fields are returned", async () => {
  for (const entity of await entities("?fields=name&fields=lei"))
    expect(Object.keys({ lei: "", ...entity }).sort()).toEqual(["lei", "name"]);
});

proves(
  ["universe-entities.fields", "universe-entities.errors"],
  "a field no entity has is 400 naming fields",
  async () => {
    const { status, body } = await client.get<Problem>(await path("?fields=duns"));
    expect([status, body.reason]).toEqual([400, "invalid"]);
    expect(body.errors?.map(({ field }) => field).join()).toContain("fields");
  },
);

proves(
  ["universe-entities.paging", "convention.total", "purpose.3"],
  "the envelope has total, which counts the universe",
  async () => {
    const { body } = await client.get<Page<Entity>>(await path("?size=7"));
    expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size", "total"]);
    expect(body).toMatchObject({ size: 7, count: 7, has_next: true, total: banks });
  },
);

proves(
  ["universe-entities.paging", "convention.total", "purpose.3"],
  "total counts what the filters keep",
  async () => {
    const country = (await entities()).find((entity) => entity.country !== undefined)?.country ?? "";
    const query = `?country=${encodeURIComponent(country)}`;
    const matching = await entities(query);
    expect([matching.length > 0, matching.length < banks]).toEqual([true, true]);
    const { body } = await client.get<Page<Entity>>(await path(`${query}&size=1`));
    expect(body.total).toBe(matching.length);
  },
);

proves(
  ["universe-entities.paging", "convention.search_after"],
  "paging by sevens lists each of them once, last page included",
  async () => {
    const listed: Entity[] = [];
    let pages = 0;
    for (let cursor: string | null = null, more = true; more; pages += 1) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await client.get<Page<Entity>>(await path(`?size=7${after}`));
      listed.push(...body.data);
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(pages).toBe(Math.ceil(banks / 7));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(banks);
    expect(listed.map(({ id }) => id)).toEqual((await entities()).map(({ id }) => id));
  },
);

proves(["universe-entities.paging"], "sizes outside 1 to 1000 are 400", async () => {
  for (const size of ["0", "1001", "x"]) expect((await client.get(await path(`?size=${size}`))).status).toBe(400);
});

proves(["universe-entities.order"], "name rises by default and with name:asc, falls with name:desc", async () => {
  const names = (await entities()).map(({ name }) => name);
  expect((await entities("?order=name:asc")).map(({ name }) => name)).toEqual(names);
  expect((await entities("?order=name:desc")).map(({ name }) => name)).toEqual([...names].reverse());
  const plain = names.filter((name) => /^[A-Z][a-z ]+$/i.test(name)).map((name) => name.toLowerCase());
  expect(plain.length).toBeGreaterThan(banks / 2);
  expect(plain).toEqual([...plain].sort());
});

proves(["universe-entities.order", "universe-entities.errors"], "any other order is 400 naming order", async () => {
  for (const order of ["country:asc", "name", "name:up", "lei:desc"]) {
    const { status, body } = await client.get<Problem>(await path(`?order=${order}`));
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field).join()).toContain("order");
  }
});

proves(["universe-entities.errors", "error.404"], "a universe that does not exist is 404 not_found", async () => {
  const { status, body } = await client.get<Problem>("/v3/universes/00000000-0000-4000-8000-000000000000/entities");
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: 404, reason: "not_found" });
  expect(body.message).not.toBe("");
});

proves(["universe-entities.errors", "error.400"], "a universe id that is no uuid is 400", async () => {
  for (const id of [
    "42",
    "zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz",
    "00000000-0000-4000-8000-00000000000",
    "EU%20Banks",
  ]) {
    const { status, body } = await client.get<Problem>(`/v3/universes/${id}/entities`);
    expect([id, status, body.reason]).toEqual([id, 400, "invalid"]);
    expect(body.errors?.map(({ field }) => field).join()).toContain("universe_id");
  }
});

choice(["universe-entities.errors"], "query parameters nobody documented are ignored", async () => {
  expect((await client.get(await path("?colour=blue"))).status).toBe(200);
});
