/** What the health check says; only the pane asks, so it stays out of the first script. */
export const englishHealth = {
  "health.service": "Service",
  "health.serviceReached": "The service at {address} answers.",
  "health.serviceOdd":
    "{address} answers with status {status} instead of asking for a token: check the service address.",
  "health.serviceUnreachable":
    "{address} cannot be reached from this page: check the connection and the address; another origin must allow this page (CORS) or be put behind the gateway.",
  "health.session": "Sign-in",
  "health.sessionGood": "Somebody is signed in and the token is valid.",
  "health.functions": "Functions",
  "health.functionsGood": "{count} worksheet functions are registered.",
  "health.functionsMissing":
    "This page does not run in Excel, so the functions are not registered: open it from Excel.",
  "health.setSupported": "This Excel has it.",
  "health.setMissing": "This Excel does not have {set}; what needs it is shown in a simpler form.",
} as const;

/** The key of a sentence of the health check. */
export type HealthKey = keyof typeof englishHealth;
