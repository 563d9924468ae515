import type { PaneVisibility } from "../office/pane-visibility";
import { t } from "../texts";
import { make } from "./dom";

/** Excel's minimum width of the task pane, in pixels. */
const narrowestPane = 320;
const widestPane = 900;
const usualWidth = 360;
const resizeStep = 20;

/** The task pane beside the sheet: an iframe with the add-in's page. It can be hidden and resized. */
export class PaneFrame {
  readonly #frame: HTMLIFrameElement;
  readonly #container: HTMLElement;
  readonly #edge: HTMLElement;

  constructor(container: HTMLElement, title: string, visibility: PaneVisibility) {
    this.#container = container;
    this.#frame = make("iframe", { title, name: "pane" });
    this.#edge = make("div", {
      class: "edge",
      role: "separator",
      tabindex: "0",
      "aria-orientation": "vertical",
      "aria-label": t("pane.width"),
      pointerdown: (event) => this.#drag(event as PointerEvent),
      keydown: (event) => this.#nudge(event as KeyboardEvent),
    });
    const close = make("button", { type: "button", "aria-label": t("pane.close"), click: visibility.hide }, "✕");
    container.append(this.#edge, make("header", {}, make("strong", {}, title), close), this.#frame);
    const follow = (): void => {
      container.hidden = visibility.mode === "Hidden";
    };
    visibility.onChanged(follow);
    follow();
    this.#resize(usualWidth);
  }

  /** Loads the add-in's page. Its functions are associated when the promise resolves. */
  load(address: string): Promise<void> {
    return new Promise((resolve) => {
      this.#frame.addEventListener("load", () => resolve(), { once: true });
      // The browser's Back never leads to the page of an earlier workbook.
      this.#frame.contentWindow?.location.replace(address);
    });
  }

  /** Ends the add-in's page. */
  unload(): Promise<void> {
    return this.load("about:blank");
  }

  /** The window of the add-in's page. */
  get content(): Window | null {
    return this.#frame.contentWindow;
  }

  #resize(requestedWidth: number): void {
    const width = Math.round(Math.min(widestPane, Math.max(narrowestPane, requestedWidth)));
    this.#container.style.width = `${width}px`;
    this.#edge.setAttribute("aria-valuenow", String(width));
    this.#edge.setAttribute("aria-valuemin", String(narrowestPane));
    this.#edge.setAttribute("aria-valuemax", String(widestPane));
  }

  #drag(start: PointerEvent): void {
    const width = this.#container.getBoundingClientRect().width;
    this.#edge.setPointerCapture(start.pointerId);
    const move = (event: PointerEvent): void => this.#resize(width + start.clientX - event.clientX);
    const end = (): void => this.#edge.removeEventListener("pointermove", move);
    this.#edge.addEventListener("pointermove", move);
    this.#edge.addEventListener("pointerup", end, { once: true });
    this.#edge.addEventListener("pointercancel", end, { once: true });
  }

  #nudge(event: KeyboardEvent): void {
    const { width } = this.#container.getBoundingClientRect();
    if (event.key === "ArrowLeft") this.#resize(width + resizeStep);
    if (event.key === "ArrowRight") this.#resize(width - resizeStep);
  }
}

/**
 * Adds host, platform, version and display language to the page's address, as Excel does, for code that cannot wait
 * for office.js (see Office's documentation of attaching a debugger).
 */
export const withHostInfo = (address: string, language: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}_host_Info=Excel$Web$16.01$${language}$$$$0`;
