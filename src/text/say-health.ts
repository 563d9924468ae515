import { fill } from "./fill";

/** What the health check says; only the pane asks, so it stays out of the first script. */
const english = {
  healthService: "Service",
  serviceReached: "The service at {address} answers.",
  serviceOdd: "{address} answers with status {status} instead of asking for a token: check the service address.",
  serviceUnreachable:
    "{address} cannot be reached from this page: check the connection and the address; another origin must allow this page (CORS) or be put behind the gateway.",
  healthSession: "Sign-in",
  sessionGood: "Somebody is signed in and the token is valid.",
  healthFunctions: "Functions",
  functionsGood: "{count} worksheet functions are registered.",
  functionsMissing: "This page does not run in Excel, so the functions are not registered: open it from Excel.",
  setSupported: "This Excel has it.",
  setMissing: "This Excel does not have {set}; what needs it is shown in a simpler form.",
} as const;

/** The sentence of the health check of this key, with `{name}` replaced by the value of that name. */
export const sayHealth = (key: keyof typeof english, values: Readonly<Record<string, string | number>> = {}): string =>
  fill(english[key], values);
