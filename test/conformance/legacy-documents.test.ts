import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import { uuid, type EsgDocument } from "./shapes";

const client = startClient();
const known = async (): Promise<{ id: string; extracted: string }[]> =>
  (await client.all<EsgDocument>(`/v3/universes/${await client.universe("EU Banks")}/esg/documents`)).map((each) => ({
    id: each.datamarts_document_id,
    extracted: each.extract_date,
  }));

interface Candidate {
  readonly itemDescription: string;
  readonly item_id: string;
  readonly label: string;
  readonly uuid: string;
}
const candidates = (body: unknown) => client.post<Candidate[]>("/api/2.0/kg/candidates", body);

proves(
  ["candidates.200", "candidates.body"],
  "candidates are an array of itemDescription, item_id, label, uuid",
  async () => {
    const name = (await client.demo()).entities[0]?.name ?? "";
    const { status, body } = await candidates({ keyword_of_interest: name, max_results: 5, source: "corporate_kg" });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
    for (const each of body) {
      expect(Object.keys(each).sort()).toEqual(["itemDescription", "item_id", "label", "uuid"]);
      expect([typeof each.itemDescription, typeof each.item_id, typeof each.label]).toEqual([
        "string",
        "string",
        "string",
      ]);
      expect(each.uuid).toMatch(uuid);
    }
    expect(body.map(({ label }) => label)).toContain(name);
  },
);

proves(["candidates.body"], "max_results limits the candidates", async () => {
  for (const max_results of [1, 2, 3])
    expect((await candidates({ keyword_of_interest: "a", max_results, source: "corporate_kg" })).body.length).toBe(
      max_results,
    );
});

proves(["candidates.200"], "a keyword nobody carries gives an empty array", async () => {
  expect(
    (await candidates({ keyword_of_interest: "zzyzx qqqq", max_results: 5, source: "corporate_kg" })).body,
  ).toEqual([]);
});

choice(
  ["candidates.gap", "legacy-error.gap"],
  "wrong types are 400, the uuid is that of the entity, max_results and source may be left out",
  async () => {
    for (const body of [{ keyword_of_interest: 5 }, { keyword_of_interest: "a", max_results: "two" }, []])
      expect((await candidates(body)).status).toBe(400);
    for (const [max_results, expected] of [
      [1_000, 200],
      [1_001, 400],
      [0, 400],
    ])
      expect((await candidates({ keyword_of_interest: "a", max_results })).status).toBe(expected);
    const entity = (await client.demo()).entities[0];
    const { body } = await candidates({ keyword_of_interest: entity?.name });
    expect(body.map((each) => each.uuid)).toContain(entity?.id);
  },
);

interface Legacy {
  readonly id: string;
  readonly summary?: string | null;
  readonly title?: string | null;
}
const documents = (body: unknown) => client.post<Legacy[]>("/api/2.0/documents", body);

proves(
  ["legacy-documents.200", "legacy-documents.body", "purpose.2"],
  "each document comes with id and the requested fields",
  async () => {
    const requested = (await known()).slice(0, 10);
    const { status, body } = await documents({ documents: requested, fields: ["summary"] });
    expect(status).toBe(200);
    expect(body.map(({ id }) => id).sort()).toEqual([...new Set(requested.map(({ id }) => id))].sort());
    for (const each of body) expect(Object.keys(each).sort()).toEqual(["id", "summary"]);
  },
);

choice(["legacy-documents.200"], "documents not found are left out", async () => {
  const [first, second] = await known();
  const extracted = "2026-01-01T00:00:00Z";
  const { body } = await documents({ documents: [{ id: "unknown", extracted }, first, { id: second?.id, extracted }] });
  expect(body.map(({ id }) => id)).toEqual([first?.id]);
});

proves(["legacy-documents.200"], "another field gives that field", async () => {
  for (const each of (await documents({ documents: (await known()).slice(0, 3), fields: ["title"] })).body)
    expect(Object.keys(each).sort()).toEqual(["id", "title"]);
});

choice(["legacy-documents.body", "legacy-error.gap"], "a body of wrong types is 400 naming the field", async () => {
  for (const body of [{ documents: "all" }, { documents: [{ id: 5 }] }, { documents: [], fields: "summary" }]) {
    const { status, body: error } = await documents(body);
    expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 400]);
    expect(Object.values(error as object).every((messages) => Array.isArray(messages))).toBe(true);
  }
});

proves(["version.2"], "the published contract marks the translation route as deprecated, and no other", async () => {
  type Paths = Readonly<Record<string, Readonly<Record<string, { readonly deprecated?: boolean }>>>>;
  const { paths } = (await client.get<{ paths: Paths }>("/openapi.json")).body;
  const deprecated = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some((operation) => operation.deprecated === true),
  );
  expect(deprecated.map(([path]) => path)).toEqual(["/api/2.0/documents/translate"]);
});

choice(["version.5"], "the deprecated route works and announces no date of its end", async () => {
  const answer = await client.post("/api/2.0/documents/translate", { documents: (await known()).slice(0, 1) });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.headers)).not.toContain("sunset");
});
