// Connects the pane with Office and the deployment.
import type { PaneRequest } from "./commands";
import { type Deployment, changeAddresses } from "./deployment";
import type { WorkbookSnapshots } from "./excel/cell-snapshots";
import type { ChangeMarks } from "./excel/change-marks";
import type { Freezer } from "./excel/freeze";
import { hasFrozenPart } from "./excel/frozen-part";
import type { Refresh } from "./excel/refresh";
import type { Repair } from "./excel/repair";
import type { RepairState } from "./excel/repair-state";
import type { ResultFormats } from "./excel/result-formats";
import type { Runtime } from "../engine/runtime";
import type { KeyValueStorage } from "../engine/storage";
import { type Store, type WritableStore, createStore } from "../engine/store";
import { listedFunctions, loadDefinitions } from "./catalogue";
import type { FunctionDefinition } from "../formulas/define/definition";
import type { QuestionGroup } from "../formulas/define/question";
import type { FunctionListState } from "./function-list";
import { followCellEdit } from "./excel/cell-edit";
import { checkHealth } from "./excel/health";
import { readLocale } from "./excel/host";
import { goTo } from "./excel/ranges";
import { readTheme, watchTheme } from "./excel/theme";
import { createNamespace } from "./excel/namespace";
import { createWorkbook } from "./excel/workbook";
import type { FormulaCells } from "./excel/formula-cells";
import type { Recalculation } from "./excel/recalculation";
import type { AsOfWorkbook } from "./excel/workbook-as-of";
import { readPageRelease, watchForNewerRelease } from "./newer-release";
import { saveFrameNote } from "./taskpane/state/frame-note";
import { renderPane } from "./taskpane/pane";
import { preloadAll } from "./taskpane/ui/lazily";
import type {
  DemoAccount,
  FieldDescriptions,
  MadeCopy,
  PaneDeployment,
  PaneTheme,
  PaneDeps,
  SampleWorkbook,
} from "./taskpane/pane-deps";
import { currentLocale, languageOf, t } from "../i18n/t";
import { loadTranslation, translatedLanguages } from "../i18n/translations";

/** The build replaces it: what stands before the names of functions. */
declare const __NAMESPACE__: string;
declare const __ADDIN_IDS__: readonly string[];

/** The running add-in, as src/addin/main.ts has started it. */
export interface Addin {
  readonly runtime: Runtime;
  readonly refresh: Refresh;
  readonly deployment: Deployment;
  readonly storage: KeyValueStorage;
  readonly request: WritableStore<PaneRequest | undefined>;
  readonly notices: WritableStore<readonly string[]>;
  readonly functionList: WritableStore<FunctionListState>;
  readonly loadFormats: () => Promise<ResultFormats>;
  readonly loadFreezer: () => Promise<Freezer>;
  readonly repairState: Store<RepairState>;
  readonly loadRepair: () => Promise<Repair>;
  readonly loadSnapshots: () => Promise<WorkbookSnapshots>;
  readonly cells: FormulaCells;
  readonly recalculation: Recalculation;
}

/** The first frame waits at most so many ms for the session to start. */
const sessionTimeout = 1_000;

/** Replaces the first frame of the page by the pane, once the session has started and the translation is loaded. */
export const openPane = async (addin: Addin): Promise<void> => {
  const root = document.getElementById("pane");
  if (root === null) return;
  const { session, clock } = addin.runtime;
  const started = new Promise<void>((resolve) => {
    const look = (): void => (session.state.get().status === "starting" ? undefined : resolve());
    const stop = session.state.subscribe(look);
    clock.after(sessionTimeout, () => {
      stop();
      resolve();
    });
    look();
  });
  await Promise.all([loadTranslation(readLocale(), "pane"), started]);
  const deps = paneDeps(addin);
  renderPane(root, deps);
  saveFrame(deps);
};

/** Loads what the pane and a refresh (`loadCells`) need later. A script that is needed under load would wait behind the calls. */
export const preloadPane = async (loadCells: () => Promise<unknown>): Promise<void> => {
  await preloadAll();
  await Promise.all([
    loadDefinitionsWithHelp(),
    loadCells(),
    import(/* webpackChunkName: "commands" */ "./commands"),
    import(/* webpackChunkName: "repair" */ "./excel/upkeep"),
    loadWorkbookAsOf(),
  ]);
};

