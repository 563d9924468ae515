import { proves } from "./proves";
import { startClient } from "./service-client";
import type { Problem } from "./shapes";

const client = startClient();
const unlicensed = async (): Promise<string> => {
  const [found] = (await client.demo()).unlicensed_entities;
  if (found === undefined) throw new Error("the demo names no entity without licence");
  return found;
};

proves(
  ["error.402", "auth.8", "entity-sdg-documents.errors"],
  "documents of an entity the account has no access to are 402 forbidden",
  async () => {
    const { status, body } = await client.get<Problem>(`/v3/entities/${await unlicensed()}/sdg/documents`);
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 402, reason: "forbidden" });
    expect(body.message).not.toBe("");
  },
);

proves(["error.402", "auth.8", "entity-universes.errors"], "so are the universes of that entity", async () => {
  const { status, body } = await client.get<Problem>(`/v3/entities/${await unlicensed()}/universes`);
  expect([status, body.reason]).toEqual([402, "forbidden"]);
});

const restricted: readonly (readonly [string, string])[] = [
  ["universe-esg-documents.errors", "/esg/documents"],
  ["universe-esg-events.errors", "/esg/events"],
];
for (const [row, path] of restricted) {
  proves(
    [row as "universe-esg-events.errors", "error.403", "auth.8"],
    `an account without permission gets 403 from a universe's ${path}`,
    async () => {
      const universe = await client.universe("EU Banks");
      const { status, body } = await client.get<Problem>(`/v3/universes/${universe}${path}`, "restricted");
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 403, reason: "forbidden" });
    },
  );
}

proves(["error.403", "entity-sdg-documents.errors"], "and from an entity's SDG documents", async () => {
  const entity = (await client.demo()).entities[0]?.id ?? "";
  const { status, body } = await client.get<Problem>(`/v3/entities/${entity}/sdg/documents`, "restricted");
  expect([status, body.reason]).toEqual([403, "forbidden"]);
});

for (const [row, path] of restricted) {
  proves(
    [row as "universe-esg-events.errors", "error.402", "auth.8"],
    `a universe of entities without licence gives 402 from ${path}`,
    async () => {
      const universe = await client.universe("Unlicensed Names");
      const { status, body } = await client.get<Problem>(`/v3/universes/${universe}${path}`);
      expect(status).toBe(402);
      expect(body).toMatchObject({ code: 402, reason: "forbidden" });
    },
  );
}

proves(
  ["create-universe.errors", "update-universe.errors", "coverage.errors", "error.403", "auth.8"],
  "an account that may not manage universes gets 403 from each route that changes something",
  async () => {
    const universe = await client.universe("EU Banks");
    const asks = [
      { method: "POST", path: "/v3/universes", body: { name: "Not allowed", type: "PRIVATE" } },
      { method: "PATCH", path: `/v3/universes/${universe}`, body: { description: "not allowed" } },
      {
        method: "POST",
        path: "/v3/coverage-extension",
        body: { universe_ids: [universe], entities: [{ external_id: "x" }] },
      },
    ];
    for (const ask of asks) {
      const { status, body } = await client.send<Problem>(ask, "reader");
      expect([ask.path, status, body.reason]).toEqual([ask.path, 403, "forbidden"]);
    }
  },
);
