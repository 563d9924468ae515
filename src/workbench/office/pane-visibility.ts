/** `Office.VisibilityMode`. */
export type VisibilityMode = "Hidden" | "Taskpane";

/** Whether the task pane is seen, and who wants to know. The page in it runs either way. */
export class PaneVisibility {
  #mode: VisibilityMode = "Taskpane";
  readonly #listeners = new Set<(mode: VisibilityMode) => void>();

  get mode(): VisibilityMode {
    return this.#mode;
  }

  readonly show = (): void => this.#set("Taskpane");

  readonly hide = (): void => this.#set("Hidden");

  /** Calls back on every change; the answer ends it. */
  onChanged(listener: (mode: VisibilityMode) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #set(mode: VisibilityMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    for (const listener of [...this.#listeners]) listener(mode);
  }
}
