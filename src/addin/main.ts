// The entry of the shared runtime. Creates everything once and passes it on; no module below reaches for fetch, storage or the clock itself.
import { createStore as openDatabase, del, get, keys, set } from "idb-keyval";
import { listedFunctions, loadCellTranslation, loadDefinitions, loadFirstDefinitions } from "./function-list";
import { readDeployment, type TeamDeployment } from "./deployment";
import { lazy } from "./lazy";
import type { PaneRequest } from "./commands";
import { type CommandId, commandIds } from "./commands/command-ids";
import type { UnseenResults, UnseenResult } from "./excel/functions/unseen-results";
import { associate, type FunctionHost } from "./excel/functions/register-functions";
import { isWeb, readCapabilities, readLocale, showPane, watchPane, registerCommands } from "./excel/host";
import { bypassesFunctionCache, createDocumentSettings } from "./excel/document-settings";
import { readsFrom1904 } from "./excel/sheet/date-system";
import type { FormulaCells } from "./excel/sheet/formula-cells";
import type { FunctionListState, NotedList } from "./stale-function-list";
import { hasFrozenPart } from "./excel/freeze/frozen-part";
import { createDeliveryLimit, freePipe, webPipe } from "./excel/functions/delivery-limit";
import { Recalculation, followRefreshPolicy } from "./excel/refresh/recalculation";
import type { RunRefresh } from "./excel/refresh/refresh";
import { RefreshNews } from "./excel/refresh/refresh-news";
import { nothingToRepair } from "./excel/repair/repair-state";
import { onStructuralChange } from "./excel/sheet/structural-changes";
import { toSteadyClock } from "../engine/clock";
import { createRuntime, partitionedStorage } from "../engine/create-runtime";
import type { PageChannel } from "../engine/platform";
import type { Network } from "../engine/scheduler/connection";
import { loadOnFirstRefusal } from "../engine/scheduler/rate-limit/limiter";
import type { Runtime } from "../engine/runtime";
import type { KeyValueStorage } from "../engine/storage";
import { createStore } from "../engine/store";
import { setLocale } from "../i18n/t";
import { createWorkerClock } from "./worker-clock";

/** The build replaces them: true only in the builds of `npm run dev`; and what stands before the names of functions. */
declare const __LIVE__: boolean;
declare const __NAMESPACE__: string;
/** The build replaces it: the hash of functions.json without its texts. Empty in the builds of `npm run dev`, where it changes. */
declare const __FUNCTION_LIST__: string;

const clock = createWorkerClock(() => new Worker(new URL("./timer-worker.ts", import.meta.url)));
const database = openDatabase("spillway", "memory");
// Functions, because in a page that may not store anything `get` itself throws: then there is no stored cache, but the add-in starts.
const storage: KeyValueStorage = {
  get: async (key) => get<unknown>(key, database),
  set: async (key, value) => set(key, value, database),
  delete: async (key) => del(key, database),
  keys: async () => keys<string>(database),
};
/** Pages of one host partition share credentials and cache, so one that signs out tells the others. */
const openChannel = (partition: string): PageChannel | undefined => {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(`${partition} spillway`);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener("message", ({ data }) => listener(data)),
  };
};
const network: Network = {
  isOnline: () => navigator.onLine,
  onChange: (listener) => {
    for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  },
};
const paneRequest = createStore<PaneRequest | undefined>(undefined);
const notices = createStore<readonly string[]>([]);
const functionList = createStore<FunctionListState>("current");
const fetchPage = (address: string): Promise<Response> => fetch(address, { cache: "no-cache" });

const functionNames = listedFunctions.map(({ name }) => name);

/** With what a refresh needs later: only a refresh or a recalculation uses it. */
const formulaCells = lazy(async () => {
  const { createFormulaCells } = await import(/* webpackChunkName: "formula-cells" */ "./excel/sheet/formula-cells");
  return createFormulaCells(functionNames, __NAMESPACE__);
});
const cells: FormulaCells = formulaCells.methods;

/** Few results need it. */
const dateCells = lazy(async () => {
  const { DateCells } = await import(/* webpackChunkName: "formula-cells" */ "./excel/sheet/date-cells");
  return new DateCells(clock);
});

/** Few formulas ask for it. It needs the texts of the definitions. */
const numberSources = lazy(async () => {
  const [{ addSources }] = await Promise.all([
    import(/* webpackChunkName: "later-functions" */ "./excel/functions/number-sources"),
    loadDefinitions(),
  ]);
  return addSources;
});

/** Only formatted results need it. */
const resultFormats = lazy(async () => {
  const { ResultFormats } = await import(/* webpackChunkName: "result-formats" */ "./excel/sheet/result-formats");
  return new ResultFormats({ cells, functions: loadDefinitions, clock });
});

