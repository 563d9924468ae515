import { ICommandService } from "@univerjs/core";
import { InsertSheetMutation } from "@univerjs/sheets";
import type { Autosave } from "../file/autosave";
import type { OfficeHost } from "../office/office-host";
import { runAction } from "../office/office-global";
import type { ThemeName } from "../office/theme-holder";
import { showCharts } from "./chart-layer";
import { SheetCellLinks } from "./cell-links";
import { showCellNote } from "./cell-note";
import {
  filterPanelKeys,
  findDialogKeys,
  focusSheet,
  isFilterPanelOpen,
  isInFindDialog,
  listenForKeys,
  listenInLists,
  sheetKeys,
} from "./keyboard";
import { requireElement, make } from "./dom";
import { nameEngineControls } from "./engine-controls";
import { alertOfEntries } from "./entry-alert";
import { FileActions } from "./file-actions";
import type { Control, Manifest } from "./manifest";
import { Regions } from "./regions";
import { showRibbon } from "./ribbon";
import { showName, showTitleBar } from "./title-bar";
import { t } from "../texts";
import { startLateParts } from "../univer/engine";
import { colorGridlines } from "../univer/gridlines";
import { pasteLikeExcel } from "../univer/overrides/clipboard";
import { readTypedEntries } from "../univer/overrides/typed-entries";
import { findLikeExcel } from "../univer/find-replace";
import { sortLikeExcel } from "../univer/sorting";
import { showDataToolsFirst } from "../univer/toolbar";
import { enterChosenValues } from "../univer/validation-dropdown";

/**
 * Builds everything around the sheet: title bar, ribbon and context menu of the manifest, the note below the sheet,
 * keys and themes.
 */
export const buildPage = (page: Window, host: OfficeHost, manifest: Manifest): Regions => {
  const regions = new Regions(() => focusSheet(host.book.engine.injector));
  const run = (control: Control): void => runControl(host, control, regions);
  nameRegions();
  showTitleBar(requireElement("title-bar"), host, new FileActions(host, report));
  showName(host.book.workbook.getName());
  showRibbon(requireElement("ribbon"), manifest, run);
  addToCellMenu(host, manifest.cellMenu, run);
  const note = requireElement("cell-note");
  const showNote = (): void => showCellNote(note, host.book, host.functions);
  const goBack = (): void => focusSheet(host.book.engine.injector);
  const cellLinks = new SheetCellLinks(host, { report, showNote, goBack });
  listen(page, host, regions, cellLinks);
  followPageTheme(page, host);
  showCharts(host, goBack);
  const { injector } = host.book.engine;
  sortLikeExcel(injector);
  pasteLikeExcel(host.book);
  readTypedEntries(host.book);
  findLikeExcel(host.book);
  startLateParts(injector);
  showDataToolsFirst(injector);
  enterChosenValues(host.book, goBack);
  alertOfEntries(host.book, host.functions, {
    asked: goBack,
    entered: (cell, text) => cellLinks.linkTyped(cell, text),
  });
  nameEngineControls(page.document, injector);
  // After the note of a selection that the same command makes.
  host.book.protection.onRefused(() => setTimeout(() => report(new Error(t("note.protected")))));
  host.events.on("selection", showNote);
  host.functions.calculation.onFinished(() => setTimeout(showNote));
  return regions;
};

/**
 * F9 calculates dirty cells, Ctrl+Alt+F9 all. Only the latter calls functions whose cells are not dirty, as in Excel.
 */
const listen = (page: Window, { book, functions }: OfficeHost, regions: Regions, cellLinks: SheetCellLinks): void => {
  listenForKeys(page, {
    F9: () => functions.calculation.calculate(),
    "Ctrl+Alt+F9": () => functions.callAllAgain(),
    ...regions.keys,
  });
  const inGrid = (): boolean => {
    const { activeElement } = page.document;
    const isChart = activeElement !== null && requireElement("charts").contains(activeElement);
    return regions.current === "sheet" && !isChart && !(activeElement instanceof HTMLInputElement);
  };
  listenInLists(page, book);
  listenForKeys(page, filterPanelKeys(book), () => isFilterPanelOpen(page.document));
  listenForKeys(page, findDialogKeys(book), () => isInFindDialog(page.document));
  const keys = { ...sheetKeys(book), "Ctrl+K": () => void cellLinks.edit() };
  listenForKeys(page, keys, () => inGrid() && !book.workbook.isCellEditing());
};

/** When a ribbon button shows the pane, the pane gets the focus. */
const runControl = (host: OfficeHost, control: Control, regions: Regions): void => {
  if (control.action === undefined) {
    host.pane.show();
    regions.enter("pane");
  } else void runAction(host.actions, control.action, control.id).catch(report);
};

/** Errors outside of cells are shown below the sheet. */
const report = (error: unknown): void => {
  const note = requireElement("cell-note");
  note.hidden = false;
  note.replaceChildren(
    make("strong", { class: "error" }, t("note.error")),
    make("span", {}, error instanceof Error ? error.message : String(error)),
  );
};

/** The names of the parts of the page, in the language of the page. */
const nameRegions = (): void => {
  requireElement("ribbon").setAttribute("aria-label", t("ribbon.label"));
  requireElement("pane").setAttribute("aria-label", t("pane.label"));
};

const addToCellMenu = ({ book }: OfficeHost, controls: readonly Control[], run: (control: Control) => void): void => {
  for (const control of controls)
    book.engine.api
      .createMenu({ id: control.id, title: control.label, tooltip: control.tooltip, action: () => run(control) })
      .appendTo(["contextMenu.mainArea", "contextMenu.others"]);
};

const themeKey = "workbench/theme";

/** Applies the theme to page, sheet and add-in, and stores the choice on this device. */
const followPageTheme = (page: Window, host: OfficeHost): void => {
  const follow = (): void => {
    const { name } = host.theme;
    page.document.documentElement.dataset["theme"] = name;
    host.book.engine.api.toggleDarkMode(name !== "light");
    colorGridlines(host.book, name);
    page.localStorage.setItem(themeKey, name);
  };
  host.theme.addListener(follow);
  host.book.engine.injector.get(ICommandService).onCommandExecuted(({ id }) => {
    if (id === InsertSheetMutation.id) colorGridlines(host.book, host.theme.name);
  });
  const storedTheme = page.localStorage.getItem(themeKey) as ThemeName | null;
  if (storedTheme !== null && storedTheme !== "light") host.theme.set(storedTheme);
  else follow();
};

/** Saves the file when settings, custom XML parts or the mode of calculation change: they are part of it. */
export const saveSettingsToo = ({ settings, customXml, unsaved, functions }: OfficeHost, autosave: Autosave): void => {
  settings.onSaved(autosave.changed);
  const changed = (): void => {
    unsaved.add();
    autosave.changed();
  };
  customXml.onChanged(changed);
  functions.calculation.onModeChanged(changed);
};
