/** What the add-in says in French: arguments and options. */
export const frenchFormula = {
  "formula.wrong": "{name} doit être {allowed} ; reçu : {came}.",
  "formula.missing": "{name} manque : il faut {allowed}.",
  "formula.oneValue": "{name} prend une seule valeur ; reçu : {count} cellules.",
  "formula.twice": "{name} est donné deux fois et différemment : {one} et {other}.",
  "formula.unknownOption": "options : « {key} » n’existe pas ici. Le plus proche : {nearest}.",
  "formula.unknownOptionAlone": "options : « {key} » n’existe pas ici. Permis : {allowed}.",
  "formula.notPair":
    'options : « {text} » n’est pas une paire clé=valeur. Écrivez par exemple "order=score:desc; headers=no".',
  "formula.openQuote": "options : une apostrophe n’est pas fermée dans {text}.",
  "formula.fromAfterTo": "from ({from}) est après to ({to}).",
  "formula.operators": "{name} prend les opérateurs {allowed} ; reçu : {came}.",
  "formula.operatorWithTo": "from contient un opérateur ({from}) ; laissez to vide.",
  "formula.rejected": "{name} : {message}",
  "formula.preview": "(aperçu)",
  "formula.unexpected": "Une erreur s’est produite dans le complément.",
  "formula.cancelled": "Annulé.",
  "formula.sortedPart": "Trié ici, mais d’autres enregistrements sont restés au service.",
  "formula.cutWalk":
    "Il y a plus d’enregistrements que les {limit} lisibles, et un nombre calculé sur une partie tromperait. Restreignez par des filtres.",
  "formula.candidates": "{count} candidats pour {what} : ouvrez Identifier dans le volet.",
  "formula.noCandidate": "Aucune entité trouvée pour {what}.",
  "formula.badCheckDigit": "La clé de contrôle de {what} est fausse.",
  "formula.sizes": "{one} a {oneCount} cellules et {other} en a {otherCount} ; les deux doivent être de même taille.",
  "formula.tooManyValues": "{name} prend au plus {limit} valeurs ; reçu : {count}.",
  "formula.tooTall":
    "L’argument a {rows} cellules et le résultat aurait autant de lignes ; Excel en prend {fit} au plus. Ne désignez que les cellules remplies.",
  "formula.semicolon": "{name} : une valeur qui contient un point-virgule ne peut pas être envoyée ; reçu : {came}.",

  "allowed.text": "un texte",
  "allowed.wholeNumber": "un nombre entier de {least} à {most}",
  "allowed.documents": "un nombre entier de 1 à {most} (davantage : « Importer par jour » dans le volet)",
  "allowed.limit": 'un nombre entier d’au moins 1, ou "all"',
  "allowed.score": 'un nombre entier de {least} à {most}, ou un opérateur tel que "in:3;5"',
  "allowed.integers": 'un nombre entier, ou un opérateur tel que "gte:1000" ou "between:10;20"',
  "allowed.date":
    'une date, une date ISO telle que 2026-01-31, today, ytd, ou une durée telle que "-30d", "-3m" ou "-1y"',
  "allowed.entity":
    "un identifiant d’entité, un ISIN, LEI ou FIGI dont la clé de contrôle est juste, ou une carte d’entité",
  "allowed.uuid": "un identifiant tel que 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "allowed.sector": "une section ISIC4, une lettre de A à U",
  "allowed.order": "un champ et un sens tels que {example}, avec les champs {fields}",
  "allowed.sort": "un champ et un sens tels que score:desc",
  "allowed.cache": "refresh, session, never, ou une durée telle que 1h ou 1d",
  "allowed.oneLine": "une colonne ou une ligne",
  "allowed.goal": "un objectif de 1 à 17, ou SDG:1 à SDG:17",
  "allowed.notEmpty": "au moins une valeur",
} as const;
