/** What the pane says in French: documents. */
export const frenchDocuments = {
  "documents.title": "Documents",
  "documents.translate": "Traduire des documents",
  "documents.lead":
    "Chaque document compte dans le quota de 10 000 de votre entreprise, trouvé ou non. Route obsolète : DOC.CONTENT avec translate la remplace.",
  "documents.ids": "Documents",
  "documents.idsHint": "Un par ligne : identifiant et date d’extraction.",
  "documents.odd": "Chaque ligne exige identifiant et date ; reçu : {line}",
  "documents.language": "Vers",
  "documents.fields": "Parties",
  "documents.part.title": "Titre",
  "documents.part.text": "Texte",
  "documents.part.summary": "Résumé",
  "documents.noField": "Choisissez au moins une partie.",
  "documents.cost": {
    one: "{count} document du quota, {calls}.",
    other: "{count} documents du quota, {calls}.",
  },
  "documents.used": {
    one: "Envoyés d’ici depuis le démarrage : {count}.",
    other: "Envoyés d’ici depuis le démarrage : {count}.",
  },
  "documents.ask": {
    one: "Utiliser {count} document du quota ({calls}) ?",
    other: "Utiliser {count} documents du quota ({calls}) ?",
  },
  "documents.do": "Traduire",
  "documents.working": "Traduction…",
  "documents.results": { one: "Traduits ({count})", other: "Traduits ({count})" },
  "documents.partial": "partiel",
  "documents.failed": "échec",
} as const;