/** Saves what the first frame of the next opening needs: theme, and whether somebody is signed in. */
const saveFrame = ({ theme, team, runtime: { session } }: PaneDeps): void => {
  // The form of the first frame is that of the service's accounts.
  const hasTeam = team !== undefined;
  const saveTheme = (): void => saveFrameNote({ theme: theme.get() });
  const saveSession = (): void =>
    session.state.get().status === "signed-out" ? saveFrameNote({ remembered: hasTeam }) : undefined;
  theme.subscribe(saveTheme);
  session.state.subscribe(saveSession);
  saveTheme();
  saveFrameNote({ remembered: hasTeam || session.state.get().status !== "signed-out" });
};

/** In a chunk of its own, with the reader and writer of .xlsx files. */
const loadShareCopy = () => import(/* webpackChunkName: "share-copy" */ "./excel/share-copy");

const namesInCells = (): string[] => {
  const names = listedFunctions.map(({ name }) => name);
  return names.map(createNamespace(__NAMESPACE__, names).nameInCells);
};

const madeCopy = ({ session }: Runtime): PaneDeps["share"]["made"] => {
  const made = createStore<MadeCopy | undefined>(undefined);
  session.state.subscribe(() => {
    if (session.state.get().status === "signed-out") made.set(undefined);
  });
  return made;
};

/** In the chunk of their view. */
const loadWhereFrom = () => import(/* webpackChunkName: "pane-activity" */ "./excel/where-from");
/** In the chunk of company files: a chunk of its own would lengthen the list of chunks in functions.js, which has no room left. */
const loadCompaniesAt = () => import(/* webpackChunkName: "pane-work" */ "./excel/companies-at");
const loadAudit = () => import(/* webpackChunkName: "pane-activity" */ "./excel/audit");

/** In a chunk of its own. A refresh removes the marks that were made. */
const marksOf = (refresh: Refresh): (() => Promise<ChangeMarks>) => {
  let marks: ChangeMarks | undefined;
  return async () => {
    const loaded = await import(/* webpackChunkName: "pane-activity" */ "./excel/change-marks");
    const made = (marks ??= new loaded.ChangeMarks(refresh.answers));
    refresh.clearMarks = async () => (made.isMarked ? made.clear() : undefined);
    return made;
  };
};

/** In the chunk of the comparison, with snapshots. */
const loadWorkbookAsOf = () => import(/* webpackChunkName: "changes" */ "./excel/workbook-as-of");

const asOfWorkbookOf = ({ runtime, refresh, recalculation, cells, loadSnapshots }: Addin) => {
  let opened: AsOfWorkbook | undefined;
  return async (): Promise<AsOfWorkbook> => {
    const loaded = await loadWorkbookAsOf();
    const { all: snapshots } = await loadSnapshots();
    const { asOf, requestLog } = runtime;
    return (opened ??= new loaded.AsOfWorkbook({
      ...{ asOf, snapshots, cells, recalculation, requestLog },
      answers: refresh.answers,
    }));
  };
};