/** Cells answer in the display language of Excel, or in English if its texts cannot be fetched. English texts are in the scripts themselves. */
const translated = Office.onReady()
  .then(() => (readLocale().startsWith("en") ? setLocale(readLocale()) : loadCellTranslation(readLocale())))
  .catch(() => undefined);

/** Milliseconds. Excel answers no batch while a cell is edited, so cells wait at most this long for the date system of the workbook. */
const dateSystemTimeout = 2_000;
const dateSystem = Office.onReady().then(() =>
  Promise.race([readsFrom1904(), new Promise<void>((resolve) => clock.after(dateSystemTimeout, resolve))]),
);

/**
 * A browser has six connections to one origin over HTTP/1.1. Where the service is at the origin of this page, two of them stay free for the
 * page's own scripts, which would otherwise wait behind slow calls.
 */
const connectionsTo = (baseUrl: string): number | undefined => {
  // Hosts that run the functions without a page do not measure navigation.
  const timings: Partial<Performance> = performance;
  const [page] = (timings.getEntriesByType?.("navigation") ?? []) as PerformanceNavigationTiming[];
  return new URL(baseUrl, location.href).origin === location.origin && !/^h[23]/.test(page?.nextHopProtocol ?? "")
    ? 4
    : undefined;
};

/** Milliseconds after the start. By then Excel has called the functions that it calculates when a workbook opens. */
const upkeepAfter = 5_000;

/** Accounts of the service and of a team's gateway never meet: neither their credentials nor their values. */
const ofTeam = (partition: string): string => `${partition} team`;

/** Most installations have no team. */
const createTeamSignIn = (baseUrl: string, { provider }: TeamDeployment) =>
  lazy(async () => {
    const { TeamSignIn } = await import(/* webpackChunkName: "team" */ "../engine/session/team-sign-in");
    return new TeamSignIn({ baseUrl, provider, send: (request) => fetch(request), clock, locks: navigator.locks });
  });

