/** What the add-in says about Excel itself. */
export const englishOffice = {
  "office.manualCalculation":
    "The workbook calculates manually: press F9 (or Formulas, Calculate Now) to show the refreshed values.",
  "office.protectedSheet": "The sheet {sheet} is protected: unprotect it to refresh its formulas.",
  "office.unexpected": "Something went wrong in the add-in.",
  "office.writingStopped": "Writing was stopped; the cells are as they were before.",
  "office.noTable": "The workbook has no table called {table}.",
  "office.nothingToRefresh": "No Spillway formula is there to refresh.",
} as const;
