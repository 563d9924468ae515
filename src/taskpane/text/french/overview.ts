/** What the pane says in French: overview. */
export const frenchOverview = {
  "overview.load": "Montrer les 12 dernières semaines",
  "overview.basis": "12 dernières semaines : {events} événements, {documents} documents.",
  "overview.cut":
    "Les 12 dernières semaines contiennent plus que les graphiques ne montrent : les {events} événements les plus récents, sans les semaines qu’ils ne couvrent pas entièrement, et les {documents} documents les plus fiables.",
  "overview.overTime": "Événements par semaine",
  "overview.byCategory": "Événements par catégorie",
  "overview.byScore": "Événements par score",
  "overview.bySentiment": "Documents par sentiment",
  "overview.category.E": "Environnement",
  "overview.category.S": "Social",
  "overview.category.G": "Gouvernance",
  "overview.band.veryNegative": "très négatif",
  "overview.band.negative": "négatif",
  "overview.band.neutral": "neutre",
  "overview.band.positive": "positif",
  "overview.band.veryPositive": "très positif",
  "overview.asList": "En liste",
} as const;
