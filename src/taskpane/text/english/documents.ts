/** What the pane says in English: documents. */
export const englishDocuments = {
  "documents.title": "Documents",
  "documents.translate": "Translate documents",
  "documents.lead":
    "Each document counts against your company’s quota of 10,000, found or not. The route is deprecated; DOC.CONTENT with translate replaces it.",
  "documents.ids": "Documents",
  "documents.idsHint": "One per line: id and extraction date.",
  "documents.odd": "Id and date are needed in each line; came: {line}",
  "documents.language": "Into",
  "documents.fields": "Parts",
  "documents.part.title": "Title",
  "documents.part.text": "Text",
  "documents.part.summary": "Summary",
  "documents.noField": "Choose at least one part.",
  "documents.cost": {
    one: "{count} document of the quota, {calls}.",
    other: "{count} documents of the quota, {calls}.",
  },
  "documents.used": {
    one: "Sent from here since the start: {count}.",
    other: "Sent from here since the start: {count}.",
  },
  "documents.ask": {
    one: "Use {count} document of the quota ({calls})?",
    other: "Use {count} documents of the quota ({calls})?",
  },
  "documents.do": "Translate",
  "documents.working": "Translating…",
  "documents.results": { one: "Translated ({count})", other: "Translated ({count})" },
  "documents.partial": "partial",
  "documents.failed": "failed",
} as const;
