import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { Entity, EsgEvent, Problem } from "./shapes";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/esg/events${query}`;
const events = async (query = ""): Promise<EsgEvent[]> => client.all<EsgEvent>(await path(`?${query}`));

for (const field of ["score", "last_activity", "start_date"] as const) {
  proves(["universe-esg-events.order", "convention.order"], `order=${field}:asc and :desc`, async () => {
    const rising = (await events(`order=${field}:asc&fields=${field}`)).map((event) => event[field]);
    expect(rising).toEqual([...rising].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const falling = (await events(`order=${field}:desc&fields=${field}`)).map((event) => event[field]);
    expect(falling).toEqual([...rising].reverse());
    expect(new Set(rising).size).toBeGreaterThan(1);
  });
}

proves(
  ["universe-esg-events.order", "esg-event.ungc_classification"],
  "ungc_classification orders low risk, watchlist, violator",
  async () => {
    const found = await events("order=ungc_classification:asc&fields=ungc_classification");
    const steps = found.flatMap(({ ungc_classification }) => (ungc_classification ? [ungc_classification] : []));
    const ranks = steps.map((step) => (step.startsWith("low") ? 0 : step === "watchlist" ? 1 : 2));
    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
  },
);

for (const direction of ["asc", "desc"]) {
  choice(["universe-esg-events.order"], `events without a classification come last, ${direction} too`, async () => {
    const found = await events(`order=ungc_classification:${direction}&fields=ungc_classification`);
    const without = found.filter(({ ungc_classification }) => !ungc_classification).length;
    expect([without > 0, without < found.length]).toEqual([true, true]);
    expect(found.findIndex(({ ungc_classification }) => !ungc_classification)).toBe(found.length - without);
  });
}

proves(
  ["universe-esg-events.order", "convention.order"],
  "several orders apply one after the other, pages included",
  async () => {
    const found = await events("order=score:desc&order=start_date:asc&fields=score&fields=start_date");
    const expected = [...found].sort(
      (a, b) => b.score - a.score || Date.parse(a.start_date) - Date.parse(b.start_date),
    );
    expect(found.map(({ score, start_date }) => [score, start_date])).toEqual(
      expected.map(({ score, start_date }) => [score, start_date]),
    );
  },
);

for (const value of ["title:asc", "score:up", "score", "score:", ":asc", "score:asc:asc", "id:desc"]) {
  proves(["universe-esg-events.order", "convention.order", "error.400"], `order=${value} is 400`, async () => {
    const { status, body } = await client.get<Problem>(await path(`?order=${value}`));
    expect([status, body.reason]).toEqual([400, "invalid"]);
    expect(body.errors?.map(({ field }) => field).join()).toContain("order");
  });
}

choice(["universe-esg-events.order"], "without order the newest activity comes first", async () => {
  const dates = (await events("fields=last_activity")).map(({ last_activity }) => Date.parse(last_activity));
  expect(dates).toEqual([...dates].sort((a, b) => b - a));
});

proves(
  ["universe-esg-events.sector", "convention.sector", "convention.sector-operators"],
  "sector by eq, neq, in, nin is the entity's ISIC4 section",
  async () => {
    const members = await client.all<Entity>(`/v3/universes/${await client.universe("EU Banks")}/entities`);
    const sections = new Map(members.map(({ id, isic4 }) => [id, isic4.map(({ code }) => code)]));
    const whole = await events();
    const inSections = (letters: string[]) => (event: EsgEvent) =>
      (sections.get(event.entity_id) ?? []).some((code) => letters.includes(code));
    const ids = (found: readonly EsgEvent[]): string[] => found.map(({ id }) => id).sort();
    expect(whole.some(inSections(["K"]))).toBe(true);
    expect(ids(await events("fields=id&sector=eq:K"))).toEqual(ids(whole.filter(inSections(["K"]))));
    expect(ids(await events("fields=id&sector=neq:K"))).toEqual(
      ids(whole.filter((event) => !inSections(["K"])(event))),
    );
    expect(ids(await events("fields=id&sector=in:C;K"))).toEqual(ids(whole.filter(inSections(["C", "K"]))));
    expect(ids(await events("fields=id&sector=nin:C;K"))).toEqual(
      ids(whole.filter((event) => !inSections(["C", "K"])(event))),
    );
  },
);

for (const value of ["eq:Z", "eq:AB", "gte:C", "in:", "eq:"]) {
  proves(["convention.sector", "convention.sector-operators"], `sector=${value} is 400`, async () => {
    const { status, body } = await client.get<Problem>(await path(`?sector=${value}`));
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field).join()).toContain("sector");
  });
}

choice(["convention.sector"], "sector takes the bare letter too", async () => {
  expect((await events("fields=id&sector=K")).map(({ id }) => id)).toEqual(
    (await events("fields=id&sector=eq:K")).map(({ id }) => id),
  );
});

proves(["convention.sector"], "sector takes each letter from A to U and no other", async () => {
  for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    expect([letter, (await client.get(await path(`?size=1&sector=eq:${letter}`))).status]).toEqual([
      letter,
      letter <= "U" ? 200 : 400,
    ]);
});

proves(["convention.sector"], "sector is no response field", async () => {
  expect((await client.get(await path("?fields=sector"))).status).toBe(400);
});
