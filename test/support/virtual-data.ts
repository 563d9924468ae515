/** What the modelled service answers: a status, a body, and how many rows it had to find. */
export interface Answer {
  readonly status: number;
  readonly value: unknown;
  readonly rows: number;
}

type Json = Readonly<Record<string, unknown>>;

const words = ["water", "labour", "permit", "supply", "audit", "inquiry", "spill", "union"];

/** A uuid that holds two numbers. */
export const uuid = (one: number, other: number): string =>
  `${one.toString(16).padStart(8, "0")}-0000-4000-8000-${other.toString(16).padStart(12, "0")}`;

/** A universe whose events are so many; what the number says, the service answers. */
export const universeOf = (number: number, events: number): string => uuid(number, events);

/** Event `index` of a universe, the same on every run. */
export const eventOf = (universe: string, index: number): Json => {
  const number = Number.parseInt(universe.slice(0, 8), 16);
  const day = new Date(Date.UTC(2025, 11, 31) - index * 3_600_000).toISOString();
  return {
    id: uuid(number + 0x10_0000, index),
    case_id: uuid(number + 0x20_0000, index >> 2),
    categories: [["E", "S", "G"][index % 3]],
    entity_id: uuid(0x30_0000, index % 700),
    dashboard_url: `https://dashboards.example/event/${index}`,
    last_activity: day,
    score: 1 + (index % 5),
    start_date: day,
    sub_categories: [words[index % 8]],
    summary: `${words[index % 8]} `.repeat(60),
    title: `Event ${index} about ${words[(index * 5) % 8]} at a company of universe ${number}`,
    related_documents_count: index % 57,
  };
};

const pick = (record: Json, fields: readonly string[]): Json =>
  fields.length === 0 ? record : Object.fromEntries(fields.map((field) => [field, record[field]]));

const refused = (message: string): Answer => ({
  status: 400,
  value: { message, code: 400, reason: "invalid", errors: [] },
  rows: 0,
});

const scoresOf = (filter: string | null): readonly number[] | undefined => {
  const [operator, values = ""] = (filter ?? "").split(":");
  if (operator === "in") return values.split(";").map(Number);
  return operator === "gte" ? [1, 2, 3, 4, 5].filter((score) => score >= Number(values)) : undefined;
};

const eventsOf = (url: URL): Answer => {
  const universe = url.pathname.split("/")[3] ?? "";
  const query = url.searchParams;
  const size = Number(query.get("size") ?? 10);
  const start = Number(query.get("search_after")?.slice(1) ?? 0);
  const scores = scoresOf(query.get("score"));
  const events = Number.parseInt(universe.slice(24), 16);
  const data: Json[] = [];
  let index = start;
  for (; index < events && data.length < size; index += 1)
    if (scores === undefined || scores.includes(1 + (index % 5)))
      data.push(pick(eventOf(universe, index), query.getAll("fields")));
  const matches = (each: number): boolean => scores === undefined || scores.includes(1 + (each % 5));
  while (index < events && !matches(index)) index += 1;
  const has_next = index < events;
  const value = { data, size, has_next, count: data.length, search_after: has_next ? `c${index}` : null };
  return { status: 200, value, rows: data.length };
};

const searched = (url: URL, body: unknown): Answer => {
  const { entities } = body as { readonly entities: readonly Json[] };
  if (entities.length === 0 || entities.length > 500) return refused("entities: 1 to 500");
  const fields = url.searchParams.getAll("fields");
  const data = entities.map((query) => {
    const text = String(Object.values(query)[0]).replace(/^\w+:/, "");
    if (text.startsWith("none")) return { total_candidates: 0, matches: [] };
    const number = Number(/\d+/.exec(text)?.[0] ?? 0);
    const id = "entity_id" in query ? text : uuid(0x30_0000, number);
    const match = { id, name: text, isin: [`XX${number}`], country: "france", lei: `LEI${number}` };
    return { total_candidates: 1, matches: [pick(match, fields)] };
  });
  return { status: 200, value: { data }, rows: entities.length };
};

const contents = (url: URL, body: unknown): Answer => {
  const { documents } = body as { readonly documents: readonly Json[] };
  if (documents.length > 500) return refused("documents: 0 to 500");
  const fields = url.searchParams.getAll("fields");
  const found = documents.filter((document) => !String(document["datamarts_document_id"]).startsWith("none"));
  // In another order than asked for: the specification promises none.
  const data = found.reverse().map((document) => {
    const id = String(document["datamarts_document_id"]);
    return pick({ ...document, title: `Title of ${id}`, text: `Text of ${id}`, summary: `Summary of ${id}` }, fields);
  });
  return { status: 200, value: { data }, rows: documents.length };
};

/** The answer to a request of the benchmark's workloads. */
export const answerTo = (url: URL, body: unknown): Answer => {
  if (url.pathname.endsWith("/msearch")) return searched(url, body);
  if (url.pathname === "/v3/documents") return contents(url, body);
  if (url.pathname.endsWith("/esg/events")) return eventsOf(url);
  if (url.pathname.endsWith("/analyze/download")) return { status: 200, value: [{ id: "document-1" }], rows: 1 };
  return { status: 404, value: { message: "Not found.", code: 404, reason: "not_found" }, rows: 0 };
};
