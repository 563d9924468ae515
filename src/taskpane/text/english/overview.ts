/** What the pane says in English: overview. */
export const englishOverview = {
  "overview.load": "Show the last 12 weeks",
  "overview.basis": "Last 12 weeks: {events} events, {documents} documents.",
  "overview.cut":
    "The last 12 weeks hold more than the plots show: the newest {events} events, without the weeks that they do not fill, and the {documents} most reliable documents.",
  "overview.overTime": "Events by week",
  "overview.byCategory": "Events by category",
  "overview.byScore": "Events by score",
  "overview.bySentiment": "Documents by sentiment",
  "overview.category.E": "Environment",
  "overview.category.S": "Social",
  "overview.category.G": "Governance",
  "overview.band.veryNegative": "very negative",
  "overview.band.negative": "negative",
  "overview.band.neutral": "neutral",
  "overview.band.positive": "positive",
  "overview.band.veryPositive": "very positive",
  "overview.asList": "As a list",
} as const;
