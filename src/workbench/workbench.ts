import { makeAutomation } from "./automation";
import { Autosave } from "./file/autosave";
import { deleteRefused, firstWorkbook, readRefused, windowLocks } from "./file/workbook-store";
import { openWorkbook } from "./file/open-and-save";
import type { FunctionsFile } from "./functions/metadata";
import { buildPage, saveSettingsToo } from "./page/build-page";
import { createHost, forgetAddin, provideOffice } from "./host";
import { runAction } from "./office/office-global";
import type { OfficeHost } from "./office/office-host";
import { offerHelp } from "./page/help";
import { PaneFrame, withHostInfo } from "./page/pane-frame";
import { offerChoices } from "./page/choice-list";
import { requireElement } from "./page/dom";
import { type Manifest, readManifest } from "./page/manifest";
import { followBuilds, keepPlace } from "./page/live-builds";
import { offerRefused, reportCopy } from "./page/refused-workbooks";

/** Starts the workbench: engine, functions, workbook, and last the add-in's page, which needs the others. */
export const startWorkbench = async (page: Window): Promise<void> => {
  const query = new URLSearchParams(page.location.search);
  const requestedLanguage = query.get("language");
  const addin = query.get("addin");
  const language = requestedLanguage ?? page.navigator.language;
  const manifest = readManifest(await (await fetch(manifestUrl(addin))).text(), language);
  const { file, unsaved, isCopy } = await firstWorkbook(page.location, page.sessionStorage, windowLocks(page));
  const host = createHost(language, { id: manifest.id, version: manifest.version });
  const metadata = await host.functionCache.read(() => fetchFunctions(manifest), file.settings);
  host.functions.define(metadata);
  await openWorkbook(host, file, unsaved);
  offerHelp(host.book.engine.injector, metadata);
  offerChoices(page, host.book.engine, metadata);
  // A reload continues with the current workbook, in the current language, with the same add-in.
  const settings = new URLSearchParams({
    ...(requestedLanguage !== null && { language }),
    ...(addin !== null && { addin }),
  }).toString();
  page.history.replaceState(undefined, "", page.location.pathname + (settings === "" ? "" : `?${settings}`));
  const autosave = new Autosave(host);
  saveSettingsToo(host, autosave);
  const regions = buildPage(page, host, manifest);
  offerRefused(await readRefused(), deleteRefused);
  if (isCopy === true) reportCopy(file.name);
  const frame = new PaneFrame(requireElement("pane"), manifest.name, host.pane);
  let resolveLoaded: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (resolveLoaded = resolve));
  const automation = makeAutomation(host, { loaded, autosave, runAction: (id) => runAction(host.actions, id) });
  const provide = (addin: Window): ReturnType<typeof provideOffice> => {
    const inDialog = host.dialogs.provide(addin, host.displayLanguage);
    if (inDialog !== undefined) return { Office: inDialog };
    // The iframe receives its own key events, but F6 belongs to the window.
    regions.followPane(addin);
    return provideOffice(host, addin);
  };
  Object.assign(page, { workbench: { ...automation, provideOffice: provide, keptSignIn: {} } });
  const load = async (): Promise<void> => {
    await frame.load(withHostInfo(here(manifest.taskpane), language));
    host.functions.loaded();
  };
  defineDeadRuntime(host, frame, load);
  await load();
  host.runtime = {
    end: () => {
      forgetAddin(host);
      host.functions.lose();
      return frame.unload();
    },
    start: load,
  };
  resolveLoaded();
  followBuilds(page, async ({ functions, metadata }) => {
    const goBack = keepPlace(frame.content);
    forgetAddin(host);
    if (metadata) host.functions.define(await fetchFunctions(manifest));
    host.functions.unload((name) => functions === "all" || functions.includes(name));
    await load();
    await goBack();
  });
};

/** The fault `dead-runtime`: the add-in's page ends, and is started again as Excel does it. */
const defineDeadRuntime = (host: OfficeHost, frame: PaneFrame, load: () => Promise<void>): void => {
  const { faults, functions, pane } = host;
  faults.define("dead-runtime", ({ restart = "needed" }) => {
    let isDead = true;
    functions.lose();
    forgetAddin(host);
    pane.hide();
    const gone = frame.unload();
    const start = (): void => {
      // Another workbook may have been opened, with a runtime of its own.
      if (!isDead || functions.isLoaded) return;
      isDead = false;
      void gone.then(load);
    };
    const stop = pane.onChanged((mode) => (mode === "Taskpane" ? start() : undefined));
    if (restart === "needed") functions.whenNeeded = start;
    return () => {
      stop();
      functions.whenNeeded = () => undefined;
      start();
    };
  });
};

/** `?addin=probe` opens the add-in in the folder of that name. */
const manifestUrl = (addin: string | null): string => {
  if (addin === null) return "/manifest.xml";
  if (!/^[a-z]+$/.test(addin)) throw new Error(`There is no add-in "${addin}".`);
  return `/${addin}/manifest.xml`;
};

/** The functions under the names that cells have for them. */
const fetchFunctions = async ({ functions: address, namespace }: Manifest): Promise<FunctionsFile> => {
  const file = (await (await fetch(here(address))).json()) as FunctionsFile;
  if (namespace === undefined) return file;
  return { ...file, functions: file.functions.map((one) => ({ ...one, name: `${namespace}.${one.name}` })) };
};

/** The add-in's page finds its host only on the same origin, so localhost and 127.0.0.1 must be the same. */
const here = (address: string): string => {
  const { pathname, search } = new URL(address, window.location.href);
  return `${pathname}${search}`;
};
