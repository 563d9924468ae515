import type { Injector } from "@univerjs/core";
import { IMenuManagerService } from "@univerjs/preset-sheets-core";
import { t, type TextKey } from "../texts";
import { toolbarNames } from "../univer/toolbar";
import { clickTarget, isMouseButton, mendPanels, setAttributeOnce, textAround } from "./engine-panels";

/** Controls of the engine outside of its toolbar, and what they are called. The first that fits counts. */
const engineParts = [
  ["[data-u-comp=defined-name] input, [data-u-comp=defined-name-container] input", "sheet.nameBox"],
  ["[data-u-comp=defined-name] a, [data-u-comp=defined-name-container] a", "sheet.names"],
  ["[data-u-command='sheet.command.toggle-gridlines']", "sheet.gridlines"],
  ["[data-u-comp=formula-bar] button", "sheet.expandFormulaBar"],
  ["[data-zoom] a", "sheet.zoomReset"],
  ["[data-zoom] button", "sheet.zoom"],
  ["div:has(> div > [data-zoom]) > button:has(.univerjs-icon-reduce-icon)", "sheet.zoomOut"],
  ["div:has(> div > [data-zoom]) > button:has(.univerjs-icon-increase-icon)", "sheet.zoomIn"],
  ["button:has(.univerjs-icon-increase-icon)", "sheet.add"],
  ["button:has(.univerjs-icon-convert-icon)", "sheet.list"],
  ["button:has(.univerjs-icon-more-icon)", "sheet.scroll"],
  ["button:has(.univerjs-icon-close-icon)", "dialog.close"],
] as const satisfies readonly (readonly [selector: string, name: TextKey])[];

/**
 * Gives the engine's controls the names and roles that they lack, in the language of the page, also when they appear
 * later.
 */
export const nameEngineControls = (page: Document, injector: Injector): void => {
  let waiting = false;
  let commands: ReadonlyMap<string, string> | undefined;
  injector.get(IMenuManagerService).menuChanged$.subscribe(() => (commands = undefined));
  const name = (): void => {
    waiting = false;
    mendRoles(page);
    mendPopups(page);
    commands ??= toolbarNames(injector);
    mendPanels(page, commands);
    nameControls(page, commands);
  };
  const observer = new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(name);
  });
  const attributeFilter = ["role", "aria-expanded", "tabindex"];
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter });
  page.addEventListener("keydown", pressWithKeys, { capture: true });
  name();
};

/** The main part of a tool with a menu beside it. */
const splitButton = ".univer-toolbar-button-selector-main";

const pressWithKeys = (event: KeyboardEvent): void => {
  if (!(event.target instanceof HTMLElement)) return;
  if (!event.target.matches(splitButton) && !isMouseButton(event.target)) return;
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  clickTarget(event.target).click();
};

const controlsIn = (page: Document, selector: string): HTMLElement[] => [
  ...page.querySelectorAll<HTMLElement>(selector),
];

const interactive = "a[href], button, input, select, [tabindex]:not([tabindex='-1']), [role=button]";

/** What appears over the sheet is a dialog with a name, or it would be in no part of the page. */
const mendPopups = (page: Document): void => {
  for (const popup of controlsIn(page, "[data-radix-popper-content-wrapper]:not(:has([role=tooltip]))")) {
    const dialog = popup.querySelector("[role=dialog]");
    if (dialog !== null) for (const attribute of ["role", "aria-label"]) popup.removeAttribute(attribute);
    setAttributeOnce(dialog ?? popup, "role", "dialog");
    setAttributeOnce(dialog ?? popup, "aria-label", t("sheet.menu"));
  }
  for (const panel of controlsIn(page, "[data-u-comp=sheets-filter-panel]")) {
    setAttributeOnce(panel, "role", "dialog");
    setAttributeOnce(panel, "aria-label", t("sheet.columnFilter"));
    for (const box of controlsIn(page, "[data-u-comp=sheets-filter-panel] input[type=checkbox]"))
      setAttributeOnce(box, "aria-label", textAround(box));
  }
};

const mendRoles = (page: Document): void => {
  for (const note of controlsIn(page, "textarea[data-u-comp=note-textarea], [data-u-comp=note-textarea] textarea")) {
    setAttributeOnce(note, "aria-label", t("sheet.note"));
    const popup = note.closest("[data-u-comp=rect-popup]");
    if (popup !== null) setAttributeOnce(popup, "aria-label", t("sheet.note"));
  }
  for (const track of controlsIn(page, "[role=track]")) {
    setAttributeOnce(track, "data-zoom", "");
    setAttributeOnce(track, "role", "presentation");
  }
  for (const handle of controlsIn(page, "[role=handle]")) handle.removeAttribute("role");
  for (const bar of controlsIn(page, "#sheet aside")) setAttributeOnce(bar, "role", "presentation");
  // The engine has two places for messages with one name.
  for (const news of controlsIn(page, "section[aria-live][aria-label]").slice(1)) news.removeAttribute("aria-label");
  for (const canvas of controlsIn(page, "canvas[tabindex='1']")) setAttributeOnce(canvas, "tabindex", "-1");
  for (const button of controlsIn(page, splitButton)) {
    setAttributeOnce(button, "role", "button");
    setAttributeOnce(button, "tabindex", "0");
  }
  // Inner elements first: what holds a control is none itself.
  for (const trigger of controlsIn(page, ":is(div, a, span)[aria-expanded]").toReversed()) {
    const role = trigger.getAttribute("role");
    if (role !== null && role !== "button") continue;
    if (trigger.querySelector(interactive) === null) {
      setAttributeOnce(trigger, "role", "button");
      setAttributeOnce(trigger, "tabindex", "0");
    } else for (const attribute of ["role", "aria-expanded", "aria-haspopup"]) trigger.removeAttribute(attribute);
  }
};

const isNamed = (element: HTMLElement): boolean =>
  ["aria-label", "aria-labelledby", "title"].some((attribute) => element.hasAttribute(attribute)) ||
  (element.textContent.trim() !== "" && !(element instanceof HTMLInputElement)) ||
  (element instanceof HTMLInputElement && (element.labels?.length ?? 0) > 0);

const nameControls = (page: Document, commands: ReadonlyMap<string, string>): void => {
  for (const control of controlsIn(
    page,
    ":is(#sheet, [data-u-comp], [data-radix-popper-content-wrapper]) :is(button, input, [role=button])",
  )) {
    const name = isNamed(control) ? undefined : controlName(control, commands);
    if (name !== undefined && name !== "") setAttributeOnce(control, "aria-label", name);
  }
};

const controlName = (control: HTMLElement, commands: ReadonlyMap<string, string>): string | undefined => {
  const owner = control.closest("[data-u-command]") ?? control.querySelector("[data-u-command]");
  const tool = commands.get(owner?.getAttribute("data-u-command") ?? "");
  if (tool !== undefined) return control.matches(`${splitButton} ~ *`) ? t("sheet.options", { tool }) : tool;
  const part = engineParts.find(([selector]) => control.matches(selector));
  return part === undefined ? (control.getAttribute("placeholder") ?? undefined) : t(part[1]);
};
