/** What the pane says in English: coverage. */
export const englishCoverage = {
  "coverage.title": "Request coverage",
  "coverage.lead":
    "The provider is asked to cover these companies and to add them to the universes. Experimental; {most} at most per request.",
  "coverage.entities": "Companies, one identifier per line",
  "coverage.count": { one: "{count} company", other: "{count} companies" },
  "coverage.tooMany": "{count} are too many: {most} at most per request.",
  "coverage.universes": "Universes that receive them",
  "coverage.noUniverse": "Choose at least one universe.",
  "coverage.ask": "Send 1 request: {companies} into {universes}?",
  "coverage.universeCount": { one: "{count} universe", other: "{count} universes" },
  "coverage.send": "Request coverage…",
  "coverage.sent": "Sent. Task {task} is pending; see Tasks.",
  "coverage.queued": "3 tasks already wait in the queue.",
  "coverage.whenFree": "Send when free",
  "coverage.waiting": "Waiting for a free place…",
} as const;
