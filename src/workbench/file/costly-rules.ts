import { CostBudget, conditionalCost } from "./conditional-cost";
import { largestSheet } from "./formula-cost";
import { validationCost } from "./validation-cost";
import { workbookLimits, type SheetFile, type WorkbookFile } from "./workbook-file";

/**
 * A workbook without the conditional formats of each sheet, and without its data validation, with which applying them
 * would take too long: its .xlsx file keeps them.
 */
export const withoutCostlyRules = (file: WorkbookFile): WorkbookFile => {
  const size = largestSheet(file);
  const formats = new CostBudget(workbookLimits.rules, workbookLimits.ruleCells, workbookLimits.ruleReads);
  const validations = new CostBudget(
    workbookLimits.validations,
    workbookLimits.validatedCells,
    workbookLimits.validationReads,
  );
  const sheets = file.sheets.map((sheet): SheetFile => {
    const { conditionalFormats = [], dataValidations = [], ...rest } = sheet;
    const keepsFormats = !formats.spend(conditionalFormats.map((format) => conditionalCost(format, size)));
    const keepsValidations = !validations.spend(dataValidations.map((one) => validationCost(one, size)));
    return {
      ...rest,
      ...(conditionalFormats.length > 0 && !keepsFormats && { conditionalFormats }),
      ...(conditionalFormats.length > 0 && keepsFormats && { keepsConditionalFormats: true }),
      ...(dataValidations.length > 0 && !keepsValidations && { dataValidations }),
      ...(dataValidations.length > 0 && keepsValidations && { keepsDataValidations: true }),
    };
  });
  return { ...file, sheets };
};
