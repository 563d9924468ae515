// Apart from one-currency, which is loaded with later functions, because most formulas have no such filter.
import type { QueryValue } from "../../arguments/filters";
import { text } from "../../arguments/parameters";
import type { RecordFilter } from "../../table/listing-table";

/** The option of listings of companies that compares revenues of one currency only. */
export const currencyOption = { currency: text };

/**
 * Keeps companies whose latest revenue is in the currency, and passes the filter `revenue`; undefined where neither is asked for.
 * @throws AddinError `invalid-argument` for a filter of revenue without a currency.
 */
export const readRevenueFilter = async (
  filters: Readonly<Record<string, QueryValue>>,
  currency: string | undefined,
): Promise<RecordFilter | undefined> => {
  if (filters["revenue"] === undefined && currency === undefined) return undefined;
  const { revenueFilter } = await import(/* webpackChunkName: "later-functions" */ "./one-currency");
  return revenueFilter(filters, currency);
};
