/** What the pane says in German: usage. */
export const germanUsage = {
  "usage.title": "Seit dem Start des Add-ins",
  "usage.lead": "Auf diesem Gerät gezählt; der Dienst zeigt keinen eigenen Zähler.",
  "usage.calls": "Aufrufe",
  "usage.failed": "Fehlgeschlagene Aufrufe",
  "usage.translated": "Mit Übersetzung angefragte Dokumente",
  "usage.fromMemory": "Antworten aus dem Speicher",
  "usage.memory": "Speicher auf diesem Gerät",
  "usage.memorySize": { one: "{count} Datensatz, {kilobytes} kB", other: "{count} Datensätze, {kilobytes} kB" },
  "usage.clear": "Speicher leeren",
  "usage.clearAsk": "Gemerktes löschen? Zellen behalten ihren Inhalt; die nächste Aktualisierung holt alles neu.",
  "usage.diagnostics": "Diagnose",
  "usage.diagnosticsLead":
    "Eine Datei für den Support: was gefragt wurde und wie es endete. Ohne Schlüssel, Geheimnis, Token und Kontonamen.",
  "usage.export": "Diagnose speichern",
} as const;
