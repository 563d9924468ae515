import { errorRows, everyRoute, type SpecifiedRoute } from "./every-route";
import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import type { Problem } from "./shapes";

const client = startClient();
const nil = "00000000-0000-4000-8000-000000000000";

/** The routes of each path. */
const routesOf = new Map<string, SpecifiedRoute[]>();
for (const route of everyRoute) routesOf.set(route.path, [...(routesOf.get(route.path) ?? []), route]);

for (const [path, routes] of routesOf) {
  const allowed = routes.map(({ method }) => method);
  const prefix = path.startsWith("/oauth") ? [] : (["version.1"] as const);
  proves(
    ["convention.405", "error.405", ...prefix, ...routes.flatMap((route) => errorRows(route, 405))],
    `${path} allows ${allowed.join(" and ")} only; other methods are 405 invalid`,
    async () => {
      for (const method of (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).filter(
        (each) => !allowed.some((other) => other === each),
      )) {
        const { status, body } = await client.send<Problem>({ method, path });
        expect([method, status]).toEqual([method, 405]);
        if (path.startsWith("/v3")) expect(body).toMatchObject({ code: 405, reason: "invalid" });
        if (path.startsWith("/v3")) expect(typeof body.message).toBe("string");
      }
    },
  );
}

proves(["error.405"], "a method that is not allowed is told before a missing token", async () => {
  expect((await client.send({ method: "DELETE", path: "/v3/tasks" }, nobody)).status).toBe(405);
});

choice(["convention.405"], "405 names the allowed methods in Allow", async () => {
  const { headers } = await client.send({ method: "DELETE", path: "/v3/tasks" });
  expect(String(headers["allow"])).toContain("GET");
});

proves(
  ["error.message", "error.code", "error.reason", "universe-esg-events.errors"],
  "every v3 error has message, code equal to the status, and reason",
  async () => {
    const asks = [
      { method: "GET", path: "/v3/tasks?size=0", status: 400, reason: "invalid" },
      { method: "GET", path: `/v3/esg/documents/${nil}`, status: 404, reason: "not_found" },
      { method: "GET", path: `/v3/universes/${nil}/esg/events`, status: 404, reason: "not_found" },
      { method: "POST", path: "/v3/tasks", status: 405, reason: "invalid" },
    ];
    for (const { status, reason, ...ask } of asks) {
      const answer = await client.send<Problem>(ask);
      expect([ask.path, answer.status, answer.body.code, answer.body.reason]).toEqual([
        ask.path,
        status,
        status,
        reason,
      ]);
      expect(answer.body.message.length).toBeGreaterThan(3);
      expect(answer.type).toMatch(/^application\/json/);
    }
  },
);

proves(
  ["error.400", "error.errors"],
  "the message of a 400 asks to check errors, which names each failing parameter",
  async () => {
    const { body } = await client.get<Problem>(
      `/v3/universes/${await client.universe("EU Banks")}/esg/events?size=0&score=gte:9&order=x:y`,
    );
    expect(body.message).toMatch(/errors/);
    const fields = (body.errors ?? []).map(({ field }) => field).join();
    for (const name of ["size", "score", "order"]) expect(fields).toContain(name);
  },
);

choice(["legacy-error.gap"], "a path nobody documented is 404 not_found in the v3 body", async () => {
  for (const path of ["/v3/nothing", "/v3/universes/x/y", "/api/2.0/analyze", "/"]) {
    const { status, body } = await client.get<Problem>(path);
    expect([path, status, body.reason]).toEqual([path, 404, "not_found"]);
  }
});

choice(["legacy-error.gap"], "a browser's preflight is 204 without a token", async () => {
  const headers = {
    origin: "https://localhost:3000",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
  };
  const answer = await client.send({ method: "OPTIONS", path: "/v3/entities/msearch", headers }, nobody);
  expect(answer.status).toBe(204);
  expect(String(answer.headers["access-control-allow-headers"])).toMatch(/authorization/i);
});

choice(["events.none"], "there is no route for webhooks or streams", async () => {
  for (const path of ["/v3/webhooks", "/v3/events", "/v3/stream"]) expect((await client.get(path)).status).toBe(404);
});

choice(["limit.rate"], "a hundred calls in a row meet no rate limit", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.get("/v3/tasks?size=1")));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
