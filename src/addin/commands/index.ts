import { office } from "../../i18n/locales/en/office";
import { addMessages, t } from "../../i18n/t";
import type { RefreshScope } from "../excel/sheet/formula-cells";
import type { RunRefresh } from "../excel/refresh/refresh";
import type { ResultFormats } from "../excel/sheet/result-formats";
import type { CommandId } from "./command-ids";

addMessages("en", office);

/** The pane's view that a command opens. The serial makes two equal requests different. */
export interface PaneRequest {
  readonly view:
    | "start"
    | "resolve"
    | "company"
    | "universes"
    | "build"
    | "analyses"
    | "status"
    | "changes"
    | "where-from"
    | "editions"
    | "settings"
    | "support";
  readonly serial: number;
}

/** What commands need of the rest of the add-in; src/addin/main.ts passes it in. */
export interface CommandDeps {
  readonly refresh: RunRefresh;
  readonly format: ResultFormats["format"];
  /** Stops all running requests. */
  readonly stop: () => void;
  readonly showPane: (view: PaneRequest["view"]) => Promise<void>;
  /** Shows a notice in the pane. */
  readonly notify: (sentence: string) => void;
}

/** An action of the ribbon or the context menu. */
export interface Command {
  readonly id: CommandId;
  readonly run: (deps: CommandDeps) => Promise<void>;
}

export const commands: readonly Command[] = [
  { id: "resolveSelection", run: ({ showPane }) => showPane("resolve") },
  { id: "refreshSelection", run: (deps) => refreshScope(deps, "selection") },
  { id: "refreshSheet", run: (deps) => refreshScope(deps, "sheet") },
  { id: "refreshWorkbook", run: (deps) => refreshScope(deps, "workbook") },
  {
    id: "formatResult",
    run: async ({ format, notify }) => {
      const { results, refused } = await format("selection");
      for (const sentence of refused) notify(sentence);
      if (results === 0 && refused.length === 0) notify(t("office.nothingToFormat"));
    },
  },
  {
    id: "stop",
    run: ({ stop }) => {
      stop();
      return Promise.resolve();
    },
  },
];

const refreshScope = async (deps: CommandDeps, scope: RefreshScope): Promise<void> => {
  const { formulas, refused, reason } = await deps.refresh(scope);
  // The pane says why, with the way out.
  if (reason !== undefined) await deps.showPane(reason === "signed-out" ? "universes" : "status");
  else if (formulas === 0) deps.notify(t("office.nothingToRefresh"));
  for (const sentence of refused) deps.notify(sentence);
};
