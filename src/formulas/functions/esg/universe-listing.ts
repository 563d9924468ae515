import { optionalEntityList } from "../../arguments/entities";
import { mergeQuery, period, type PeriodArguments, type QueryValue, score } from "../../arguments/filters";
import { optional, raw, text } from "../../arguments/parameters";

/** The listings of a universe that the ESG functions read. */
export type EsgListing = "listEsgEvents" | "listEsgDocuments";

/** The first arguments of every function that lists the ESG records of a universe. */
export const universeListingParameters = (route: EsgListing) => ({
  universe: optional("universe", text),
  minScore: optional("number", score(route)),
  from: optional("date", raw),
  to: optional("date", raw),
  entities: optionalEntityList,
});

/**
 * The filters of such a function: its options, `minScore`, and `from` and `to` on the wire member `date`.
 * @throws AddinError `invalid-argument` where an argument and an option set the same filter differently.
 */
export const universeListingQuery = (
  invocation: PeriodArguments & { readonly values: { readonly minScore: string | undefined } },
  filters: Readonly<Record<string, QueryValue>>,
  route: EsgListing,
  date: string,
): Readonly<Record<string, QueryValue>> =>
  mergeQuery(filters, [
    { member: "score", argument: "minScore", value: invocation.values.minScore },
    { member: date, argument: "from, to", value: period(invocation, route, date) },
  ]);

/** What narrows a listing to companies. It loads late: the listings are among the functions that load first, and most have no list. */
export const loadListedCompanies = () => import(/* webpackChunkName: "later-functions" */ "./listed-companies");
