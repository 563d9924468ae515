/** What the add-in says about Excel itself. */
export const englishOffice = {
  "office.manualCalculation":
    "The workbook calculates manually: press F9 (or Formulas, Calculate Now) to show the refreshed values.",
  "office.protectedSheet": "The sheet {sheet} is protected: unprotect it to refresh its formulas.",
  "office.unexpected": "Something went wrong in the add-in.",
  "office.writingStopped": "Writing was stopped; the cells are as they were before.",
  "office.noTable": "The workbook has no table called {table}.",
  "office.notStarted": "The add-in could not start: {why} Reload it, or ask whoever deployed it.",
  "office.healthService": "Service",
  "office.serviceReached": "The service at {address} answers.",
  "office.serviceOdd":
    "{address} answers with status {status} instead of asking for a token: check the service address.",
  "office.serviceUnreachable":
    "{address} cannot be reached from this page: check the connection and the address; another origin must allow this page (CORS) or be put behind the gateway.",
  "office.healthSession": "Sign-in",
  "office.sessionGood": "Somebody is signed in and the token is valid.",
  "office.healthFunctions": "Functions",
  "office.functionsGood": "{count} worksheet functions are registered.",
  "office.functionsMissing":
    "This page does not run in Excel, so the functions are not registered: open it from Excel.",
  "office.setSupported": "This Excel has it.",
  "office.setMissing": "This Excel does not have {set}; what needs it is shown in a simpler form.",
} as const;
