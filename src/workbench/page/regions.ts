import { listenForKeys, type KeyActions } from "./keyboard";
import { element } from "./make";

/** The parts of the window, in the order in which F6 goes round. */
const regions = ["sheet", "ribbon", "pane", "title-bar"] as const;

/** A part of the window that holds the keyboard. */
export type Region = (typeof regions)[number];

/** The way of the keyboard between sheet, ribbon, task pane and title bar, as F6 has it in Excel. */
export class Regions {
  readonly #enterSheet: () => void;
  #lastInPane: HTMLElement | undefined;

  constructor(enterSheet: () => void) {
    this.#enterSheet = enterSheet;
  }

  /** Where the keyboard is; what belongs to nobody belongs to the sheet. */
  get current(): Region {
    return regions.find((region) => element(region).contains(document.activeElement)) ?? "sheet";
  }

  /** Gives the keyboard to a region: to what had it there last in the pane, to the first control elsewhere. */
  enter(region: Region): void {
    if (region === "sheet") this.#enterSheet();
    else focusable(region)?.focus();
    if (region === "pane" && this.#lastInPane?.isConnected === true) this.#lastInPane.focus();
  }

  /** Hears the keys of the pane's own window, and remembers where the keyboard was in it: a browser forgets that of a frame it leaves. */
  followPane(pane: Window): void {
    listenForKeys(pane, this.keys);
    pane.addEventListener("focusin", ({ target }) => (this.#lastInPane = target as HTMLElement));
  }

  /** F6 and Shift+F6. */
  get keys(): KeyActions {
    return { F6: () => this.go(1), "Shift+F6": () => this.go(-1) };
  }

  /** Goes to the next region, or with -1 to the one before; a hidden pane is left out. */
  go(step: 1 | -1): void {
    const open = regions.filter((region) => !element(region).hidden);
    const at = open.indexOf(this.current);
    this.enter(open[(at + step + open.length) % open.length] ?? "sheet");
  }
}

const focusable = (region: Region): HTMLElement | null =>
  element(region).querySelector<HTMLElement>(
    region === "pane" ? "iframe" : "button:not([disabled]), summary, select, input:not([hidden])",
  );
