/** What a failed start says; it stays out of the first script. */
export const englishStart = {
  "start.failed": "The add-in could not start: {why} Reload it, or ask whoever deployed it.",
  "start.missing": "deployment.json is missing ({what}).",
  "start.unreachable": "deployment.json cannot be fetched: there is no connection.",
  "start.unreadable": "deployment.json holds no JSON object.",
  "start.lacks": "deployment.json lacks {what}.",
} as const;

/** The key of a sentence of a failed start. */
export type StartKey = keyof typeof englishStart;
