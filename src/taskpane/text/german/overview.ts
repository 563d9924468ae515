/** What the pane says in German: overview. */
export const germanOverview = {
  "overview.load": "Die letzten 12 Wochen zeigen",
  "overview.basis": "Letzte 12 Wochen: {events} Ereignisse, {documents} Dokumente.",
  "overview.cut":
    "Es gibt mehr: Die Diagramme zeigen die neuesten 1.000 Ereignisse und die 1.000 verlässlichsten Dokumente.",
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
