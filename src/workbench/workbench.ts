import { makeAutomation } from "./automation";
import { blankWorkbook } from "./file/workbook-file";
import { FunctionHost } from "./functions/function-host";
import { interceptPending } from "./functions/intercept-pending";
import type { FunctionsFile } from "./functions/metadata";
import { DocumentSettings } from "./office/document-settings";
import { PaneVisibility } from "./office/pane-visibility";
import { provideOffice } from "./office/provide-office";
import { ThemeHolder } from "./office/theme-holder";
import { PaneFrame } from "./page/pane-frame";
import { readManifest } from "./page/manifest";
import { toSnapshot } from "./file/to-snapshot";
import { Book } from "./univer/book";
import { startEngine } from "./univer/engine";

/** Starts everything in order: engine, functions known by name, workbook, and only then the add-in's page, which finds its host ready. */
export const startWorkbench = async (page: Window): Promise<void> => {
  const engine = startEngine(element("sheet"), false);
  const book = new Book(engine);
  const functions = new FunctionHost(engine.injector, {
    addressOf: (place) => book.addressOf(place),
    rangeAddressOf: (reference) => book.addressOfReference(reference),
    holdsFormula: (place) => book.holdsFormula(place),
    makeRoom: ({ sheetId, row, column }, rows, columns) =>
      book.makeRoom({
        sheetId,
        startRow: row,
        startColumn: column,
        endRow: row + rows - 1,
        endColumn: column + columns - 1,
      }),
  });
  interceptPending(engine.injector, functions);
  const manifest = readManifest(await (await fetch("/manifest.xml")).text());
  functions.define((await (await fetch(manifest.functions)).json()) as FunctionsFile);
  const settings = new DocumentSettings(() => undefined);
  const pane = new PaneVisibility();
  const theme = new ThemeHolder();
  const actions = new Map<string, (event: object) => unknown>();
  book.open(toSnapshot(blankWorkbook, "book-1"));
  const office = { book, functions, settings, pane, theme, actions, requestRibbonUpdate: () => undefined };
  const frame = new PaneFrame(element("pane"), manifest.name, pane);
  const loading = Promise.withResolvers<void>();
  const automation = makeAutomation(office, loading.promise);
  Object.assign(page, { workbench: { ...automation, provideOffice: () => provideOffice(office) } });
  await frame.load(manifest.taskpane);
  functions.loaded();
  loading.resolve();
};

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
};
