/** What the pane says in English: usage. */
export const englishUsage = {
  "usage.title": "Since the add-in started",
  "usage.lead": "Counted on this device; the service shows no meter of its own.",
  "usage.calls": "Calls",
  "usage.failed": "Failed calls",
  "usage.translated": "Documents asked for with translation",
  "usage.fromMemory": "Answers from memory",
  "usage.memory": "Memory on this device",
  "usage.memorySize": { one: "{count} record, {kilobytes} kB", other: "{count} records, {kilobytes} kB" },
  "usage.clear": "Clear memory",
  "usage.clearAsk": "Clear what is remembered? Cells keep what they show; the next refresh fetches everything anew.",
  "usage.diagnostics": "Diagnostics",
  "usage.diagnosticsLead":
    "A file for support: what was asked and how it ended. No key, secret, token or account name is in it.",
  "usage.export": "Save diagnostics",
} as const;
