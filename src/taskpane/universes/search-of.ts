import type { EntityQuery } from "../../runtime/entity-loader";
import { isUuid } from "./read-universe";

/** The search object for what somebody typed: an id, an ISIN, an LEI by their shapes, else part of a name. */
export const searchOf = (text: string): EntityQuery => {
  const compact = text.replaceAll(/\s/g, "").toUpperCase();
  if (isUuid(text)) return { entity_id: `eq:${text.trim().toLowerCase()}` };
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(compact)) return { isin: `eq:${compact}` };
  if (/^[A-Z0-9]{18}\d{2}$/.test(compact)) return { lei: `eq:${compact}` };
  return { name: `ilike:${text}` };
};
