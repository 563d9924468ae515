import { type KeyActions, listenForKeys } from "./keyboard";
import { requireElement } from "./dom";

/** The parts of the window, in the order of F6. */
const regionNames = ["sheet", "ribbon", "pane", "title-bar"] as const;

/** A part of the window that can have the focus. */
export type Region = (typeof regionNames)[number];

/** Moves the focus between sheet, ribbon, task pane and title bar with F6, as in Excel. */
export class Regions {
  readonly #enterSheet: () => void;
  #lastInPane: HTMLElement | undefined;

  constructor(enterSheet: () => void) {
    this.#enterSheet = enterSheet;
  }

  /** The region that has the focus; the sheet if no region has it. */
  get current(): Region {
    return regionNames.find((region) => requireElement(region).contains(document.activeElement)) ?? "sheet";
  }

  /** Focuses a region: in the pane the element that was focused last, elsewhere the first control. */
  enter(region: Region): void {
    if (region === "sheet") this.#enterSheet();
    else focusable(region)?.focus();
    if (region === "pane" && this.#lastInPane?.isConnected === true) this.#lastInPane.focus();
  }

  /**
   * Listens for keys in the pane's own window, and remembers its focused element: browsers lose the focus of an
   * iframe that they leave.
   */
  followPane(pane: Window): void {
    listenForKeys(pane, this.keys);
    pane.addEventListener("focusin", ({ target }) => (this.#lastInPane = target as HTMLElement));
  }

  get keys(): KeyActions {
    return { F6: () => this.go(1), "Shift+F6": () => this.go(-1) };
  }

  /** Moves to the next region, or to the previous one with -1. Skips a hidden pane. */
  go(step: 1 | -1): void {
    const open = regionNames.filter((region) => !requireElement(region).hidden);
    const at = open.indexOf(this.current);
    this.enter(open[(at + step + open.length) % open.length] ?? "sheet");
  }
}

const focusable = (region: Region): HTMLElement | null =>
  requireElement(region).querySelector<HTMLElement>(
    region === "pane" ? "iframe" : "button:not([disabled]), summary, select, input:not([hidden])",
  );
