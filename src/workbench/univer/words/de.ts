import { mergeLocales } from "@univerjs/core";
import conditionalFormatting from "@univerjs/preset-sheets-conditional-formatting/locales/de-DE";
import core from "@univerjs/preset-sheets-core/locales/de-DE";
import dataValidation from "@univerjs/preset-sheets-data-validation/locales/de-DE";
import filter from "@univerjs/preset-sheets-filter/locales/de-DE";
import findReplace from "@univerjs/preset-sheets-find-replace/locales/de-DE";
import note from "@univerjs/preset-sheets-note/locales/de-DE";
import sort from "@univerjs/preset-sheets-sort/locales/de-DE";
import table from "@univerjs/preset-sheets-table/locales/de-DE";
import { completeConditionalFormats, completeFindReplace, completeSort, words as english } from "./en";

/** Whatever this language lacks is English. */
export const words = mergeLocales(
  english,
  core,
  table,
  completeSort(sort),
  filter,
  completeFindReplace(findReplace, "{0} Treffer ersetzt. {1} konnten nicht ersetzt werden."),
  completeConditionalFormats(conditionalFormatting),
  dataValidation,
  note,
);
