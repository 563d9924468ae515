/** What single worksheet functions say in German. */
export const germanFunctions = {
  "functions.noEntity": "Der Dienst kennt keine Entität mit der ID {id}.",
  "functions.unknownHeader":
    "table: Die erste Zeile nennt Suchschlüssel; „{name}“ gibt es nicht. Am nächsten kommt {nearest}.",
  "functions.noHeaders": "table: Die erste Zeile muss Suchschlüssel wie name, country oder isin nennen.",
  "functions.needsSector": 'by sector braucht die gewünschten Abschnitte in options, etwa "sector=A,C".',
  "functions.notWithDocuments": "options: {key} filtert Ereignisse; mit of=documents geht das nicht.",
  "functions.notWithEvents": "options: {key} filtert Dokumente; dazu gehört of=documents.",
  "functions.noDocument": "Der Dienst hat dieses Dokument nicht, oder nicht zu diesem Datum.",
  "functions.restricted": "Die Lizenz umfasst den Inhalt dieses Dokuments nicht: {message}",
  "functions.noText": "Dem Dokument fehlt {field}.",
  "functions.entityToSort": "sort: Sortieren nach {field} braucht das Argument entity.",
  "functions.orderNeedsSort": "options: order braucht das Argument sort.",
  "functions.translateNeedsSummary":
    "options: translate übersetzt nur die Zusammenfassung; nehmen Sie summary in fields auf.",
  "functions.noTask": "Eine Aufgabe mit dieser ID ist für Sie nicht sichtbar.",
  "functions.wideNeedsPivot": "options: wide={wide} braucht {wide} unter den Pivots; angegeben sind {pivots}.",
  "functions.noRecord": "Über diese Zelle ist nichts bekannt. Aktualisieren Sie sie einmal.",
  "functions.noAddress":
    "cell: Dieser Host sagt nicht, welche Zelle gemeint ist. Beziehen Sie sich auf eine Zelle, etwa A1.",
  "functions.caseCut": "{count} spätere Ereignisse und Dokumente fehlen wegen limit.",
  "functions.withheld": "lizenzierter Text zurückgehalten",
} as const;
