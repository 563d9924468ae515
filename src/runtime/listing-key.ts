import { union } from "./fields";
import type { ListingRequest } from "./listing";

/** The fields to ask for: Entity's universes take none and have their own id; every other record is told apart by `id`. */
export const listingFields = ({ route, fields }: ListingRequest): readonly string[] =>
  route === "listEntityUniverses" ? [] : fields.includes("id") ? fields : union([fields, ["id"]]);

/** Under which key a listing is remembered, whatever its fields. */
export const listingKey = ({ route, path, query }: ListingRequest): string => {
  const sorted = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return `listing ${route} ${JSON.stringify([path, sorted])}`;
};
