/** What the pane says in English: tasks. */
export const englishTasks = {
  "tasks.title": "Tasks",
  "tasks.show": "Show tasks",
  "tasks.watch": "Watch",
  "tasks.watching": "Watching open tasks…",
  "tasks.none": "No tasks.",
} as const;
