/** What work of the pane says in German. */
export const germanWork = {
  "work.stopped": "Angehalten.",
  "work.noDocuments": "Der Dienst hat ohne Dokumente geantwortet.",
  "work.noTask": "Der Dienst hat keine Aufgabe genannt.",
  "work.noInstance": "Der Dienst hat keine Analyse genannt.",
  "work.noDemo": "Die Demo hat kein Konto.",
  "work.recipeTooLong": "Das Rezept ist länger, als eine Zelle fassen kann ({most} Zeichen).",
} as const;
