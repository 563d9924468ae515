import { mergeLocales } from "@univerjs/core";
import conditionalFormatting from "@univerjs/preset-sheets-conditional-formatting/locales/es-ES";
import core from "@univerjs/preset-sheets-core/locales/es-ES";
import dataValidation from "@univerjs/preset-sheets-data-validation/locales/es-ES";
import filter from "@univerjs/preset-sheets-filter/locales/es-ES";
import findReplace from "@univerjs/preset-sheets-find-replace/locales/es-ES";
import note from "@univerjs/preset-sheets-note/locales/es-ES";
import sort from "@univerjs/preset-sheets-sort/locales/es-ES";
import table from "@univerjs/preset-sheets-table/locales/es-ES";
import { completeConditionalFormats, completeFindReplace, completeSort, words as english } from "./en";

/** Whatever this language lacks is English. */
export const words = mergeLocales(
  english,
  core,
  table,
  completeSort(sort),
  filter,
  completeFindReplace(findReplace, "{0} coincidencias reemplazadas. {1} no se han podido reemplazar."),
  completeConditionalFormats(conditionalFormatting),
  dataValidation,
  note,
);
