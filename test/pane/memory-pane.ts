import { HostDocumentSettings } from "../../src/workbench/office/document-settings";
import { fieldDescriptions } from "../../src/contract/field-descriptions";
import { fieldExamples } from "../../src/formulas/define/field-examples";
import { functions } from "../../src/formulas/functions";
import { questionGroups } from "../../src/formulas/questions";
import { EditionVerbs, openEditions } from "../../src/addin/excel/refresh/workbook-editions";
import { LatestResults } from "../../src/addin/excel/refresh/latest-results";
import { nothingToRepair } from "../../src/addin/excel/repair/repair-state";
import type { RefreshReport } from "../../src/addin/excel/refresh/refresh-news";
import type { PaneRequest } from "../../src/addin/commands";
import type { Clock } from "../../src/engine/clock";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import type { Send } from "../../src/engine/http/client";
import { Readers } from "../../src/engine/readers";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import { createStore } from "../../src/engine/store";
import type { RefreshChanges } from "../../src/formulas/changes/refresh-changes";
import type { KeyValueStorage } from "../../src/engine/storage";
import { renderPane } from "../../src/addin/taskpane/pane";
import type { DataKind } from "../../src/addin/deployment";
import { openPaneState } from "../../src/addin/taskpane/state/pane-state";
import type { MadeCopy, PaneTheme, PaneDeps } from "../../src/addin/taskpane/pane-deps";
import { createMemoryWorkbook } from "./memory-workbook";

/** Where the service is, and what stands in for the page and the network. */
export interface MemoryPaneOptions {
  /** The address of the service, without a slash at the end. */
  readonly origin: string;
  readonly clientId: string;
  readonly send: Send;
  readonly clock: Clock;
  readonly theme: PaneTheme;
  readonly locale: string;
  /** Of the device; UTC if omitted. */
  readonly timeZone?: string;
  /** What the deployment says of the service's data. */
  readonly data?: DataKind;
}

/** The pane with the real runtime, and a workbook that is a map of cells. Parts of the add-in that need Excel answer with nothing. */
export const createMemoryPane = ({
  origin,
  clientId,
  send,
  clock,
  theme: firstTheme,
  locale,
  timeZone = "UTC",
  data,
}: MemoryPaneOptions) => {
  const persisted = new Map<string, unknown>();
  const storage: KeyValueStorage = {
    get: (key) => Promise.resolve(persisted.get(key)),
    set: (key, value) => Promise.resolve(void persisted.set(key, value)),
    delete: (key) => Promise.resolve(void persisted.delete(key)),
    keys: () => Promise.resolve([...persisted.keys()]),
  };
  const settings = new Map<string, unknown>();
  const refreshes = createStore<readonly RefreshChanges[]>([]);
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send,
    clock,
    addresses: { baseUrl: origin, authUrl: origin, audience: `${origin}/`, clientId },
    storage,
    workbookSettings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    crypto,
    partition: "",
  });
  const workbook = createMemoryWorkbook();
  const answers = new LatestResults();
  const editions = openEditions({
    runtime,
    recalculation: { follow: () => undefined },
    answers,
    clock: runtime.clock,
    crypto,
    locks: navigator.locks,
    document: { url: "", settings: new HostDocumentSettings() },
  });
  const verbs = new EditionVerbs({
    asOf: runtime.asOf,
    editions: { ...editions, formulaAt: () => Promise.resolve(undefined) },
    cells: { find: () => Promise.resolve([...workbook.formulas.keys()]) },
    recalculation: { calculateAll: () => Promise.resolve([]) },
    requestLog: runtime.requestLog,
    answers,
    clock: runtime.clock,
  });
  const theme = createStore<PaneTheme>(firstTheme);
  const request = createStore<PaneRequest | undefined>(undefined);
  const report = createStore<RefreshReport | undefined>(undefined);
  const refreshed: unknown[] = [];
  const deps: PaneDeps = {
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
      clientId,
      settingsAllowed: true,
      ...(data !== undefined && { data }),
      change: () => Promise.resolve(),
      demo: async () => {
        const { accounts } = (await (await send(new Request(`${origin}/_local/demo`))).json()) as {
          accounts: readonly { name: string; api_key: string; api_secret: string }[];
        };
        const [account] = accounts;
        return { name: account?.name ?? "", key: account?.api_key ?? "", secret: account?.api_secret ?? "" };
      },
    },
    changes: {
      refreshes,
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
    editions: {
      load: () => Promise.resolve(editions.all),
      compare: (...sides) => verbs.compare(...sides),
      plan: (edition) => verbs.plan(edition),
      show: (asOf) => verbs.show(asOf),
      prove: (edition) => verbs.prove(edition),
      check: (...file) => verbs.check(...file),
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
    release: { isNewer: createStore(false), clockAhead: createStore(NaN) },
    functionList: createStore<"current" | "reopen" | "unsure">("current"),
    reload: () => undefined,
    locale,
    timeZone,
  };
  const pane = {
    deps,
    runtime,
    state: openPaneState(deps),
    workbook,
    theme,
    request,
    report,
    refreshed,
    refreshes,
    settings,
    persisted,
    editions,
    answers,
    hide: (): void => undefined,
    /** Renders the pane into the element with the id "pane", in place of what is there. */
    show: (): void => {
      const root = document.getElementById("pane");
      if (root !== null) pane.hide = renderPane(root, deps);
    },
  };
  return pane;
};

/** The pane of a test, and everything behind it. */
export type MemoryPane = ReturnType<typeof createMemoryPane>;
