import { dataset, download, start, subjects } from "./analysis";
import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { EsgDocument } from "./shapes";

const now = Date.UTC(2026, 5, 30, 12);
const client = startClient({
  clock: { now: () => now },
  limits: { translationQuota: 5, sortNeedsDate: 3, analysisDocuments: 40, analysesInProgress: 2 },
});
const documentKeys = async (count: number): Promise<{ id: string; extracted: string }[]> => {
  const found = await client.get<{ data: EsgDocument[] }>(
    `/v3/universes/${await client.universe("EU Banks")}/esg/documents?size=${count}`,
  );
  return found.body.data.map((each) => ({ id: each.datamarts_document_id, extracted: each.extract_date }));
};
const translate = (documents: unknown, account?: string) =>
  client.post<{ error: { message: string; statusCode: number } }>(
    "/api/2.0/documents/translate",
    { documents },
    account,
  );

proves(
  ["legacy-error.translation-quota", "limit.quota"],
  "when the company's quota is used up it is 403 with details in headers; documents not found count too",
  async () => {
    expect(
      (await translate([...(await documentKeys(2)), { id: "none", extracted: "2026-01-01T00:00:00Z" }])).status,
    ).toBe(200);
    expect((await translate(await documentKeys(2), "colleague")).status).toBe(200);
    const { status, body, headers } = await translate(await documentKeys(1));
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ statusCode: 403 });
    expect(Object.keys(headers).filter((name) => name.includes("quota"))).not.toEqual([]);
    expect((await translate(await documentKeys(1), "rival")).status).toBe(200);
  },
);

proves(
  ["download.rule-1", "limit.download", "legacy-error.download-400"],
  "an analysis at the threshold needs date to be sorted, 400 naming date otherwise",
  async () => {
    const instance = await start(
      client,
      dataset((await subjects(client)).slice(0, 1), { end_date: "2026-06-30", start_date: "2026-06-01" }),
    );
    const sort = { field: "document_polarity", order: "ASC" };
    const whole = await download(client, { instance, limit: 500, fields: ["extract_date"] });
    expect(whole.body.length).toBeGreaterThanOrEqual(3);
    const refused = await download<object>(client, { instance, limit: 5, sort });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["date"]]);
    const date = whole.body[0]?.extract_date?.slice(0, 10);
    expect((await download(client, { instance, limit: 5, sort, date })).status).toBe(200);
  },
);

proves(
  ["state.stopped", "download.204", "timeserie.202-204"],
  "a stopped analysis answers 204 without a body to download and to time series",
  async () => {
    const instance = await start(client, dataset((await subjects(client)).slice(0, 60)));
    const answer = await download<unknown>(client, { instance, limit: 5 });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const series = await client.post<unknown>("/api/2.0/analyze/timeserie", { instance });
    expect([series.status, series.text]).toEqual([204, ""]);
  },
);

choice(["legacy-error.dataset-404-429"], "more analyses in progress than allowed are 429 {value}", async () => {
  const body = dataset((await subjects(client)).slice(0, 5));
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => client.post<{ value: string }>("/api/2.0/analyze/dataset", body)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect([Object.keys(each.body), typeof each.body.value]).toEqual([["value"], "string"]);
});
