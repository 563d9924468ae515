/** What the pane says in French: insert. */
export const frenchInsert = {
  "insert.what": "Insérer",
  "insert.target": "Cellule cible",
  "insert.targetHint": "Vide : la cellule affichée.",
  "insert.targetInvalid": "Indiquez une cellule, par exemple C1 ou Feuil1!C1.",
  "insert.formula": "Insérer la formule",
  "insert.values": "Insérer les valeurs",
  "insert.newSheet": "Utiliser une nouvelle feuille",
  "insert.written": "Inséré dans {address}.",
  "insert.manual": "Le classeur est en calcul manuel : appuyez sur F9 pour afficher le résultat.",
  "insert.from1904": "Ce classeur compte les jours depuis 1904 ; les dates sont données selon ce calendrier.",
  "insert.protected": "La feuille de {where} est protégée. Ôtez la protection ou choisissez un autre emplacement.",
  "insert.merged": "Des cellules sont fusionnées dans {where} ; un résultat ne peut s’y étendre.",
  "insert.filtered": "Un filtre masque des lignes de {where} ; le résultat serait dans des lignes masquées.",
  "insert.table": "{where} est un tableau : rien ne s’y étend. Insérez des valeurs ou choisissez un autre emplacement.",
  "insert.occupied": "{where} n’est pas vide ; le résultat l’écraserait.",
  "insert.outside": "Le résultat dépasserait la feuille à {where}.",
} as const;
