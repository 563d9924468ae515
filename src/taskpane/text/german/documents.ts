/** What the pane says in German: documents. */
export const germanDocuments = {
  "documents.title": "Dokumente",
  "documents.translate": "Dokumente übersetzen",
  "documents.lead":
    "Jedes Dokument zählt zum Kontingent Ihrer Firma von 10.000, gefunden oder nicht. Die Route ist veraltet; DOC.CONTENT mit translate ersetzt sie.",
  "documents.ids": "Dokumente",
  "documents.idsHint": "Eines je Zeile: Id und Datum.",
  "documents.odd": "Jede Zeile braucht Id und Datum; da steht: {line}",
  "documents.language": "Nach",
  "documents.fields": "Teile",
  "documents.part.title": "Titel",
  "documents.part.text": "Text",
  "documents.part.summary": "Zusammenfassung",
  "documents.noField": "Wählen Sie mindestens einen Teil.",
  "documents.cost": {
    one: "{count} Dokument des Kontingents, {calls}.",
    other: "{count} Dokumente des Kontingents, {calls}.",
  },
  "documents.used": {
    one: "Von hier seit dem Start gesendet: {count}.",
    other: "Von hier seit dem Start gesendet: {count}.",
  },
  "documents.ask": {
    one: "{count} Dokument des Kontingents verwenden ({calls})?",
    other: "{count} Dokumente des Kontingents verwenden ({calls})?",
  },
  "documents.do": "Übersetzen",
  "documents.working": "Wird übersetzt…",
  "documents.results": { one: "Übersetzt ({count})", other: "Übersetzt ({count})" },
  "documents.partial": "teilweise",
  "documents.failed": "fehlgeschlagen",
} as const;
