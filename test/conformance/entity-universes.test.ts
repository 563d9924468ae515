import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import { uuid, type AssociatedUniverse, type Page, type Problem } from "./shapes";

const client = startClient();
const member = async (): Promise<string> => {
  const { body } = await client.get<Page<{ id: string }>>(
    `/v3/universes/${await client.universe("EU Banks")}/entities?size=1`,
  );
  return body.data[0]?.id ?? "";
};
const path = async (query = ""): Promise<string> => `/v3/entities/${await member()}/universes${query}`;

proves(
  ["entity-universes.200", "universe.id-name", "universe.description"],
  "items have universe_name, universe_id, type, description",
  async () => {
    const { status, body } = await client.get<Page<AssociatedUniverse>>(await path());
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    for (const each of body.data) {
      expect(Object.keys(each).sort()).toEqual(["description", "type", "universe_id", "universe_name"]);
      expect(each.universe_id).toMatch(uuid);
      expect(typeof each.universe_name).toBe("string");
      expect(["PRIVATE", "SHARED", "PROVIDER"]).toContain(each.type);
      expect(each.description === null || typeof each.description === "string").toBe(true);
    }
  },
);

proves(["entity-universes.200"], "the answer is a page without total", async () => {
  const { body } = await client.get<Page<AssociatedUniverse>>(await path());
  expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size"]);
  expect(body.count).toBe(body.data.length);
});

proves(
  ["entity-universes.200", "entity.related_universe_count"],
  "the universe that holds the entity is among them, and the entity counts them",
  async () => {
    const universes = await client.all<AssociatedUniverse>(await path());
    expect(universes.map(({ universe_name }) => universe_name)).toContain("EU Banks");
    const holder = await client.universe("EU Banks");
    const listing = `/v3/universes/${holder}/entities?size=1&fields=id&fields=related_universe_count`;
    const { body } = await client.get<Page<{ related_universe_count: number }>>(listing);
    expect(body.data[0]?.related_universe_count).toBe(universes.length);
  },
);

proves(
  ["entity.related_universe_count", "entity-universes.visible"],
  "an entity counts for each account the universes that this account may see",
  async () => {
    const listing = `/v3/universes/${await client.universe("Whole Catalogue")}/entities`;
    const counts = new Set<string>();
    for (const account of ["demo", "rival"]) {
      const found = await client.all<{ id: string; related_universe_count: number }>(
        `${listing}?fields=id&fields=related_universe_count`,
        account,
      );
      counts.add(JSON.stringify(found));
      for (const { id, related_universe_count } of found.slice(0, 45)) {
        const universes = await client.all<AssociatedUniverse>(`/v3/entities/${id}/universes`, account);
        expect([account, id, universes.length]).toEqual([account, id, related_universe_count]);
      }
    }
    expect(counts.size).toBe(2);
  },
);

proves(
  ["entity-universes.visible", "universe.provider", "universe.shared"],
  "another company does not see this company's universes of the same entity",
  async () => {
    const ours = await client.all<AssociatedUniverse>(await path());
    const theirs = await client.all<AssociatedUniverse>(await path(), "rival");
    const shared = theirs.filter(
      ({ universe_id, type }) => type !== "PROVIDER" && ours.some((each) => each.universe_id === universe_id),
    );
    expect(shared).toEqual([]);
    expect(ours.some(({ type }) => type !== "PROVIDER")).toBe(true);
  },
);

proves(["entity-universes.errors", "error.404"], "an entity that does not exist is 404", async () => {
  const { status, body } = await client.get<Problem>("/v3/entities/00000000-0000-4000-8000-000000000000/universes");
  expect([status, body.reason]).toEqual([404, "not_found"]);
});

proves(["entity-universes.errors"], "an id that is no uuid is 400, no token is 401", async () => {
  expect((await client.get("/v3/entities/acme/universes")).status).toBe(400);
  expect((await client.get(await path(), nobody)).status).toBe(401);
});

choice(["entity-universes.200"], "universes come by name", async () => {
  const names = (await client.all<AssociatedUniverse>(await path())).map(({ universe_name }) => universe_name);
  expect(names).toEqual([...names].sort());
  expect(names.length).toBeGreaterThan(1);
});

choice(["entity-universes.query"], "size and search_after work as in the other listings", async () => {
  const whole = await client.all<AssociatedUniverse>(await path());
  const { body } = await client.get<Page<AssociatedUniverse>>(await path("?size=1"));
  expect(body).toMatchObject({ size: 1, count: 1, has_next: true });
  const after = encodeURIComponent(body.search_after ?? "");
  const next = await client.get<Page<AssociatedUniverse>>(await path(`?size=1&search_after=${after}`));
  expect([...body.data, ...next.body.data]).toEqual(whole.slice(0, 2));
  expect((await client.get(await path("?size=0"))).status).toBe(400);
});
