import { serializeList } from "../http/response-body";
import { parseInstant } from "../http/conditions";
import { documentSite } from "../records/document";
import { effectiveFields, type Members, project } from "../records/projection";
import type { Backend } from "../backend";
import type { RecordContext } from "../records/esg-event";
import { documentLanguage, documentSummary, documentText, documentTitle } from "../world/document-text";
import { instant } from "../world/world";
import { type RouteHandler, toTextLanguage, readTranslation } from "./route";

interface ContentRequest {
  readonly documents: readonly { readonly datamarts_document_id: string; readonly extract_date: string }[];
}

const members: Members<RecordContext> = {
  datamarts_document_id: (document, { world }) => world.ids.content.idOf(document),
  extract_date: (document, { world }) => instant(world, world.corpus.time[document] ?? 0),
  title: (document, { world }) => documentTitle(world, document, documentLanguage(world, document)),
  text: (document, { world }) => documentText(world, document, documentLanguage(world, document)),
  summary: (document, { world }) => documentSummary(world, document, documentLanguage(world, document)),
  translated_title: (document, { world, language }) =>
    language === undefined ? null : documentTitle(world, document, language),
  // Nobody gets a translation of premium text; its title is translated.
  translated_text: (document, { world, language }) =>
    language === undefined || documentSite(world, document).licence === "premium"
      ? null
      : documentText(world, document, language),
  translated_summary: (document, { world, language }) =>
    language === undefined ? null : documentSummary(world, document, language),
};

/** The document with this id; undefined if it was extracted at another time. */
export const findDocument = ({ world }: Backend, id: string, extracted: string): number | undefined => {
  const document = world.ids.content.ordinalOf(id);
  if (document === undefined || document >= world.corpus.count) return undefined;
  const time = world.midnight + (world.corpus.time[document] ?? 0) * 1000;
  return parseInstant(extracted) === time ? document : undefined;
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

/** POST /v3/documents: the documents found, in the order of their ids. Premium text is withheld without a licence. */
export const getDocuments: RouteHandler = ({ backend, account, parameters: parameters, body }) => {
  const { documents } = body as ContentRequest;
  const { world } = backend;
  const translation = readTranslation(parameters.text("translate"));
  const fields = effectiveFields(parameters.texts("fields"), translatable, translation !== undefined);
  const context = { world, language: toTextLanguage(translation) };
  const matches = documents.map(({ datamarts_document_id: id, extract_date: date }) => findDocument(backend, id, date));
  const ordinals = [...new Set(matches.filter((document) => document !== undefined))].sort(
    (a, b) => world.ids.content.rankOf(a) - world.ids.content.rankOf(b),
  );
  const free = fields.filter((field) => !restricted.has(field));
  const withheldFields = fields.filter((field) => restricted.has(field));
  const [whole, rest] = [project(members, fields, context), project(members, free, context)];
  const write = (document: number): string => {
    const covered =
      account.premium || documentSite(world, document).licence !== "premium" || withheldFields.length === 0;
    return JSON.stringify(covered ? whole(document) : { ...rest(document), error: withheld(withheldFields) });
  };
  return serializeList(ordinals, write, '{"data":[', "]}");
};
