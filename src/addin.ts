// The entry of the shared runtime: makes everything once, in this order, and hands it on. Nothing below reaches for the world itself.
import { createStore as openDatabase, del, get, keys, set } from "idb-keyval";
import { listedFunctions, loadDefinitions, speak } from "./addin-catalogue";
import { readDeployment } from "./addin-deployment";
import type { Addin } from "./addin-parts";
import { commands } from "./commands";
import type { PaneRequest } from "./commands/command";
import { associate, type FunctionHost } from "./office/associate";
import { isWeb, readCapabilities } from "./office/capabilities";
import { createDocumentSettings } from "./office/document-settings";
import { readsFrom1904 } from "./office/date-system";
import type { FormulaCells } from "./office/formula-cells";
import { createGovernor, freePipe, webPipe } from "./office/governor";
import { readLocale } from "./office/locale";
import { showPane, watchPane } from "./office/pane";
import { Recalculation } from "./office/recalculation";
import { followPolicy } from "./office/refresh-policy";
import { registerCommands } from "./office/register-commands";
import { watchStructure } from "./office/watch-structure";
import { createRuntime } from "./runtime/create-runtime";
import type { Runtime } from "./runtime/runtime";
import type { KeyValueStorage } from "./runtime/storage";
import { createStore } from "./runtime/store";
import { createWorkerClock } from "./runtime/system-clock";

const clock = createWorkerClock(() => new Worker(new URL("./runtime/timer-worker.ts", import.meta.url)));
const database = openDatabase("spillway", "memory");
// Where a page may keep nothing, opening the database throws instead of refusing: the memory is lost then, not the start.
const storage: KeyValueStorage = {
  get: async (key) => get<unknown>(key, database),
  set: async (key, value) => set(key, value, database),
  delete: async (key) => del(key, database),
  keys: async () => keys<string>(database),
};
const request = createStore<PaneRequest | undefined>(undefined);
const notices = createStore<readonly string[]>([]);
const fetchPage = (address: string): Promise<Response> => fetch(address, { cache: "no-cache" });

/** Fetched with the first refresh or healing: nothing needs it before. */
const loadCells = async (): Promise<FormulaCells> => {
  const { createFormulaCells } = await import(/* webpackChunkName: "formula-cells" */ "./office/formula-cells");
  return createFormulaCells(listedFunctions.map(({ name }) => name));
};
const formulaCells: FormulaCells = {
  find: async (scope) => (await loadCells()).find(scope),
  calculate: async (addresses) => (await loadCells()).calculate(addresses),
  enterAgain: async (addresses) => (await loadCells()).enterAgain(addresses),
};

/** Cells speak the language of Excel. No answer waits for it longer than for its script, and without that it is English. */
/** English is at hand; which other languages there are is told by the definitions' script. */
const spoken = Office.onReady()
  .then(() => (readLocale().startsWith("en") ? undefined : speak(readLocale())))
  .catch(() => undefined);

/** While a cell is edited Excel answers no batch: cells then wait so long for how the workbook counts its days, in ms; the pane never. */
const patience = 2_000;
const dated = Office.onReady().then(() =>
  Promise.race([readsFrom1904(), new Promise<void>((resolve) => clock.after(patience, resolve))]),
);

/** Memory and credentials are kept apart per host partition, which is known only once Office is ready (decision 8). */
const start = async (): Promise<Addin> => {
  const [deployment] = await Promise.all([readDeployment(fetchPage, storage), Office.onReady()]);
  const runtime = createRuntime({
    send: (outgoing) => fetch(outgoing),
    clock,
    addresses: deployment,
    storage,
    workbookSettings: createDocumentSettings(),
    crypto,
    partition: (Office.context as { partitionKey?: string }).partitionKey ?? "",
    lateParts: async () => (await import(/* webpackChunkName: "catalogue" */ "./runtime/late-parts")).lateParts,
    loadLearnLimit: async () => (await import(/* webpackChunkName: "limits" */ "./runtime/learn-limit")).learnLimit,
  });
  const recalculation = new Recalculation(formulaCells, clock);
  for (const [name, store] of Object.entries(storesOf(runtime)))
    recalculation.follow(name as keyof ReturnType<typeof storesOf>, store);
  void watchStructure(() => {
    recalculation.moved();
    runtime.ledger.moved();
  });
  followPolicy(runtime.settings, { clock, refresh: () => void recalculation.refresh("workbook") });
  return { runtime, recalculation, deployment, storage, request, notices };
};