/** Cache and credentials are stored per host partition, which is known only once Office is ready (decision 8). */
const startAddin = async () => {
  const [deployment] = await Promise.all([readDeployment(fetchPage, storage), Office.onReady()]);
  const key = (Office.context as { partitionKey?: string }).partitionKey ?? "";
  const [partition, left] = deployment.team === undefined ? [key, ofTeam(key)] : [ofTeam(key), key];
  const connections = connectionsTo(deployment.baseUrl);
  const runtime = createRuntime({
    send: (outgoing) => fetch(outgoing),
    ...(connections !== undefined && { connections }),
    clock,
    addresses: deployment,
    storage,
    workbookSettings: createDocumentSettings(),
    crypto,
    partition,
    team: deployment.team && createTeamSignIn(deployment.baseUrl, deployment.team).load,
    network,
    pages: openChannel(partition),
    createReaders: async (deps) =>
      new (await import(/* webpackChunkName: "first-functions" */ "../engine/readers")).Readers(deps),
    createFurtherReaders: async (deps) =>
      new (await import(/* webpackChunkName: "later-functions" */ "../engine/further-readers")).FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(
      async () =>
        (await import(/* webpackChunkName: "limits" */ "../engine/scheduler/rate-limit/detection")).detectLimit,
    ),
  });
  if (__LIVE__) (await import(/* webpackMode: "eager" */ "./kept-sign-in")).keepSignIn(runtime.session);
  const recalculation = new Recalculation(cells, clock);
  for (const [name, store] of Object.entries(listStores(runtime)))
    recalculation.follow(name as keyof ReturnType<typeof listStores>, store);
  void onStructuralChange(() => recalculation.moved());
  const { requestLog, connection, ready } = runtime;
  /** Few workbooks have frozen formulas. */
  const freezer = lazy(async () => {
    const { Freezer } = await import(/* webpackChunkName: "freeze" */ "./excel/freeze/freeze");
    return new Freezer({ cells, requestLog, clock });
  });
  const frozenFormulas = async () => ((await hasFrozenPart()) ? freezer.methods.list() : []);
  const repairState = createStore(nothingToRepair);
  let unseen: UnseenResults | undefined;
  /** Results that were given to Excel before the script below was there. */
  let early: UnseenResult[] = [];
  /** Loads after the first results. */
  const upkeep = lazy(async () => {
    const { startUpkeep } = await import(/* webpackChunkName: "repair" */ "./excel/repair/upkeep");
    const started = startUpkeep({
      clock,
      state: repairState,
      cells,
      requestLog,
      names: functionNames,
      namespace: __NAMESPACE__,
      accounts: accountChanges(runtime.session.state),
      left: partitionedStorage(storage, left),
    });
    unseen = started.repair.unseen;
    for (const result of early) unseen.note(result);
    early = [];
    return started;
  });
  const unseenResults: NonNullable<FunctionHost["unseenResults"]> = {
    note: (given) => {
      const result = { ...given, at: toSteadyClock(clock).now() };
      if (unseen === undefined) early.push(result);
      else unseen.note(result);
    },
    again: (...call) => unseen?.again(...call),
    isRepair: (address) => unseen?.isRepair(address) === true,
  };
  clock.after(upkeepAfter, () => void upkeep.load().catch(() => (early = [])));
  const news = new RefreshNews();
  const { answers, changes } = news;
  const changeMarks = lazy(async () => {
    const { ChangeMarks } = await import(/* webpackChunkName: "pane-workbook" */ "./excel/refresh/change-marks");
    return new ChangeMarks(answers);
  });
  /** Needed when a refresh has ended, or a formula asks for an earlier day. */
  const editions = lazy(async () => {
    const { openEditions } = await import(/* webpackChunkName: "changes" */ "./excel/refresh/workbook-editions");
    const { locks } = navigator;
    const { document } = Office.context;
    return openEditions({ runtime, recalculation, answers, clock, crypto, locks, document });
  });
  const refresh = lazy(async () => {
    const { Refresh } = await import(/* webpackChunkName: "formula-cells" */ "./excel/refresh/refresh");
    return new Refresh({
      news,
      clock,
      cells,
      recalculation,
      requestLog,
      connection,
      ready,
      asOf: runtime.asOf,
      frozen: async () => (await frozenFormulas()).length,
      lease: async () => (await upkeep.load()).lease,
      clearMarks: async () => changeMarks.loaded()?.clearLatest(),
      loadComparison: async () =>
        (await import(/* webpackChunkName: "changes" */ "../formulas/changes/refresh-changes")).compareRefresh,
      loadEditions: editions.load,
    });
  });
  const runRefresh: RunRefresh = (...scope) =>
    refresh.methods.run(...scope).catch((error: unknown) => news.fail(error, scope[0]));
  recalculation.follow("changes", changes);
  let isSignedIn = false;
  accountChanges(runtime.session.state).subscribe(() => {
    if (isSignedIn) news.forget();
    isSignedIn = runtime.session.state.get().status === "signed-in";
  });
  followRefreshPolicy(runtime.settings, clock, () => void runRefresh("workbook", { isPlanned: true }));
  return {
    runtime,
    cells,
    recalculation,
    news,
    refresh: runRefresh,
    changeMarks,
    unseenResults,
    deployment,
    storage,
    request: paneRequest,
    notices,
    functionList,
    repairState,
    resultFormats,
    freezer,
    frozenFormulas,
    editions,
    upkeep,
  };
};

/** Changes of who is signed in, without the states in between and without renewed tokens. */
const accountChanges = (state: Runtime["session"]["state"]) => {
  const accountNow = (): string => {
    const now = state.get();
    return now.status === "signed-in" ? `in ${now.generation}` : now.status;
  };
  let before = accountNow();
  return {
    subscribe: (listener: () => void) =>
      state.subscribe(() => {
        const now = accountNow();
        if (now === "signing-in" || now === before) return;
        before = now;
        listener();
      }),
  };
};

/** The stores that a formula may read, by their names in the request log. */
const listStores = (runtime: Runtime) => ({
  session: accountChanges(runtime.session.state),
  "selected-universe": runtime.universes.selected,
  catalogue: runtime.universes.catalogue,
  "changed-universes": runtime.universes.changedAt,
  choices: runtime.choices.all,
  analyses: runtime.analyses.known,
  tasks: runtime.tasks.changes,
  settings: runtime.settings,
  service: runtime.connection.retries,
});

const addin = startAddin().catch(async (cause: unknown) => {
  const [{ notStarted }] = await Promise.all([
    import(/* webpackChunkName: "failed-start" */ "./failed-start"),
    translated,
  ]);
  throw notStarted(cause);
});

