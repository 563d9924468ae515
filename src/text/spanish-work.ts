/** What work of the pane says in Spanish. */
export const spanishWork = {
  "work.stopped": "Detenido.",
  "work.noDocuments": "El servicio respondió sin documentos.",
  "work.noTask": "El servicio no nombró ninguna tarea.",
  "work.noInstance": "El servicio no nombró ningún análisis.",
  "work.noDemo": "La demostración no tiene cuenta.",
  "work.recipeTooLong": "La receta es más larga de lo que cabe en una celda ({most} caracteres).",
} as const;
