import type { Injector } from "@univerjs/core";
import { ILayoutService } from "@univerjs/preset-sheets-core";

/** Gives the keyboard to the grid. */
export const focusSheet = (injector: Injector): void => injector.get(ILayoutService).focus();

/** Gives the keyboard to the name box, its text selected, so that an address can be typed over it. */
export const focusNameBox = (container: HTMLElement): void => {
  const box = container.querySelector<HTMLInputElement>('[data-u-comp="defined-name"] input');
  box?.focus();
  box?.select();
};
