import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { EsgEvent, Page, Problem } from "./shapes";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/esg/events${query}`;
const extra =
  "fields=id&fields=score&fields=start_date&fields=last_activity&fields=case_id&fields=categories&fields=sub_categories" +
  "&fields=entity_id&fields=ungc_classification&fields=ungc_principles&fields=title&fields=summary";
let whole: readonly EsgEvent[] = [];
const events = async (query = ""): Promise<EsgEvent[]> => client.all<EsgEvent>(await path(`?${extra}${query}`));
beforeAll(async () => {
  whole = await events();
});

/** The filtered listing holds exactly the events of the whole one that the predicate keeps. */
const keeps = async (query: string, matches: (event: EsgEvent) => boolean): Promise<void> => {
  const expected = whole
    .filter(matches)
    .map(({ id }) => id)
    .sort();
  expect((await client.all<EsgEvent>(await path(`?fields=id&${query}`))).map(({ id }) => id).sort()).toEqual(expected);
};
const refused = async (query: string, field: string): Promise<void> => {
  const { status, body } = await client.get<Problem>(await path(`?${query}`));
  expect([query, status, body.reason]).toEqual([query, 400, "invalid"]);
  expect(body.errors?.map((error) => error.field).join()).toContain(field);
};

const scores: Readonly<Record<string, (score: number) => boolean>> = {
  "lt:3": (score) => score < 3,
  "lte:3": (score) => score <= 3,
  "gt:3": (score) => score > 3,
  "gte:3": (score) => score >= 3,
  "neq:3": (score) => score !== 3,
  "in:1;5": (score) => score === 1 || score === 5,
  "nin:1;5": (score) => score !== 1 && score !== 5,
  "between:2;4": (score) => score >= 2 && score <= 4,
};
for (const [operator, matches] of Object.entries(scores)) {
  proves(
    [
      "universe-esg-events.score",
      "convention.operator",
      "convention.numeric-operators",
      "convention.integer-operators",
    ],
    `score=${operator}`,
    () => keeps(`score=${operator}`, (event) => matches(event.score)),
  );
}

for (const value of ["gte:6", "lt:0", "gte:3.5", "gte:high", "between:3", "between:1;2;3", "like:3", "gte:", ":3"]) {
  proves(["universe-esg-events.score", "universe-esg-events.errors"], `score=${value} is 400 naming score`, () =>
    refused(`score=${encodeURIComponent(value)}`, "score"),
  );
}
choice(["convention.numeric-operators"], "eq is no operator of numbers, nor is a bare number", async () => {
  await refused("score=eq:3", "score");
  await refused("score=3", "score");
});
choice(["convention.numeric-operators"], "between whose first bound is greater is 400", () =>
  refused("score=between:4;2", "score"),
);

for (const field of ["start_date", "last_activity"] as const) {
  const row = field === "start_date" ? "universe-esg-events.start_date" : "universe-esg-events.last_activity";
  const middle = (): string => [...whole].map((event) => event[field]).sort()[Math.floor(whole.length / 2)] ?? "";
  const later = (): string => [...whole].map((event) => event[field]).sort()[Math.floor(whole.length * 0.8)] ?? "";
  proves([row, "convention.numeric-operators"], `${field} by lt, lte, gt, gte, neq, between`, async () => {
    const at = middle();
    const time = Date.parse(at);
    const of = (event: EsgEvent): number => Date.parse(event[field]);
    await keeps(`${field}=lt:${at}`, (event) => of(event) < time);
    await keeps(`${field}=lte:${at}`, (event) => of(event) <= time);
    await keeps(`${field}=gt:${at}`, (event) => of(event) > time);
    await keeps(`${field}=gte:${at}`, (event) => of(event) >= time);
    await keeps(`${field}=neq:${at}`, (event) => of(event) !== time);
    await keeps(`${field}=between:${at};${later()}`, (event) => of(event) >= time && of(event) <= Date.parse(later()));
  });
  proves([row], `${field} takes no in, no nonsense and no impossible day`, async () => {
    for (const value of [
      "in:2026-01-01;2026-02-01",
      "nin:2026-01-01",
      "gte:yesterday",
      "gte:2026-02-30",
      "gte:2026-13-01",
      "lt:\n",
      "between:2026-01-01",
    ])
      await refused(`${field}=${encodeURIComponent(value)}`, field);
  });
}
choice(["universe-esg-events.start_date"], "a date without a time means midnight UTC", async () => {
  const hours = whole.filter(({ start_date }) => start_date.slice(11, 13) === "00");
  expect(hours.length).toBeGreaterThan(0);
  const day = hours[0]?.start_date.slice(0, 10) ?? "";
  await keeps(`start_date=gte:${day}`, (event) => Date.parse(event.start_date) >= Date.parse(`${day}T00:00:00Z`));
});

proves(["universe-esg-events.case_id"], "case_id takes one uuid or several", async () => {
  const cases = whole.map((event) => event.case_id);
  const [first = ""] = cases.filter((id, index) => cases.indexOf(id) !== index);
  const [second = ""] = cases.filter((id) => id !== first);
  await keeps(`case_id=${first}`, (event) => event.case_id === first);
  await keeps(`case_id=${first}&case_id=${second}`, (event) => [first, second].includes(event.case_id));
  await keeps("case_id=00000000-0000-4000-8000-000000000000", () => false);
  await refused("case_id=42", "case_id");
});

proves(["universe-esg-events.category"], "category takes one or several values", async () => {
  await keeps("category=E", (event) => event.categories.includes("E"));
  await keeps("category=E&category=G", (event) => event.categories.some((each) => each === "E" || each === "G"));
  await refused("category=X", "category");
});

proves(
  ["universe-esg-events.sub_category", "gap.event-values"],
  "sub_category takes values that events carry",
  async () => {
    const [first = "", second = ""] = [...new Set(whole.flatMap((event) => event.sub_categories))];
    expect(second).not.toBe("");
    await keeps(`sub_category=${encodeURIComponent(first)}`, (event) => event.sub_categories.includes(first));
    await keeps(`sub_category=${encodeURIComponent(first)}&sub_category=${encodeURIComponent(second)}`, (event) =>
      event.sub_categories.some((each) => each === first || each === second),
    );
  },
);

proves(["universe-esg-events.ungc_classification"], "ungc_classification takes one or several values", async () => {
  const [first = "", second = ""] = [...new Set(whole.map((event) => event.ungc_classification ?? ""))].filter(
    (value) => value !== "",
  );
  await keeps("ungc_classification=violator", (event) => event.ungc_classification === "violator");
  const query = [first, second].map((value) => `ungc_classification=${encodeURIComponent(value)}`).join("&");
  await keeps(query, (event) => [first, second].includes(event.ungc_classification ?? ""));
  await refused("ungc_classification=saint", "ungc_classification");
});

proves(["universe-esg-events.ungc_principles"], "ungc_principles takes whole principle sentences", async () => {
  const [first = "", second = ""] = [...new Set(whole.flatMap((event) => event.ungc_principles ?? []))];
  expect(second).not.toBe("");
  await keeps(`ungc_principles=${encodeURIComponent(first)}`, (event) => (event.ungc_principles ?? []).includes(first));
  const both = [first, second].map((value) => `ungc_principles=${encodeURIComponent(value)}`).join("&");
  await keeps(both, (event) => (event.ungc_principles ?? []).some((each) => each === first || each === second));
});

proves(["convention.operator"], "filters of different names hold together", () =>
  keeps("score=gte:3&category=S", (event) => event.score >= 3 && event.categories.includes("S")),
);

proves(["convention.search_after"], "a cursor of other filters and an invented cursor are 400", async () => {
  const { body } = await client.get<Page<EsgEvent>>(await path("?size=2"));
  const cursor = encodeURIComponent(body.search_after ?? "");
  await refused(`size=2&score=gte:3&search_after=${cursor}`, "search_after");
  for (const invented of ["abc", "e30", "%00", `${cursor}x`]) await refused(`search_after=${invented}`, "search_after");
});

choice(["convention.operator"], "one operator parameter given twice means both must hold", () =>
  keeps("score=gte:2&score=lte:3", ({ score }) => score >= 2 && score <= 3),
);

choice(
  ["convention.fields", "convention.order"],
  "lists of names may stand in one parameter, separated by commas",
  async () => {
    const { body } = await client.get<Page<EsgEvent>>(await path("?fields=id,score&order=score:desc,start_date:asc"));
    const repeated = await client.get<Page<EsgEvent>>(
      await path("?fields=id&fields=score&order=score:desc&order=start_date:asc"),
    );
    expect(body.data).toEqual(repeated.body.data);
  },
);

choice(["convention.size"], "a parameter of one value given twice is 400", () => refused("size=1&size=2", "size"));
