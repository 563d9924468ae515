import { createHash } from "node:crypto";
import { dossierEvent, pressDocuments } from "../../../src/service/world/fixtures";
import { sites } from "../../../src/service/world/sites";
import { documentSummary, documentText, documentTitle } from "../../../src/service/world/document-text";
import { eventSummary, eventTitle } from "../../../src/service/world/event-text";
import { demoHoldings } from "../../../src/service/local/demo";
import { isValidIsin } from "../../../src/facts/check-digits";
import { createWorld, type World } from "../../../src/service/world/world";

const day = 86_400;

/** Everything the world says, in one number. */
const fingerprint = (world: World): string => {
  const hash = createHash("sha256");
  const { catalogue, timeline, corpus, ids } = world;
  for (let entity = 0; entity < catalogue.original; entity += 1) {
    hash.update(ids.entity.idOf(entity) + JSON.stringify([catalogue.identity(entity), catalogue.profile(entity)]));
  }
  for (const column of Object.values({ ...timeline, ...corpus }))
    if (ArrayBuffer.isView(column)) hash.update(column as Uint8Array);
  for (let event = 0; event < timeline.count; event += 7)
    hash.update(eventTitle(world, event, "eng") + eventSummary(world, event, "jpn"));
  for (let document = 0; document < corpus.count; document += 11) {
    hash.update(
      `${documentTitle(world, document, "fre") ?? ""}${documentText(world, document, "ger")}${documentSummary(world, document, "spa")}`,
    );
  }
  return hash.digest("hex").slice(0, 16);
};

const test1 = createWorld(1, "test", "2026-06-30");
const small = createWorld(1, "small", "2026-06-30");
const isInPress = ({ fixtures: { acme, volta } }: World, entity: number | undefined): boolean =>
  entity === acme || entity === volta;

test("the world is a pure function of the seed: the same today, after any change of the generator a decision", () => {
  expect(fingerprint(createWorld(1, "test", "2026-06-30"))).toBe(fingerprint(test1));
  expect(fingerprint(test1)).toBe("552f0a8d3737c8a2");
  expect(fingerprint(small)).toBe("38d92f240882685a");
});

test("another seed makes another world; the same weekday of another week makes the same one", () => {
  expect(fingerprint(createWorld(2, "test", "2026-06-30"))).not.toBe(fingerprint(test1));
  expect(fingerprint(createWorld(1, "test", "2027-06-29"))).toBe(fingerprint(test1));
});

test("EU Banks have exactly 1,340 events of score 3 and more in the last 30 days, all violators or on the watchlist", () => {
  const { timeline } = small;
  const end = timeline.offsets[small.fixtures.banks] ?? 0;
  const recent = Array.from({ length: end }, (_, event) => event).filter(
    (event) => (timeline.score[event] ?? 0) >= 3 && (timeline.last[event] ?? 0) >= -30 * day,
  );
  expect(recent).toHaveLength(1_340);
  expect(recent.every((event) => (timeline.ungc[event] ?? 0) >= 2 && (timeline.start[event] ?? 0) >= -30 * day)).toBe(
    true,
  );
});

test("EU Banks have a history without a step: no month has less than two thirds of the month after it", () => {
  const { timeline, fixtures } = small;
  const end = timeline.offsets[fixtures.banks] ?? 0;
  const months = Array.from({ length: 12 }, () => 0);
  for (const start of timeline.start.subarray(0, end)) {
    const month = Math.floor(-start / (30 * day));
    if (month < 12) months[month] = (months[month] ?? 0) + 1;
  }
  for (const [month, count] of months.entries()) {
    if (month > 0) expect(count).toBeGreaterThan(((months[month - 1] ?? 0) * 2) / 3);
  }
});

test("the third of them by score and last activity has seven documents, one of them premium", () => {
  const { timeline, corpus } = small;
  const end = timeline.offsets[small.fixtures.banks] ?? 0;
  const events = Array.from({ length: end }, (_, event) => event)
    .filter((event) => (timeline.last[event] ?? 0) >= -30 * day)
    .sort(
      (a, b) =>
        (timeline.score[b] ?? 0) - (timeline.score[a] ?? 0) || (timeline.last[b] ?? 0) - (timeline.last[a] ?? 0),
    );
  const documents = Array.from({ length: corpus.esgCount }, (_, document) => document).filter(
    (document) => corpus.event[document] === events[2],
  );
  expect(documents).toHaveLength(dossierEvent.documents);
  expect(documents.filter((document) => sites[corpus.site[document] ?? 0]?.licence === "premium")).toHaveLength(1);
});

test("an event begins with its first document, ends with its last and counts them all", () => {
  const { timeline, corpus } = test1;
  const times = new Map<number, number[]>();
  for (let document = 0; document < corpus.esgCount; document += 1) {
    const event = corpus.event[document] ?? -1;
    times.set(event, [...(times.get(event) ?? []), corpus.time[document] ?? 0]);
  }
  for (let event = 0; event < timeline.count; event += 1) {
    const own = times.get(event);
    if (own === undefined || isInPress(test1, timeline.entity[event])) continue;
    expect([own.length, Math.min(...own), Math.max(...own)]).toEqual([
      timeline.documents[event],
      timeline.start[event],
      timeline.last[event],
    ]);
  }
});

test("Acme and Volta are in the press every day of 92: 1,850 documents", () => {
  const { corpus } = small;
  const press = Array.from({ length: corpus.esgCount }, (_, document) => document).filter(
    (document) =>
      isInPress(small, corpus.entity[document]) && (corpus.time[document] ?? 0) >= -pressDocuments.days * day,
  );
  expect(press).toHaveLength(1_850);
  const days = new Set(
    press.map((document) => `${corpus.entity[document] ?? 0} ${Math.floor((corpus.time[document] ?? 0) / day)}`),
  );
  expect(days.size).toBe(2 * pressDocuments.days);
});

test("the demo list of ISINs is what the journey says: 1,200 cells", () => {
  const cells = demoHoldings(small);
  const owners = new Map<string, number>();
  for (let entity = 0; entity < small.catalogue.original; entity += 1) {
    for (const isin of small.catalogue.identity(entity).isin) owners.set(isin, (owners.get(isin) ?? 0) + 1);
  }
  const filled = cells.filter((cell) => cell !== "");
  const unique = [...new Set(filled)].filter(isValidIsin);
  const candidates = unique.map((isin) => owners.get(isin) ?? 0);
  expect([cells.length, cells.length - filled.length]).toEqual([1_200, 3]);
  expect(filled.filter((cell) => !isValidIsin(cell))).toHaveLength(2);
  expect(filled.length - 2 - unique.length).toBe(50);
  expect([1, 3, 0].map((count) => candidates.filter((each) => each === count).length)).toEqual([1_130, 12, 3]);
});
