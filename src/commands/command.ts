import type { RefreshScope } from "../office/formula-cells";
import type { Runtime } from "../runtime/runtime";

/** Which view of the pane a command asks for; the serial tells two equal requests apart. */
export interface PaneRequest {
  readonly view: "universes" | "resolve" | "build" | "analyses" | "activity" | "settings";
  readonly serial: number;
}

/** What commands need of the world; addin.ts hands it in. */
export interface CommandWorld {
  readonly runtime: Runtime;
  readonly recalculation: {
    readonly refresh: (
      scope: RefreshScope,
    ) => Promise<{ readonly formulas: number; readonly refused: readonly string[] }>;
    readonly stop: () => void;
  };
  /** Shows the pane (where the host lets an add-in do so) at a view. */
  readonly showPane: (view?: PaneRequest["view"]) => Promise<void>;
  /** Tells the user something without a dialog: the pane shows it as a notice. */
  readonly notify: (sentence: string) => void;
}

/** An action of the ribbon, the context menu or the keyboard; its id is the manifest's. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly run: (world: CommandWorld) => Promise<void>;
}
