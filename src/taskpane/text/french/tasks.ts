/** What the pane says in French: tasks. */
export const frenchTasks = {
  "tasks.title": "Tâches",
  "tasks.show": "Afficher les tâches",
  "tasks.watch": "Suivre",
  "tasks.watching": "Suivi des tâches ouvertes…",
  "tasks.none": "Aucune tâche.",
} as const;
