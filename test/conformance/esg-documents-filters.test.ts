import { choice, proves } from "./proves";
import { startWorld } from "./world";
import type { Entity, EsgDocument, Page, Problem } from "./shapes";

const world = startWorld();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await world.universe("EU Banks")}/esg/documents${query}`;
let whole: readonly EsgDocument[] = [];
beforeAll(async () => {
  whole = await world.all<EsgDocument>(await path());
});
/** The filtered listing holds the documents that the predicate keeps, in the order of the whole listing. */
const keeps = async (query: string, kept: (document: EsgDocument) => boolean): Promise<void> => {
  const found = await world.all<EsgDocument>(await path(`?fields=id&${query}`));
  expect(found.map(({ id }) => id)).toEqual(whole.filter(kept).map(({ id }) => id));
};
const refused = async (query: string, field: string): Promise<void> => {
  const { status, body } = await world.get<Problem>(await path(`?${query}`));
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
for (const [operator, kept] of Object.entries(scores)) {
  proves(
    ["universe-esg-documents.score", "universe-esg-documents.order", "convention.integer-operators"],
    `score=${operator}, order kept`,
    () => keeps(`score=${operator}`, ({ score }) => kept(score)),
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
}

choice(
  ["universe-esg-documents.event_id", "esg-event.related_documents_count"],
  "an event has as many documents as it says",
  async () => {
    const universe = await world.universe("EU Banks");
    const events = await world.all<{ id: string; related_documents_count: number }>(
      `/v3/universes/${universe}/esg/events`,
    );
    for (const { id, related_documents_count } of events.slice(0, 25))
      expect([id, whole.filter(({ event_id }) => event_id === id).length]).toEqual([id, related_documents_count]);
  },
);

proves(
  ["universe-esg-documents.sector", "convention.sector", "convention.sector-operators"],
  "sector is that of the document's entity",
  async () => {
    const members = await world.all<Entity>(`/v3/universes/${await world.universe("EU Banks")}/entities`);
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
  const { body } = await world.get<Page<EsgDocument>>(await path("?size=1&score=gte:2"));
  await refused(`size=1&score=gte:3&search_after=${encodeURIComponent(body.search_after ?? "")}`, "search_after");
});

proves(
  ["universe-esg-documents.score", "convention.search_after"],
  "a filtered walk in pages equals the filtered whole",
  async () => {
    const walked: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await world.get<Page<EsgDocument>>(await path(`?score=gte:3&fields=id&size=110${after}`));
      walked.push(...body.data.map(({ id }) => id));
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(walked).toEqual(whole.filter(({ score }) => score >= 3).map(({ id }) => id));
  },
);
