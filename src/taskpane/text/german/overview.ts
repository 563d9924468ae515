/** What the pane says in German: overview. */
export const germanOverview = {
  "overview.load": "Die letzten 12 Wochen zeigen",
  "overview.basis": "Letzte 12 Wochen: {events} Ereignisse, {documents} Dokumente.",
  "overview.cut":
    "Die letzten 12 Wochen enthalten mehr, als die Diagramme zeigen: die neuesten {events} Ereignisse, ohne die Wochen, die sie nicht füllen, und die {documents} verlässlichsten Dokumente.",
  "overview.overTime": "Ereignisse nach Woche",
  "overview.byCategory": "Ereignisse nach Kategorie",
  "overview.byScore": "Ereignisse nach Stärke",
  "overview.bySentiment": "Dokumente nach Stimmung",
  "overview.category.E": "Umwelt",
  "overview.category.S": "Soziales",
  "overview.category.G": "Führung",
  "overview.band.veryNegative": "sehr negativ",
  "overview.band.negative": "negativ",
  "overview.band.neutral": "neutral",
  "overview.band.positive": "positiv",
  "overview.band.veryPositive": "sehr positiv",
  "overview.asList": "Als Liste",
} as const;
