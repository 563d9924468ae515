import { aggregates, byEntity, concepts, foundEntities, mentions, sentences } from "./analysis";
import { codes, isic4, schemes } from "./industries";
import { readableField } from "../readable";
import { describedValues, map, type Nested, object, plainText, scalarOf, textReader } from "./values";
import { revenue } from "./revenue";

/** How fields with nested values are shown, by wire name. Lists of texts need no entry. */
export const nestedKinds: Readonly<Record<string, Nested>> = {
  revenue,
  isic4,
  industry_codes: schemes,
  unspsc: codes,
  client_code: map,
  registration_codes: describedValues,
  document_negative: aggregates,
  document_neutral: aggregates,
  document_positive: aggregates,
  document_entity_negative: byEntity,
  document_entity_neutral: byEntity,
  document_entity_positive: byEntity,
  document_entity_polarity: byEntity,
  sentences,
  mentions,
  concepts,
  entities: foundEntities,
  source: object("site", {
    country: textReader(readableField("country")),
    site: plainText,
    site_type: textReader(readableField("site_type")),
  }),
  error: object("message", { message: plainText, code: { type: "integer", read: scalarOf }, reason: plainText }),
};
