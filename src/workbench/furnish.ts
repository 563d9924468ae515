import type { Autosave } from "./file/autosave";
import { openWorkbookFile, toWorkbookFile } from "./file/workbook-files";
import { blankWorkbook } from "./file/workbook-file";
import type { OfficeHost } from "./office/provide-office";
import { runAction } from "./office/run-action";
import type { ThemeName } from "./office/theme-holder";
import { showCellNote } from "./page/cell-note";
import { focusSheet } from "./univer/focus-sheet";
import { listenForKeys } from "./page/keyboard";
import { element, make } from "./page/make";
import type { Control, Manifest } from "./page/manifest";
import { Regions } from "./page/regions";
import { showRibbon } from "./page/ribbon";
import { sheetKeys } from "./page/sheet-keys";
import { showName, showTitleBar } from "./page/title-bar";

/** Puts everything around the sheet: title bar, ribbon and context menu of the manifest, the note below, keys and themes. Answers the way between them. */
export const furnish = (page: Window, host: OfficeHost, manifest: Manifest): Regions => {
  const regions = new Regions(() => focusSheet(host.book.engine.injector));
  const run = (control: Control): void => runControl(host, control, regions);
  showTitleBar(element("title-bar"), titleBarActions(host));
  showName(host.book.workbook.getName());
  showRibbon(element("ribbon"), manifest, run);
  addToCellMenu(host, manifest.cellMenu, run);
  listen(page, host, regions);
  followTheme(page, host);
  const note = element("cell-note");
  const showNote = (): void => showCellNote(note, host.book, host.functions);
  host.events.on("selection", showNote);
  host.functions.calculation.onFinished(() => setTimeout(showNote));
  return regions;
};

/** F9 calculates what is dirty, Ctrl+Alt+F9 everything; only the latter calls functions whose cells are not dirty, as in Excel. */
const listen = (page: Window, { book, functions }: OfficeHost, regions: Regions): void => {
  listenForKeys(page, {
    F9: () => functions.calculation.calculate(),
    "Ctrl+Alt+F9": () => functions.callAllAgain(),
    ...regions.keys,
  });
  const inGrid = (): boolean =>
    regions.current === "sheet" && !(page.document.activeElement instanceof HTMLInputElement);
  listenForKeys(page, sheetKeys(book), () => inGrid() && !book.workbook.isCellEditing());
};

/** A pane shown from the ribbon has the keyboard. */
const runControl = (host: OfficeHost, control: Control, regions: Regions): void => {
  if (control.action === undefined) {
    host.pane.show();
    regions.enter("pane");
  } else void runAction(host.actions, control.action, control.id).catch(report);
};

/** What goes wrong outside of a cell is said below the sheet. */
const report = (error: unknown): void => {
  const note = element("cell-note");
  note.hidden = false;
  note.replaceChildren(
    make("strong", { class: "error" }, "Error"),
    make("span", {}, error instanceof Error ? error.message : String(error)),
  );
};

const titleBarActions = (host: OfficeHost): Parameters<typeof showTitleBar>[1] => ({
  create: () => void openWorkbookFile(host, blankWorkbook).catch(report),
  open: (file) => void openWorkbookFile(host, file).catch(report),
  save: () => download(host),
  theme: (name) => host.theme.set(name),
  calculation: (mode) => host.functions.calculation.setMode(mode),
  emptyCells: (as) => {
    host.functions.emptyCells = as;
  },
});

const download = (host: OfficeHost): void => {
  const file = toWorkbookFile(host);
  const href = URL.createObjectURL(new Blob([JSON.stringify(file, undefined, 2)], { type: "application/json" }));
  make("a", { href, download: `${file.name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
};

const addToCellMenu = ({ book }: OfficeHost, controls: readonly Control[], run: (control: Control) => void): void => {
  for (const control of controls)
    book.engine.api
      .createMenu({ id: control.id, title: control.label, tooltip: control.tooltip, action: () => run(control) })
      .appendTo(["contextMenu.mainArea", "contextMenu.others"]);
};

const themeKey = "workbench/theme";

/** The page, the sheet and the add-in change together; the choice is kept on this device. */
const followTheme = (page: Window, host: OfficeHost): void => {
  const follow = (): void => {
    const { name } = host.theme;
    page.document.documentElement.dataset["theme"] = name;
    host.book.engine.api.toggleDarkMode(name !== "light");
    page.localStorage.setItem(themeKey, name);
    const choice = page.document.querySelector<HTMLSelectElement>("#choice-theme");
    if (choice !== null) choice.value = name;
  };
  host.theme.addListener(follow);
  const kept = page.localStorage.getItem(themeKey) as ThemeName | null;
  if (kept !== null && kept !== "light") host.theme.set(kept);
  else follow();
};

/** Settings are part of the file. */
export const saveSettingsToo = ({ settings }: OfficeHost, autosave: Autosave): void =>
  settings.onSaved(autosave.changed);
