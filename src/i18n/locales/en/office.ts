/** What is said about formulas and cells of the workbook. */
export const office = {
  "office.manualCalculation": "This workbook uses manual calculation. Press F9 to show the refreshed values.",
  "office.protectedSheet": "The sheet {sheet} is protected. Unprotect it to refresh its formulas.",
  "office.severalAreas": "{count} areas are selected. Select one.",
  "office.nothingToRefresh": "There is no Spillway formula to refresh.",
  "office.nothingToFormat": "There is no Spillway result with several cells in the selection. Select a cell of one, then choose Format result.",
} as const;
