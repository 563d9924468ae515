import type { EditionChoice } from "../../excel/refresh/edition-verbs";
import { currentLocale, t } from "../../../i18n/t";

/** To the second: there may be several refreshes in a minute. */
const formatMoment = (at: number): string =>
  new Date(at).toLocaleString(currentLocale(), { dateStyle: "medium", timeStyle: "medium" });

/** The name of an edition, or its moment. */
export const editionTitle = (choice: EditionChoice): string =>
  choice === "now" ? t("editions.now") : (choice.name ?? formatMoment(choice.at));

/** What a workbook is set to, as a text: a name, a day, or the moment of an edition without a name. */
export const asOfTitle = (asof: string): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(asof) ? formatMoment(Date.parse(asof)) : asof;

export const choiceId = (choice: EditionChoice): string => (choice === "now" ? choice : choice.id);
