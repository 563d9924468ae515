import { forbidden, notFound } from "../http/problems";
import type { RequestParameters } from "../http/query";
import { serializePage, toSliceRequest } from "../listing/page";
import type { DocumentFilter, DocumentSignal } from "../data/source";
import { esgDocumentMembers, sdgDocumentMembers } from "../records/document";
import { effectiveFields, project, type Members } from "../records/projection";
import type { RecordContext } from "../records/esg-event";
import {
  type RouteRequest,
  type RouteHandler,
  requestedLicensedEntity,
  requestedLicensedUniverse,
  requireKnownPeriod,
  requireKnownSilence,
  requireKnownSilenceOf,
  requireReadPermission,
  translationCode,
  readTranslation,
  toPageRequest,
} from "./route";

interface DocumentKind {
  readonly name: "esg" | "sdg";
  readonly members: Members<DocumentSignal, RecordContext>;
  readonly translatable: readonly string[];
}

const esg: DocumentKind = {
  name: "esg",
  members: esgDocumentMembers,
  translatable: ["title", "main_story", "summary"],
};
const sdg: DocumentKind = { name: "sdg", members: sdgDocumentMembers, translatable: ["title"] };

/** Creates and serializes document records with the fields and the translation of a request. */
const documentRecord = ({ backend, parameters }: RouteRequest, { name, members, translatable }: DocumentKind) => {
  const translation = readTranslation(parameters.text("translate"));
  const fields = effectiveFields(parameters.texts("fields"), translatable, translation !== undefined);
  const language = translationCode(translation);
  const make = project(members, fields, { language });
  const serialize = backend.records.serializer(`${name} ${language} ${fields.join()}`, make);
  return { make, serialize };
};

const documentFilter = (parameters: RequestParameters): DocumentFilter => ({
  score: parameters.numberConditions("score"),
  time: parameters.numberConditions("extract_date"),
  cases: parameters.texts("case_id"),
  events: parameters.texts("event_id"),
  categories: parameters.texts("category"),
  sector: parameters.textConditions("sector"),
});

/** GET /v3/universes/{universe_id}/esg/documents: by reliability, then date, then id. */
export const listEsgDocuments: RouteHandler = async (request) => {
  const { backend, parameters } = request;
  requireReadPermission(request);
  const universe = await requestedLicensedUniverse(request);
  const { serialize } = documentRecord(request, esg);
  const key = `documents ${universe.id} ${parameters.filters()}`;
  const page = toPageRequest(request);
  const listing = { key, universe, filter: documentFilter(parameters) };
  await requireKnownPeriod(request, listing.filter);
  const slice = await backend.data.listEsgDocuments(listing, toSliceRequest(key, page));
  if (page.cursor === undefined) await requireKnownSilence(request, universe, slice);
  return serializePage(key, page.size, slice, serialize);
};

/** GET /v3/entities/{entity_id}/sdg/documents. */
export const listSdgDocuments: RouteHandler = async (request) => {
  const { backend, parameters } = request;
  requireReadPermission(request);
  const company = await requestedLicensedEntity(request);
  const key = `sdg ${company.id} ${parameters.filters()}`;
  const page = toPageRequest(request);
  const { serialize } = documentRecord(request, sdg);
  const listing = { company, filter: documentFilter(parameters), order: parameters.texts("order") };
  await requireKnownPeriod(request, listing.filter);
  const slice = await backend.data.listSdgDocuments(listing, toSliceRequest(key, page));
  if (page.cursor === undefined) await requireKnownSilenceOf(request, company, slice);
  return serializePage(key, page.size, slice, serialize);
};

const requestedDocument = async (request: RouteRequest, kind: "esg" | "sdg"): Promise<DocumentSignal> => {
  requireReadPermission(request);
  const { data } = request.backend;
  const signal = await data.signal(kind, request.parameters.path("document_id"));
  if (signal === undefined) throw notFound("The document");
  if ((await data.company(signal.signal.company))?.unlicensed === true)
    throw forbidden("The account has no access to the entity of this document.");
  return signal;
};

/** GET /v3/esg/documents/{document_id}. */
export const getEsgDocument: RouteHandler = async (request) => {
  const document = await requestedDocument(request, "esg");
  return documentRecord(request, esg).make(document);
};

/** GET /v3/sdg/documents/{document_id}. */
export const getSdgDocument: RouteHandler = async (request) => {
  const document = await requestedDocument(request, "sdg");
  return documentRecord(request, sdg).make(document);
};
