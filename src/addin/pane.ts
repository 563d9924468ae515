// Connects the pane with Office and the deployment.
import type { PaneRequest } from "./commands";
import { type Deployment, changeAddresses } from "./deployment";
import type { WorkbookEditions } from "./excel/refresh/workbook-editions";
import type { ShareCopy } from "./excel/freeze/share-copy";
import type { Freezer, FrozenFormula } from "./excel/freeze/freeze";
import { type RunRefresh, stillMissed } from "./excel/refresh/refresh";
import type { RefreshNews } from "./excel/refresh/refresh-news";
import type { ChangeMarks } from "./excel/refresh/change-marks";
import type { RepairState } from "./excel/repair/repair-state";
import type { ResultFormats } from "./excel/sheet/result-formats";
import type { Upkeep } from "./excel/repair/upkeep";
import { type Lazy, lazy } from "./lazy";
import type { Runtime } from "../engine/runtime";
import type { KeyValueStorage } from "../engine/storage";
import { type Store, type WritableStore, createStore } from "../engine/store";
import { listedFunctions, loadDefinitions } from "./function-list";
import type { FunctionDefinition } from "../formulas/define/definition";
import type { QuestionGroup } from "../formulas/define/question";
import type { FunctionListState } from "./stale-function-list";
import { followCellEdit } from "./excel/sheet/cell-edit";
import { checkHealth } from "./excel/health";
import { readLocale } from "./excel/host";
import { goTo } from "./excel/sheet/ranges";
import { readTheme, watchTheme } from "./excel/theme";
import { createYieldToHost } from "../engine/clock";
import { createNamespace } from "./excel/sheet/namespace";
import { createWorkbook } from "./excel/sheet/workbook";
import type { FormulaCells } from "./excel/sheet/formula-cells";
import type { Recalculation } from "./excel/refresh/recalculation";
import { readPageRelease, watchRelease } from "./newer-release";
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
import { currentLocale, baseLanguage, t } from "../i18n/t";
import { loadTranslation, translatedLanguages } from "../i18n/translations";

/** The build replaces it: what stands before the names of functions. */
declare const __NAMESPACE__: string;
declare const __ADDIN_IDS__: readonly string[];