const paneDeps = (addin: Addin): PaneDeps => {
  const { runtime, refresh, deployment, request, notices, functionList, loadFormats, loadFreezer } = addin;
  const loadMarks = marksOf(refresh);
  const loadAsOf = asOfWorkbookOf(addin);
  const { repairState, loadRepair } = addin;
  const trace: PaneDeps["whereFrom"]["trace"] = async (address) => {
    const { createWhereFrom } = await loadWhereFrom();
    const { clock, requestLog } = runtime;
    const names = listedFunctions.map(({ name }) => name);
    return createWhereFrom(names, __NAMESPACE__, { clock, requestLog, answers: refresh.answers }).trace(address);
  };
  const frozenFormulas = async () => ((await hasFrozenPart()) ? (await loadFreezer()).list() : []);
  return {
    runtime,
    workbook: createWorkbook(
      createNamespace(
        __NAMESPACE__,
        listedFunctions.map(({ name }) => name),
      ),
    ),
    functions: loadDefinitionsWithHelp,
    questions: async () => (await loadHelp()).questions,
    fieldDescriptions: async () => (await loadHelp()).fields,
    fieldExamples: async () => (await loadHelp()).fieldExamples,
    deployment: paneDeployment(addin),
    team: paneTeam(addin),
    recalculation: {
      refresh: (scope, options) => refresh.run(scope, options),
      formulas: () => refresh.formulas(),
      report: refresh.report,
      stillMissed: (missed) => refresh.stillMissed(missed),
      dismiss: () => refresh.dismiss(),
      stop: () => runtime.requestLog.stop(),
      pending: runtime.requestLog.pending,
    },
    health: () =>
      checkHealth({
        runtime,
        fetch: (address) => fetch(address),
        baseUrl: deployment.baseUrl,
        functionCount: listedFunctions.length,
        checkCells: async () => {
          const formulas = await (await loadRepair()).check();
          const { failed, interrupted, unknownNames } = repairState.get();
          return { formulas, wrong: failed.length + interrupted.length + unknownNames.length };
        },
      }),
    theme: followTheme(),
    request,
    notices,
    newerRelease: watchForNewerRelease(
      readPageRelease(document),
      (address) => fetch(address, { cache: "no-store" }),
      runtime.clock,
    ),
    reload: () => location.reload(),
    functionList,
    formats: {
      formatNext: async (address) => (await loadFormats()).formatNext(address),
      valuesFormat: async () => (await loadFormats()).valuesFormat(),
    },
    share: {
      made: madeCopy(runtime),
      make: async () => {
        const { makeShareCopy } = await loadShareCopy();
        const { requestLog, clock } = runtime;
        const frozen = await frozenFormulas();
        return makeShareCopy({ requestLog, functions: namesInCells(), ids: __ADDIN_IDS__, frozen, now: clock.now() });
      },
      nameOf: async () => (await loadShareCopy()).copyName(),
      open: async ({ bytes }) => (await loadShareCopy()).openAsWorkbook(bytes),
    },
    changes: {
      refreshes: refresh.changes,
      mark: async (formulas) => (await loadMarks()).mark(formulas),
      clearMarks: async () => (await loadMarks()).clear(),
      show: async (formula, record) => goTo(await (await loadMarks()).addressOf(formula, record)),
    },
    whereFrom: {
      trace,
      companies: async (address) => (await loadCompaniesAt()).companiesAt(address, trace),
      audit: async (scope) => {
        const { createAudit } = await loadAudit();
        const { clock, requestLog } = runtime;
        const names = listedFunctions.map(({ name }) => name);
        const frozen = await frozenFormulas();
        return createAudit(names, __NAMESPACE__, { clock, requestLog, frozen }).read(scope);
      },
    },
    freeze: {
      plan: async (scope) => (await loadFreezer()).plan(scope),
      freeze: async (addresses) => (await loadFreezer()).freeze(addresses),
      list: async () => (await loadFreezer()).list(),
      thaw: async (ids, overwritten) => (await loadFreezer()).thaw(ids, overwritten),
      forget: async (ids) => (await loadFreezer()).forget(ids),
    },
    snapshots: {
      load: async () => (await addin.loadSnapshots()).all,
      plan: async (asof) => (await loadAsOf()).plan(asof),
      set: async (asOf) => (await loadAsOf()).set(asOf),
    },
    repair: {
      state: repairState,
      putNamesRight: async () => (await loadRepair()).putNamesRight(),
      tryAgain: async () => (await loadRepair()).tryAgain(),
      dismiss: async () => (await loadRepair()).dismiss(),
    },
    cellEdit: followCellEdit(runtime.clock),
    locale: readLocale(),
  };
};

/** function-help.json, as scripts/generate writes it. */
interface FunctionHelp {
  readonly functions: Readonly<Record<string, Partial<FunctionDefinition>>>;
  readonly fields: FieldDescriptions;
  readonly fieldExamples: FieldDescriptions;
  readonly questions: readonly QuestionGroup[];
}

const fetchHelp = async (file: string): Promise<FunctionHelp> => (await (await fetch(file)).json()) as FunctionHelp;

let help: Promise<FunctionHelp> | undefined;

