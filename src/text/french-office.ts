/** What the add-in says in French about Excel itself. */
export const frenchOffice = {
  "office.manualCalculation":
    "Le classeur calcule manuellement : appuyez sur F9 (ou Formules, Calculer maintenant) pour voir les valeurs actualisées.",
  "office.protectedSheet": "La feuille {sheet} est protégée : ôtez la protection pour actualiser ses formules.",
  "office.unexpected": "Une erreur s’est produite dans le complément.",
  "office.writingStopped": "L’écriture a été arrêtée ; les cellules sont comme avant.",
  "office.noTable": "Le classeur n’a pas de tableau nommé {table}.",
  "office.nothingToRefresh": "Aucune formule Spillway n’est à actualiser.",
} as const;
