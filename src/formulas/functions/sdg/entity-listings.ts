import type { WireRecord } from "../../../contract/page";
import type { AnyInvocation } from "../../define/invocation";
import { entityList } from "../../arguments/entities";
import { mergeQuery, period, type PeriodArguments, type QueryValue, score } from "../../arguments/filters";
import { optional, raw } from "../../arguments/parameters";
import { askAboutCompany } from "../../define/company-call";
import { wholeListing } from "../../table/listing-table";

/** The first arguments of the functions that compute over the SDG documents of entities. */
export const entityListingParameters = {
  entities: entityList("entities"),
  minScore: optional("number", score("listSdgDocuments")),
  from: optional("date", raw),
  to: optional("date", raw),
};

/**
 * The filters of such a function: its options, `minScore`, and `from` and `to` on `extract_date`.
 * @throws AddinError `invalid-argument` where an argument and an option set the same filter differently.
 */
export const entityListingQuery = (
  invocation: PeriodArguments & {
    readonly values: { readonly minScore: string | undefined };
    readonly filters: Readonly<Record<string, QueryValue>>;
  },
): Readonly<Record<string, QueryValue>> =>
  mergeQuery(invocation.filters, [
    { member: "score", argument: "minScore", value: invocation.values.minScore },
    { member: "extract_date", argument: "from, to", value: period(invocation, "listSdgDocuments", "extract_date") },
  ]);

/**
 * All SDG documents of one entity.
 * @throws AddinError `too-large` where there are more than can be read; `not-found` and `no-access`, which name the company; the other
 * failures of the service.
 */
export const readEntityDocuments = async (
  invocation: AnyInvocation,
  entity_id: string,
  query: Readonly<Record<string, QueryValue>>,
  fields: readonly string[],
): Promise<readonly WireRecord[]> => {
  const listing = { route: "listSdgDocuments", path: { entity_id }, query, fields } as const;
  const records = await askAboutCompany(invocation, entity_id, () => wholeListing(invocation, listing));
  return records.map((record) => ({ ...record, entity_id }));
};
