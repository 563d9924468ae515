import fc from "fast-check";
import { dataset, download, start, subjects } from "./analysis";
import { operations } from "./contract";
import { requestsTo } from "./fuzz-requests";
import type { Known } from "./fuzz-values";
import { startClient } from "./service-client";
import type { EsgDocument, EsgEvent, Page } from "./shapes";

const client = startClient({ limits: { translationQuota: 1_000_000, waitingTasks: 1_000 } });
const patience = 5000;
const all = operations();
/** `npm run attack` sends many requests with a new seed; both can be set: ATTACK_REQUESTS=20000 ATTACK_SEED=7. */
const requests = Number(process.env["ATTACK_REQUESTS"] ?? 1_200);
const seed = Number(process.env["ATTACK_SEED"] ?? 20260630);
const statuses = new Map<number, number>();

afterAll(() => {
  if (process.env["ATTACK_REQUESTS"] === undefined) return;
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`seed ${seed}, answers by status: ${counts.join(", ")}\n`);
});

const pages = ["esg/documents?size=2", "esg/events?size=2&order=score:desc", "entities?size=2&sector=K"];

/** The addresses of the second pages of some listings. */
const nextPages = async (): Promise<string[]> => {
  const universe = await client.universe("EU Banks");
  const addresses = pages.map((page) => `/v3/universes/${universe}/${page}`);
  return Promise.all(
    addresses.map(async (address) => {
      const { body } = await client.get<Page<unknown>>(address);
      return `${address}&search_after=${encodeURIComponent(body.search_after ?? "")}`;
    }),
  );
};

const known = async (): Promise<Known> => {
  const { universes, entities } = await client.demo();
  const banks = `/v3/universes/${await client.universe("EU Banks")}`;
  const documents = (await client.all<EsgDocument>(`${banks}/esg/documents`)).slice(0, 40);
  const events = (await client.all<EsgEvent>(`${banks}/esg/events`)).slice(0, 20);
  const instance = await start(client, dataset((await subjects(client)).slice(0, 2), { end_date: "2026-06-30" }));
  await download(client, { instance, limit: 1 });
  const entityIds = entities.slice(0, 20).map(({ id }) => id);
  const universeIds = universes.map(({ universe_id }) => universe_id);
  const { body: goals } = await client.get<Page<{ id: string }>>(`/v3/entities/${entityIds[0] ?? ""}/sdg/documents`);
  const ofUniverses = Object.fromEntries(
    ["listEsgDocuments", "listEsgEvents", "listUniverseEntities"].map((name) => [name, universeIds]),
  );
  return {
    ids: [...universeIds, ...entityIds, ...documents.flatMap((each) => [each.id, each.datamarts_document_id])],
    universe: await client.universe("Demo Portfolio"),
    instance,
    grant: await client.grant(),
    paths: {
      ...ofUniverses,
      listSdgDocuments: entityIds,
      listEntityUniverses: entityIds,
      getEsgDocument: documents.map(({ id }) => id),
      getSdgDocument: goals.data.map(({ id }) => id),
      updateUniverse: [await client.universe("Demo Portfolio")],
    },
    contents: documents.map((each) => ({ id: each.datamarts_document_id, date: each.extract_date })),
    nextPages: await nextPages(),
    cases: [...events.flatMap((each) => [each.case_id, each.id])],
  };
};

let held: Promise<Known> | undefined;

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

for (const { method, template, operation } of all) {
  it(`${method} ${template}: requests valid but for one choice get answers of the contract, none of 5xx`, async () => {
    const property = fc.asyncProperty(
      requestsTo({ method, template, operation }, await (held ??= known())),
      async (ask) => {
        const { status } = await inTime(client.send(ask));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(status).toBeLessThan(500);
      },
    );
    await fc.assert(property, { seed, numRuns: Math.ceil(requests / all.length), endOnFailure: true });
  }, 600_000);
}

it("most of these requests pass validation", () => {
  const sum = (matches: (status: number) => boolean): number =>
    [...statuses].reduce((total, [status, count]) => total + (matches(status) ? count : 0), 0);
  expect(sum((status) => status !== 400) / sum(() => true)).toBeGreaterThan(0.6);
});
