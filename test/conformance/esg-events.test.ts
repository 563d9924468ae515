import { choice, proves, provesFields } from "./proves";
import { startClient } from "./service-client";
import { utc, uuid, type EsgEvent, type Page, type Problem } from "./shapes";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/esg/events${query}`;
const events = async (query = ""): Promise<EsgEvent[]> => client.all<EsgEvent>(await path(query));
const some = async (query: string): Promise<readonly EsgEvent[]> =>
  (await client.get<Page<EsgEvent>>(await path(`${query}&size=100`))).body.data;
const everyField =
  "?fields=id&fields=case_id&fields=categories&fields=entity_id&fields=dashboard_url&fields=last_activity&fields=score" +
  "&fields=start_date&fields=sub_categories&fields=summary&fields=title&fields=related_documents_count" +
  "&fields=ungc_classification&fields=ungc_principles&fields=ungc_explanation&fields=translated_summary&fields=translated_title";

const texts = (value: unknown): void => {
  expect(Array.isArray(value)).toBe(true);
  for (const each of value as unknown[]) expect(typeof each).toBe("string");
};

provesFields<EsgEvent>(
  "every field of an ESG event has the type and range that the specification gives it",
  {
    "esg-event.id": ({ id }) => expect(id).toMatch(uuid),
    "esg-event.case_id": ({ case_id }) => expect(case_id).toMatch(uuid),
    "esg-event.categories": ({ categories }) => texts(categories),
    "esg-event.entity_id": ({ entity_id }) => expect(entity_id).toMatch(uuid),
    "esg-event.dashboard_url": ({ dashboard_url, id }) =>
      expect(new URL(dashboard_url).pathname).toMatch(new RegExp(`/event/${id}$`)),
    "esg-event.last_activity": ({ last_activity }) => expect(last_activity).toMatch(utc),
    "esg-event.score": ({ score }) => expect([1, 2, 3, 4, 5]).toContain(score),
    "esg-event.start_date": ({ start_date }) => expect(start_date).toMatch(utc),
    "esg-event.sub_categories": ({ sub_categories }) => texts(sub_categories),
    "esg-event.summary": ({ summary }) => expect(typeof summary).toBe("string"),
    "esg-event.title": ({ title }) => expect(typeof title).toBe("string"),
    "esg-event.related_documents_count": ({ related_documents_count }) =>
      expect(Number.isInteger(related_documents_count)).toBe(true),
    "esg-event.ungc_classification": ({ ungc_classification }) => {
      if (ungc_classification !== undefined) expect(ungc_classification).toMatch(/^(low.risk|watchlist|violator)$/);
    },
    "esg-event.ungc_principles": ({ ungc_principles }) => texts(ungc_principles),
    "esg-event.ungc_explanation": ({ ungc_explanation }) => {
      if (ungc_explanation !== undefined) expect(typeof ungc_explanation).toBe("string");
    },
  },
  () => events(everyField),
);

proves(
  ["esg-event.categories", "esg-event.sub_categories", "esg-event.score", "esg-event.title", "esg-event.summary"],
  "an event has categories E, S, G and sub-categories of them, a title and a longer summary; every score occurs",
  async () => {
    const found = await events();
    const categoryOf = new Map<string, Set<string>>();
    for (const { categories, sub_categories, title, summary } of found) {
      expect(categories.filter((each) => !/^[ESG]$/.test(each))).toEqual([]);
      expect(new Set(categories).size).toBe(categories.length);
      expect([categories.length > 0, categories.length <= sub_categories.length]).toEqual([true, true]);
      if (categories.length === 1)
        for (const each of sub_categories)
          categoryOf.set(each, new Set([...(categoryOf.get(each) ?? []), ...categories]));
      expect(title.length).toBeGreaterThan(5);
      expect(summary.length).toBeGreaterThan(title.length);
    }
    expect(categoryOf.size).toBeGreaterThan(5);
    expect([...categoryOf.values()].filter(({ size }) => size > 1)).toEqual([]);
    expect(new Set(found.map(({ score }) => score))).toEqual(new Set([1, 2, 3, 4, 5]));
  },
);

proves(
  ["esg-event.start_date", "esg-event.last_activity", "esg-event.case_id"],
  "no event starts after its last activity; a case has several events, all of one entity",
  async () => {
    const cases = new Map<string, { readonly events: string[]; readonly entities: Set<string> }>();
    for (const { id, case_id, entity_id, start_date, last_activity } of await events()) {
      expect(Date.parse(start_date)).toBeLessThanOrEqual(Date.parse(last_activity));
      const known = cases.get(case_id) ?? { events: [], entities: new Set() };
      known.events.push(id);
      known.entities.add(entity_id);
      cases.set(case_id, known);
    }
    expect([...cases.values()].some((each) => each.events.length > 1)).toBe(true);
    expect([...cases.values()].filter(({ entities }) => entities.size > 1)).toEqual([]);
  },
);

proves(
  ["esg-event.ungc_classification", "esg-event.ungc_principles", "esg-event.ungc_explanation"],
  "a classified event explains its classification; the principles named are sentences of the Global Compact",
  async () => {
    const classified = (await events(everyField)).filter((event) => event.ungc_classification !== undefined);
    expect(classified.length).toBeGreaterThan(0);
    for (const { ungc_classification, ungc_explanation } of classified)
      expect(ungc_explanation).toContain(ungc_classification);
    const principles = new Set(classified.flatMap(({ ungc_principles }) => ungc_principles ?? []));
    expect(principles.size).toBeGreaterThan(3);
    for (const each of principles) expect(each).toMatch(/^Businesses should \w+/);
  },
);

proves(["esg-event.ungc_classification"], "the sample classification violator is used", async () => {
  expect((await events(everyField)).map((event) => event.ungc_classification)).toContain("violator");
});

proves(
  ["esg-event.default-fields", "universe-esg-events.fields"],
  "without fields the default set comes, without translate no translated_",
  async () => {
    const expected = [
      ...["id", "case_id", "categories", "entity_id", "dashboard_url", "last_activity", "score"],
      ...["start_date", "sub_categories", "summary", "title", "related_documents_count"],
    ];
    for (const event of await events()) expect(Object.keys(event)).toEqual(expected);
  },
);

proves(["universe-esg-events.fields", "convention.fields"], "only the named fields are returned", async () => {
  for (const event of await some("?fields=title&fields=ungc_classification")) {
    expect(Object.keys({ ungc_classification: "", ...event }).sort()).toEqual(["title", "ungc_classification"]);
  }
});

proves(["universe-esg-events.fields"], "a request has its own fields, whatever was asked for before", async () => {
  for (const field of ["title", "score", "title"])
    for (const event of await some(`?fields=${field}`)) expect(Object.keys(event)).toEqual([field]);
});

proves(
  ["esg-event.translated", "universe-esg-events.fields", "convention.translate"],
  "translate gives translated title and summary",
  async () => {
    for (const event of await some("?translate=fr")) {
      expect(event).toHaveProperty("translated_title");
      expect(event).toHaveProperty("translated_summary");
      expect(typeof event.translated_title).toBe("string");
      expect(event.translated_title).not.toBe(event.title);
      expect(typeof event.translated_summary).toBe("string");
      expect(event.translated_summary).not.toBe(event.summary);
    }
  },
);

proves(["convention.translate"], "an empty translate gives no translated_ members", async () => {
  for (const event of await some("?translate="))
    expect(Object.keys(event).filter((key) => key.startsWith("translated_"))).toEqual([]);
});

proves(["gap.languages"], "fr, fre and french mean the same language", async () => {
  const [two, three, name] = await Promise.all(["fr", "fre", "french"].map((code) => some(`?translate=${code}`)));
  expect(three).toEqual(two);
  expect(name).toEqual(two);
  expect(two?.some((event) => event.translated_title !== null && event.translated_title !== event.title)).toBe(true);
});

choice(["gap.languages"], "a language nobody knows is 400 naming translate", async () => {
  const { status, body } = await client.get<Problem>(await path("?translate=klingonese"));
  expect([status, body.reason]).toEqual([400, "invalid"]);
  expect(body.errors?.map((error) => error.field).join()).toContain("translate");
});

proves(
  ["universe-esg-events.paging", "convention.size", "limit.page"],
  "a page holds ten unless size says otherwise",
  async () => {
    const { body } = await client.get<Page<EsgEvent>>(await path());
    expect(body.size).toBe(10);
    expect(body.data).toHaveLength(10);
    expect((await client.get<Page<EsgEvent>>(await path("?size=3"))).body).toMatchObject({
      size: 3,
      count: 3,
      has_next: true,
    });
  },
);

proves(
  ["universe-esg-events.paging", "convention.envelope"],
  "the envelope has exactly data, size, has_next, count, search_after",
  async () => {
    const { body } = await client.get<Page<EsgEvent>>(await path());
    expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size"]);
    expect(body.count).toBe(body.data.length);
    expect(typeof body.search_after).toBe("string");
  },
);

proves(
  ["universe-esg-events.paging", "convention.search_after"],
  "paging by cursor lists every event once, in the order of one large page",
  async () => {
    const whole = await events();
    const listed: EsgEvent[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await client.get<Page<EsgEvent>>(await path(`?size=70&fields=id${after}`));
      listed.push(...body.data);
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(listed.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  },
);

proves(["convention.envelope"], "the last page says so", async () => {
  const whole = await events("?fields=id");
  let page: Page<EsgEvent> | undefined;
  for (let left = whole.length, after = ""; left > 0; left -= page.count) {
    page = (await client.get<Page<EsgEvent>>(await path(`?size=900&fields=id${after}`))).body;
    expect([page.count, page.size, page.has_next]).toEqual([Math.min(left, 900), 900, left > 900]);
    after = `&search_after=${encodeURIComponent(page.search_after ?? "")}`;
  }
  expect([page?.has_next, page?.search_after]).toEqual([false, null]);
});

for (const size of ["0", "1001", "-1", "1.5", "ten", ""]) {
  const rule = size === "" ? choice : proves;
  rule(
    ["convention.size", "limit.page", "error.400", "universe-esg-events.errors"],
    `size=${size} is 400`,
    async () => {
      const { status, body } = await client.get<Problem>(await path(`?size=${size}`));
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, reason: "invalid" });
      expect(body.errors?.map(({ field }) => field).join()).toContain("size");
    },
  );
}

proves(["convention.size"], "size 1 and size 1000 are allowed", async () => {
  for (const size of [1, 1000])
    expect((await client.get<Page<EsgEvent>>(await path(`?size=${size}`))).body.size).toBe(size);
});

proves(
  ["purpose.4", "universe-esg-events.paging", "esg-event.entity_id"],
  "every event belongs to an entity of the universe",
  async () => {
    const members = await client.all<{ id: string }>(`/v3/universes/${await client.universe("EU Banks")}/entities`);
    const ids = new Set(members.map(({ id }) => id));
    expect((await events()).filter(({ entity_id }) => !ids.has(entity_id))).toEqual([]);
  },
);
