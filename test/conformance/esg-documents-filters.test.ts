import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { Entity, EsgDocument, Page, Problem } from "./shapes";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/esg/documents${query}`;
let whole: readonly EsgDocument[] = [];
beforeAll(async () => {
  whole = await client.all<EsgDocument>(await path());
});
/** An id that no record has. */
const nil = "00000000-0000-4000-8000-000000000000";
/** The filtered listing holds the documents that the predicate keeps, in the order of the whole listing. */
const keeps = async (query: string, matches: (document: EsgDocument) => boolean): Promise<void> => {
  const found = await client.all<EsgDocument>(await path(`?fields=id&${query}`));
  expect(found.map(({ id }) => id)).toEqual(whole.filter(matches).map(({ id }) => id));
};
const refused = async (query: string, field: string): Promise<void> => {
  const { status, body } = await client.get<Problem>(await path(`?${query}`));
  expect([query, status, body.reason]).toEqual([query, 400, "invalid"]);
  expect(body.errors?.map((error) => error.field).join()).toContain(field);
};

const scores: Readonly<Record<string, (score: number) => boolean>> = {
  "lt:4": (score) => score < 4,
  "lte:2": (score) => score <= 2,
  "gt:2": (score) => score > 2,
  "gte:5": (score) => score >= 5,
  "neq:1": (score) => score !== 1,
  "in:2;3": (score) => score === 2 || score === 3,
  "nin:2;3": (score) => score !== 2 && score !== 3,
  "between:3;4": (score) => score === 3 || score === 4,
};
for (const [operator, matches] of Object.entries(scores)) {
  proves(
    ["universe-esg-documents.score", "universe-esg-documents.order", "convention.integer-operators"],
    `score=${operator}, order kept`,
    () => keeps(`score=${operator}`, ({ score }) => matches(score)),
  );
}

proves(
  ["universe-esg-documents.score"],
  "a score outside 1 to 5, a fraction or an unknown operator is 400",
  async () => {
    for (const value of ["gte:0", "lt:6", "in:1;6", "gt:2.5", "about:3", "between:1"])
      await refused(`score=${value}`, "score");
  },
);

proves(
  ["universe-esg-documents.extract_date"],
  "extract_date by lt, lte, gt, gte, neq, between, to the millisecond",
  async () => {
    const dates = whole.map(({ extract_date }) => extract_date).sort();
    const [from = "", to = ""] = [dates[Math.floor(dates.length / 3)], dates[Math.floor(dates.length / 1.5)]];
    const time = (text: string): number => Date.parse(text);
    await keeps(`extract_date=lt:${from}`, ({ extract_date }) => time(extract_date) < time(from));
    await keeps(`extract_date=lte:${from}`, ({ extract_date }) => time(extract_date) <= time(from));
    await keeps(`extract_date=gt:${from}`, ({ extract_date }) => time(extract_date) > time(from));
    await keeps(`extract_date=gte:${from}`, ({ extract_date }) => time(extract_date) >= time(from));
    await keeps(`extract_date=neq:${from}`, ({ extract_date }) => time(extract_date) !== time(from));
    await keeps(
      `extract_date=between:${from};${to}`,
      ({ extract_date }) => time(extract_date) >= time(from) && time(extract_date) <= time(to),
    );
  },
);

proves(["universe-esg-documents.extract_date"], "extract_date takes neither in nor nin nor nonsense", async () => {
  for (const value of ["in:2026-01-01", "nin:2026-01-01;2026-01-02", "gte:soon", "lt:2026-02-31", "lt:%0A"])
    await refused(`extract_date=${value}`, "extract_date");
});

for (const field of ["case_id", "event_id"] as const) {
  const row = field === "case_id" ? "universe-esg-documents.case_id" : "universe-esg-documents.event_id";
  proves([row], `${field} takes one uuid or several, nothing else`, async () => {
    const [first = "", second = ""] = [...new Set(whole.flatMap((document) => document[field] ?? []))];
    expect(second).not.toBe("");
    await keeps(`${field}=${first}`, (document) => document[field] === first);
    await keeps(`${field}=${first}&${field}=${second}`, (document) => [first, second].includes(document[field] ?? ""));
    await refused(`${field}=none`, field);
  });

  proves([row], `an unknown ${field} finds nothing, not the documents that have none`, async () => {
    expect(whole.some((document) => document[field] === null)).toBe(true);
    await keeps(`${field}=${nil}`, () => false);
    const [first = ""] = whole.flatMap((document) => document[field] ?? []);
    await keeps(`${field}=${nil}&${field}=${first}`, (document) => document[field] === first);
  });
}

proves(["universe-esg-documents.case_id"], "all cases together are the documents of a case, and no other", async () => {
  const cases = [...new Set(whole.flatMap(({ case_id }) => case_id ?? []))];
  await keeps(`case_id=${cases.join("&case_id=")}`, ({ case_id }) => case_id !== null);
});

choice(
  ["universe-esg-documents.event_id", "esg-event.related_documents_count"],
  "an event has as many documents as it says",
  async () => {
    const universe = await client.universe("EU Banks");
    const events = await client.all<{ id: string; related_documents_count: number }>(
      `/v3/universes/${universe}/esg/events`,
    );
    for (const { id, related_documents_count } of events)
      expect([id, whole.filter(({ event_id }) => event_id === id).length]).toEqual([id, related_documents_count]);
  },
);

proves(
  ["universe-esg-documents.sector", "convention.sector", "convention.sector-operators"],
  "sector is that of the document's entity",
  async () => {
    const members = await client.all<Entity>(`/v3/universes/${await client.universe("EU Banks")}/entities`);
    const sections = new Map(members.map(({ id, isic4 }) => [id, isic4.map(({ code }) => code)]));
    const has = (letters: readonly string[], { entity_id }: EsgDocument): boolean =>
      (sections.get(entity_id) ?? []).some((code) => letters.includes(code));
    await keeps("sector=eq:K", (document) => has(["K"], document));
    await keeps("sector=neq:K", (document) => !has(["K"], document));
    await keeps("sector=in:K;J", (document) => has(["K", "J"], document));
    await keeps("sector=nin:K;J", (document) => !has(["K", "J"], document));
    await refused("sector=lt:K", "sector");
  },
);

proves(["universe-esg-documents.paging", "convention.search_after"], "a cursor of other filters is 400", async () => {
  const { body } = await client.get<Page<EsgDocument>>(await path("?size=1&score=gte:2"));
  await refused(`size=1&score=gte:3&search_after=${encodeURIComponent(body.search_after ?? "")}`, "search_after");
});

proves(
  ["universe-esg-documents.score", "convention.search_after"],
  "a filtered list read in pages equals the filtered whole",
  async () => {
    const listed: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await client.get<Page<EsgDocument>>(await path(`?score=gte:3&fields=id&size=110${after}`));
      listed.push(...body.data.map(({ id }) => id));
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(listed).toEqual(whole.filter(({ score }) => score >= 3).map(({ id }) => id));
  },
);
