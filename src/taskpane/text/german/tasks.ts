/** What the pane says in German: tasks. */
export const germanTasks = {
  "tasks.title": "Aufgaben",
  "tasks.show": "Aufgaben zeigen",
  "tasks.watch": "Beobachten",
  "tasks.watching": "Offene Aufgaben werden beobachtet…",
  "tasks.none": "Keine Aufgaben.",
} as const;
