/** What the pane says in Spanish: overview. */
export const spanishOverview = {
  "overview.load": "Mostrar las últimas 12 semanas",
  "overview.basis": "Últimas 12 semanas: {events} eventos, {documents} documentos.",
  "overview.cut":
    "Las últimas 12 semanas contienen más de lo que muestran los gráficos: los {events} eventos más recientes, sin las semanas que no llenan, y los {documents} documentos más fiables.",
  "overview.overTime": "Eventos por semana",
  "overview.byCategory": "Eventos por categoría",
  "overview.byScore": "Eventos por puntuación",
  "overview.bySentiment": "Documentos por sentimiento",
  "overview.category.E": "Ambiente",
  "overview.category.S": "Social",
  "overview.category.G": "Gobierno",
  "overview.band.veryNegative": "muy negativo",
  "overview.band.negative": "negativo",
  "overview.band.neutral": "neutral",
  "overview.band.positive": "positivo",
  "overview.band.veryPositive": "muy positivo",
  "overview.asList": "Como lista",
} as const;
