/** What the add-in says in German about Excel itself. */
export const germanOffice = {
  "office.manualCalculation":
    "Die Arbeitsmappe rechnet manuell: Drücken Sie F9 (oder Formeln, Neu berechnen), um die aktualisierten Werte zu sehen.",
  "office.protectedSheet":
    "Das Blatt {sheet} ist geschützt: Heben Sie den Schutz auf, um seine Formeln zu aktualisieren.",
  "office.unexpected": "Im Add-In ist etwas schiefgegangen.",
  "office.writingStopped": "Das Schreiben wurde angehalten; die Zellen sind wie zuvor.",
  "office.noTable": "Die Arbeitsmappe hat keine Tabelle namens {table}.",
  "office.nothingToRefresh": "Es gibt keine Spillway-Formel zu aktualisieren.",
} as const;
