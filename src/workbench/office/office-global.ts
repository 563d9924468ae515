import type { Dialogs } from "./dialogs";
import { makeGetFile } from "./document-file";
import { callBack, type HostDocumentSettings } from "./document-settings";
import type { PaneVisibility } from "./pane-visibility";
import { strict } from "./strict-object";
import type { ThemeHolder } from "./theme-holder";

/** The parts that `Office` uses. */
export interface OfficeParts {
  readonly settings: HostDocumentSettings;
  readonly pane: PaneVisibility;
  readonly theme: ThemeHolder;
  readonly dialogs: Dialogs;
  readonly actions: Map<string, (event: object) => unknown>;
  /** What ends the listeners of the add-in's page. */
  readonly addinListeners: Set<() => void>;
  readonly requestRibbonUpdate: (update: unknown) => void;
  /** `Office.context.displayLanguage`, such as `fr-FR`. */
  readonly displayLanguage: string;
  /** The open workbook as an .xlsx file. */
  readonly readFile: () => Uint8Array;
}

const sets: Readonly<Record<string, number>> = {
  CustomFunctionsRuntime: 1.5,
  SharedRuntime: 1.2,
  RibbonApi: 1.1,
  ContextMenuApi: 1.1,
  DialogApi: 1.2,
};
/** The minor version. ExcelApi counts 1.1, 1.2 … 1.20. */
const excelApi = 20;

const isSetSupported = (name: string, version: string | number = "1.1"): boolean => {
  if (name === "ExcelApi") return Number(String(version).split(".")[1] ?? 0) <= excelApi;
  return (sets[name] ?? 0) >= Number(version);
};

const info = { host: "Excel", platform: "OfficeOnline", addin: null };

/** The global `Office` of the add-in's page. */
export const makeOffice = (parts: OfficeParts): object =>
  strict("Office", {
    ...constants,
    initialize: (): void => undefined,
    onReady: async (callback?: (ready: typeof info) => unknown) => {
      await Promise.resolve();
      await callback?.(info);
      return info;
    },
    isSetSupported,
    context: makeContext(parts),
    addin: strict("Office.addin", {
      showAsTaskpane: callbackResult(parts.pane.show),
      hide: callbackResult(parts.pane.hide),
      onVisibilityModeChanged: (listener: (message: { visibilityMode: string }) => void) => {
        const stop = parts.pane.onChanged((visibilityMode) => listener({ visibilityMode }));
        parts.addinListeners.add(stop);
        return Promise.resolve(callbackResult(stop));
      },
      setStartupBehavior: (behavior: string) => {
        parts.settings.set(startupKey, behavior);
        parts.settings.saveAsync();
        return Promise.resolve();
      },
      getStartupBehavior: () => Promise.resolve(parts.settings.get(startupKey) ?? "None"),
    }),
    actions: strict("Office.actions", {
      associate: (id: string, action: (event: object) => unknown) => void parts.actions.set(id, action),
    }),
    ribbon: strict("Office.ribbon", {
      requestUpdate: callbackResult(parts.requestRibbonUpdate),
    }),
  });

/** Makes an action return a promise, as Office.js does. */
const callbackResult =
  <Arguments extends readonly unknown[]>(action: (...parameters: Arguments) => void) =>
  (...parameters: Arguments): Promise<void> => {
    action(...parameters);
    return Promise.resolve();
  };

const startupKey = "Office.StartupBehavior";

const constants = {
  HostType: { Excel: "Excel" },
  PlatformType: { PC: "PC", OfficeOnline: "OfficeOnline", Mac: "Mac", Universal: "Universal" },
  FileType: strict("Office.FileType", { Compressed: "compressed", Pdf: "pdf", Text: "text" }),
  AsyncResultStatus: { Succeeded: "succeeded", Failed: "failed" },
  StartupBehavior: { none: "None", load: "Load" },
  VisibilityMode: { hidden: "Hidden", taskpane: "Taskpane" },
  EventType: strict("Office.EventType", {
    OfficeThemeChanged: "officeThemeChanged",
    SettingsChanged: "settingsChanged",
    DocumentSelectionChanged: "documentSelectionChanged",
    DialogMessageReceived: "dialogMessageReceived",
    DialogEventReceived: "dialogEventReceived",
  }),
};

const makeContext = ({ settings, theme, dialogs, displayLanguage, readFile }: OfficeParts): object =>
  strict("Office.context", {
    host: info.host,
    platform: info.platform,
    diagnostics: { host: info.host, platform: info.platform, version: "workbench" },
    displayLanguage,
    contentLanguage: "en-US",
    partitionKey: "workbench",
    requirements: strict("Office.context.requirements", { isSetSupported }),
    get officeTheme() {
      return theme.officeTheme;
    },
    document: strict("Office.context.document", {
      url: `${window.location.origin}/workbench/`,
      mode: "readWrite",
      settings,
      getFileAsync: makeGetFile(readFile),
      addHandlerAsync: (type: string, handler: (event: object) => void, ...rest: unknown[]) => {
        if (type === "officeThemeChanged") theme.addHandler(handler);
        callBack(...rest);
      },
      removeHandlerAsync: (type: string, ...rest: unknown[]) => {
        if (type === "officeThemeChanged") theme.removeHandlers();
        callBack(...rest);
      },
    }),
    ui: strict("Office.context.ui", {
      displayDialogAsync: dialogs.displayDialogAsync,
      openBrowserWindow: (address: string) => void window.open(address, "_blank", "noopener"),
    }),
  });

const longestAction = 300_000;

/**
 * Runs the add-in's function for an action. Rejects if the function does not complete the event
 * (`Office.AddinCommands.Event`) within five minutes.
 */
export const runAction = (
  actions: ReadonlyMap<string, (event: object) => unknown>,
  id: string,
  source = id,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const action = actions.get(id);
    if (action === undefined) {
      reject(new Error(`The add-in gave the action "${id}" no function.`));
      return;
    }
    const timer = setTimeout(() => reject(new Error(`The action "${id}" did not complete.`)), longestAction);
    const completed = (): void => {
      clearTimeout(timer);
      resolve();
    };
    Promise.resolve(action({ source: { id: source }, completed })).catch(reject);
  });
