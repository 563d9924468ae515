import type { Inquiry } from "./inquiry";
import type { Store } from "./store";

/** An analysis started here (the service has no list route). */
export interface KnownAnalysis {
  readonly instance: string;
  readonly name: string;
  readonly started_at: number;
  readonly state: "in progress" | "ready" | "stopped or failed" | "not found";
  readonly request?: unknown;
}

/** The analyses known here, and the probing of those that formulas or the pane wait for. */
export interface Analyses {
  readonly known: Store<readonly KnownAnalysis[]>;
  readonly add: (analysis: KnownAnalysis) => void;
  readonly forget: (instance: string) => void;
  /** The state now (one cheap probe unless known final); while in progress it is probed with growing gaps, and the `analyses` store changes when it ends. */
  readonly stateOf: (instance: string, inquiry: Inquiry) => Promise<KnownAnalysis["state"]>;
  /** Watches an instance that answered 202, so that cells heal. */
  readonly watch: (instance: string) => void;
}
