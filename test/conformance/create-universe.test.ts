import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import { uuid, type Page, type Problem } from "./shapes";

interface Created {
  readonly universe_id: string;
}
const client = startClient();
const create = <T = Created>(body: unknown, account?: string) => client.post<T>("/v3/universes", body, account);
const entitiesOf = (id: string, account?: string) => client.get<Page<unknown>>(`/v3/universes/${id}/entities`, account);
let serial = 0;
const name = (): string => `Conformance ${(serial += 1)}`;

proves(
  ["create-universe.201", "create-universe.name", "create-universe.type"],
  "name and type are enough: 201 with exactly universe_id",
  async () => {
    const { status, body } = await create({ name: name(), type: "PRIVATE" });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(["universe_id"]);
    expect(body.universe_id).toMatch(uuid);
  },
);

proves(
  ["create-universe.201", "universe.private", "purpose.3"],
  "the created universe is there and empty for its owner",
  async () => {
    const { body } = await create({ name: name(), type: "PRIVATE" });
    expect((await entitiesOf(body.universe_id)).body).toMatchObject({ total: 0, count: 0, data: [], has_next: false });
  },
);

proves(
  ["universe.private"],
  "a private universe is invisible to a colleague and to another company, who cannot change it either",
  async () => {
    const { body } = await create({ name: name(), type: "PRIVATE" });
    const change = { method: "PATCH", path: `/v3/universes/${body.universe_id}`, body: { description: "mine" } };
    for (const account of ["colleague", "rival"]) {
      expect((await entitiesOf(body.universe_id, account)).status).toBe(404);
      expect((await client.send(change, account)).status).toBe(404);
    }
    expect((await client.send(change)).status).toBe(204);
  },
);

proves(
  ["universe.shared", "error.404"],
  "a shared universe is visible to a colleague, not to another company",
  async () => {
    const { body } = await create({ name: name(), type: "SHARED" });
    expect((await entitiesOf(body.universe_id, "colleague")).status).toBe(200);
    const other = await client.get<Problem>(`/v3/universes/${body.universe_id}/entities`, "rival");
    expect([other.status, other.body.reason]).toEqual([404, "not_found"]);
  },
);

proves(["create-universe.description", "create-universe.owner"], "description and owner may be null", async () => {
  expect((await create({ name: name(), type: "SHARED", description: null, owner: null })).status).toBe(201);
  expect((await create({ name: name(), type: "SHARED", description: "x".repeat(300) })).status).toBe(201);
});

proves(["create-universe.errors", "universe.name", "error.409"], "a name that exists is 409 invalid", async () => {
  const taken = name();
  await create({ name: taken, type: "PRIVATE" });
  const { status, body } = await create<Problem>({ name: taken, type: "SHARED" });
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 409, reason: "invalid" });
});

proves(
  ["universe.name", "universe.private", "error.409"],
  "a name is unique in a company: also that of a colleague's private universe is 409; another company may use it",
  async () => {
    const taken = name();
    await create({ name: taken, type: "PRIVATE" }, "colleague");
    for (const type of ["PRIVATE", "SHARED"])
      expect([type, (await create({ name: taken, type })).status]).toEqual([type, 409]);
    expect((await create({ name: taken, type: "PRIVATE" }, "rival")).status).toBe(201);
  },
);

choice(["create-universe.name", "create-universe.errors", "error.400"], "a blank name is 400", async () => {
  for (const blank of [" ", "   ", "\t\n", "\u00a0", "\u3000\u2003", "\u200b", "\ufeff \u2060"]) {
    const { status, body } = await create<Problem>({ name: blank, type: "PRIVATE" });
    expect([blank, status, body.errors?.[0]?.field]).toEqual([blank, 400, "body.name"]);
  }
});

proves(
  ["create-universe.errors", "universe.provider", "error.403"],
  "a provider-owned universe is refused with 403",
  async () => {
    const { status, body } = await create<Problem>({ name: name(), type: "PROVIDER" });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 403, reason: "forbidden" });
  },
);

const wrong: Readonly<Record<string, unknown>> = {
  "no name": { type: "PRIVATE" },
  "no type": { name: "Nameless" },
  "a type nobody knows": { name: "Odd", type: "PUBLIC" },
  "a number as name": { name: 7, type: "PRIVATE" },
  "an owner that is no uuid": { name: "Odd", type: "PRIVATE", owner: "me" },
  "a company that is no uuid": { name: "Odd", type: "PRIVATE", company: 5 },
  "a number as description": { name: "Odd", type: "PRIVATE", description: 5 },
  "a null company": { name: "Odd", type: "PRIVATE", company: null },
  "a list": [],
};
for (const [what, body] of Object.entries(wrong)) {
  const member = (["name", "type", "owner", "company", "description"] as const).find((each) => what.includes(each));
  const rows = member === undefined ? [] : ([`create-universe.${member}`] as const);
  proves(["create-universe.errors", ...rows, "error.400"], `${what} is 400`, async () => {
    const answer = await create<Problem>(body);
    expect([answer.status, answer.body.reason, answer.body.code]).toEqual([400, "invalid", 400]);
  });
}

proves(
  ["create-universe.errors", "create-universe.owner", "create-universe.company"],
  "an owner or a company that does not exist is 404",
  async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const member of ["owner", "company"]) {
      const { status, body } = await create<Problem>({ name: name(), type: "SHARED", [member]: unknown });
      expect([member, status, body.reason]).toEqual([member, 404, "not_found"]);
    }
  },
);

proves(
  ["error.errors", "error.400", "error.message", "error.code", "error.reason"],
  "every failing member is listed in errors, each with message, field, reason",
  async () => {
    const { body } = await create<Problem>({ type: "PUBLIC", owner: "me" });
    expect(body.message).toMatch(/errors/);
    expect(Object.keys(body).sort()).toEqual(["code", "errors", "message", "reason"]);
    const errors = body.errors ?? [];
    for (const error of errors) {
      expect(Object.keys(error).sort()).toEqual(["field", "message", "reason"]);
    }
    expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set(["invalid_type", "invalid_element"]));
    for (const member of ["name", "type", "owner"]) expect(errors.map(({ field }) => field).join()).toContain(member);
  },
);

proves(["create-universe.errors", "error.401"], "without a token nothing is created", async () => {
  const sameName = name();
  expect((await create({ name: sameName, type: "PRIVATE" }, nobody)).status).toBe(401);
  expect((await create({ name: sameName, type: "PRIVATE" })).status).toBe(201);
});

choice(["universe.name"], "names are unique within a company, not between companies", async () => {
  const sameName = name();
  expect((await create({ name: sameName, type: "SHARED" })).status).toBe(201);
  expect((await create({ name: sameName, type: "SHARED" }, "rival")).status).toBe(201);
});
