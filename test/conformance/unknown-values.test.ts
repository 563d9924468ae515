import { dataset, download, settled, start, subjects } from "./analysis";
import { proves } from "./proves";
import { startClient } from "./service-client";
import type { AnalysisDocument, Entity, EsgEvent, Page, Task } from "./shapes";

const client = startClient();
const listing = async (universe: string, rest: string): Promise<string> =>
  `/v3/universes/${await client.universe(universe)}/${rest}`;

/** None of these members is null in any record, and each is absent from some record and present in another. */
const absentIfUnknown = <T extends object>(records: readonly T[], members: readonly (keyof T & string)[]): void => {
  for (const member of members) {
    const present = records.filter((record) => member in record);
    expect([member, present.filter((record) => record[member] === null).length]).toEqual([member, 0]);
    expect([member, present.length > 0, present.length < records.length]).toEqual([member, true, true]);
  }
};
/** No member at any depth is null. */
const holdsNull = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.values(value).some(holdsNull));
const plain = ["description", "figi", "website", "country", "employee_count", "city", "region", "lei"] as const;

proves(
  ["entity.figi", "entity.lei", "entity.employee_count", "entity.website", "entity.description"],
  "what is not known of an entity is an absent member, in a listing and in a search",
  async () => {
    const listed = await client.all<Entity>(await listing("Whole Catalogue", "entities"));
    absentIfUnknown(listed, plain);
    expect(listed.some(holdsNull)).toBe(false);
    const entities = listed.map(({ id }) => ({ entity_id: `eq:${id}` }));
    const { body } = await client.post<{ data: { matches: Entity[] }[] }>("/v3/entities/msearch", { entities });
    absentIfUnknown(
      body.data.flatMap(({ matches }) => matches),
      plain,
    );
  },
);

proves(
  ["esg-event.ungc_classification", "esg-event.ungc_explanation"],
  "an event without a Global Compact assessment has no classification and no explanation",
  async () => {
    const fields = "fields=id&fields=ungc_classification&fields=ungc_explanation&fields=ungc_principles";
    const events = await client.all<EsgEvent>(await listing("Whole Catalogue", `esg/events?${fields}`));
    absentIfUnknown(events, ["ungc_classification", "ungc_explanation"]);
    for (const event of events) {
      expect("ungc_explanation" in event).toBe("ungc_classification" in event);
      expect(Array.isArray(event.ungc_principles)).toBe(true);
    }
  },
);

proves(["task.dates"], "a task in progress has no completed_at", async () => {
  const body = { universe_ids: [await client.universe("Demo Portfolio")], entities: [{ external_id: "new" }] };
  await client.post("/v3/coverage-extension", body);
  const { data } = (await client.get<Page<Task>>("/v3/tasks")).body;
  absentIfUnknown(data, ["completed_at"]);
  for (const task of data) expect("completed_at" in task).toBe(!["pending", "running"].includes(task.status));
});

proves(
  ["analysis-document.title-url", "analysis-document.the-service", "series.metrics"],
  "a result document and a time series row hold no null; a document without title has no such member",
  async () => {
    const some = await subjects(client);
    const instance = await start(client, dataset(some, { start_date: "2024-01-01", languages: ["english", "german"] }));
    const documents: AnalysisDocument[] = (await download(client, { instance, limit: 500 })).body;
    absentIfUnknown(documents, ["title"]);
    expect(documents.some(holdsNull)).toBe(false);
    const rows = await settled(() =>
      client.post<object[]>("/api/2.0/analyze/timeserie", { instance, pivots: ["country", "entity", "extract_day"] }),
    );
    expect(rows.body.length).toBeGreaterThan(0);
    expect(rows.body.some(holdsNull)).toBe(false);
  },
);
