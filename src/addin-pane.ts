// Loaded when the pane is shown: what only the pane needs of Office and the deployment.
import type { Addin } from "./addin-parts";
import { listedFunctions, loadDefinitions } from "./addin-catalogue";
import { changeAddresses } from "./addin-deployment";
import type { FunctionDefinition } from "./formula/definition";
import { followCellEdit } from "./office/cell-edit";
import { checkHealth } from "./office/health";
import { readLocale } from "./office/locale";
import { readTheme, watchTheme } from "./office/theme";
import { createWorkbook } from "./office/workbook";
import { createStore } from "./runtime/store";
import { renderPane } from "./taskpane/pane";
import { sayWork } from "./text/say-work";
import type { DemoAccount, PaneDeployment, PaneTheme, PaneWorld } from "./taskpane/pane-world";

/** Shows the pane in the page. */
export const openPane = (addin: Addin): void => {
  const root = document.getElementById("pane");
  if (root !== null) renderPane(root, worldOf(addin));
};

const worldOf = (addin: Addin): PaneWorld => {
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
  };
};

/** Help texts stay out of the script that must load first; the build writes them beside it. */
const loadHelp = async (): Promise<readonly FunctionDefinition[]> => {
  const functions = await loadDefinitions();
  const help = (await (await fetch("function-help.json")).json()) as Readonly<
    Record<string, Partial<FunctionDefinition>>
  >;
  return functions.map((definition) => ({ ...definition, ...help[definition.name] }));
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
