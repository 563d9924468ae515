import type { Backend } from "../backend";
import { yieldEvery } from "../common/clock";
import { numberTest } from "../http/conditions";
import { serializePage } from "../listing/page";
import { compareBy, type SortColumn, sortInSlices } from "../listing/order";
import { esgEventMembers, eventClassification, eventPrinciples, eventTopics } from "../records/esg-event";
import { effectiveFields, project } from "../records/projection";
import { sectionTest } from "../search/entity-filter";
import type { RequestParameters } from "../http/query";
import {
  type RouteHandler,
  licensedMembers,
  requireReadPermission,
  toTextLanguage,
  readTranslation,
  requestedUniverse,
  toPageRequest,
} from "./route";
import { readOrdinals } from "../world/ids";

type Test = (event: number) => boolean;

const milliseconds = ({ world }: Backend, seconds: number | undefined): number =>
  world.midnight + (seconds ?? 0) * 1000;

const overlap = (values: readonly string[], of: (event: number) => readonly (string | undefined)[]): Test[] => {
  if (values.length === 0) return [];
  const set = new Set<string | undefined>(values);
  return [(event) => of(event).some((value) => set.has(value))];
};

/** Tests of columns come first, tests of computed values last. */
const eventTests = async (backend: Backend, parameters: RequestParameters): Promise<Test[]> => {
  const { world } = backend;
  const { timeline } = world;
  const tests: Test[] = [];
  const [scores, starts, lasts] = [
    parameters.numberConditions("score"),
    parameters.numberConditions("start_date"),
    parameters.numberConditions("last_activity"),
  ];
  const [inScore, inStart, inLast] = [numberTest(scores), numberTest(starts), numberTest(lasts)];
  if (scores.length > 0) tests.push((event) => inScore(timeline.score[event] ?? 0));
  if (starts.length > 0) tests.push((event) => inStart(milliseconds(backend, timeline.start[event])));
  if (lasts.length > 0) tests.push((event) => inLast(milliseconds(backend, timeline.last[event])));
  const cases = parameters.texts("case_id");
  if (cases.length > 0) {
    const ordinals = readOrdinals(cases, world.ids.case);
    tests.push((event) => ordinals.has(timeline.caseOf[event] ?? -1));
  }
  const inSection = sectionTest(parameters.textConditions("sector"));
  if (inSection !== undefined)
    tests.push((event) => inSection(world.catalogue.sectionBits(timeline.entity[event] ?? 0)));
  tests.push(
    ...overlap(parameters.texts("category"), (event) => eventTopics(world, event).map((topic) => topic.category)),
    ...overlap(parameters.texts("sub_category"), (event) => eventTopics(world, event).map((topic) => topic.value)),
    ...overlap(parameters.texts("ungc_classification"), (event) => [eventClassification(world, event)]),
    ...overlap(parameters.texts("ungc_principles"), (event) => eventPrinciples(world, event)),
  );
  const content = parameters.texts("content");
  if (content.length > 0) {
    const documents = await backend.content.find(content);
    tests.push((event) => documents.has(event));
  }
  return tests;
};

const matchingEvents = async (
  offsets: Int32Array,
  entities: Int32Array,
  tests: readonly Test[],
): Promise<Int32Array> => {
  const yieldIfDue = yieldEvery();
  const events: number[] = [];
  for (const [position, entity] of entities.entries()) {
    const end = offsets[entity + 1] ?? 0;
    for (let event = offsets[entity] ?? 0; event < end; event += 1)
      if (tests.every((test) => test(event))) events.push(event);
    if (position % 64 === 0) await yieldIfDue();
  }
  return Int32Array.from(events);
};

const translatable = ["title", "summary"];

const eventOrder = ({ world }: Backend, order: readonly string[]) => {
  const { timeline } = world;
  const columns: Readonly<Record<string, SortColumn>> = {
    score: { value: (event) => timeline.score[event] ?? 0 },
    last_activity: { value: (event) => timeline.last[event] ?? 0 },
    start_date: { value: (event) => timeline.start[event] ?? 0 },
    // Zero is no assessment: last in both directions.
    ungc_classification: { value: (event) => timeline.ungc[event] ?? 0, missing: 0 },
  };
  return compareBy(order.length > 0 ? order : ["last_activity:desc"], columns, world.ids.event.rankOf);
};

/** GET /v3/universes/{universe_id}/esg/events (specification, "ESG and SDG routes"). */
export const listEsgEvents: RouteHandler = async (request) => {
  const { backend, parameters: parameters } = request;
  requireReadPermission(request);
  const universe = requestedUniverse(request);
  const members = backend.universes.members(universe);
  const entities = licensedMembers(backend, members);
  const translation = readTranslation(parameters.text("translate"));
  const key = `events ${universe.id} ${parameters.filters()}`;
  const compare = eventOrder(backend, parameters.texts("order"));
  const ordinals = await backend.listings.getOrCompute(`${key} ${members.version}`, async () => {
    const tests = await eventTests(backend, parameters);
    return sortInSlices(await matchingEvents(backend.world.timeline.offsets, entities, tests), compare);
  });
  const fields = effectiveFields(parameters.texts("fields"), translatable, translation !== undefined);
  const language = toTextLanguage(translation);
  const make = project(esgEventMembers, fields, { world: backend.world, language });
  const serialize = backend.records.serializer(`event ${language ?? ""} ${fields.join()}`, make);
  return serializePage({ key, ordinals, compare }, toPageRequest(request), { serialize: serialize });
};
