/** What work of the pane says when it ends without a result. */
export const englishWork = {
  "work.stopped": "Stopped.",
  "work.noDocuments": "The service answered without documents.",
  "work.noTask": "The service named no task.",
  "work.noInstance": "The service named no analysis.",
  "work.noDemo": "The demo has no account.",
  "work.recipeTooLong": "The recipe is longer than a cell can hold ({most} characters).",
} as const;

/** The key of a sentence of the pane’s work. */
export type WorkKey = keyof typeof englishWork;
