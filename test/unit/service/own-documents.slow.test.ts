import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { enrichData } from "../../../src/data/enrich/enrich-data";
import { importFile } from "../../../src/data/import/import-file";
import { findKind } from "../../../src/data/import/run-import";
import { openData } from "../../../src/data/sql/open";
import { writeCompanies } from "../../../src/data/sql/write";
import { createService, type Service } from "../../../src/service/service";
import { sampleCompany, uuid } from "../data/sql/records";
import { until } from "../../support/until";
import { remote, type Remote } from "../../conformance/remote";
import type { AnalysisDocument } from "../../conformance/shapes";

const folder = mkdtempSync(path.join(tmpdir(), "spillway-own-"));
let service: Service;
let client: Remote;
let universe: string;

const items = [
  {
    url: "https://news.example/1",
    title: "Spill at Zetaron",
    text: "Zetaron AG stopped its plant after an oil spill reached the river. The company builds renewable energy plants for wind power and solar power.",
    date: "2026-03-01",
  },
  {
    url: "https://news.example/2",
    title: "Bericht",
    text: "Das Unternehmen Zetaron AG teilte mit, dass der Gewinn im letzten Jahr deutlich gestiegen ist.",
    date: "2026-03-02",
  },
];

const openService = async (): Promise<void> => {
  service = await createService({ seed: 1, data: folder });
  client = await remote(await service.listen(0));
};

beforeAll(async () => {
  const database = await openData(folder);
  await database.transaction((queries) =>
    writeCompanies(queries, [sampleCompany(1, { name: "Zetaron AG", aliases: [] })]),
  );
  const file = path.join(folder, "news.jsonl");
  writeFileSync(file, items.map((item) => JSON.stringify(item)).join("\n"));
  await importFile(database, findKind("documents"), file, {});
  await enrichData(database);
  await database.close();
  await openService();
  const created = await client.call("POST", "/v3/universes", { name: "Own", type: "PRIVATE" });
  universe = (JSON.parse(created.responseBody) as { universe_id: string }).universe_id;
  await service.close();
  const again = await openData(folder);
  await again.run(
    "INSERT INTO universe_members (universe, company) SELECT u.ordinal, c.ordinal FROM universes u, companies c",
  );
  await again.close();
  await openService();
}, 120_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const listing = async (address: string): Promise<readonly Record<string, unknown>[]> => {
  const { status, responseBody } = await client.call("GET", address);
  expect(status).toBe(200);
  return (JSON.parse(responseBody) as { readonly data: readonly Record<string, unknown>[] }).data;
};

test("an event of own documents says which rule gave its score", async () => {
  expect(await listing(`/v3/universes/${universe}/esg/events`)).toMatchObject([
    {
      entity_id: uuid(1),
      title: "Oil spill: Spill at Zetaron",
      summary:
        "Score 4 by the rule oil-spill: oil spill. Zetaron AG stopped its plant after an oil spill reached the river.",
      score: 4,
      categories: ["E"],
      sub_categories: ["oil spill"],
      related_documents_count: 1,
      start_date: "2026-03-01T00:00:00Z",
    },
  ]);
});

test("a document about goals has no score, and nobody knows the authority of its site", async () => {
  const [esg, ...others] = await listing(`/v3/universes/${universe}/esg/documents`);
  expect(esg).toMatchObject({
    score: 4,
    taxonomy_keywords: ["oil spill", "renewable energy"],
    entity_keywords: ["Zetaron AG"],
  });
  expect(others).toEqual([]);
  const [sdg] = await listing(`/v3/entities/${uuid(1)}/sdg/documents?order=score:desc`);
  expect(sdg).toMatchObject({ categories: ["SDG:7"], title: "Spill at Zetaron" });
  expect([esg, sdg].map((each) => "is_high_authority_source" in (each ?? {}))).toEqual([false, false]);
  expect("score" in (sdg ?? {})).toBe(false);
  // The German document about the company was not read: none with a score does not mean that there is none.
  const scored = await client.call("GET", `/v3/entities/${uuid(1)}/sdg/documents?score=gte:1`);
  expect([scored.status, scored.responseBody]).toEqual([
    400,
    expect.stringContaining("1 document names Zetaron AG in a language without rules"),
  ]);
});

test("an analysis of own documents gives no number that was not computed", async () => {
  const request = {
    start_date: "2026-03-01",
    end_date: "2026-03-31",
    languages: ["english", "german"],
    entities: [{ entity_of_interest: "Zetaron AG", keywords: ["Zetaron"] }],
    workers: ["raw-matcher", "quality-score"],
  };
  const started = await client.call("POST", "/api/2.0/analyze/dataset", request);
  const { instance } = JSON.parse(started.responseBody) as { readonly instance: string };
  const ask = async (route: string, body: object): Promise<unknown> => {
    let answer = await client.call("POST", `/api/2.0/analyze/${route}`, { instance, ...body });
    await until(`the ${route} is ready`, async () => {
      if (answer.status === 202) answer = await client.call("POST", `/api/2.0/analyze/${route}`, { instance, ...body });
      return answer.status !== 202;
    });
    return JSON.parse(answer.responseBody);
  };
  const [german, english] = (await ask("download", { limit: 10 })) as readonly AnalysisDocument[];
  expect(Object.keys(english?.sentences?.[1]?.results ?? {}).sort()).toEqual(computed);
  expect([english, german].map((each) => [each?.title, typeof each?.document_polarity])).toEqual([
    ["Spill at Zetaron", "number"],
    ["Bericht", "undefined"],
  ]);
  expect([english, german].map((each) => "qscore" in (each ?? {}))).toEqual([false, false]);
  const rows = (await ask("timeserie", { pivots: ["language"], operands: ["mean"] })) as readonly object[];
  const metrics = rows.map((row) =>
    Object.keys(row)
      .filter((name) => name.startsWith("mean_") && name !== "mean_similarity")
      .sort(),
  );
  expect(metrics).toEqual([computed.map((name) => `mean_${name}`), []]);
});

const computed = ["negative", "neutral", "polarity", "polarity_exp", "positive"];
