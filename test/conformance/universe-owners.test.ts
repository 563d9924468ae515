import { choice, proves } from "./proves";
import { startClient } from "./service-client";

const client = startClient();
let serial = 0;
const create = async (members: object, account?: string): Promise<string> => {
  const body = { name: `Owned ${(serial += 1)}`, type: "SHARED", ...members };
  const answer = await client.post<{ universe_id: string }>("/v3/universes", body, account);
  expect([answer.status, members]).toEqual([201, members]);
  return answer.body.universe_id;
};
const patch = async (id: string, body: unknown, account?: string): Promise<number> =>
  (await client.send({ method: "PATCH", path: `/v3/universes/${id}`, body }, account)).status;
const seen = async (id: string, account?: string): Promise<number> =>
  (await client.get(`/v3/universes/${id}/entities`, account)).status;

proves(
  ["universe.owner", "create-universe.owner", "error.403"],
  "a universe created for another owner is managed by that user only",
  async () => {
    const { user } = await client.claims("colleague");
    const id = await create({ owner: user });
    expect(await patch(id, { description: "the creator's" })).toBe(403);
    expect(await patch(id, { description: "the owner's" }, "colleague")).toBe(204);
  },
);

proves(["universe.owner", "update-universe.members"], "a new owner manages, the old one no more", async () => {
  const { user } = await client.claims("colleague");
  const id = await create({});
  expect(await patch(id, { owner: user })).toBe(204);
  expect(await patch(id, { description: "the old owner's" })).toBe(403);
  expect(await patch(id, { description: "the new owner's" }, "colleague")).toBe(204);
});

proves(
  ["universe.private", "universe.owner"],
  "a private universe of another owner is visible to that owner only",
  async () => {
    const { user } = await client.claims("colleague");
    const id = await create({ type: "PRIVATE", owner: user });
    expect(await seen(id, "colleague")).toBe(200);
    expect(await seen(id)).toBe(404);
  },
);

proves(
  ["universe.company", "create-universe.company", "update-universe.company"],
  "company says with whom a universe is shared: the caller's own",
  async () => {
    const { company } = await client.claims();
    const id = await create({ company });
    expect([await seen(id, "colleague"), await seen(id, "rival")]).toEqual([200, 404]);
    expect(await patch(id, { company })).toBe(204);
    expect([await seen(id, "colleague"), await seen(id, "rival")]).toEqual([200, 404]);
  },
);

choice(
  ["universe.company", "update-universe.company", "universe.owner"],
  "nobody shares a universe with another company or gives one to its users: 404",
  async () => {
    const { company, user } = await client.claims("rival");
    const id = await create({});
    expect([await patch(id, { company }), await patch(id, { owner: user })]).toEqual([404, 404]);
    const body = { name: "Planted", type: "SHARED" };
    for (const members of [{ company }, { owner: user }])
      expect((await client.post("/v3/universes", { ...body, ...members })).status).toBe(404);
    expect([await seen(id), await seen(id, "rival")]).toEqual([200, 404]);
  },
);
