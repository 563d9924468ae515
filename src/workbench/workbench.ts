import { makeAutomation } from "./automation";
import { Autosave } from "./file/autosave";
import { firstWorkbook } from "./file/first-workbook";
import { openWorkbookFile } from "./file/workbook-files";
import type { FunctionsFile } from "./functions/metadata";
import { furnish, saveSettingsToo } from "./furnish";
import { makeHost } from "./make-host";
import { provideOffice } from "./office/provide-office";
import { runAction } from "./office/run-action";
import { offerHelp } from "./page/help";
import { withHostInfo } from "./page/host-info";
import { offerChoices } from "./page/offer-choices";
import { element } from "./page/make";
import { readManifest } from "./page/manifest";
import { PaneFrame } from "./page/pane-frame";

/** Starts everything in order: engine, functions known by name, workbook, and only then the add-in's page, which finds its host ready. */
export const startWorkbench = async (page: Window): Promise<void> => {
  const wanted = new URLSearchParams(page.location.search).get("language");
  const language = wanted ?? page.navigator.language;
  const manifest = readManifest(await (await fetch("/manifest.xml")).text(), language);
  const metadata = (await (await fetch(here(manifest.functions))).json()) as FunctionsFile;
  const file = await firstWorkbook(page.location);
  const host = makeHost(language);
  host.functions.define(metadata);
  await openWorkbookFile(host, file);
  offerHelp(host.book.engine.injector, metadata);
  offerChoices(page, host.book.engine, metadata);
  // A reload goes on where this visit ends, in the language of this visit.
  const kept = wanted === null ? "" : `?${new URLSearchParams({ language }).toString()}`;
  page.history.replaceState(undefined, "", page.location.pathname + kept);
  const autosave = new Autosave(host);
  saveSettingsToo(host, autosave);
  const regions = furnish(page, host, manifest);
  const frame = new PaneFrame(element("pane"), manifest.name, host.pane);
  let tellLoaded: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (tellLoaded = resolve));
  const automation = makeAutomation(host, { loaded, autosave, runAction: (id) => runAction(host.actions, id) });
  const provide = (addin: Window): ReturnType<typeof provideOffice> => {
    // The frame hears its own keys; the window's are Excel's all the same.
    regions.followPane(addin);
    return provideOffice(host, addin);
  };
  Object.assign(page, { workbench: { ...automation, provideOffice: provide } });
  await frame.load(withHostInfo(here(manifest.taskpane), language));
  host.functions.loaded();
  tellLoaded();
};

/** The add-in's page finds its host only from the same origin, so localhost and 127.0.0.1 must be one. */
const here = (address: string): string => {
  const { pathname, search } = new URL(address, window.location.href);
  return `${pathname}${search}`;
};
