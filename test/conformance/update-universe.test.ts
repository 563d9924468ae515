import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import type { AssociatedUniverse, Problem } from "./shapes";

const client = startClient();
let serial = 0;
const create = async (type: string, account?: string): Promise<string> => {
  const body = { name: `Update ${(serial += 1)}`, type };
  return (await client.post<{ universe_id: string }>("/v3/universes", body, account)).body.universe_id;
};
const patch = <T = Problem>(id: string, body: unknown, account?: string) =>
  client.send<T>({ method: "PATCH", path: `/v3/universes/${id}`, body }, account);
const seen = async (id: string, account?: string): Promise<number> =>
  (await client.get(`/v3/universes/${id}/entities`, account)).status;

proves(
  ["update-universe.204", "update-universe.members"],
  "name, type and description may be sent together: 204 and no body",
  async () => {
    const id = await create("PRIVATE");
    const answer = await patch(id, { name: `Renamed ${id}`, type: "SHARED", description: null });
    expect([answer.status, answer.text]).toEqual([204, ""]);
  },
);

proves(
  ["update-universe.members", "universe.private", "universe.shared"],
  "a private universe made shared is seen by a colleague, and no more when private again",
  async () => {
    const id = await create("PRIVATE");
    expect(await seen(id, "colleague")).toBe(404);
    await patch(id, { type: "SHARED" });
    expect(await seen(id, "colleague")).toBe(200);
    await patch(id, { type: "PRIVATE" });
    expect(await seen(id, "colleague")).toBe(404);
  },
);

for (const member of ["name", "description"]) {
  proves(["update-universe.members"], `${member} alone may be sent`, async () => {
    expect((await patch(await create("SHARED"), { [member]: `Only ${member} ${(serial += 1)}` })).status).toBe(204);
  });
}

proves(
  ["update-universe.errors", "universe.name", "error.409"],
  "a name another universe has is 409 invalid",
  async () => {
    const id = await create("PRIVATE");
    const { status, body } = await patch(id, { name: "EU Banks" });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 409, reason: "invalid" });
  },
);

proves(
  ["universe.name", "universe.private", "error.409"],
  "the name of a colleague's private universe is 409, whatever else the change says; a blank name is 400",
  async () => {
    const taken = `Taken ${(serial += 1)}`;
    await client.post("/v3/universes", { name: taken, type: "PRIVATE" }, "colleague");
    const { user, company } = await client.claims();
    const id = await create("PRIVATE");
    for (const more of [{}, { type: "SHARED" }, { owner: user }, { company }, { description: "x" }])
      expect([more, (await patch(id, { name: taken, ...more })).status]).toEqual([more, 409]);
    for (const change of [{ type: "SHARED" }, { owner: user }, { company }, { description: "x" }])
      expect([change, (await patch(id, change)).status]).toEqual([change, 204]);
    for (const blank of [" \u2003", "\u200b", "\u2800", "\u3164", "\u034f"])
      expect([blank, (await patch(id, { name: blank })).status]).toEqual([blank, 400]);
  },
);

proves(["update-universe.members"], "a universe may keep its own name", async () => {
  const id = await create("PRIVATE");
  await patch(id, { name: `Kept ${id}` });
  expect((await patch(id, { name: `Kept ${id}`, description: "again" })).status).toBe(204);
});

proves(
  ["update-universe.errors", "universe.shared", "error.403"],
  "a colleague may see a shared universe but not update it: 403 forbidden",
  async () => {
    const id = await create("SHARED");
    const { status, body } = await patch(id, { description: "mine now" }, "colleague");
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 403, reason: "forbidden" });
  },
);

proves(
  ["update-universe.errors", "universe.provider", "error.403"],
  "a provider universe is visible and nobody here may update it: 403",
  async () => {
    const provider = (await client.demo()).universes.find(({ type }) => type === "PROVIDER");
    if (!provider) throw new Error("the demo names no provider universe");
    expect(await seen(provider.universe_id)).toBe(200);
    const { status, body } = await patch(provider.universe_id, { description: "mine now" });
    expect([status, body.reason]).toEqual([403, "forbidden"]);
  },
);

proves(["update-universe.errors", "error.404"], "a universe that does not exist or is invisible is 404", async () => {
  expect((await patch("00000000-0000-4000-8000-000000000000", { description: "x" })).status).toBe(404);
  expect((await patch(await create("SHARED"), { description: "x" }, "rival")).status).toBe(404);
});

const wrong: Readonly<Record<string, unknown>> = {
  "a number as name": { name: 5 },
  "a type nobody knows": { type: "OPEN" },
  "an owner that is no uuid": { owner: "me" },
  "a null owner": { owner: null },
  "a company that is no uuid": { company: "us" },
  "a number as description": { description: 5 },
  "a list": [],
};
for (const [what, body] of Object.entries(wrong)) {
  proves(["update-universe.errors", "update-universe.members", "error.400"], `${what} is 400`, async () => {
    const answer = await patch(await create("PRIVATE"), body);
    expect([answer.status, answer.body.reason]).toEqual([400, "invalid"]);
  });
}

proves(["update-universe.errors", "error.401"], "without a token it is 401; an id that is no uuid is 400", async () => {
  expect((await patch(await create("PRIVATE"), {}, nobody)).status).toBe(401);
  expect((await patch("mine", {})).status).toBe(400);
});

choice(["update-universe.members"], "an update of nothing is 204; becoming provider-owned is 403", async () => {
  const id = await create("PRIVATE");
  expect((await patch(id, {})).status).toBe(204);
  expect((await patch(id, { type: "PROVIDER" })).status).toBe(403);
});

proves(
  ["universe.id-name", "universe.name", "universe.description", "update-universe.members", "purpose.3"],
  "a new name and a new description appear in the listing of an entity's universes",
  async () => {
    const universe = await client.universe("Demo Portfolio");
    const before = `/v3/entities/${(await client.all<{ id: string }>(`/v3/universes/${universe}/entities?fields=id`))[0]?.id ?? ""}/universes`;
    const listed = (await client.all<AssociatedUniverse>(before)).find(({ universe_id }) => universe_id === universe);
    expect(listed?.universe_name).toBe("Demo Portfolio");
    const { status } = await patch(universe, { name: "Demo Portfolio, renamed", description: "described anew" });
    expect(status).toBe(204);
    const names = (await client.all<AssociatedUniverse>(before)).map(({ universe_name }) => universe_name);
    expect(names).toContain("Demo Portfolio, renamed");
    const descriptions = (await client.all<AssociatedUniverse>(before)).map(({ description }) => description);
    expect(descriptions).toContain("described anew");
  },
);
