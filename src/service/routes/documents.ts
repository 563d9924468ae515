import type { Backend } from "../backend";
import { yieldEvery } from "../common/clock";
import { forbidden, notFound } from "../http/problems";
import { numberTest } from "../http/conditions";
import type { RequestParameters } from "../http/query";
import { serializePage } from "../listing/page";
import { compareBy } from "../listing/order";
import { esgDocumentMembers, sdgDocumentMembers } from "../records/document";
import { effectiveFields, project, type Members } from "../records/projection";
import type { RecordContext } from "../records/esg-event";
import { sectionTest } from "../search/entity-filter";
import { worldReliability, type Reliability } from "../world/reliability";
import { sdgTopics } from "../text/topics";
import {
  type RouteRequest,
  type RouteHandler,
  isUnlicensed,
  requestedLicensedEntity,
  licensedMembers,
  requireReadPermission,
  toTextLanguage,
  readTranslation,
  requestedUniverse,
  toPageRequest,
} from "./route";
import { readOrdinals } from "../world/ids";

type DocumentTest = (document: number) => boolean;

interface DocumentKind {
  readonly name: string;
  readonly members: Members<RecordContext>;
  readonly translatable: readonly string[];
}

const esg: DocumentKind = {
  name: "esg",
  members: esgDocumentMembers,
  translatable: ["title", "main_story", "summary"],
};
const sdg: DocumentKind = { name: "sdg", members: sdgDocumentMembers, translatable: ["title"] };

/** Creates and serializes document records with the fields and the translation of a request. */
const documentRecord = (
  { backend, parameters: parameters }: RouteRequest,
  { name, members, translatable }: DocumentKind,
) => {
  const translation = readTranslation(parameters.text("translate"));
  const fields = effectiveFields(parameters.texts("fields"), translatable, translation !== undefined);
  const language = toTextLanguage(translation);
  const make = project(members, fields, { world: backend.world, language });
  const serialize = backend.records.serializer(`${name} ${language ?? ""} ${fields.join()}`, make);
  return { make, serialize };
};

const commonTests = ({ world }: Backend, parameters: RequestParameters): DocumentTest[] => {
  const { corpus, midnight } = world;
  const [scores, dates] = [parameters.numberConditions("score"), parameters.numberConditions("extract_date")];
  const [inScore, inDate] = [numberTest(scores), numberTest(dates)];
  return [
    ...(scores.length > 0 ? [(document: number) => inScore(corpus.score[document] ?? 0)] : []),
    ...(dates.length > 0 ? [(document: number) => inDate(midnight + (corpus.time[document] ?? 0) * 1000)] : []),
  ];
};

const esgTests = (backend: Backend, parameters: RequestParameters): DocumentTest[] => {
  const { corpus, timeline, ids, catalogue } = backend.world;
  const tests = commonTests(backend, parameters);
  const [cases, events] = [parameters.texts("case_id"), parameters.texts("event_id")];
  if (cases.length > 0) {
    const ordinals = readOrdinals(cases, ids.case);
    tests.push((document) => ordinals.has(timeline.caseOf[corpus.event[document] ?? -1] ?? -1));
  }
  if (events.length > 0) {
    const ordinals = readOrdinals(events, ids.event);
    tests.push((document) => ordinals.has(corpus.event[document] ?? -1));
  }
  const inSection = sectionTest(parameters.textConditions("sector"));
  if (inSection !== undefined) tests.push((document) => inSection(catalogue.sectionBits(corpus.entity[document] ?? 0)));
  return tests;
};

const documentsWithin = async (
  offsets: Int32Array,
  entities: Int32Array,
  tests: readonly DocumentTest[],
): Promise<number[]> => {
  const yieldIfDue = yieldEvery();
  const ordinals: number[] = [];
  for (const [position, entity] of entities.entries()) {
    const end = offsets[entity + 1] ?? 0;
    for (let document = offsets[entity] ?? 0; document < end; document += 1) {
      if (tests.every((test) => test(document))) ordinals.push(document);
    }
    if (position % 64 === 0) await yieldIfDue();
  }
  return ordinals;
};

