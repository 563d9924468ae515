import type { Wording } from "../../data/records";
import { parseInstant } from "../http/conditions";
import { ApiError, invalid, wrongElement } from "../http/problems";
import { serializeList } from "../http/response-body";
import type { Document } from "../data/source";
import { documentText, licensedTextPlaceholder } from "../records/document";
import { isoTime } from "../records/esg-event";
import { type Members, project } from "../records/projection";
import { findLanguage, languageName } from "../text/languages";
import { joinSentences } from "../text/statement";
import type { RouteRequest, RouteHandler } from "./route";

interface LegacyRequest {
  readonly documents: readonly { readonly id: string; readonly extracted: string }[];
  readonly fields: readonly string[];
  readonly language: string;
}

const legacyMembers: Members<Document, RouteRequest> = {
  title: (document) => document.wording(document.language)?.title ?? null,
  text: (document, { account }) =>
    !account.premium && document.site.licence === "premium"
      ? licensedTextPlaceholder
      : (documentText(document, document.language) ?? ""),
  summary: (document) => document.wording("eng")?.summary ?? null,
  url: (document) => document.url,
  extract_date: (document) => isoTime(document.time),
  language: (document) => languageName(document.language),
  site: (document) => document.site.domain,
  site_type: (document) => document.site.type,
  country: (document) => document.site.country?.toUpperCase() ?? null,
};

const findDocuments = ({ backend }: RouteRequest, documents: LegacyRequest["documents"]) =>
  backend.data.documents(documents.map(({ id, extracted }) => ({ contentId: id, time: parseInstant(extracted) })));

/** POST /api/2.0/documents: the documents found, in the order of the request. */
export const getLegacyDocuments: RouteHandler = async (request) => {
  const { documents, fields } = request.body as LegacyRequest;
  const matches = await findDocuments(request, documents);
  const records = documents.flatMap(({ id }, position) => {
    const document = matches[position];
    return document === undefined ? [] : [{ id, document }];
  });
  const make = project(legacyMembers, [...new Set(fields)], request);
  return serializeList(records, ({ id, document }) => JSON.stringify({ id, ...make(document) }), "[", "]");
};

interface Translation {
  readonly text?: string;
  readonly partial?: boolean;
  readonly problem?: string;
}

/** The number of leading sentences whose bytes stay below the limit. If it is 0 the field fails. */
const leading = (sentences: readonly string[], bytes: number): number => {
  let [usedBytes, count] = [0, 0];
  for (const sentence of sentences) {
    usedBytes += Buffer.byteLength(sentence) + (count === 0 ? 0 : 1);
    if (usedBytes >= bytes) break;
    count += 1;
  }
  return count;
};

const translateSentences = (
  original: readonly string[],
  translated: readonly string[],
  limit: number,
  language: string,
): Translation => {
  const count = leading(original, limit);
  if (count === original.length) return { text: joinSentences(translated, language) };
  if (count === 0) return { problem: "No sentence is short enough to be translated." };
  return { text: joinSentences(translated.slice(0, count), language), partial: true };
};

const translateField = (
  { backend }: RouteRequest,
  document: Document,
  field: string,
  { wording, language }: { readonly wording: Wording; readonly language: string },
): Translation => {
  const own = document.wording(document.language);
  if (field === "summary")
    return wording.summary === null ? { problem: "The document has no summary." } : { text: wording.summary };
  if (field === "text" && document.site.licence === "premium")
    return { problem: "The text of premium news cannot be translated." };
  const limit = backend.limits.translationBytes;
  if (field === "text") return translateSentences(own?.sentences ?? [], wording.sentences, limit, language);
  const title = own?.title ?? null;
  if (title === null) return { problem: "The document has no title." };
  return translateSentences([title], [wording.title ?? ""], limit, language);
};

const notFound = (message: string): object => ({ error: { message, statusCode: 404 } });

const translateOne = (
  request: RouteRequest,
  { id, extracted }: LegacyRequest["documents"][number],
  document: Document | undefined,
  language: string,
): object => {
  const { fields } = request.body as LegacyRequest;
  if (document === undefined) return { id, extracted, ...notFound("The document was not found.") };
  const wording = document.wording(language);
  if (wording === undefined)
    return { id, extracted, ...notFound("The language of the document or of the translation is not supported.") };
  const translations = [...new Set(fields)].map(
    (field) => [field, translateField(request, document, field, { wording, language })] as const,
  );
  const failed = translations.filter(([, translation]) => translation.problem !== undefined);
  const failures = Object.fromEntries(
    failed.map(([field, { problem }]) => [field, { message: problem, statusCode: 500 }]),
  );
  return {
    id,
    extracted,
    partial: translations.some(([, translation]) => translation.partial === true),
    ...Object.fromEntries(translations.flatMap(([field, { text }]) => (text === undefined ? [] : [[field, text]]))),
    ...(failed.length === 0 ? {} : { error: { field: failures } }),
  };
};

/** Each requested document counts as one, found or not. @throws 403 above the quota. */
const chargeQuota = async ({ backend, account }: RouteRequest, count: number): Promise<void> => {
  const { translationQuota } = backend.limits;
  const refused = await backend.quotas.charge(account.company, count, translationQuota);
  if (refused === undefined) return;
  throw new ApiError(403, "The company's quota of translated documents is used up.", {
    headers: {
      "x-quota-limit": String(translationQuota),
      "x-quota-remaining": String(translationQuota - refused.used),
      "x-quota-requested": String(count),
    },
  });
};

/** POST /api/2.0/documents/translate (deprecated; the path is our choice): one item per requested document. */
export const translateDocuments: RouteHandler = async (request) => {
  const { documents, language } = request.body as LegacyRequest;
  const target = findLanguage(language);
  if (target === undefined)
    throw invalid([wrongElement("body.language", `"${language.slice(0, 100)}" is no known language`)]);
  await chargeQuota(request, documents.length);
  const matches = await findDocuments(request, documents);
  const write = ([position, each]: readonly [number, LegacyRequest["documents"][number]]): string =>
    JSON.stringify(translateOne(request, each, matches[position], target.code));
  return serializeList(documents.entries(), write, "[", "]");
};