/** Cells care who is signed in, not that somebody is signing in or that the token was renewed. */
const accountChanges = (state: Runtime["session"]["state"]) => {
  const accountNow = (): string => {
    const now = state.get();
    return now.status === "signed-in" ? `in ${now.account}` : now.status;
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

/** The stores a formula may have read, by the names the ledger knows them by. */
const storesOf = (runtime: Runtime) => ({
  session: accountChanges(runtime.session.state),
  "selected-universe": runtime.universes.selected,
  catalogue: runtime.universes.catalogue,
  choices: runtime.choices.all,
  analyses: runtime.analyses.known,
  tasks: runtime.tasks.changes,
  settings: runtime.settings,
});

const addin = start().catch(async (cause: unknown) => {
  const [{ notStarted }] = await Promise.all([
    import(/* webpackChunkName: "failed-start" */ "./addin-failed-start"),
    spoken,
  ]);
  throw notStarted(cause);
});

const functionHost = Promise.all([addin, dated, spoken]).then(([{ runtime, recalculation }]): FunctionHost => {
  const capabilities = readCapabilities();
  const governor = createGovernor(clock, isWeb() ? webPipe : freePipe);
  return { runtime, governor, recalculation, capabilities: () => capabilities };
});
// Each invocation reports a failed start in its cell; without any, nobody would be listening.
functionHost.catch(() => undefined);

associate(listedFunctions, functionHost);
const isSeen = (): boolean => document.visibilityState === "visible" && window.innerWidth > 0;
const loadPane = () => import(/* webpackChunkName: "pane" */ "./addin-pane");
/** Runs what the first answer needs before it is asked for; a failure is reported by the cell that needs it. */
const prepareAnswers = (): void => void loadDefinitions().catch(() => undefined);
// Who sees the pane waits for its first frame and not for Office; the definitions run after it, or with the first call.
if (isSeen()) loadPane().catch(() => undefined);
else prepareAnswers();

let serial = 0;
const show = (view?: PaneRequest["view"]): Promise<void> => {
  serial += 1;
  if (view !== undefined) request.set({ view, serial });
  return showPane();
};
const notify = (sentence: string): void => notices.set([...notices.get(), sentence]);

const runCommand = async (command: (typeof commands)[number]): Promise<void> => {
  const [{ runtime, recalculation }] = await Promise.all([addin, spoken]);
  const stop = (): void => runtime.ledger.stop();
  const refresh = recalculation.refresh.bind(recalculation);
  await command.run({ runtime, recalculation: { refresh, stop }, showPane: show, notify });
};

/** Without a pane there is nothing to tell it with but the page. */
const tellInstead = (sentence: string): void => {
  const failure = document.createElement("p");
  failure.className = "failed";
  failure.setAttribute("role", "alert");
  failure.textContent = sentence;
  const pane = document.getElementById("pane");
  // The page itself has said that a script did not come, in the language of Office.
  if (pane?.querySelector("[role=alert]") === null) pane.replaceChildren(failure);
};

let shown = false;
/** The pane's code is another script, fetched when there is something to see. */
const renderWhenShown = (): void => {
  if (shown || !isSeen()) return;
  shown = true;
  void Promise.all([addin, loadPane()])
    .then(async ([made, { openPane }]) => {
      await openPane(made);
      requestAnimationFrame(() => setTimeout(prepareAnswers));
    })
    .catch((error: unknown) => tellInstead(error instanceof Error ? error.message : String(error)));
};

void Office.onReady(() => {
  registerCommands(
    commands.map((command) => ({ id: command.id, run: () => runCommand(command) })),
    (error) => notify(error instanceof Error ? error.message : String(error)),
  );
  void watchPane(renderWhenShown);
  document.addEventListener("visibilitychange", renderWhenShown);
  window.addEventListener("resize", renderWhenShown);
  // Memory is written in pauses; what came since the last one must not be lost with the page.
  const remember = (): Promise<void> => addin.then(({ runtime }) => runtime.memory.flush());
  window.addEventListener("pagehide", () => void remember().catch(() => undefined));
  renderWhenShown();
});
