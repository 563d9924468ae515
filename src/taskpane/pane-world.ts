import type { PaneRequest } from "../commands/command";
import type { FunctionDefinition } from "../formula/definition";
import type { RefreshScope } from "../office/formula-cells";
import type { Workbook } from "../office/workbook-door";
import type { Runtime } from "../runtime/runtime";
import type { Store, WritableStore } from "../runtime/store";
import type { KnownUniverse } from "../runtime/universes";
import type { Say } from "./text/say";

/** The account a deployment offers to newcomers. */
export interface DemoAccount {
  readonly name: string;
  readonly key: string;
  readonly secret: string;
  /** Universes of the demo, for the catalogue: the service cannot list them. */
  readonly universes?: readonly KnownUniverse[];
}

/** Where the service is. */
export interface ServiceAddresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
}

/** What the deployment file says, as far as the pane shows it. */
export interface PaneDeployment extends ServiceAddresses {
  /** Present where the deployment names a demo; asked when the user clicks. */
  readonly demo?: () => Promise<DemoAccount>;
  /** Whether the user may change the addresses. */
  readonly settingsAllowed: boolean;
  /** Keeps other addresses on this device and signs out; they count from the next start of the add-in. `undefined` goes back to the deployment's. */
  readonly change?: (addresses: ServiceAddresses | undefined) => Promise<void>;
}

/** One line of the health check: what was looked at, how it stands, and a sentence (what to do where it is bad). */
export interface HealthItem {
  readonly name: string;
  readonly state: "good" | "bad" | "unknown";
  readonly sentence: string;
}

/** Recalculation as the pane asks for it (office/recalculation.ts). */
export interface PaneRecalculation {
  readonly refresh: (
    scope: RefreshScope,
  ) => Promise<{ readonly formulas: number; readonly refused: readonly string[] }>;
  /** Stops everything under way; cells keep their last good rows. */
  readonly stop: () => void;
  /** How many invocations have not finished. */
  readonly pending: Store<number>;
}

/** How Office looks now. */
export type PaneTheme = "light" | "dark" | "contrast";

/** Everything the pane needs, handed in by addin.ts. */
export interface PaneWorld {
  readonly runtime: Runtime;
  readonly workbook: Workbook;
  /** The worksheet functions with their help, loaded when the builder opens. */
  readonly functions: () => Promise<readonly FunctionDefinition[]>;
  readonly deployment: PaneDeployment;
  readonly recalculation: PaneRecalculation;
  readonly health: () => Promise<readonly HealthItem[]>;
  readonly theme: Store<PaneTheme>;
  /** The view a command asked for last; a new object for each request. */
  readonly request: Store<PaneRequest | undefined>;
  /** What commands want to tell the user, newest last. */
  readonly notices: WritableStore<readonly string[]>;
  /** True while Excel takes nothing because a cell is being edited. */
  readonly cellEdit: Store<boolean>;
  /** Office's display language, `de-DE`. */
  readonly locale: string;
  /** Speaks it. */
  readonly say: Say;
}
