import { concepts, foundEntities, mentions, sentences } from "./analysis";
import { codes, isic4, schemes } from "./industries";
import { describedValues, map, object } from "./keyed";
import type { Nested } from "./reading";
import { revenue } from "./revenue";
import { aggregates, byEntity } from "./sentiment";

/** How the fields that hold more than one value show in one cell, by wire name; a list of texts needs no entry. */
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
  source: object("site", { country: "text", site: "text", site_type: "text" }),
  error: object("message", { message: "text", code: "integer", reason: "text" }),
};
