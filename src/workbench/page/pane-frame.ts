import type { PaneVisibility } from "../office/pane-visibility";

/** Excel's narrowest task pane. */
export const narrowestPane = 320;

/** The task pane beside the sheet: a frame with the add-in's page, its own realm, that can be hidden and made wider. */
export class PaneFrame {
  readonly #frame: HTMLIFrameElement;

  constructor(container: HTMLElement, title: string, visibility: PaneVisibility) {
    this.#frame = document.createElement("iframe");
    this.#frame.title = title;
    container.append(this.#frame);
    const follow = (): void => {
      container.hidden = visibility.mode === "Hidden";
    };
    visibility.onChanged(follow);
    follow();
  }

  /** Loads the add-in's page; its functions are associated when this is done. */
  load(address: string): Promise<void> {
    return new Promise((resolve) => {
      this.#frame.addEventListener("load", () => resolve(), { once: true });
      this.#frame.src = address;
    });
  }
}
