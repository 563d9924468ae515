/** What the pane says in Spanish: overview. */
export const spanishOverview = {
  "overview.load": "Mostrar las últimas 12 semanas",
  "overview.basis": "Últimas 12 semanas: {events} eventos, {documents} documentos.",
  "overview.cut": "Hay más: los gráficos muestran los 1000 eventos más recientes y los 1000 documentos más fiables.",
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
