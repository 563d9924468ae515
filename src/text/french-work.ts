/** What work of the pane says in French. */
export const frenchWork = {
  "work.stopped": "Arrêté.",
  "work.noDocuments": "Le service a répondu sans documents.",
  "work.noTask": "Le service n’a nommé aucune tâche.",
  "work.noInstance": "Le service n’a nommé aucune analyse.",
  "work.noDemo": "La démonstration n’a pas de compte.",
  "work.recipeTooLong": "La recette est plus longue que ce qu’une cellule peut contenir ({most} caractères).",
} as const;
