// A page that shows the pane with the real runtime over the service behind the same origin, and a workbook of cells in a map.
import { functions } from "../../../src/functions";
import type { PaneRequest } from "../../../src/commands/command";
import { createRuntime } from "../../../src/runtime/create-runtime";
import { lateParts } from "../../../src/runtime/late-parts";
import { learnLimit } from "../../../src/runtime/learn-limit";
import { createStore } from "../../../src/runtime/store";
import type { KeyValueStorage } from "../../../src/runtime/storage";
import { renderPane } from "../../../src/taskpane/pane";
import type { PaneTheme, PaneWorld } from "../../../src/taskpane/pane-world";
import { loadSay } from "../../../src/taskpane/text/say";
import { createMemoryWorkbook } from "./memory-workbook";

const kept = new Map<string, unknown>();
const storage: KeyValueStorage = {
  get: (key) => Promise.resolve(kept.get(key)),
  set: (key, value) => Promise.resolve(void kept.set(key, value)),
  delete: (key) => Promise.resolve(void kept.delete(key)),
  keys: () => Promise.resolve([...kept.keys()]),
};
const settings = new Map<string, unknown>();
const { origin, searchParams } = new URL(location.href);
const runtime = createRuntime({
  lateParts: () => Promise.resolve(lateParts),
  loadLearnLimit: () => Promise.resolve(learnLimit),
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
const theme = createStore<PaneTheme>((searchParams.get("theme") ?? "light") as PaneTheme);
const request = createStore<PaneRequest | undefined>(undefined);
const refreshed: unknown[] = [];
const locale = searchParams.get("locale") ?? "en-GB";
const worldIn = (say: PaneWorld["say"]): PaneWorld => ({
  runtime,
  workbook,
  functions: () => Promise.resolve(functions),
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
  recalculation: {
    refresh: (scope) => {
      refreshed.push(scope);
      return Promise.resolve({ formulas: 1, refused: [] });
    },
    stop: () => runtime.ledger.stop(),
    pending: runtime.ledger.pending,
  },
  health: () =>
    Promise.resolve([
      { name: "Service", state: "good", sentence: "The service answers." },
      { name: "Sign-in", state: "bad", sentence: "Sign in in the task pane." },
      { name: "ExcelApi 1.20", state: "unknown", sentence: "This Excel lacks ExcelApi 1.20." },
    ]),
  theme,
  request,
  notices: createStore<readonly string[]>([]),
  cellEdit: createStore(false),
  locale,
  say,
});

/** What the tests reach for. */
const paneOf = (world: PaneWorld) => {
  const pane = {
    world,
    runtime,
    workbook,
    theme,
    request,
    refreshed,
    settings,
    kept,
    hide: (): void => undefined,
    show: (): void => {
      const root = document.getElementById("pane");
      if (root !== null) pane.hide = renderPane(root, world);
    },
  };
  return pane;
};

void loadSay(locale).then((say) => {
  const pane = paneOf(worldIn(say));
  pane.show();
  Object.assign(window, { pane });
});

export type PanePage = ReturnType<typeof paneOf>;
