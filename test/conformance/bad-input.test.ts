import { dataset, download, start } from "./analysis";
import { choice, proves } from "./proves";
import { nobody, startClient } from "./service-client";
import type { Page, Problem } from "./shapes";

const client = startClient();
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
  expect((await client.get("/v3/tasks?size=1")).status).toBe(200);
};

for (const path of ["/v3/entities/msearch", "/v3/universes", "/v3/documents", "/v3/coverage-extension"]) {
  proves(
    ["error.400", "error.message", "error.code", "error.reason"],
    `${path}: malformed JSON is 400 invalid`,
    async () => {
      for (const body of bodies) {
        const answer = await client.send<Problem>({ method: "POST", path, body, headers: json });
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
    const dataset = await client.send<{ _schema: string[] }>({
      method: "POST",
      path: "/api/2.0/analyze/dataset",
      body: "{",
      headers: json,
    });
    expect([dataset.status, Object.keys(dataset.body)]).toEqual([400, ["_schema"]]);
    for (const route of ["download", "timeserie"]) {
      const answer = await client.send<object>({
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
    const answer = await client.send<Problem>({
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
      const { status } = await client.send({ method: "POST", path, body: huge, headers: json });
      expect([path, status]).toEqual([path, 413]);
    }
    await alive();
  },
);

proves(["error.401"], "a body of ten megabytes from nobody is refused", async () => {
  const huge = JSON.stringify({ entities: [{ name: "a".repeat(10 * 1024 * 1024) }] });
  expect([401, 413]).toContain(
    (await client.send({ method: "POST", path: "/v3/entities/msearch", body: huge, headers: json }, nobody)).status,
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
  [
    "error.400",
    "universe-esg-events.errors",
    "universe-esg-documents.errors",
    "entity-sdg-documents.errors",
    "entity-universes.errors",
    "esg-document-by-id.errors",
  ],
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
        const { status, body } = await client.get<Problem>(path);
        expect([path, status, body.reason]).toEqual([path, 400, "invalid"]);
      }
  },
);

proves(["error.400"], "a pattern of a thousand wildcards is only a pattern", async () => {
  const patterns = ["%a".repeat(490), `${"%_a".repeat(40)}b`, "%".repeat(990), "_".repeat(990)];
  const entities = patterns.map((pattern) => ({ name: `ilike:${pattern}` }));
  const { status, body } = await client.post<{ data: { total_candidates: number }[] }>("/v3/entities/msearch", {
    entities,
  });
  expect([status, body.data.map((found) => found.total_candidates > 0)]).toEqual([200, [false, false, true, false]]);
});

const tooMuch: Readonly<Record<string, readonly [path: string, body: unknown, field: string]>> = {
  "40,000 entities with an unknown member": [
    "/v3/entities/msearch",
    { entities: Array.from({ length: 40_000 }, () => ({ a: 1 })) },
    "body.entities",
  ],
  "a name of 1,001 characters": ["/v3/entities/msearch", { entities: [{ name: "a".repeat(1_001) }] }, "name"],
  "21 conditions on one number": [
    "/v3/entities/msearch",
    { entities: [{ revenue: Array.from({ length: 21 }, () => "gt:1") }] },
    "revenue",
  ],
  "the name of a universe of 1,001 characters": ["/v3/universes", { name: "a".repeat(1_001), type: "PRIVATE" }, "name"],
  "101 universes to extend": [
    "/v3/coverage-extension",
    {
      universe_ids: Array.from({ length: 101 }, () => "00000000-0000-4000-8000-000000000000"),
      entities: [{ external_id: "a" }],
    },
    "body.universe_ids",
  ],
  "50,000 levels of an unknown member": [
    "/v3/universes",
    `{"name":"Deep","type":"PRIVATE","x":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
    "body",
  ],
  "50,000 levels of lists": ["/v3/coverage-extension", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, "body"],
  "50,000 unknown members": [
    "/v3/universes",
    { name: "Wide", type: "PRIVATE", ...Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`m${i}`, i])) },
    "body",
  ],
};
for (const [what, [path, body, field]] of Object.entries(tooMuch)) {
  choice(["error.400"], `${what} is 400 naming ${field}, with one issue`, async () => {
    const answer = await client.post<Problem>(path, body);
    expect([answer.status, answer.body.errors?.length]).toEqual([400, 1]);
    expect(answer.body.errors?.[0]?.field).toContain(field);
    await alive();
  });
}

choice(["error.400"], "a body with fifty thousand mistakes is 400 with the first hundred of them", async () => {
  const mistakes = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`m${i}`, 1]));
  const { status, body } = await client.post<Problem>("/v3/entities/msearch", {
    entities: Array.from({ length: 500 }, () => mistakes),
  });
  expect([status, body.errors?.length]).toEqual([400, 100]);
});

choice(["legacy-error.dataset-400"], "an analysis of 200,000 entities or of 700,000 keywords is refused", async () => {
  const days = { start_date: "2026-06-01", end_date: "2026-06-30", workers: ["raw-matcher"] };
  const bodies = [
    { ...days, entities: Array.from({ length: 200_000 }, () => ({ keywords: ["a"] })) },
    { ...days, entities: [{ keywords: Array.from({ length: 700_000 }, () => "a") }] },
    { ...days, entities: Array.from({ length: 2_001 }, () => ({ keywords: ["a"] })) },
    { ...days, entities: [{ keywords: Array.from({ length: 1_001 }, () => "a") }] },
    { ...days, entities: Array.from({ length: 1_000 }, () => ({ keywords: Array.from({ length: 21 }, () => "a") })) },
  ];
  for (const [at, body] of bodies.entries()) {
    const answer = await client.post<{ _schema: string[] }>("/api/2.0/analyze/dataset", body);
    expect([at, answer.status, Object.keys(answer.body)]).toEqual([at, at < 2 ? 413 : 400, ["_schema"]]);
  }
  await alive();
});

choice(["error.400"], "more than three hundred conditions or twenty patterns of one filter are 400", async () => {
  const path = `/v3/universes/${await client.universe("Whole Catalogue")}/entities?`;
  const filters = (count: number, value: string): string =>
    Array.from({ length: count }, () => `name=${encodeURIComponent(value)}`).join("&");
  expect((await client.get(path + filters(300, "eq:a"))).status).toBe(200);
  expect((await client.get(path + filters(301, "eq:a"))).status).toBe(400);
  expect((await client.get(path + filters(20, "ilike:%a%a%"))).status).toBe(200);
  expect((await client.get(path + filters(21, "ilike:%a%a%"))).status).toBe(400);
});

proves(["error.400", "error.message"], "an address that cannot be decoded is 400 in the v3 body", async () => {
  for (const path of ["/v3/universes/%E0%A4%A/entities", "/v3/esg/documents/%zz"]) {
    const { status, body } = await client.get<Problem>(path);
    expect([path, status, body.code, body.reason]).toEqual([path, 400, 400, "invalid"]);
  }
});

choice(["error.400"], "a path segment beyond any length is refused with a documented answer", async () => {
  const { status } = await client.get(`/v3/universes/${"a".repeat(5000)}/entities`);
  expect([400, 404, 414]).toContain(status);
});

choice(["universe-esg-events.case_id"], "a uuid in capitals means the same uuid", async () => {
  const universe = await client.universe("EU Banks");
  expect((await client.get(`/v3/universes/${universe.toUpperCase()}/entities`)).status).toBe(200);
});

proves(["error.400"], "a broken percent encoding is a documented answer", async () => {
  const { status } = await client.get(`/v3/tasks?search_after=%E0%A4%A`);
  expect(status).toBe(400);
});

proves(["convention.string-operators"], "wildcards, quotes and SQL in filters are only text", async () => {
  const universe = await client.universe("EU Banks");
  for (const text of [
    "eq:' OR '1'='1",
    "ilike:%'; DROP TABLE entity; --%",
    'eq:"',
    "eq:\\",
    "ilike:\\%",
    "ilike:[a-z]*",
  ]) {
    const { status, body } = await client.get<{ total: number }>(
      `/v3/universes/${universe}/entities?name=${encodeURIComponent(text)}`,
    );
    expect([text, status]).toEqual([text, 200]);
    expect(body.total).toBe(0);
  }
  await alive();
});

proves(["universe-esg-events.content-symbols"], "search syntax in content is only text", async () => {
  const universe = await client.universe("EU Banks");
  for (const text of ['"', "NEAR(a b)", "a AND", "title:a", "a*", "^a", "-a", "(", "{a b}:c", "a OR OR"])
    expect([
      text,
      (await client.get(`/v3/universes/${universe}/esg/events?content=${encodeURIComponent(text)}`)).status,
    ]).toEqual([text, 200]);
});

choice(
  ["convention.operator"],
  "the character zero and half of a surrogate pair are characters of a text, wherever one is taken",
  async () => {
    const universe = await client.universe("EU Banks");
    for (const odd of ["\0", "a\0b", "\ud800", "b\udfff"]) {
      const asked = encodeURIComponent(Buffer.from(odd).toString());
      for (const filter of [
        `name=${asked}`,
        `name=ilike:${asked}`,
        `client_code=neq:${asked}&alias=ilike:%25${asked}_`,
      ])
        expect((await client.get<Page<unknown>>(`/v3/universes/${universe}/entities?${filter}`)).body).toMatchObject({
          total: 0,
        });
      expect((await client.get(`/v3/universes/${universe}/esg/events?content=${asked}`)).status).toBe(200);
      const requests: [path: string, body: object][] = [
        ["/v3/entities/msearch", { entities: [{ name: odd }, { alias: `ilike:${odd}` }, { city: odd, name: odd }] }],
        ["/v3/documents", { documents: [{ datamarts_document_id: odd, extract_date: "2026-06-01T00:00:00Z" }] }],
        ["/api/2.0/documents", { documents: [{ id: odd, extracted: "2026-06-01T00:00:00Z" }] }],
        ["/api/2.0/kg/candidates", { keyword_of_interest: odd, max_results: 3 }],
      ];
      for (const [path, body] of requests) expect([path, (await client.post(path, body)).status]).toEqual([path, 200]);
      const keywords = [odd, "bank"];
      const concepts = { [odd]: keywords };
      const instance = await start(client, dataset([{ entity_of_interest: odd, keywords }], { concepts }));
      expect((await download(client, { instance, limit: 1 })).status).toBe(200);
    }
  },
);
