/** What the add-in says in French about tables: fields, layout and size. */
export const frenchTable = {
  "text.or": "{first} ou {last}",
  "table.unknownField": "{asked} : « {name} » n’existe pas ici. Le plus proche : {nearest}.",
  "table.unknownFieldAlone": "{asked} : « {name} » n’existe pas ici. Permis : {allowed}.",
  "table.unknownMember": "{asked} : « {name} » n’a pas de « {member} ». Permis : {allowed}.",
  "table.noPaths": "{asked} : « {name} » contient une seule valeur ; « {member} » ne mène nulle part.",
  "table.noFields": "fields : il ne reste rien à afficher.",
  "table.notShown": "{option} : « {name} » n’est pas parmi les colonnes affichées, qui sont {allowed}.",
  "table.notExplodable": "explode : « {name} » contient une valeur, pas plusieurs.",
  "table.tooLarge":
    "Le résultat aurait {rows} lignes × {columns} colonnes, {size} Mo ; Excel prend ici {limit} Mo, environ {fit} lignes. Restreignez-le (limit, filtres, moins de champs), ou insérez-le comme tableau depuis le volet.",
  "table.tooManyCells":
    "Le résultat aurait {rows} lignes × {columns} colonnes ; Excel prend ici {limit} cellules, environ {fit} lignes. Restreignez-le (limit, filtres, moins de champs), ou insérez-le comme tableau depuis le volet.",
  "table.moreThan": "plus de {rows}",
  "table.noRows": "Aucune ligne.",
} as const;
