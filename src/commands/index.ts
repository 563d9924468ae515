import type { RefreshScope } from "../office/formula-cells";
import { say } from "../text/say";
import type { Command, CommandWorld, PaneRequest } from "./command";

const show = (id: string, label: string, view?: PaneRequest["view"]): Command => ({
  id,
  label,
  run: (world) => world.showPane(view),
});

const refresh = (id: string, label: string, scope: RefreshScope): Command => ({
  id,
  label,
  run: (world) => refreshAndTell(world, scope),
});

const refreshAndTell = async (world: CommandWorld, scope: RefreshScope): Promise<void> => {
  const { formulas, refused } = await world.recalculation.refresh(scope);
  if (formulas === 0) world.notify(say("office.nothingToRefresh"));
  for (const sentence of refused) world.notify(sentence);
};

/** Everything the ribbon, the context menu and the keyboard shortcuts can do; the manifest and shortcuts.json name the ids. */
export const commands: readonly Command[] = [
  show("openPane", "Open pane"),
  show("resolveSelection", "Resolve", "resolve"),
  show("buildFormula", "Build a formula", "build"),
  show("showActivity", "Show activity", "activity"),
  refresh("refreshSelection", "Refresh selection", "selection"),
  refresh("refreshSheet", "Refresh sheet", "sheet"),
  refresh("refreshWorkbook", "Refresh workbook", "workbook"),
  {
    id: "stop",
    label: "Stop",
    run: (world) => {
      world.recalculation.stop();
      return Promise.resolve();
    },
  },
  { id: "signOut", label: "Sign out", run: (world) => world.runtime.session.signOut() },
];
