/** What the pane says in Spanish: tasks. */
export const spanishTasks = {
  "tasks.title": "Tareas",
  "tasks.show": "Mostrar tareas",
  "tasks.watch": "Vigilar",
  "tasks.watching": "Vigilando tareas abiertas…",
  "tasks.none": "Sin tareas.",
} as const;
