import type { Deployment } from "./addin-deployment";
import type { PaneRequest } from "./commands/command";
import type { Recalculation } from "./office/recalculation";
import type { Runtime } from "./runtime/runtime";
import type { KeyValueStorage } from "./runtime/storage";
import type { WritableStore } from "./runtime/store";

/** What the running add-in is made of; the pane gets it when it is shown. */
export interface Addin {
  readonly runtime: Runtime;
  readonly recalculation: Recalculation;
  readonly deployment: Deployment;
  readonly storage: KeyValueStorage;
  readonly request: WritableStore<PaneRequest | undefined>;
  readonly notices: WritableStore<readonly string[]>;
}
