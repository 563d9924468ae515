import type { Backend } from "../backend";
import { ApiError, invalid, wrongElement } from "../http/problems";
import { serializeList } from "../http/response-body";
import { documentUrl, licensedTextPlaceholder, documentSite } from "../records/document";
import { findLanguage, languageName, renderable } from "../text/languages";
import {
  documentLanguage,
  documentSentences,
  documentSummary,
  documentText,
  documentTitle,
} from "../world/document-text";
import { joinSentences } from "../text/statement";
import type { TextLanguage } from "../text/topics";
import { instant } from "../world/world";
import { findDocument } from "./content";
import type { RouteRequest, RouteHandler } from "./route";

interface LegacyRequest {
  readonly documents: readonly { readonly id: string; readonly extracted: string }[];
  readonly fields: readonly string[];
  readonly language: string;
}

const isWithheld = ({ backend, account }: RouteRequest, document: number): boolean =>
  !account.premium && documentSite(backend.world, document).licence === "premium";

const legacyMembers: Readonly<Record<string, (document: number, request: RouteRequest) => unknown>> = {
  title: (document, { backend: { world } }) => documentTitle(world, document, documentLanguage(world, document)),
  text: (document, request) => {
    const { world } = request.backend;
    return isWithheld(request, document)
      ? licensedTextPlaceholder
      : documentText(world, document, documentLanguage(world, document));
  },
  summary: (document, { backend: { world } }) => documentSummary(world, document, "eng"),
  url: (document, { backend: { world } }) => documentUrl(world, document),
  extract_date: (document, { backend: { world } }) => instant(world, world.corpus.time[document] ?? 0),
  language: (document, { backend: { world } }) => languageName(documentLanguage(world, document)),
  site: (document, { backend: { world } }) => documentSite(world, document).domain,
  site_type: (document, { backend: { world } }) => documentSite(world, document).type,
  country: (document, { backend: { world } }) => documentSite(world, document).country?.toUpperCase() ?? null,
};

/** POST /api/2.0/documents: the documents found, in the order of the request. */
export const getLegacyDocuments: RouteHandler = (request) => {
  const { documents, fields } = request.body as LegacyRequest;
  const records = documents.flatMap(({ id, extracted }) => {
    const document = findDocument(request.backend, id, extracted);
    return document === undefined ? [] : [{ id, document }];
  });
  const unique = [...new Set(fields)];
  const write = ({ id, document }: (typeof records)[number]): string =>
    JSON.stringify({
      id,
      ...Object.fromEntries(unique.map((field) => [field, legacyMembers[field]?.(document, request)])),
    });
  return serializeList(records, write, "[", "]");
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
  language: TextLanguage,
): Translation => {
  const count = leading(original, limit);
  if (count === original.length) return { text: joinSentences(translated, language) };
  if (count === 0) return { problem: "No sentence is short enough to be translated." };
  return { text: joinSentences(translated.slice(0, count), language), partial: true };
};

const translateField = (
  request: RouteRequest,
  document: number,
  field: string,
  language: TextLanguage,
): Translation => {
  const { world } = request.backend;
  const own = documentLanguage(world, document);
  if (field === "summary") return { text: documentSummary(world, document, language) };
  if (field === "text" && documentSite(world, document).licence === "premium")
    return { problem: "The text of premium news cannot be translated." };
  const limit = request.backend.limits.translationBytes;
  if (field === "text")
    return translateSentences(
      documentSentences(world, document, own),
      documentSentences(world, document, language),
      limit,
      language,
    );
  const title = documentTitle(world, document, own);
  if (title === null) return { problem: "The document has no title." };
  return translateSentences([title], [documentTitle(world, document, language) ?? ""], limit, language);
};

const notFound = (message: string): object => ({ error: { message, statusCode: 404 } });

const translateOne = (
  request: RouteRequest,
  { id, extracted }: LegacyRequest["documents"][number],
  language: TextLanguage | undefined,
): object => {
  const { fields } = request.body as LegacyRequest;
  const document = findDocument(request.backend, id, extracted);
  if (document === undefined) return { id, extracted, ...notFound("The document was not found.") };
  if (language === undefined)
    return { id, extracted, ...notFound("The language of the document or of the translation is not supported.") };
  const translations = [...new Set(fields)].map(
    (field) => [field, translateField(request, document, field, language)] as const,
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

const usedQuota = ({ database: database }: Backend, company: string): number =>
  Number(database.get("SELECT used FROM quotas WHERE company = ?", [company])?.["used"] ?? 0);

/** Each requested document counts as one, found or not. @throws 403 above the quota. */
const chargeQuota = ({ backend, account }: RouteRequest, count: number): void => {
  const { translationQuota } = backend.limits;
  const spent = usedQuota(backend, account.company);
  if (spent + count > translationQuota) {
    throw new ApiError(403, "The company's quota of translated documents is used up.", {
      headers: {
        "x-quota-limit": String(translationQuota),
        "x-quota-remaining": String(translationQuota - spent),
        "x-quota-requested": String(count),
      },
    });
  }
  backend.database.run("INSERT OR REPLACE INTO quotas (company, used) VALUES (?, ?)", [account.company, spent + count]);
};

/** POST /api/2.0/documents/translate (deprecated; the path is our choice): one item per requested document. */
export const translateDocuments: RouteHandler = (request) => {
  const { documents, language } = request.body as LegacyRequest;
  const target = findLanguage(language);
  if (target === undefined)
    throw invalid([wrongElement("body.language", `"${language.slice(0, 100)}" is no known language`)]);
  chargeQuota(request, documents.length);
  const rendered = renderable(target);
  return serializeList(documents, (each) => JSON.stringify(translateOne(request, each, rendered)), "[", "]");
};
