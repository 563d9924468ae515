import { serializeList } from "../http/response-body";
import { parseInstant } from "../http/conditions";
import { isoTime, type RecordContext } from "../records/esg-event";
import { effectiveFields, type Members, project } from "../records/projection";
import type { Document } from "../data/source";
import { documentText } from "../records/document";
import { type RouteHandler, translationCode, readTranslation } from "./route";

interface ContentRequest {
  readonly documents: readonly { readonly datamarts_document_id: string; readonly extract_date: string }[];
}

const members: Members<Document, RecordContext> = {
  datamarts_document_id: (document) => document.contentId,
  extract_date: (document) => isoTime(document.time),
  title: (document) => document.wording(document.language)?.title ?? null,
  text: (document) => documentText(document, document.language) ?? "",
  summary: (document) => document.wording(document.language)?.summary ?? null,
  translated_title: (document, { language }) => document.wording(language)?.title ?? null,
  // Nobody gets a translation of premium text; its title is translated.
  translated_text: (document, { language }) =>
    document.site.licence === "premium" ? null : (documentText(document, language) ?? null),
  translated_summary: (document, { language }) => document.wording(language)?.summary ?? null,
};

/** Fields that need a licence for the document. */
const restricted = new Set(["text", "translated_text"]);

const withheld = (fields: readonly string[]): object => ({
  message: "The licence does not cover the content of this document.",
  code: 403,
  reason: "forbidden",
  errors: fields.map((field) => ({
    field,
    reason: "invalid_element",
    message: `The field ${field} is not covered by the licence.`,
  })),
});

const translatable = ["title", "text", "summary"];

const uniqueDocuments = (documents: readonly (Document | undefined)[]): Document[] => [
  ...new Map(documents.flatMap((document) => (document === undefined ? [] : [[document.ordinal, document]]))).values(),
];

/** POST /v3/documents: the documents found, in the order of their ids. Premium text is withheld without a licence. */
export const getDocuments: RouteHandler = async ({ backend, account, parameters, body }) => {
  const { documents } = body as ContentRequest;
  const translation = readTranslation(parameters.text("translate"));
  const fields = effectiveFields(parameters.texts("fields"), translatable, translation !== undefined);
  const context = { language: translationCode(translation) };
  const matches = await backend.data.documents(
    documents.map(({ datamarts_document_id: contentId, extract_date: date }) => ({
      contentId,
      time: parseInstant(date),
    })),
  );
  const sorted = uniqueDocuments(matches).sort((a, b) => (a.contentId < b.contentId ? -1 : 1));
  const free = fields.filter((field) => !restricted.has(field));
  const withheldFields = fields.filter((field) => restricted.has(field));
  const [whole, rest] = [project(members, fields, context), project(members, free, context)];
  const write = (document: Document): string => {
    const covered = account.premium || document.site.licence !== "premium" || withheldFields.length === 0;
    return JSON.stringify(covered ? whole(document) : { ...rest(document), error: withheld(withheldFields) });
  };
  return serializeList(sorted, write, '{"data":[', "]}");
};
