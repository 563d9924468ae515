/** What single worksheet functions say in French. */
export const frenchFunctions = {
  "functions.noEntity": "Le service ne connaît aucune entité d’identifiant {id}.",
  "functions.unknownHeader":
    "table : la première ligne nomme des clés de recherche ; « {name} » n’existe pas. Le plus proche : {nearest}.",
  "functions.noHeaders":
    "table : la première ligne doit nommer des clés de recherche telles que name, country ou isin.",
  "functions.needsSector": 'by sector demande les sections voulues dans options, par exemple "sector=A,C".',
  "functions.notWithDocuments": "options : {key} filtre des événements ; impossible avec of=documents.",
  "functions.notWithEvents": "options : {key} filtre des documents ; il faut of=documents.",
  "functions.noDocument": "Le service n’a pas ce document, ou pas à cette date.",
  "functions.restricted": "La licence ne couvre pas le contenu de ce document : {message}",
  "functions.noText": "Le document n’a pas de {field}.",
  "functions.entityToSort": "sort : trier par {field} demande l’argument entity.",
  "functions.orderNeedsSort": "options : order demande l’argument sort.",
  "functions.translateNeedsSummary": "options : translate ne traduit que le résumé ; ajoutez summary à fields.",
  "functions.noTask": "Vous ne voyez aucune tâche de cet identifiant.",
  "functions.wideNeedsPivot": "options : wide={wide} demande {wide} parmi les pivots, qui sont {pivots}.",
  "functions.noRecord": "Rien n’est connu de cette cellule. Actualisez-la une fois.",
  "functions.noAddress":
    "cell : cet hôte ne dit pas de quelle cellule il s’agit. Désignez une cellule, par exemple A1.",
  "functions.caseCut": "{count} événements et documents plus récents sont omis à cause de limit.",
  "functions.withheld": "texte sous licence non fourni",
} as const;
