// A page that shows the pane with the real runtime over the service behind the same origin, and a workbook of cells in a map.
import { fieldDescriptions } from "../../../src/contract/field-descriptions";
import { fieldExamples } from "../../../src/formulas/define/field-examples";
import { functions } from "../../../src/formulas/functions";
import { questionGroups } from "../../../src/formulas/questions";
import { openSnapshots } from "../../../src/addin/excel/cell-snapshots";
import { nothingToRepair } from "../../../src/addin/excel/repair-state";
import type { RefreshReport } from "../../../src/addin/excel/refresh";
import type { PaneRequest } from "../../../src/addin/commands";
import { createRuntime } from "../../../src/engine/create-runtime";
import { FurtherReaders } from "../../../src/engine/further-readers";
import { Readers } from "../../../src/engine/readers";
import { detectLimit } from "../../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../../src/engine/scheduler/rate-limit/limiter";
import { createStore } from "../../../src/engine/store";
import type { KeyValueStorage } from "../../../src/engine/storage";
import { renderPane } from "../../../src/addin/taskpane/pane";
import { paneStateOf } from "../../../src/addin/taskpane/state/pane-state";
import type { MadeCopy, PaneTheme, PaneDeps } from "../../../src/addin/taskpane/pane-deps";
import { loadTranslation } from "../../../src/i18n/translations";
import { createMemoryWorkbook } from "./memory-workbook";

const persisted = new Map<string, unknown>();
const storage: KeyValueStorage = {
  get: (key) => Promise.resolve(persisted.get(key)),
  set: (key, value) => Promise.resolve(void persisted.set(key, value)),
  delete: (key) => Promise.resolve(void persisted.delete(key)),
  keys: () => Promise.resolve([...persisted.keys()]),
};
const settings = new Map<string, unknown>();
const { origin, searchParams } = new URL(location.href);
const runtime = createRuntime({
  createReaders: (deps) => new Readers(deps),
  createFurtherReaders: (deps) => new FurtherReaders(deps),
  limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
  send: (request) => fetch(request),
  clock: {
    now: () => Date.now(),
    after: (milliseconds, task) => {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  },
  addresses: { baseUrl: origin, authUrl: origin, audience: `${origin}/`, clientId: searchParams.get("client") ?? "" },
  storage,
  workbookSettings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
  crypto,
  partition: "",
});
const workbook = createMemoryWorkbook();
const snapshots = openSnapshots({
  runtime,
  recalculation: { follow: () => undefined },
  answers: { of: () => [] },
  clock: runtime.clock,
  crypto,
  locks: navigator.locks,
});
const theme = createStore<PaneTheme>((searchParams.get("theme") ?? "light") as PaneTheme);
const request = createStore<PaneRequest | undefined>(undefined);
const report = createStore<RefreshReport | undefined>(undefined);
const refreshed: unknown[] = [];
const locale = searchParams.get("locale") ?? "en-GB";
const paneDeps = (): PaneDeps => ({
  runtime,
  workbook,
  functions: () => Promise.resolve(functions),
  questions: () => Promise.resolve(questionGroups),
  fieldDescriptions: () => Promise.resolve(fieldDescriptions),
  fieldExamples: () => Promise.resolve(fieldExamples("en")),
  team: undefined,
  deployment: {
    baseUrl: origin,
    authUrl: origin,
    clientId: searchParams.get("client") ?? "",
    settingsAllowed: true,
    change: () => Promise.resolve(),
    demo: async () => {
      const { accounts } = (await (await fetch("/_local/demo")).json()) as {
        accounts: readonly { name: string; api_key: string; api_secret: string }[];
      };
      const [account] = accounts;
      return { name: account?.name ?? "", key: account?.api_key ?? "", secret: account?.api_secret ?? "" };
    },
  },
  changes: {
    refreshes: createStore([]),
    mark: () => Promise.resolve({ rows: 0, values: 0, notFound: 0, refused: [] }),
    clearMarks: () => Promise.resolve(),
    show: () => Promise.resolve(),
  },
  whereFrom: {
    trace: (address) => Promise.resolve({ address, formula: undefined, sources: [], unknown: [] }),
    companies: (address) =>
      Promise.resolve({ address, companies: [], isCut: false, text: workbook.cells.get(address)?.toString() }),
    audit: () => Promise.resolve({ area: undefined, formulas: [], frozen: [], cells: [], notes: [] }),
  },
  snapshots: {
    load: () => Promise.resolve(snapshots.all),
    plan: (asof) =>
      Promise.resolve({ asOf: { asof }, held: 2, own: 1, missing: ["Sheet1!C3"], unknown: ["Sheet1!D4"] }),
    set: (asOf) => {
      runtime.asOf.set(asOf);
      return Promise.resolve([]);
    },
  },
  repair: {
    state: createStore(nothingToRepair),
    putNamesRight: () => Promise.resolve([]),
    tryAgain: () => Promise.resolve(),
    dismiss: () => Promise.resolve(),
  },
  freeze: {
    plan: () => Promise.resolve({ formulas: [], left: [], doubtful: [] }),
    freeze: () => Promise.resolve(0),
    list: () => Promise.resolve([]),
    thaw: () => Promise.resolve({ formulas: 0, left: [] }),
    forget: () => Promise.resolve(),
  },
  formats: { formatNext: () => Promise.resolve(), valuesFormat: () => Promise.resolve(() => Promise.resolve()) },
  share: {
    made: createStore<MadeCopy | undefined>(undefined),
    make: () => Promise.resolve({ bytes: new Uint8Array(), formulas: 0, frozen: 0, unready: [], left: [] }),
    nameOf: () => Promise.resolve("values.xlsx"),
    open: () => Promise.resolve(),
  },
  recalculation: {
    refresh: (scope) => {
      refreshed.push(scope);
      return Promise.resolve({ formulas: 1, refused: [] });
    },
    report,
    stillMissed: (missed) => missed,
    dismiss: () => report.set(undefined),
    formulas: () => Promise.resolve([...workbook.formulas.keys()]),
    stop: () => runtime.requestLog.stop(),
    pending: runtime.requestLog.pending,
  },
  health: () =>
    Promise.resolve([
      { name: "Service", state: "good", sentence: "The service answers." },
      { name: "Sign-in", state: "bad", sentence: "Please sign in (Spillway pane)." },
      { name: "ExcelApi 1.20", state: "unknown", sentence: "This Excel lacks ExcelApi 1.20." },
    ]),
  theme,
  request,
  notices: createStore<readonly string[]>([]),
  cellEdit: createStore(false),
  newerRelease: createStore(false),
  functionList: createStore<"current" | "reopen" | "unsure">("current"),
  reload: () => undefined,
  locale,
});

/** What the tests use. */
const paneOf = (deps: PaneDeps) => {
  const pane = {
    deps,
    runtime,
    state: paneStateOf(deps),
    workbook,
    theme,
    request,
    refreshed,
    settings,
    persisted,
    snapshots,
    hide: (): void => undefined,
    show: (): void => {
      const root = document.getElementById("pane");
      if (root !== null) pane.hide = renderPane(root, deps);
    },
  };
  return pane;
};

void loadTranslation(locale, "pane").then(() => {
  const pane = paneOf(paneDeps());
  pane.show();
  Object.assign(window, { pane });
});

export type PanePage = ReturnType<typeof paneOf>;