/** The running add-in, as src/addin/main.ts has started it. */
export interface Addin {
  readonly runtime: Runtime;
  readonly refresh: RunRefresh;
  readonly news: RefreshNews;
  readonly changeMarks: Lazy<ChangeMarks>;
  readonly deployment: Deployment;
  readonly storage: KeyValueStorage;
  readonly request: WritableStore<PaneRequest | undefined>;
  readonly notices: WritableStore<readonly string[]>;
  readonly functionList: WritableStore<FunctionListState>;
  readonly resultFormats: Lazy<ResultFormats>;
  readonly freezer: Lazy<Freezer>;
  /** Empty, without loading what freezes, where the workbook has none. */
  readonly frozenFormulas: () => Promise<readonly FrozenFormula[]>;
  readonly repairState: Store<RepairState>;
  readonly upkeep: Lazy<Upkeep>;
  readonly editions: Lazy<WorkbookEditions>;
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
    import(/* webpackChunkName: "repair" */ "./excel/repair/upkeep"),
    import(/* webpackChunkName: "changes" */ "./excel/refresh/workbook-editions"),
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

/** With the reader and writer of .xlsx files. */
const shareCopy = lazy(() => import(/* webpackChunkName: "freeze" */ "./excel/freeze/share-copy"));

const functionNames = listedFunctions.map(({ name }) => name);
const namespace = createNamespace(__NAMESPACE__, functionNames);

const madeCopy = ({ session }: Runtime): PaneDeps["share"]["made"] => {
  const made = createStore<MadeCopy | undefined>(undefined);
  session.state.subscribe(() => {
    if (session.state.get().status === "signed-out") made.set(undefined);
  });
  return made;
};

const paneDeps = (addin: Addin): PaneDeps => {
  const { runtime, changeMarks, deployment, request, notices, functionList, repairState, frozenFormulas, upkeep } =
    addin;
  const { clock, requestLog, asOf } = runtime;
  const { answers, changes, report } = addin.news;
  const repair = lazy(async () => (await upkeep.load()).repair);
  const whereFrom = lazy(async () => {
    const { createWhereFrom } = await import(/* webpackChunkName: "pane-workbook" */ "./excel/trace/where-from");
    return createWhereFrom(functionNames, __NAMESPACE__, { clock, requestLog, answers });
  });
  /** In the script of company files: one of its own would lengthen the list of scripts in functions.js. */
  const companies = lazy(() => import(/* webpackChunkName: "pane-work" */ "./excel/trace/companies-at"));
  const editionVerbs = lazy(async () => {
    const { EditionVerbs } = await import(/* webpackChunkName: "changes" */ "./excel/refresh/workbook-editions");
    const editions = await addin.editions.load();
    const { cells, recalculation } = addin;
    return new EditionVerbs({ asOf, editions, cells, recalculation, requestLog, answers, clock });
  });
  const { trace } = whereFrom.methods;
  return {
    runtime,
    workbook: createWorkbook(namespace),
    functions: loadDefinitionsWithHelp,
    questions: async () => (await functionHelp.load()).questions,
    fieldDescriptions: async () => (await functionHelp.load()).fields,
    fieldExamples: async () => (await functionHelp.load()).fieldExamples,
    deployment: paneDeployment(addin),
    team: paneTeam(addin),
    recalculation: {
      refresh: addin.refresh,
      formulas: () => addin.cells.find("workbook"),
      report,
      stillMissed: (missed) => stillMissed(missed, addin.recalculation, requestLog),
      dismiss: () => report.set(undefined),
      stop: () => requestLog.stop(),
      pending: requestLog.pending,
    },
    health: () =>
      checkHealth({
        runtime,
        fetch: (address) => fetch(address),
        baseUrl: deployment.baseUrl,
        functionCount: functionNames.length,
        checkCells: async () => {
          const formulas = await repair.methods.check();
          const { failed, interrupted, unknownNames } = repairState.get();
          return { formulas, wrong: failed.length + interrupted.length + unknownNames.length };
        },
      }),
    theme: followOfficeTheme(),
    request,
    notices,
    release: watchRelease(readPageRelease(document), (address) => fetch(address, { cache: "no-store" }), clock),
    reload: () => location.reload(),
    functionList,
    formats: addin.resultFormats.methods,
    share: {
      made: madeCopy(runtime),
      make: async (choice, signal, progress) => {
        const { makeShareCopy } = await shareCopy.load();
        const yieldToHost = createYieldToHost(clock);
        const pause = (): Promise<void> | undefined => {
          signal.throwIfAborted();
          return yieldToHost();
        };
        const make = async (): Promise<ShareCopy> =>
          makeShareCopy({
            edition: choice === "now" ? undefined : choice,
            requestLog,
            functions: functionNames,
            namespace: __NAMESPACE__,
            nameInCells: namespace.nameInCells,
            ids: __ADDIN_IDS__,
            frozen: await frozenFormulas(),
            now: clock.now(),
            pause,
            progress,
          });
        return choice === "now" ? make() : (await editionVerbs.load()).showDuring(choice, signal, make);
      },
      nameOf: async ({ bytes }) => (await shareCopy.load()).copyName(bytes),
      open: ({ bytes }) => shareCopy.methods.openAsWorkbook(bytes),
    },
    changes: {
      refreshes: changes,
      mark: changeMarks.methods.mark,
      clearMarks: changeMarks.methods.clear,
      show: async (formula, record) => goTo(await changeMarks.methods.addressOf(formula, record)),
    },
    whereFrom: {
      trace,
      companies: (address) => companies.methods.companiesAt(address, trace),
      audit: async (scope) => {
        const { createAudit } = await import(/* webpackChunkName: "pane-workbook" */ "./excel/trace/audit");
        const frozen = await frozenFormulas();
        return createAudit(functionNames, __NAMESPACE__, { clock, requestLog, frozen }).read(scope);
      },
    },
    freeze: addin.freezer.methods,
    editions: {
      load: async () => (await addin.editions.load()).all,
      compare: editionVerbs.methods.compare,
      plan: editionVerbs.methods.plan,
      show: editionVerbs.methods.show,
      prove: editionVerbs.methods.prove,
      check: editionVerbs.methods.check,
    },
    repair: {
      state: repairState,
      putNamesRight: repair.methods.putNamesRight,
      tryAgain: repair.methods.tryAgain,
      dismiss: repair.methods.dismiss,
    },
    cellEdit: followCellEdit(clock),
    locale: readLocale(),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
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

/** Help texts are in files that the build writes for each language, not in scripts. English if a file cannot be loaded. */
const functionHelp = lazy(() => {
  const language = baseLanguage(currentLocale());
  const english = (): Promise<FunctionHelp> => fetchHelp("function-help.json");
  return translatedLanguages.includes(language)
    ? fetchHelp(`function-help.${language}.json`).catch(english)
    : english();
});

const loadDefinitionsWithHelp = async (): Promise<readonly FunctionDefinition[]> => {
  const [definitions, { functions }] = await Promise.all([loadDefinitions(), functionHelp.load()]);
  return definitions.map((definition) => ({ ...definition, ...functions[definition.name] }));
};

const paneDeployment = ({ deployment, storage, runtime }: Addin): PaneDeployment => {
  const { baseUrl, authUrl, clientId, settingsAllowed, data, demo, samples } = deployment;
  return {
    baseUrl,
    authUrl,
    clientId,
    settingsAllowed,
    ...(data !== undefined && { data }),
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
    const text = texts[baseLanguage(currentLocale())] ?? texts["en"];
    if (text === undefined) return [];
    const open = async (): Promise<void> => shareCopy.methods.openFile(await (await fetchFile(file)).text());
    return [{ ...text, picture, open }];
  });
};

const fetchFile = async (address: string): Promise<Response> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(t("samples.missing"));
  return response;
};

const followOfficeTheme = (): PaneDeps["theme"] => {
  const contrast = window.matchMedia("(forced-colors: active)");
  const look = (): PaneTheme => (contrast.matches ? "contrast" : readTheme());
  const theme = createStore<PaneTheme>(look());
  const again = (): void => theme.set(look());
  contrast.addEventListener("change", again);
  window.addEventListener("focus", again);
  watchTheme(again);
  return theme;
};
