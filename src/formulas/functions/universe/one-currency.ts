import { type Condition, parseCondition } from "../../../contract/values";
import { AddinError } from "../../../engine/http/addin-error";
import { onDemand } from "../../../i18n/on-demand";
import { functions } from "../../../i18n/locales/en/functions";
import { addMessages, t } from "../../../i18n/t";
import { wrongArgument } from "../../arguments/argument";
import type { QueryValue } from "../../arguments/filters";
import type { RecordFilter } from "../../table/listing-table";
import { listRevenues } from "../../table/nested/revenue";
import { listFrom, toMembers } from "../../table/nested/values";

// Here, because these texts may not be loaded with the first functions.
addMessages("en", functions);

const tests: Readonly<Record<string, (value: number, bounds: readonly number[]) => boolean>> = {
  eq: (value, [bound]) => value === bound,
  neq: (value, [bound]) => value !== bound,
  lt: (value, [bound = NaN]) => value < bound,
  lte: (value, [bound = NaN]) => value <= bound,
  gt: (value, [bound = NaN]) => value > bound,
  gte: (value, [bound = NaN]) => value >= bound,
  in: (value, bounds) => bounds.includes(value),
  nin: (value, bounds) => !bounds.includes(value),
  between: (value, [low = NaN, high = NaN]) => value >= low && value <= high,
};

const holds = (value: number, { operator, values }: Condition): boolean =>
  tests[operator]?.(value, values.map(Number)) === true;

const currencies = onDemand(() => new Intl.DisplayNames(["en"], { type: "currency", fallback: "none" }));

/**
 * The code of a currency in capitals. No company has one that does not exist, and none would look like a true 0.
 * @throws AddinError `invalid-argument`.
 */
export const currencyCode = (text: string): string => {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code) || currencies().of(code) === undefined)
    throw wrongArgument("currency", t("allowed.currency"), text);
  return code;
};

/**
 * Keeps companies whose latest revenue is in the currency, and passes the filter `revenue`: the service compares any of their revenues,
 * whatever its currency.
 * @throws AddinError `invalid-argument` for a filter of revenue without a currency, and for one that does not exist.
 */
export const revenueFilter = (
  { revenue }: Readonly<Record<string, QueryValue>>,
  currency: string | undefined,
): RecordFilter => {
  if (currency === undefined) throw new AddinError("invalid-argument", t("functions.revenueNeedsCurrency"));
  const wanted = currencyCode(currency);
  const conditions = listFrom(revenue).flatMap((each) => parseCondition(String(each)) ?? []);
  return {
    keep: (record) => {
      const latest = toMembers(listRevenues(record["revenue"])[0]);
      const { value } = latest;
      if (String(latest["currency"]).toUpperCase() !== wanted || typeof value !== "number") return false;
      return conditions.length === 0 || conditions.some((condition) => holds(value, condition));
    },
    fields: ["revenue"],
  };
};
