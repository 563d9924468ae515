import { createService, type Service } from "../../../src/service/service";

interface Demo {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
}

const [first, second] = ["http://one.example/", "http://two.example/"];
let service: Service;
let demo: Demo;
beforeAll(async () => {
  service = await createService({ size: "test", seed: 1, today: "2026-06-30", audiences: [first, second] });
  demo = (await service.fastify.inject("/_local/demo")).json<Demo>();
});
afterAll(() => service.close());

const sign = async (name: string, audience = first, of = service): Promise<string> => {
  const account = demo.accounts.find((each) => each.name === name);
  const answer = await of.fastify.inject({
    method: "POST",
    url: "/oauth/token",
    payload: {
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience,
      client_id: demo.client_id,
    },
  });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
  return answer.json<{ access_token: string }>().access_token;
};
const send = async (method: "GET" | "POST" | "PATCH", url: string, token: string, payload?: object) => {
  const headers = { authorization: `Bearer ${token}` };
  return service.fastify.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
};
const companyOf = (token: string): { sub: string; company: string } =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sub: string; company: string };

test("private answers, tokens and refusals are stored by no cache", async () => {
  const token = await sign("demo");
  for (const url of ["/v3/tasks", "/v3/tasks?size=0", "/v3/esg/documents/00000000-0000-4000-8000-000000000000"])
    expect((await send("GET", url, token)).headers["cache-control"]).toBe("no-store");
  expect((await service.fastify.inject("/v3/tasks")).headers["cache-control"]).toBe("no-store");
});

test("nobody creates a universe in another company or gives one to its users: 404, as for what does not exist", async () => {
  const [demoToken, rival] = await Promise.all([sign("demo"), sign("rival")]);
  const { company, sub } = companyOf(rival);
  const body = { name: "Planted", type: "SHARED" };
  const refused = [
    await send("POST", "/v3/universes", demoToken, { ...body, company }),
    await send("POST", "/v3/universes", demoToken, { ...body, owner: sub }),
  ];
  const made = await send("POST", "/v3/universes", demoToken, { ...body, company: companyOf(demoToken).company });
  expect(made.statusCode).toBe(201);
  const { universe_id: id } = made.json<{ universe_id: string }>();
  refused.push(
    await send("PATCH", `/v3/universes/${id}`, demoToken, { company }),
    await send("PATCH", `/v3/universes/${id}`, demoToken, { owner: sub }),
  );
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect((await send("GET", `/v3/universes/${id}/entities`, rival)).statusCode).toBe(404);
  expect((await send("GET", `/v3/universes/${id}/entities`, demoToken)).statusCode).toBe(200);
});

test("a name is taken in the whole company, and nothing but the name is told of a private universe", async () => {
  const [demoToken, colleague] = await Promise.all([sign("demo"), sign("colleague")]);
  const secret = { name: "Takeover of Volta", type: "PRIVATE" };
  const made = (await send("POST", "/v3/universes", demoToken, secret)).json<{ universe_id: string }>();
  expect((await send("POST", "/v3/universes", demoToken, secret)).statusCode).toBe(409);
  const refused = await send("POST", "/v3/universes", colleague, secret);
  expect(refused.statusCode).toBe(409);
  expect(refused.payload).not.toContain(made.universe_id);
  const shared = { name: "Known to all", type: "SHARED" };
  expect((await send("POST", "/v3/universes", colleague, shared)).statusCode).toBe(201);
  expect((await send("POST", "/v3/universes", demoToken, shared)).statusCode).toBe(409);
  expect(
    (await send("PATCH", `/v3/universes/${made.universe_id}`, demoToken, { name: "Known to all" })).statusCode,
  ).toBe(409);
  // A change of something else does not stumble over a name that somebody else uses.
  expect(
    (await send("PATCH", `/v3/universes/${made.universe_id}`, demoToken, { description: "Quiet" })).statusCode,
  ).toBe(204);
});
