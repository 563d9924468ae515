// Loaded when the pane is shown: what only the pane needs of Office and the deployment.
import type { Addin } from "./addin-parts";
import { listedFunctions, loadDefinitions } from "./addin-catalogue";
import { changeAddresses } from "./addin-deployment";
import type { FunctionDefinition } from "./formula/definition";
import { translateHelp } from "./formula/translate-help";
import { followCellEdit } from "./office/cell-edit";
import { checkHealth } from "./office/health";
import { readLocale } from "./office/locale";
import { readTheme, watchTheme } from "./office/theme";
import { createWorkbook } from "./office/workbook";
import { createStore } from "./runtime/store";
import { note } from "./taskpane/frame/frame-note";
import { renderPane } from "./taskpane/pane";
import { sayWork } from "./text/say-work";
import type { DemoAccount, PaneDeployment, PaneTheme, PaneWorld } from "./taskpane/pane-world";
import { loadSay, type Say } from "./taskpane/text/say";
import { loadHelpVoice } from "./text/help-voice";

/** Longer than this the first frame does not wait to be told who is signed in (ms). */
const patience = 1_000;

/** Shows the pane in the page, in its language, as soon as it is known whether somebody is signed in: until then the page shows the first frame. */
export const openPane = async (addin: Addin): Promise<void> => {
  const root = document.getElementById("pane");
  if (root === null) return;
  const { session, clock } = addin.runtime;
  const begun = new Promise<void>((resolve) => {
    const look = (): void => (session.state.get().status === "starting" ? undefined : resolve());
    const stop = session.state.subscribe(look);
    clock.after(patience, () => {
      stop();
      resolve();
    });
    look();
  });
  const [say] = await Promise.all([loadSay(readLocale()), begun]);
  const world = worldOf(addin, say);
  renderPane(root, world);
  keepNote(world);
};

/** The next opening begins with the frame that will be right then. */
const keepNote = ({ theme, runtime: { session } }: PaneWorld): void => {
  const keepTheme = (): void => note({ theme: theme.get() });
  const keepSession = (): void =>
    session.state.get().status === "signed-out" ? note({ remembered: false }) : undefined;
  theme.subscribe(keepTheme);
  session.state.subscribe(keepSession);
  keepTheme();
  note({ remembered: session.state.get().status !== "signed-out" });
};

const worldOf = (addin: Addin, say: Say): PaneWorld => {
  const { runtime, recalculation, deployment, request, notices } = addin;
  return {
    runtime,
    workbook: createWorkbook(),
    functions: loadHelp,
    deployment: paneDeployment(addin),
    recalculation: {
      refresh: recalculation.refresh.bind(recalculation),
      stop: () => runtime.ledger.stop(),
      pending: runtime.ledger.pending,
    },
    health: () =>
      checkHealth({
        runtime,
        fetch: (address) => fetch(address),
        baseUrl: deployment.baseUrl,
        functionCount: listedFunctions.length,
      }),
    theme: followTheme(),
    request,
    notices,
    cellEdit: followCellEdit(runtime.clock),
    locale: readLocale(),
    say,
  };
};

/** Help texts stay out of the script that must load first; the build writes them beside it, in English. */
const loadHelp = async (): Promise<readonly FunctionDefinition[]> => {
  const [functions, voice] = await Promise.all([loadDefinitions(), loadHelpVoice(readLocale())]);
  const help = (await (await fetch("function-help.json")).json()) as Readonly<
    Record<string, Partial<FunctionDefinition>>
  >;
  return functions.map((definition) => translateHelp({ ...definition, ...help[definition.name] }, voice));
};

const paneDeployment = ({ deployment, storage, runtime }: Addin): PaneDeployment => {
  const { baseUrl, authUrl, clientId, settingsAllowed, demo } = deployment;
  return {
    baseUrl,
    authUrl,
    clientId,
    settingsAllowed,
    ...(demo !== undefined && { demo: () => readDemo(demo) }),
    ...(settingsAllowed && {
      change: async (addresses) => {
        await changeAddresses(storage, addresses);
        await runtime.session.signOut();
      },
    }),
  };
};

interface DemoAnswer {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly type: string;
    readonly entities: number;
    readonly visible_to: readonly string[];
  }[];
}

const readDemo = async (address: string): Promise<DemoAccount> => {
  const { accounts, universes } = (await (await fetch(address)).json()) as DemoAnswer;
  const [account] = accounts;
  if (account === undefined) throw new Error(sayWork("work.noDemo"));
  return {
    name: account.name,
    key: account.api_key,
    secret: account.api_secret,
    universes: universes
      .filter(({ visible_to }) => visible_to.includes(account.name))
      .map(({ universe_id, universe_name, type, entities }) => ({
        universe_id,
        name: universe_name,
        type,
        entities,
      })),
  };
};

const followTheme = (): PaneWorld["theme"] => {
  const contrast = window.matchMedia("(forced-colors: active)");
  const look = (): PaneTheme => (contrast.matches ? "contrast" : readTheme());
  const theme = createStore<PaneTheme>(look());
  const again = (): void => theme.set(look());
  contrast.addEventListener("change", again);
  window.addEventListener("focus", again);
  watchTheme(again);
  return theme;
};
