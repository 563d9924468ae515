import { errorRows, everyRoute } from "./every-route";
import { proves, choice } from "./proves";
import { nobody, startClient } from "./service-client";
import type { Page, Problem, Task, Token } from "./shapes";

let now = Date.UTC(2026, 5, 30, 12);
const client = startClient({ clock: { now: () => now } });

const tokenOf = async (change: Record<string, string | undefined> = {}) =>
  client.post<Token>("/oauth/token", { ...(await client.grant()), ...change }, nobody);

proves(["token.access_token"], "access_token is a JWT", async () => {
  const { body } = await tokenOf();
  expect(body.access_token.split(".")).toHaveLength(3);
  const [header, claims] = body.access_token.split(".").map((part) => Buffer.from(part, "base64url").toString());
  expect(JSON.parse(header ?? "")).toHaveProperty("alg");
  expect(JSON.parse(claims ?? "")).toHaveProperty("exp");
});

proves(["token.expires_in", "limit.token"], "expires_in is the integer 86400", async () => {
  expect((await tokenOf()).body.expires_in).toBe(86400);
});

proves(["token.token_type"], "token_type is Bearer", async () => {
  expect((await tokenOf()).body.token_type).toBe("Bearer");
});

proves(["auth.2", "auth.3", "auth.5"], "key and secret of an account buy exactly the three members", async () => {
  const answer = await tokenOf();
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).sort()).toEqual(["access_token", "expires_in", "token_type"]);
  expect((await client.demo()).audience).toMatch(/[^/]\/$/);
});

proves(
  ["auth.1", "purpose.token", "purpose.json"],
  "the token in the Authorization header opens a route that answers JSON",
  async () => {
    const { body } = await tokenOf();
    const headers = { authorization: `Bearer ${body.access_token}` };
    const answer = await client.send<Page<Task>>({ method: "GET", path: "/v3/tasks", headers }, nobody);
    expect(answer.status).toBe(200);
    expect(answer.type).toMatch(/^application\/json/);
  },
);

for (const route of everyRoute.filter(({ rows }) => rows !== "token")) {
  const { method, path } = route;
  proves(
    ["auth.7", "error.401", "purpose.token", ...errorRows(route, 401)],
    `${method} ${path} without the header is 401 with exactly one item`,
    async () => {
      const ask = { method, path, ...(method === "GET" ? {} : { body: {} }) };
      const { status, type, body } = await client.send<Problem>(ask, nobody);
      expect([status, type]).toEqual([401, expect.stringMatching(/^application\/json/)]);
      expect(body).toMatchObject({ code: 401, reason: "unauthorized" });
      expect(body.message).toMatch(/authorization header/i);
      expect(body.errors).toEqual([{ field: "headers.authorization", message: "Required", reason: "invalid_type" }]);
    },
  );
}

proves(["auth.4"], "a token is accepted until 24 hours have passed, then it is not", async () => {
  const { body } = await tokenOf();
  const ask = { method: "GET", path: "/v3/tasks", headers: { authorization: `Bearer ${body.access_token}` } };
  const start = now;
  now = start + 86_399_000;
  expect((await client.send(ask, nobody)).status).toBe(200);
  now = start + 86_401_000;
  expect((await client.send(ask, nobody)).status).toBe(401);
  now = start;
});

proves(["auth.6"], "another grant than password is refused", async () => {
  const answer = await tokenOf({ grant_type: "urn:ietf:params:oauth:grant-type:saml2-bearer" });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

for (const member of ["grant_type", "username", "password", "audience", "client_id"]) {
  proves(["auth.2"], `a token request without ${member} is refused`, async () => {
    const answer = await tokenOf({ [member]: undefined });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toContain("access_token");
  });
}

proves(["auth.2"], "an audience without its trailing slash, and one with two, are refused", async () => {
  const { audience = "" } = await client.grant();
  for (const other of [audience.replace(/\/$/, ""), `${audience}/`])
    expect((await tokenOf({ audience: other })).status).not.toBe(200);
});

proves(["auth.2"], "another client_id than the published one is refused", async () => {
  const answer = await tokenOf({ client_id: "somebody-else" });
  expect([answer.status, answer.text.includes("access_token")]).toEqual([403, false]);
});

proves(["auth.1"], "the token counts behind Bearer only, not behind another scheme and not alone", async () => {
  const { body } = await tokenOf();
  for (const authorization of [body.access_token, `Token ${body.access_token}`, "Bearer"]) {
    const { status } = await client.send({ method: "GET", path: "/v3/tasks", headers: { authorization } }, nobody);
    expect([authorization.slice(0, 6), status]).toEqual([authorization.slice(0, 6), 401]);
  }
});

choice(["auth.2"], "wrong credentials are 403 invalid_grant", async () => {
  const answer = await tokenOf({ password: "wrong" });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({ error: "invalid_grant" });
});

choice(["auth.7"], "a token nobody issued is 401 unauthorized", async () => {
  for (const token of ["nonsense", "Bearer", "a.b.c", (await tokenOf()).body.access_token.slice(0, -3)]) {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await client.send<Problem>({ method: "GET", path: "/v3/tasks", headers }, nobody);
    expect([status, body.reason]).toEqual([401, "unauthorized"]);
  }
});