const functionHost = Promise.all([addin, dateSystem, translated]).then(
  ([{ runtime, recalculation, news, unseenResults, editions }]): FunctionHost => {
    const capabilities = readCapabilities();
    const ignore = (): void => undefined;
    return {
      runtime,
      deliveryLimit: createDeliveryLimit(clock, isWeb() ? webPipe : freePipe),
      recalculation,
      noteResult: (address, result) => {
        // A result that was formatted, also before the workbook was opened, may have grown. One row cannot have grown.
        if (address !== undefined && result.height > 1) resultFormats.methods.follow(address).catch(ignore);
      },
      noteAnswer: (address, calculation) => news.answers.note(address, calculation),
      changes: news.changes,
      loadEditions: editions.load,
      loadSources: numberSources.load,
      unseenResults,
      // Without the script the dates stay numbers until the next result.
      showDates: (address, formats) => void dateCells.methods.show(address, formats).catch(ignore),
      capabilities: () => capabilities,
    };
  },
);
associate(listedFunctions, functionHost);
const isSeen = (): boolean => document.visibilityState === "visible" && window.innerWidth > 0;
const pane = lazy(() => import(/* webpackChunkName: "pane" */ "./pane"));
/** Loads the definitions before the first invocation. The cell that needs them reports a failure. */
const prepareAnswers = (): void =>
  void loadFirstDefinitions()
    .then(loadDefinitions)
    .catch(() => undefined);
// A visible pane loads first. The definitions load after it, or at the first invocation.
if (isSeen()) pane.load().catch(() => undefined);
else prepareAnswers();

let requestSerial = 0;
const showView = (view: PaneRequest["view"]): Promise<void> => {
  requestSerial += 1;
  paneRequest.set({ view, serial: requestSerial });
  return showPane();
};
const notify = (sentence: string): void => notices.set([...notices.get(), sentence]);

/** In a script apart from that of a refresh, so that a refresh whose script cannot be loaded says so itself. */
const loadCommands = lazy(() => import(/* webpackChunkName: "commands" */ "./commands"));
const runCommand = async (id: CommandId): Promise<void> => {
  const [{ runtime, refresh }, { commands }] = await Promise.all([addin, loadCommands.load(), translated]);
  await commands
    .find((command) => command.id === id)
    ?.run({
      refresh,
      format: resultFormats.methods.format,
      stop: () => runtime.requestLog.stop(),
      showPane: showView,
      notify,
    });
};

/** Shows an error in the page itself, when the pane cannot start. */
const showStartFailure = (sentence: string): void => {
  const failure = document.createElement("p");
  failure.className = "failed";
  failure.setAttribute("role", "alert");
  failure.textContent = sentence;
  const pane = document.getElementById("pane");
  // A script that did not load is reported by the page itself, in the language of Office.
  if (pane?.querySelector("[role=alert]") === null) pane.replaceChildren(failure);
};

let isPaneShown = false;
/** The pane is a chunk of its own, loaded when it is visible. */
const renderWhenShown = (): void => {
  if (isPaneShown || !isSeen()) return;
  isPaneShown = true;
  void Promise.all([addin, pane.load()])
    .then(async ([made, { openPane, preloadPane }]) => {
      await openPane(made);
      // After the first frame is painted: the definitions, then what the pane and a refresh need later, before calls take the connections.
      requestAnimationFrame(() =>
        setTimeout(() => {
          prepareAnswers();
          void preloadPane(formulaCells.load).catch(() => undefined);
        }),
      );
    })
    .catch((error: unknown) => showStartFailure(error instanceof Error ? error.message : String(error)));
};

/** Looks whether Excel may have another list of functions than this release. At nearly every start it has not. */
const lookAtFunctionList = async (): Promise<void> => {
  const list = __FUNCTION_LIST__;
  const save = (noted: NotedList): Promise<unknown> => storage.set("function-list", noted);
  const noted = (await storage.get("function-list")) as NotedList | undefined;
  const now = Date.now();
  // Excel has just fetched it.
  if (noted === undefined) await save({ list, isSure: true, since: now, asked: {} });
  else if (noted.list !== list || !noted.isSure || bypassesFunctionCache()) {
    const { noteFunctionList, findFunctionCache } = await import(
      /* webpackChunkName: "repair" */ "./stale-function-list"
    );
    functionList.set(await noteFunctionList({ list, noted, save, cache: findFunctionCache(), now }));
  }
};

void Office.onReady(() => {
  // A page that may not store anything knows no earlier list.
  if (__FUNCTION_LIST__ !== "") void lookAtFunctionList().catch(() => undefined);
  registerCommands(
    commandIds.map((id) => ({ id, run: () => runCommand(id) })),
    (error) => notify(error instanceof Error ? error.message : String(error)),
  );
  void watchPane(renderWhenShown);
  document.addEventListener("visibilitychange", renderWhenShown);
  window.addEventListener("resize", renderWhenShown);
  // The cache is written in pauses; what was fetched since the last one must not be lost with the page.
  const flush = (): Promise<void> => addin.then(({ runtime }) => runtime.cache.flush());
  window.addEventListener("pagehide", () => void flush().catch(() => undefined));
  renderWhenShown();
});