/** Documents by reliability: a short list is sorted, a long one is picked out of the order of all documents. */
const ranked = async (documents: readonly number[], { rank, order }: Reliability): Promise<Int32Array> => {
  if (documents.length * 16 < order.length)
    return Int32Array.from(documents, (document) => rank[document] ?? 0)
      .sort()
      .map((position) => order[position] ?? 0);
  const yieldIfDue = yieldEvery();
  const selected = new Uint8Array(order.length);
  for (const document of documents) selected[document] = 1;
  const ranks = new Int32Array(documents.length);
  let count = 0;
  for (let position = 0; position < order.length; position += 1) {
    const document = order[position] ?? 0;
    if (selected[document] === 1) ranks[count++] = document;
    if (position % 65_536 === 0) await yieldIfDue();
  }
  return ranks;
};

/** GET /v3/universes/{universe_id}/esg/documents: by reliability, then date, then id. */
export const listEsgDocuments: RouteHandler = async (request) => {
  const { backend, parameters: parameters } = request;
  const { corpus } = backend.world;
  requireReadPermission(request);
  const universe = requestedUniverse(request);
  const members = backend.universes.members(universe);
  const entities = licensedMembers(backend, members);
  const { serialize } = documentRecord(request, esg);
  const { rank, order } = worldReliability(backend.world);
  const compare = (a: number, b: number): number => (rank[a] ?? 0) - (rank[b] ?? 0);
  const key = `documents ${universe.id} ${parameters.filters()}`;
  const ordinals = await backend.listings.getOrCompute(`${key} ${members.version}`, async () =>
    ranked(await documentsWithin(corpus.esgOffsets, entities, esgTests(backend, parameters)), { rank, order }),
  );
  return serializePage({ key, ordinals, compare }, toPageRequest(request), { serialize: serialize });
};

/** GET /v3/entities/{entity_id}/sdg/documents. */
export const listSdgDocuments: RouteHandler = async (request) => {
  const { backend, parameters: parameters } = request;
  const { corpus, ids } = backend.world;
  requireReadPermission(request);
  const entity = requestedLicensedEntity(request);
  const tests = commonTests(backend, parameters);
  const goals = parameters.texts("category");
  if (goals.length > 0) {
    const categories = new Set(goals);
    tests.push((document) => categories.has(sdgTopics[corpus.topic[document] ?? 0]?.category ?? ""));
  }
  const columns = {
    score: { value: (document: number) => corpus.score[document] ?? 0 },
    extract_date: { value: (document: number) => corpus.time[document] ?? 0 },
  };
  const compare = compareBy(parameters.texts("order"), columns, ids.document.rankOf);
  const ordinals = Int32Array.from(await documentsWithin(corpus.sdgOffsets, Int32Array.of(entity), tests)).sort(
    compare,
  );
  const key = `sdg ${entity} ${parameters.filters()}`;
  return serializePage({ key, ordinals, compare }, toPageRequest(request), documentRecord(request, sdg));
};

const requestedDocument = (request: RouteRequest, first: number, end: number): number => {
  requireReadPermission(request);
  const { backend, parameters: parameters } = request;
  const { ids, corpus } = backend.world;
  const document = ids.document.ordinalOf(parameters.path("document_id"));
  if (document === undefined || document < first || document >= end) throw notFound("The document");
  if (isUnlicensed(backend.world, corpus.entity[document] ?? 0))
    throw forbidden("The account has no access to the entity of this document.");
  return document;
};

/** GET /v3/esg/documents/{document_id}. */
export const getEsgDocument: RouteHandler = (request) =>
  documentRecord(request, esg).make(requestedDocument(request, 0, request.backend.world.corpus.esgCount));

/** GET /v3/sdg/documents/{document_id}. */
export const getSdgDocument: RouteHandler = (request) => {
  const { esgCount, count } = request.backend.world.corpus;
  return documentRecord(request, sdg).make(requestedDocument(request, esgCount, count));
};
