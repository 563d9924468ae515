import type { ReactNode } from "react";
import type { LedgerEntry } from "../../runtime/ledger";
import { ChoiceField, TextField } from "../parts/fields";
import { GrowingList } from "../parts/growing-list";
import { Pair, Quiet } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useCalmStore, useDraft } from "../state/use-store";
import { useText } from "../text/use-text";
import { EntryLine } from "./entry-line";

const states = ["all", "running", "done", "failed", "cancelled"] as const;

/** Everything that was asked since the add-in started, newest first, filtered by text and by how it ended. */
export const History = (): ReactNode => {
  const say = useText();
  const entries = useCalmStore(usePane().runtime.ledger.entries);
  const [draft, change] = useDraft("history", { text: "", state: "all" });
  const text = draft.text.trim().toLowerCase();
  const wanted = (entry: LedgerEntry): boolean =>
    (draft.state === "all" || entry.status === draft.state) &&
    `${entry.what} ${entry.address ?? ""} ${entry.query}`.toLowerCase().includes(text);
  const shown = entries.filter(wanted).toSorted((one, other) => other.id - one.id);
  return (
    <>
      <Pair>
        <TextField
          label={say("activity.filter")}
          type="search"
          value={draft.text}
          onChange={(value) => change({ text: value })}
        />
        <ChoiceField
          label={say("activity.ended")}
          value={draft.state}
          choices={states.map((state) => ({ value: state, label: say(`activity.state.${state}`) }))}
          onChange={(state) => change({ state })}
        />
      </Pair>
      <Quiet>{say("activity.shown", { count: shown.length })}</Quiet>
      <GrowingList
        label={say("activity.history")}
        items={shown}
        keyOf={({ id }) => String(id)}
        show={(entry) => <EntryLine entry={entry} />}
      />
    </>
  );
};
