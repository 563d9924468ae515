import type { Backend } from "../backend";
import { ApiError, invalid, wrongElement } from "../http/api-error";
import { documentUrl, siteOf } from "../records/document";
import { findLanguage, languageName, renderable } from "../text/languages";
import {
  documentLanguage,
  documentSentences,
  documentSummary,
  documentText,
  documentTitle,
} from "../world/document-text";
import type { TextLanguage } from "../world/topics";
import { instant } from "../world/world";
import { findDocument } from "./get-documents";
import type { Call, Handler } from "./route";

/** What stands in the place of premium text. */
export const licensedTextPlaceholder = "The download of licensed text is not allowed.";

interface Asking {
  readonly documents: readonly { readonly id: string; readonly extracted: string }[];
  readonly fields: readonly string[];
  readonly language: string;
}

const isWithheld = ({ backend, account }: Call, document: number): boolean =>
  !account.premium && siteOf(backend.world, document).licence === "premium";

const legacyMembers: Readonly<Record<string, (document: number, call: Call) => unknown>> = {
  title: (document, { backend: { world } }) => documentTitle(world, document, documentLanguage(world, document)),
  text: (document, call) => {
    const { world } = call.backend;
    return isWithheld(call, document)
      ? licensedTextPlaceholder
      : documentText(world, document, documentLanguage(world, document));
  },
  summary: (document, { backend: { world } }) => documentSummary(world, document, "eng"),
  url: (document, { backend: { world } }) => documentUrl(world, document),
  extract_date: (document, { backend: { world } }) => instant(world, world.corpus.time[document] ?? 0),
  language: (document, { backend: { world } }) => languageName(documentLanguage(world, document)),
  site: (document, { backend: { world } }) => siteOf(world, document).domain,
  site_type: (document, { backend: { world } }) => siteOf(world, document).type,
  country: (document, { backend: { world } }) => siteOf(world, document).country?.toUpperCase() ?? null,
};

/** POST /api/2.0/documents: the documents found, in the order asked for. */
export const getLegacyDocuments: Handler = (call) => {
  const { documents, fields } = call.body as Asking;
  return documents.flatMap(({ id, extracted }) => {
    const document = findDocument(call.backend, id, extracted);
    if (document === undefined) return [];
    return [{ id, ...Object.fromEntries(fields.map((field) => [field, legacyMembers[field]?.(document, call)])) }];
  });
};

interface Outcome {
  readonly text?: string;
  readonly partial?: boolean;
  readonly problem?: string;
}

/** The leading sentences whose bytes in the original stay below the limit; none is a failure of the field. */
const leading = (sentences: readonly string[], bytes: number): number => {
  let [used, count] = [0, 0];
  for (const sentence of sentences) {
    used += Buffer.byteLength(sentence) + (count === 0 ? 0 : 1);
    if (used >= bytes) break;
    count += 1;
  }
  return count;
};

const join = (sentences: readonly string[], language: TextLanguage): string =>
  sentences.join(language === "jpn" ? "" : " ");

const translateSentences = (
  original: readonly string[],
  translated: readonly string[],
  { limit, language }: { limit: number; language: TextLanguage },
): Outcome => {
  const count = leading(original, limit);
  if (count === original.length) return { text: join(translated, language) };
  if (count === 0) return { problem: "No sentence is short enough to be translated." };
  return { text: join(translated.slice(0, count), language), partial: true };
};

const translateField = (
  call: Call,
  document: number,
  { field, language }: { field: string; language: TextLanguage },
): Outcome => {
  const { world } = call.backend;
  const own = documentLanguage(world, document);
  if (field === "summary") return { text: documentSummary(world, document, language) };
  if (field === "text" && isWithheld(call, document))
    return { problem: "The text of premium news cannot be translated." };
  const limit = { limit: call.backend.limits.translationBytes, language };
  if (field === "text")
    return translateSentences(
      documentSentences(world, document, own),
      documentSentences(world, document, language),
      limit,
    );
  const title = documentTitle(world, document, own);
  if (title === null) return { problem: "The document has no title." };
  return translateSentences([title], [documentTitle(world, document, language) ?? ""], limit);
};

const notFound = (message: string): object => ({ error: { message, statusCode: 404 } });

const translateOne = (
  call: Call,
  { id, extracted }: Asking["documents"][number],
  language: TextLanguage | undefined,
): object => {
  const { fields } = call.body as Asking;
  const document = findDocument(call.backend, id, extracted);
  if (document === undefined) return { id, extracted, ...notFound("The document was not found.") };
  if (language === undefined)
    return { id, extracted, ...notFound("The language of the document or of the translation is not supported.") };
  const outcomes = fields.map((field) => [field, translateField(call, document, { field, language })] as const);
  const failed = outcomes.filter(([, outcome]) => outcome.problem !== undefined);
  const failures = Object.fromEntries(
    failed.map(([field, { problem }]) => [field, { message: problem, statusCode: 500 }]),
  );
  return {
    id,
    extracted,
    partial: outcomes.some(([, outcome]) => outcome.partial === true),
    ...Object.fromEntries(outcomes.flatMap(([field, { text }]) => (text === undefined ? [] : [[field, text]]))),
    ...(failed.length === 0 ? {} : { error: { field: failures } }),
  };
};

const usedQuota = ({ driver }: Backend, company: string): number =>
  Number(driver.get("SELECT used FROM quotas WHERE company = ?", [company])?.["used"] ?? 0);

/** Each requested document counts as one, found or not. */
const chargeQuota = ({ backend, account }: Call, count: number): void => {
  const { translationQuota } = backend.limits;
  const used = usedQuota(backend, account.company);
  if (used + count > translationQuota) {
    throw new ApiError(403, "The company's quota of translated documents is used up.", {
      headers: {
        "x-quota-limit": String(translationQuota),
        "x-quota-remaining": String(translationQuota - used),
        "x-quota-requested": String(count),
      },
    });
  }
  backend.driver.run("INSERT OR REPLACE INTO quotas (company, used) VALUES (?, ?)", [account.company, used + count]);
};

/** POST /api/2.0/documents/translate (deprecated; the path is our choice): one item per document asked for. */
export const translateDocuments: Handler = (call) => {
  const { documents, language } = call.body as Asking;
  const target = findLanguage(language);
  if (target === undefined)
    throw invalid([wrongElement("body.language", `"${language.slice(0, 100)}" is no known language`)]);
  chargeQuota(call, documents.length);
  const rendered = renderable(target);
  return documents.map((document) => translateOne(call, document, rendered));
};
