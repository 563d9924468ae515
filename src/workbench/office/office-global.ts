import { answer, type DocumentSettings } from "./document-settings";
import type { PaneVisibility } from "./pane-visibility";
import { strict } from "./strict";
import type { ThemeHolder } from "./theme-holder";

/** What `Office` stands on. */
export interface OfficeParts {
  readonly settings: DocumentSettings;
  readonly pane: PaneVisibility;
  readonly theme: ThemeHolder;
  readonly actions: Map<string, (event: object) => unknown>;
  readonly requestRibbonUpdate: (update: unknown) => void;
  /** `Office.context.displayLanguage`, such as `fr-FR`. */
  readonly displayLanguage: string;
}

const sets: Readonly<Record<string, number>> = {
  CustomFunctionsRuntime: 1.5,
  SharedRuntime: 1.2,
  RibbonApi: 1.1,
  ContextMenuApi: 1.1,
  DialogApi: 1.1,
};
/** ExcelApi counts 1.1, 1.2 … 1.20: the part behind the point is a number of its own. */
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
      showAsTaskpane: done(parts.pane.show),
      hide: done(parts.pane.hide),
      onVisibilityModeChanged: (listener: (message: { visibilityMode: string }) => void) => {
        const stop = parts.pane.onChanged((visibilityMode) => listener({ visibilityMode }));
        return Promise.resolve(done(stop));
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
      requestUpdate: done(parts.requestRibbonUpdate),
    }),
  });

/** The action as a promise, as Office.js has it. */
const done =
  <Arguments extends readonly unknown[]>(action: (...received: Arguments) => void) =>
  (...received: Arguments): Promise<void> => {
    action(...received);
    return Promise.resolve();
  };

const startupKey = "Office.StartupBehavior";

const constants = {
  HostType: { Excel: "Excel" },
  PlatformType: { PC: "PC", OfficeOnline: "OfficeOnline", Mac: "Mac", Universal: "Universal" },
  AsyncResultStatus: { Succeeded: "succeeded", Failed: "failed" },
  StartupBehavior: { none: "None", load: "Load" },
  VisibilityMode: { hidden: "Hidden", taskpane: "Taskpane" },
  EventType: strict("Office.EventType", {
    OfficeThemeChanged: "officeThemeChanged",
    SettingsChanged: "settingsChanged",
    DocumentSelectionChanged: "documentSelectionChanged",
  }),
};

const makeContext = ({ settings, theme, displayLanguage }: OfficeParts): object =>
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
      addHandlerAsync: (type: string, handler: (event: object) => void, ...rest: unknown[]) => {
        if (type === "officeThemeChanged") theme.addHandler(handler);
        answer(...rest);
      },
      removeHandlerAsync: (type: string, ...rest: unknown[]) => {
        if (type === "officeThemeChanged") theme.removeHandlers();
        answer(...rest);
      },
    }),
    ui: strict("Office.context.ui", {
      openBrowserWindow: (address: string) => void window.open(address, "_blank", "noopener"),
    }),
  });
