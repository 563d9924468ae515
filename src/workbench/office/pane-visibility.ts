/** `Office.VisibilityMode`. */
export type VisibilityMode = "Hidden" | "Taskpane";

/** The visibility of the task pane. The page in it runs in both modes. */
export class PaneVisibility {
  #mode: VisibilityMode = "Taskpane";
  readonly #listeners = new Set<(mode: VisibilityMode) => void>();

  get mode(): VisibilityMode {
    return this.#mode;
  }

  readonly show = (): void => this.#set("Taskpane");

  readonly hide = (): void => this.#set("Hidden");

  /** Calls the listener at every change. Returns a function that removes it. */
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
