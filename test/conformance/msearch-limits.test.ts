import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import type { Entity, Problem } from "./shapes";

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

proves(
  ["msearch.max_candidates", "limit.candidates"],
  "at most ten candidates of each entity by default, as many as max_candidates otherwise",
  async () => {
    const wide = await one({ name: "ilike:%a%" });
    expect(wide.matches).toHaveLength(10);
    expect(wide.total_candidates).toBeGreaterThan(10);
    const narrow = await one({ name: "ilike:%a%" }, "?max_candidates=3");
    expect(narrow.matches.map(({ id }) => id)).toEqual(wide.matches.slice(0, 3).map(({ id }) => id));
    expect(narrow.total_candidates).toBe(wide.total_candidates);
    const { body } = await msearch([{ name: "ilike:%a%" }, { name: "ilike:%e%" }], "?max_candidates=3");
    expect(body.data.map(({ matches }) => matches.length)).toEqual([3, 3]);
  },
);

for (const value of ["0", "11", "1.5", "many"]) {
  proves(
    ["msearch.max_candidates", "limit.candidates", "msearch.errors"],
    `max_candidates=${value} is 400`,
    async () => {
      const { status, body } = await client.post<Problem>(`/v3/entities/msearch?max_candidates=${value}`, {
        entities: [{ name: "eq:a" }],
      });
      expect([status, body.reason]).toEqual([400, "invalid"]);
      expect(body.errors?.map(({ field }) => field).join()).toContain("max_candidates");
    },
  );
}

proves(["msearch.entities", "limit.search"], "500 entities are searched in one call, in their order", async () => {
  const found = await members();
  const ids = Array.from({ length: 500 }, (_, i) => found[i % found.length]?.id ?? "");
  const { status, body } = await msearch(
    ids.map((id) => ({ entity_id: `eq:${id}` })),
    "?fields=id",
  );
  expect(status).toBe(200);
  expect(body.data.map(({ matches }) => matches[0]?.id)).toEqual(ids);
});

const wrong: Readonly<Record<string, unknown>> = {
  "no entities": {},
  "an empty list": { entities: [] },
  "501 entities": { entities: Array(501).fill({ name: "eq:a" }) },
  "an object": { entities: { name: "eq:a" } },
  "a list of texts": { entities: ["eq:a"] },
  "a number as name": { entities: [{ name: 5 }] },
  "an unknown key": { entities: [{ nome: "eq:a" }] },
  "an unknown sector operator": { entities: [{ name: "eq:a", sector: "gte:C" }] },
  "no body": undefined,
};
for (const [what, body] of Object.entries(wrong)) {
  const rule = what.startsWith("an unknown") ? choice : proves;
  const limit = ["an empty list", "501 entities"].includes(what) ? (["limit.search"] as const) : [];
  rule(["msearch.errors", "msearch.entities", ...limit, "error.400"], `${what} is 400`, async () => {
    const answer = await client.post<Problem>("/v3/entities/msearch", body);
    expect([answer.status, answer.body.reason]).toEqual([400, "invalid"]);
  });
}

choice(["msearch.values"], "an object without any key is 400", async () => {
  expect((await client.post("/v3/entities/msearch", { entities: [{}] })).status).toBe(400);
});

choice(
  ["msearch.values"],
  "a text without an operator means eq; identifiers of one object are alternatives",
  async () => {
    const [first, second] = (await members()).filter(({ isin }) => isin.length > 0);
    const { matches } = await one({ isin: first?.isin[0], lei: `eq:${second?.lei}` });
    expect(matches.map(({ id }) => id)).toEqual(expect.arrayContaining([first?.id, second?.id]));
    const several = await one({ isin: `in:${first?.isin[0]};${second?.isin[0]}` });
    expect(several.matches.map(({ id }) => id).sort()).toEqual([first?.id, second?.id].sort());
    expect(several.matches.map(({ isin }) => isin)).toEqual(expect.arrayContaining([first?.isin, second?.isin]));
  },
);

proves(["msearch.errors", "error.401"], "without a token it is 401", async () => {
  expect((await client.post("/v3/entities/msearch", { entities: [{ name: "eq:a" }] }, nobody)).status).toBe(401);
});
