import { AddinError } from "../../engine/http/addin-error";
import { functions } from "../../i18n/locales/en/functions";
import { addMessages, formatList, t } from "../../i18n/t";

// Here, because these texts may not be loaded with the first functions.
addMessages("en", functions);

/** The error of amounts in several currencies, which have no order. */
export const severalCurrencies = (currencies: ReadonlySet<string>): AddinError =>
  new AddinError("invalid-argument", t("table.currencies", { currencies: formatList([...currencies].sort()) }));
