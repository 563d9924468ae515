import { type ILanguagePack, mergeLocales } from "@univerjs/core";
import conditionalFormatting from "@univerjs/preset-sheets-conditional-formatting/locales/en-US";
import core from "@univerjs/preset-sheets-core/locales/en-US";
import dataValidation from "@univerjs/preset-sheets-data-validation/locales/en-US";
import filter from "@univerjs/preset-sheets-filter/locales/en-US";
import findReplace from "@univerjs/preset-sheets-find-replace/locales/en-US";
import note from "@univerjs/preset-sheets-note/locales/en-US";
import sort from "@univerjs/preset-sheets-sort/locales/en-US";
import table from "@univerjs/preset-sheets-table/locales/en-US";

/** The texts of find and replace with one that its package lacks: how many cells were replaced, and how many not. */
const completeFindReplace = (texts: ILanguagePack): ILanguagePack => {
  const all = texts["find-replace"] as ILanguagePack;
  const replace = all["replace"] as ILanguagePack;
  return {
    "find-replace": {
      ...all,
      replace: { ...replace, "partial-success": "Replaced {0} matches. {1} could not be replaced." },
    },
  };
};

/** The texts of sorting. The package titles the dialog that refuses to sort "Tooltip". */
const completeSort = (texts: ILanguagePack): ILanguagePack => {
  const all = texts["sheets-sort-ui"] as ILanguagePack;
  const general = all["general"] as ILanguagePack;
  return { "sheets-sort-ui": { ...all, info: { tooltip: general["sort"] ?? "" } } };
};

/** The texts of conditional formats. The package asks for the titles of its icons by keys that it does not have. */
const completeConditionalFormats = (texts: ILanguagePack): ILanguagePack => {
  const { iconSet } = texts["sheets-conditional-formatting-ui"] as ILanguagePack;
  return { ...texts, sheet: { cf: { iconSet: iconSet ?? "" } } };
};

/** The texts of the engine's own menus and dialogs. */
export const engineWords = mergeLocales(
  core,
  table,
  completeSort(sort),
  filter,
  completeFindReplace(findReplace),
  completeConditionalFormats(conditionalFormatting),
  dataValidation,
  note,
);
