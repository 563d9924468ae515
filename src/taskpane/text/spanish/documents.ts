/** What the pane says in Spanish: documents. */
export const spanishDocuments = {
  "documents.title": "Documentos",
  "documents.translate": "Traducir documentos",
  "documents.lead":
    "Cada documento cuenta en la cuota de 10.000 de su empresa, se encuentre o no. La ruta es obsoleta; DOC.CONTENT con translate la sustituye.",
  "documents.ids": "Documentos",
  "documents.idsHint": "Uno por línea: id y fecha de extracción.",
  "documents.odd": "Cada línea necesita id y fecha; hay: {line}",
  "documents.language": "A",
  "documents.fields": "Partes",
  "documents.part.title": "Título",
  "documents.part.text": "Texto",
  "documents.part.summary": "Resumen",
  "documents.noField": "Elija al menos una parte.",
  "documents.cost": {
    one: "{count} documento de la cuota, {calls}.",
    other: "{count} documentos de la cuota, {calls}.",
  },
  "documents.used": {
    one: "Enviados desde aquí desde el inicio: {count}.",
    other: "Enviados desde aquí desde el inicio: {count}.",
  },
  "documents.ask": {
    one: "¿Usar {count} documento de la cuota ({calls})?",
    other: "¿Usar {count} documentos de la cuota ({calls})?",
  },
  "documents.do": "Traducir",
  "documents.working": "Traduciendo…",
  "documents.results": { one: "Traducidos ({count})", other: "Traducidos ({count})" },
  "documents.partial": "parcial",
  "documents.failed": "fallido",
} as const;
