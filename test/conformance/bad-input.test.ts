import { choice, proves } from "./proves";
import { nobody, startWorld } from "./world";
import type { Problem } from "./shapes";

const world = startWorld();
const bodies = [
  "{",
  '{"entities":',
  "nonsense",
  "{'entities':[]}",
  '{"entities":[{}]',
  "\u0000",
  "<xml/>",
  '{"a":NaN}',
];
const json = { "content-type": "application/json" };
const alive = async (): Promise<void> => {
  expect((await world.get("/v3/tasks?size=1")).status).toBe(200);
};

for (const path of ["/v3/entities/msearch", "/v3/universes", "/v3/documents", "/v3/coverage-extension"]) {
  proves(
    ["error.400", "error.message", "error.code", "error.reason"],
    `${path}: malformed JSON is 400 invalid`,
    async () => {
      for (const body of bodies) {
        const answer = await world.send<Problem>({ method: "POST", path, body, headers: json });
        expect([body, answer.status, answer.body.reason, answer.body.code]).toEqual([body, 400, "invalid", 400]);
      }
      await alive();
    },
  );
}

proves(
  ["legacy-error.dataset-400", "legacy-error.download-400"],
  "malformed JSON on a legacy route is 400 in that route's own body",
  async () => {
    const dataset = await world.send<{ _schema: string[] }>({
      method: "POST",
      path: "/api/2.0/analyze/dataset",
      body: "{",
      headers: json,
    });
    expect([dataset.status, Object.keys(dataset.body)]).toEqual([400, ["_schema"]]);
    for (const route of ["download", "timeserie"]) {
      const answer = await world.send<object>({
        method: "POST",
        path: `/api/2.0/analyze/${route}`,
        body: "{",
        headers: json,
      });
      expect([answer.status, Object.values(answer.body).every((each) => Array.isArray(each))]).toEqual([400, true]);
    }
  },
);

choice(["purpose.json", "legacy-error.gap"], "another content type than JSON is refused as documented", async () => {
  for (const type of [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ]) {
    const answer = await world.send<Problem>({
      method: "POST",
      path: "/v3/entities/msearch",
      body: "entities=a",
      headers: { "content-type": type },
    });
    expect([type, answer.status]).toEqual([type, 415]);
    expect(answer.body.reason).toBe("invalid");
  }
});

choice(
  ["legacy-error.gap"],
  "a body of ten megabytes is refused, on every route that takes a body, and the service goes on",
  async () => {
    const huge = JSON.stringify({ entities: [{ name: "a".repeat(10 * 1024 * 1024) }] });
    for (const path of [
      "/v3/entities/msearch",
      "/v3/universes",
      "/v3/documents",
      "/api/2.0/analyze/dataset",
      "/api/2.0/documents",
      "/oauth/token",
    ]) {
      const { status } = await world.send({ method: "POST", path, body: huge, headers: json });
      expect([path, status]).toEqual([path, 413]);
    }
    await alive();
  },
);

proves(["error.401"], "a body of ten megabytes from nobody is refused before it is read into anything", async () => {
  const huge = JSON.stringify({ entities: [{ name: "a".repeat(10 * 1024 * 1024) }] });
  expect([401, 413]).toContain(
    (await world.send({ method: "POST", path: "/v3/entities/msearch", body: huge, headers: json }, nobody)).status,
  );
});

const nonsense = [
  "0",
  "-",
  "00000000-0000-4000-8000-00000000000g",
  "{00000000-0000-4000-8000-000000000000}",
  "urn:uuid:00000000-0000-4000-8000-000000000000",
  "00000000000040008000000000000000",
  "a".repeat(90),
  "%F0%9F%99%82",
  "1%20OR%201=1",
  "__proto__",
];
proves(
  ["error.400", "universe-esg-events.errors", "universe-esg-documents.errors", "entity-sdg-documents.errors"],
  "uuid-shaped nonsense in a path is 400, never 404 and never worse",
  async () => {
    for (const id of nonsense)
      for (const path of [
        `/v3/universes/${id}/esg/events`,
        `/v3/universes/${id}/esg/documents`,
        `/v3/entities/${id}/sdg/documents`,
        `/v3/entities/${id}/universes`,
        `/v3/esg/documents/${id}`,
      ]) {
        const { status, body } = await world.get<Problem>(path);
        expect([path, status, body.reason]).toEqual([path, 400, "invalid"]);
      }
  },
);

proves(["error.400"], "a pattern of five thousand wildcards is only a pattern", async () => {
  const patterns = ["%a".repeat(5_000), `${"%_a".repeat(40)}b`, "%".repeat(9_000), "_".repeat(5_000)];
  const entities = patterns.map((pattern) => ({ name: `ilike:${pattern}` }));
  const { status, body } = await world.post<{ data: { total_candidates: number }[] }>("/v3/entities/msearch", {
    entities,
  });
  expect([status, body.data.map((found) => found.total_candidates > 0)]).toEqual([200, [false, false, true, false]]);
});

proves(["error.400", "msearch.values"], "a name of seven megabytes is searched for and not found", async () => {
  const entities = [{ name: `ilike:${"ab ".repeat(2_400_000)}` }];
  const { status, body } = await world.post<{ data: unknown[] }>("/v3/entities/msearch", { entities });
  expect([status, body.data]).toEqual([200, [{ total_candidates: 0, matches: [] }]]);
});

proves(["error.400", "error.message"], "an address that cannot be decoded is 400 in the v3 body", async () => {
  for (const path of ["/v3/universes/%E0%A4%A/entities", "/v3/esg/documents/%zz"]) {
    const { status, body } = await world.get<Problem>(path);
    expect([path, status, body.code, body.reason]).toEqual([path, 400, 400, "invalid"]);
  }
});

choice(["error.400"], "a path segment beyond any length is refused with a documented answer", async () => {
  const { status } = await world.get(`/v3/universes/${"a".repeat(5000)}/entities`);
  expect([400, 404, 414]).toContain(status);
});

choice(["universe-esg-events.case_id"], "a uuid in capitals means the same uuid", async () => {
  const universe = await world.universe("EU Banks");
  expect((await world.get(`/v3/universes/${universe.toUpperCase()}/entities`)).status).toBe(200);
});

proves(["error.400"], "a broken percent encoding is a documented answer", async () => {
  const { status } = await world.get(`/v3/tasks?search_after=%E0%A4%A`);
  expect(status).toBe(400);
});

proves(["convention.string-operators"], "wildcards, quotes and SQL in filters are only text", async () => {
  const universe = await world.universe("EU Banks");
  for (const text of [
    "eq:' OR '1'='1",
    "ilike:%'; DROP TABLE entity; --%",
    'eq:"',
    "eq:\\",
    "ilike:\\%",
    "ilike:[a-z]*",
  ]) {
    const { status, body } = await world.get<{ total: number }>(
      `/v3/universes/${universe}/entities?name=${encodeURIComponent(text)}`,
    );
    expect([text, status]).toEqual([text, 200]);
    expect(body.total).toBe(0);
  }
  await alive();
});

proves(["universe-esg-events.content-symbols"], "search syntax in content is only text", async () => {
  const universe = await world.universe("EU Banks");
  for (const text of ['"', "NEAR(a b)", "a AND", "title:a", "a*", "^a", "-a", "(", "{a b}:c", "a OR OR"])
    expect([
      text,
      (await world.get(`/v3/universes/${universe}/esg/events?content=${encodeURIComponent(text)}`)).status,
    ]).toEqual([text, 200]);
});
