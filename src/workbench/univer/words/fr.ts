import { mergeLocales } from "@univerjs/core";
import conditionalFormatting from "@univerjs/preset-sheets-conditional-formatting/locales/fr-FR";
import core from "@univerjs/preset-sheets-core/locales/fr-FR";
import dataValidation from "@univerjs/preset-sheets-data-validation/locales/fr-FR";
import filter from "@univerjs/preset-sheets-filter/locales/fr-FR";
import findReplace from "@univerjs/preset-sheets-find-replace/locales/fr-FR";
import note from "@univerjs/preset-sheets-note/locales/fr-FR";
import sort from "@univerjs/preset-sheets-sort/locales/fr-FR";
import table from "@univerjs/preset-sheets-table/locales/fr-FR";
import { completeConditionalFormats, completeFindReplace, completeSort, words as english } from "./en";

/** Whatever this language lacks is English. */
export const words = mergeLocales(
  english,
  core,
  table,
  completeSort(sort),
  filter,
  completeFindReplace(findReplace, "{0} occurrences remplacées. {1} n’ont pas pu l’être."),
  completeConditionalFormats(conditionalFormatting),
  dataValidation,
  note,
);
