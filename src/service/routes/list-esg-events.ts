import type { Backend } from "../backend";
import { createPacer } from "../clock";
import { meetsAll } from "../http/conditions";
import { writePage } from "../listing/page";
import { sortInSlices } from "../listing/sort-in-slices";
import { compareBy, type OrderedBy } from "../listing/order";
import { esgEventMembers, eventClassification, eventPrinciples, eventTopics } from "../records/esg-event";
import { effectiveFields, project } from "../records/projection";
import { sectionTest } from "../search/sections";
import type { Asked } from "../http/asked";
import { licensedMembers, needReading, textLanguageOf, translationOf, universeOf, wantedOf } from "./reading";
import type { Handler } from "./route";

type Test = (event: number) => boolean;

const milliseconds = ({ world }: Backend, seconds: number | undefined): number =>
  world.midnight + (seconds ?? 0) * 1000;

const overlap = (wanted: readonly string[], of: (event: number) => readonly (string | null)[]): Test[] => {
  if (wanted.length === 0) return [];
  const set = new Set<string | null>(wanted);
  return [(event) => of(event).some((value) => set.has(value))];
};

/** Conditions over columns first, over made values last. */
const testsOf = async (backend: Backend, asked: Asked): Promise<Test[]> => {
  const { world } = backend;
  const { timeline } = world;
  const tests: Test[] = [];
  const [scores, starts, lasts] = [asked.numbers("score"), asked.numbers("start_date"), asked.numbers("last_activity")];
  if (scores.length > 0) tests.push((event) => meetsAll(scores, timeline.score[event] ?? 0));
  if (starts.length > 0) tests.push((event) => meetsAll(starts, milliseconds(backend, timeline.start[event])));
  if (lasts.length > 0) tests.push((event) => meetsAll(lasts, milliseconds(backend, timeline.last[event])));
  const cases = asked.texts("case_id");
  if (cases.length > 0) {
    const wanted = new Set(cases.map(world.ids.case.ordinalOf));
    tests.push((event) => wanted.has(timeline.caseOf[event]));
  }
  const inSection = sectionTest(asked.words("sector"));
  if (inSection !== undefined)
    tests.push((event) => inSection(world.catalogue.sectionBits(timeline.entity[event] ?? 0)));
  tests.push(
    ...overlap(asked.texts("category"), (event) => eventTopics(world, event).map((topic) => topic.category)),
    ...overlap(asked.texts("sub_category"), (event) => eventTopics(world, event).map((topic) => topic.value)),
    ...overlap(asked.texts("ungc_classification"), (event) => [eventClassification(world, event)]),
    ...overlap(asked.texts("ungc_principles"), (event) => eventPrinciples(world, event)),
  );
  const content = asked.texts("content");
  if (content.length > 0) {
    const found = await backend.content.find(content);
    tests.push((event) => found.has(event));
  }
  return tests;
};

const eventsOf = async (offsets: Int32Array, entities: Int32Array, tests: readonly Test[]): Promise<Int32Array> => {
  const pace = createPacer();
  const events: number[] = [];
  for (const [position, entity] of entities.entries()) {
    const end = offsets[entity + 1] ?? 0;
    for (let event = offsets[entity] ?? 0; event < end; event += 1)
      if (tests.every((test) => test(event))) events.push(event);
    if (position % 64 === 0) await pace();
  }
  return Int32Array.from(events);
};

const translatable = ["title", "summary"];

const orderOf = ({ world }: Backend, order: readonly string[]) => {
  const { timeline } = world;
  const columns: Readonly<Record<string, OrderedBy>> = {
    score: { value: (event) => timeline.score[event] ?? 0 },
    last_activity: { value: (event) => timeline.last[event] ?? 0 },
    start_date: { value: (event) => timeline.start[event] ?? 0 },
    // Zero is no assessment: last in both directions.
    ungc_classification: { value: (event) => timeline.ungc[event] ?? 0, missing: 0 },
  };
  return compareBy(order.length > 0 ? order : ["last_activity:desc"], columns, world.ids.event.rankOf);
};

/** GET /v3/universes/{universe_id}/esg/events (specification, "ESG and SDG routes"). */
export const listEsgEvents: Handler = async (call) => {
  const { backend, asked } = call;
  needReading(call);
  const universe = universeOf(call);
  const members = backend.universes.members(universe);
  const entities = licensedMembers(backend, members);
  const translation = translationOf(asked.text("translate"));
  const key = `events ${universe.id} ${asked.filters()}`;
  const compare = orderOf(backend, asked.texts("order"));
  const ordinals = await backend.shelf.take(`${key} ${members.version}`, async () => {
    const tests = await testsOf(backend, asked);
    return sortInSlices(await eventsOf(backend.world.timeline.offsets, entities, tests), compare);
  });
  const fields = effectiveFields(asked.texts("fields"), translatable, translation !== undefined);
  const language = textLanguageOf(translation);
  const make = project(esgEventMembers, fields, { world: backend.world, language });
  const write = backend.fragments.writer(`event ${language ?? ""} ${fields.join()}`, make);
  return writePage({ key, ordinals, compare }, wantedOf(call), { write });
};