/** Help texts are in files that the build writes for each language, not in scripts. English if a file cannot be loaded. */
const loadHelp = (): Promise<FunctionHelp> => {
  const language = languageOf(currentLocale());
  const english = (): Promise<FunctionHelp> => fetchHelp("function-help.json");
  help ??= translatedLanguages.includes(language)
    ? fetchHelp(`function-help.${language}.json`).catch(english)
    : english();
  // A failed load is tried again when the help is needed again.
  help.catch(() => (help = undefined));
  return help;
};

const loadDefinitionsWithHelp = async (): Promise<readonly FunctionDefinition[]> => {
  const [definitions, { functions }] = await Promise.all([loadDefinitions(), loadHelp()]);
  return definitions.map((definition) => ({ ...definition, ...functions[definition.name] }));
};

const paneDeployment = ({ deployment, storage, runtime }: Addin): PaneDeployment => {
  const { baseUrl, authUrl, clientId, settingsAllowed, demo, samples } = deployment;
  return {
    baseUrl,
    authUrl,
    clientId,
    settingsAllowed,
    ...(demo !== undefined && { demo: () => readDemo(demo) }),
    ...(samples !== undefined && { samples: () => readSamples(samples) }),
    ...(settingsAllowed && {
      change: async (addresses) => {
        await changeAddresses(storage, addresses);
        await runtime.session.signOut();
      },
    }),
  };
};

const paneTeam = ({ deployment, runtime }: Addin): PaneDeps["team"] =>
  deployment.team && {
    provider: deployment.team.provider?.name,
    keys: deployment.team.keys,
    askProvider: async (signal) => {
      const [{ askProvider }, signIn] = await Promise.all([
        import(/* webpackChunkName: "team" */ "./sign-in/ask-provider"),
        runtime.team?.load(),
      ]);
      if (signIn?.provider === undefined) throw new Error("The team has no identity provider.");
      return askProvider(signIn.provider, new URL("sign-in.html", location.href), signal);
    },
  };

interface DemoAnswer {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly type: string;
    readonly entities: number;
    readonly visible_to: readonly string[];
    readonly for_tests: boolean;
  }[];
  readonly entities: readonly { readonly isin: string | null }[];
}

const readDemo = async (address: string): Promise<DemoAccount> => {
  const { accounts, universes, entities } = (await (await fetch(address)).json()) as DemoAnswer;
  const [account] = accounts;
  if (account === undefined) throw new Error(t("work.noDemo"));
  return {
    name: account.name,
    key: account.api_key,
    secret: account.api_secret,
    universes: universes
      .filter(({ visible_to }) => visible_to.includes(account.name))
      .map(({ universe_id, universe_name, type, entities: count, for_tests }) => ({
        universe_id,
        name: universe_name,
        type,
        entities: count,
        ...(for_tests && { forTests: true }),
      })),
    isins: entities.flatMap(({ isin }) => isin ?? []),
  };
};

/** An entry of the list of sample workbooks. `file` is an .xlsx file in base64, as Excel takes it. */
interface ListedSample {
  readonly file: string;
  readonly picture: string;
  /** By language; English is always there. */
  readonly texts: Readonly<Record<string, Pick<SampleWorkbook, "title" | "about">>>;
}

const readSamples = async (address: string): Promise<readonly SampleWorkbook[]> => {
  const list = (await fetchFile(address).then((response) => response.json())) as readonly ListedSample[];
  return list.flatMap(({ file, picture, texts }) => {
    const text = texts[languageOf(currentLocale())] ?? texts["en"];
    if (text === undefined) return [];
    const open = async (): Promise<void> => {
      const base64 = await (await fetchFile(file)).text();
      return (await loadShareCopy()).openFile(base64);
    };
    return [{ ...text, picture, open }];
  });
};

const fetchFile = async (address: string): Promise<Response> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(t("samples.missing"));
  return response;
};

const followTheme = (): PaneDeps["theme"] => {
  const contrast = window.matchMedia("(forced-colors: active)");
  const look = (): PaneTheme => (contrast.matches ? "contrast" : readTheme());
  const theme = createStore<PaneTheme>(look());
  const again = (): void => theme.set(look());
  contrast.addEventListener("change", again);
  window.addEventListener("focus", again);
  watchTheme(again);
  return theme;
};
