import type { Exchange, Remote } from "./remote";
import type { EsgDocument, Page, SdgDocument } from "./shapes";
import { until } from "../support/until";

const data = <T>(exchange: Exchange): readonly T[] => (JSON.parse(exchange.responseBody) as Page<T>).data;

const listings = async ({ call, demo }: Remote): Promise<readonly EsgDocument[]> => {
  const universe = demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id ?? "";
  const first = await call(
    "GET",
    `/v3/universes/${universe}/esg/events?size=5&score=gte:2&order=score:desc&fields=id&fields=title`,
  );
  const cursor = (JSON.parse(first.responseBody) as Page<unknown>).search_after;
  if (cursor !== null)
    await call(
      "GET",
      `/v3/universes/${universe}/esg/events?size=5&score=gte:2&order=score:desc&fields=id&fields=title&search_after=${encodeURIComponent(cursor)}`,
    );
  await call(
    "GET",
    `/v3/universes/${universe}/esg/events?translate=fr&sector=eq:K&start_date=gte:2025-01-01T00:00:00Z`,
  );
  await call("GET", `/v3/universes/${universe}/entities?size=20&order=name:desc`);
  return data<EsgDocument>(
    await call("GET", `/v3/universes/${universe}/esg/documents?size=20&extract_date=gte:2020-01-01T00:00:00Z`),
  );
};

const entities = async ({ call, demo }: Remote): Promise<void> => {
  const known = demo.entities.slice(0, 10);
  await call("POST", "/v3/entities/msearch?max_candidates=3", {
    entities: known.map(({ id }) => ({ entity_id: `eq:${id}` })),
  });
  await call("POST", "/v3/entities/msearch", {
    entities: known.map(({ name }) => ({ name: `ilike:%${name.slice(0, 4)}%` })),
  });
  for (const { id } of known) {
    await call("GET", `/v3/entities/${id}/universes`);
    const sdg = await call("GET", `/v3/entities/${id}/sdg/documents?size=5`);
    const document = sdg.status === 200 ? data<SdgDocument>(sdg)[0] : undefined;
    if (document) await call("GET", `/v3/sdg/documents/${document.id}?translate=de`);
  }
};

const contents = async ({ call }: Remote, documents: readonly EsgDocument[]): Promise<void> => {
  const requested = documents.map(({ datamarts_document_id, extract_date }) => ({
    datamarts_document_id,
    extract_date,
  }));
  await call("POST", "/v3/documents?translate=fr", { documents: requested });
  const legacy = requested
    .slice(0, 5)
    .map(({ datamarts_document_id, extract_date }) => ({ id: datamarts_document_id, extracted: extract_date }));
  await call("POST", "/api/2.0/documents", { documents: legacy, fields: ["summary"] });
  await call("POST", "/api/2.0/documents/translate", { documents: legacy, language: "french" });
  for (const { id } of documents.slice(0, 3)) await call("GET", `/v3/esg/documents/${id}`);
};

const analyses = async ({ call, demo }: Remote): Promise<void> => {
  const subjects = demo.entities.slice(0, 3).map(({ name }) => ({ entity_of_interest: name, keywords: [name] }));
  const body = {
    start_date: "2025-01-01",
    end_date: "2026-12-31",
    entities: subjects,
    workers: ["raw-matcher", "quality-score"],
  };
  const { instance } = JSON.parse((await call("POST", "/api/2.0/analyze/dataset", body)).responseBody) as {
    instance: string;
  };
  await until("the analysis is ready", async () => {
    const { status } = await call("POST", "/api/2.0/analyze/download", { instance, limit: 20 });
    return status !== 202;
  });
  await call("POST", "/api/2.0/analyze/timeserie", { instance });
  await call("POST", "/api/2.0/kg/candidates", { keyword_of_interest: "bank", max_results: 5, source: "corporate_kg" });
};

const changes = async ({ call }: Remote): Promise<void> => {
  const created = await call("POST", "/v3/universes", {
    name: `Journey ${Math.random()}`,
    type: "PRIVATE",
    description: null,
  });
  const { universe_id } = JSON.parse(created.responseBody) as { universe_id: string };
  await call("PATCH", `/v3/universes/${universe_id}`, { description: "a journey" });
  await call("POST", "/v3/coverage-extension", { universe_ids: [universe_id], entities: [{ external_id: "one" }] });
  await call("GET", "/v3/tasks?size=5");
};

/** One call at least of every route of the specification, each as a client would make it. */
export const journey = async (caller: Remote): Promise<void> => {
  const documents = await listings(caller);
  await entities(caller);
  await contents(caller, documents);
  await analyses(caller);
  await changes(caller);
};
