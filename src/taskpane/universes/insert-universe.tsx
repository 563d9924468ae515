import type { ReactNode } from "react";
import { InsertBar } from "../insert/insert-bar";
import { ChoiceField } from "../parts/fields";
import { Stack } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useDraft, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { inFormula } from "./in-formula";

const kinds = ["ESG.EVENTS", "ESG.DOCUMENTS", "UNIVERSE.ENTITIES", "UNIVERSE.COUNT"] as const;

/** How large a result of the default limit may get, so that the place is looked at before. */
const foreseen = { rows: 1001, columns: 9 };

/** Inserts a formula over the selected universe. */
export const InsertUniverse = (): ReactNode => {
  const say = useText();
  const { universes } = usePane().runtime;
  const universe = useStore(universes.selected);
  const catalogue = useStore(universes.catalogue);
  const [draft, change] = useDraft("insert-universe", { kind: "ESG.EVENTS" });
  if (universe === undefined) return null;
  const formula = `=${draft.kind}(${inFormula(universe, catalogue)})`;
  const single = draft.kind === "UNIVERSE.COUNT";
  return (
    <Stack>
      <ChoiceField
        label={say("universes.insertWhat")}
        value={draft.kind}
        choices={kinds.map((kind) => ({ value: kind, label: `${say(`universes.kind.${kind}`)} (${kind})` }))}
        onChange={(kind) => change({ kind })}
      />
      <InsertBar
        insertion={{
          key: "universe",
          formula,
          size: single ? { rows: 1, columns: 1 } : foreseen,
          sheetName: universe.name,
        }}
      />
    </Stack>
  );
};
