import type { Backend } from "../backend";
import { createPacer } from "../clock";
import { forbidden, notFound } from "../http/api-error";
import { meetsAll } from "../http/conditions";
import type { Asked } from "../http/asked";
import { writePage } from "../listing/page";
import { compareBy } from "../listing/order";
import { esgDocumentMembers, sdgDocumentMembers } from "../records/document";
import { effectiveFields, project, type Members } from "../records/projection";
import type { RecordContext } from "../records/esg-event";
import { sectionTest } from "../search/sections";
import { reliabilityOf, type Reliability } from "../world/reliability";
import { sdgTopics } from "../world/topics";
import {
  isUnlicensed,
  licensedEntityOf,
  licensedMembers,
  needReading,
  textLanguageOf,
  translationOf,
  universeOf,
  wantedOf,
} from "./reading";
import type { Call, Handler } from "./route";

type Test = (document: number) => boolean;

interface Kind {
  readonly name: string;
  readonly members: Members<RecordContext>;
  readonly translatable: readonly string[];
}

const esg: Kind = {
  name: "esg",
  members: esgDocumentMembers,
  translatable: ["title", "main_story", "summary"],
};
const sdg: Kind = { name: "sdg", members: sdgDocumentMembers, translatable: ["title"] };

/** Makes and writes records of documents with the fields and translation of a call. */
const recordOf = ({ backend, asked }: Call, { name, members, translatable }: Kind) => {
  const translation = translationOf(asked.text("translate"));
  const fields = effectiveFields(asked.texts("fields"), translatable, translation !== undefined);
  const language = textLanguageOf(translation);
  const make = project(members, fields, { world: backend.world, language });
  const write = backend.fragments.writer(`${name} ${language ?? ""} ${fields.join()}`, make);
  return { make, write };
};

const commonTests = ({ world }: Backend, asked: Asked): Test[] => {
  const { corpus, midnight } = world;
  const [scores, dates] = [asked.numbers("score"), asked.numbers("extract_date")];
  return [
    ...(scores.length > 0 ? [(document: number) => meetsAll(scores, corpus.score[document] ?? 0)] : []),
    ...(dates.length > 0
      ? [(document: number) => meetsAll(dates, midnight + (corpus.time[document] ?? 0) * 1000)]
      : []),
  ];
};

const esgTests = (backend: Backend, asked: Asked): Test[] => {
  const { corpus, timeline, ids, catalogue } = backend.world;
  const tests = commonTests(backend, asked);
  const [cases, events] = [asked.texts("case_id"), asked.texts("event_id")];
  if (cases.length > 0) {
    const wanted = new Set(cases.map(ids.case.ordinalOf));
    tests.push((document) => wanted.has(timeline.caseOf[corpus.event[document] ?? -1]));
  }
  if (events.length > 0) {
    const wanted = new Set(events.map(ids.event.ordinalOf));
    tests.push((document) => wanted.has(corpus.event[document]));
  }
  const inSection = sectionTest(asked.words("sector"));
  if (inSection !== undefined) tests.push((document) => inSection(catalogue.sectionBits(corpus.entity[document] ?? 0)));
  return tests;
};

const within = async (offsets: Int32Array, entities: Int32Array, tests: readonly Test[]): Promise<number[]> => {
  const pace = createPacer();
  const kept: number[] = [];
  for (const [position, entity] of entities.entries()) {
    const end = offsets[entity + 1] ?? 0;
    for (let document = offsets[entity] ?? 0; document < end; document += 1) {
      if (tests.every((test) => test(document))) kept.push(document);
    }
    if (position % 64 === 0) await pace();
  }
  return kept;
};

/** Documents by reliability: few are sorted, many are picked out of the order of all. */
const ranked = async (documents: readonly number[], { rank, order }: Reliability): Promise<Int32Array> => {
  if (documents.length * 16 < order.length)
    return Int32Array.from(documents, (document) => rank[document] ?? 0)
      .sort()
      .map((position) => order[position] ?? 0);
  const pace = createPacer();
  const wanted = new Uint8Array(order.length);
  for (const document of documents) wanted[document] = 1;
  const found = new Int32Array(documents.length);
  let count = 0;
  for (let position = 0; position < order.length; position += 1) {
    const document = order[position] ?? 0;
    if (wanted[document] === 1) found[count++] = document;
    if (position % 65_536 === 0) await pace();
  }
  return found;
};

/** GET /v3/universes/{universe_id}/esg/documents: by reliability, then date, then id. */
export const listEsgDocuments: Handler = async (call) => {
  const { backend, asked } = call;
  const { corpus } = backend.world;
  needReading(call);
  const universe = universeOf(call);
  const members = backend.universes.members(universe);
  const entities = licensedMembers(backend, members);
  const { write } = recordOf(call, esg);
  const { rank, order } = reliabilityOf(backend.world);
  const compare = (a: number, b: number): number => (rank[a] ?? 0) - (rank[b] ?? 0);
  const key = `documents ${universe.id} ${asked.filters()}`;
  const ordinals = await backend.shelf.take(`${key} ${members.version}`, async () =>
    ranked(await within(corpus.esgOffsets, entities, esgTests(backend, asked)), { rank, order }),
  );
  return writePage({ key, ordinals, compare }, wantedOf(call), { write });
};

/** GET /v3/entities/{entity_id}/sdg/documents. */
export const listSdgDocuments: Handler = async (call) => {
  const { backend, asked } = call;
  const { corpus, ids } = backend.world;
  needReading(call);
  const entity = licensedEntityOf(call);
  const tests = commonTests(backend, asked);
  const goals = asked.texts("category");
  if (goals.length > 0) {
    const wanted = new Set(goals);
    tests.push((document) => wanted.has(sdgTopics[corpus.topic[document] ?? 0]?.category ?? ""));
  }
  const columns = {
    score: { value: (document: number) => corpus.score[document] ?? 0 },
    extract_date: { value: (document: number) => corpus.time[document] ?? 0 },
  };
  const compare = compareBy(asked.texts("order"), columns, ids.document.rankOf);
  const ordinals = Int32Array.from(await within(corpus.sdgOffsets, Int32Array.of(entity), tests)).sort(compare);
  const key = `sdg ${entity} ${asked.filters()}`;
  return writePage({ key, ordinals, compare }, wantedOf(call), recordOf(call, sdg));
};

const documentOf = (call: Call, first: number, end: number): number => {
  needReading(call);
  const { backend, asked } = call;
  const { ids, corpus } = backend.world;
  const document = ids.document.ordinalOf(asked.path("document_id"));
  if (document === undefined || document < first || document >= end) throw notFound("The document");
  if (isUnlicensed(backend.world, corpus.entity[document] ?? 0))
    throw forbidden("The account has no access to the entity of this document.");
  return document;
};

/** GET /v3/esg/documents/{document_id}. */
export const getEsgDocument: Handler = (call) =>
  recordOf(call, esg).make(documentOf(call, 0, call.backend.world.corpus.esgCount));

/** GET /v3/sdg/documents/{document_id}. */
export const getSdgDocument: Handler = (call) => {
  const { esgCount, count } = call.backend.world.corpus;
  return recordOf(call, sdg).make(documentOf(call, esgCount, count));
};
