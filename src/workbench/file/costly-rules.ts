import { CostBudget, conditionalCost } from "./conditional-cost";
import { largestSheet } from "./formula-cost";
import { validationCost } from "./validation-cost";
import type { SheetModel } from "../../ooxml/workbook-model";
import { type StoredWorkbook, workbookLimits } from "./stored-workbook";

/**
 * A workbook without the conditional formats of each sheet, and without its data validation, with which applying them
 * would take too long: its .xlsx file keeps them.
 */
export const withoutCostlyRules = (workbook: StoredWorkbook): StoredWorkbook => {
  const size = largestSheet(workbook);
  const formats = new CostBudget(workbookLimits.rules, workbookLimits.ruleCells, workbookLimits.ruleReads);
  const validations = new CostBudget(
    workbookLimits.validations,
    workbookLimits.validatedCells,
    workbookLimits.validationReads,
  );
  const sheets = workbook.sheets.map((sheet): SheetModel => {
    const { conditionalFormats = [], dataValidations = [] } = sheet;
    const showsFormats = formats.spend(conditionalFormats.map((format) => conditionalCost(format, size)));
    const showsValidations = validations.spend(dataValidations.map((one) => validationCost(one, size)));
    return {
      ...sheet,
      ...(!showsFormats && { conditionalFormats: [], keepsConditionalFormats: true }),
      ...(!showsValidations && { dataValidations: [], keepsDataValidations: true }),
    };
  });
  return { ...workbook, sheets };
};
