import type { ReactNode } from "react";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import { t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";
import { usePane } from "../../state/pane-state";
import { useDraft, useThrottledStore } from "../../state/use-store";
import { ChoiceField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { Pair, Quiet } from "../../ui/layout";
import { EntryLine, isPartial, useReadableQuery } from "../workbook/entry-line";

const historyStates = ["all", "running", "done", "partial", "failed", "cancelled"] as const;

/** The state that the filter shows: `done` means complete. */
const entryState = (entry: RequestLogEntry): (typeof historyStates)[number] =>
  isPartial(entry) ? "partial" : entry.status;

/** The request log since the add-in started, newest first, with filters. */
export const History = (): ReactNode => {
  const entries = useThrottledStore(usePane().runtime.requestLog.entries);
  const [draft, change] = useDraft("history", { text: "", state: "all" });
  const readable = useReadableQuery();
  const text = comparableText(draft.text);
  const matches = (entry: RequestLogEntry): boolean =>
    (draft.state === "all" || entryState(entry) === draft.state) &&
    comparableText(`${entry.what} ${entry.address ?? ""} ${entry.query} ${readable(entry)}`).includes(text);
  const shown = entries.filter(matches).toSorted((one, other) => other.id - one.id);
  return (
    <>
      <Pair>
        <TextField
          label={t("activity.filter")}
          type="search"
          value={draft.text}
          onChange={(value) => change({ text: value })}
        />
        <ChoiceField
          label={t("activity.ended")}
          value={draft.state}
          choices={historyStates.map((state) => ({ value: state, label: t(`activity.state.${state}`) }))}
          onChange={(state) => change({ state })}
        />
      </Pair>
      <Quiet>{t("activity.shown", { count: shown.length })}</Quiet>
      <GrowingList
        label={t("activity.history")}
        items={shown}
        keyOf={({ id }) => String(id)}
        show={(entry) => <EntryLine entry={entry} />}
      />
    </>
  );
};
