import type { ReactNode } from "react";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import { t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";
import type { HealthItem } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore, useThrottledStore } from "../../state/use-store";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { JobAction } from "../../ui/job-form";
import { Pair, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Page, Section } from "../../ui/page";
import { EntryLine, isPartial, useReadableQuery } from "../workbook/entry-line";
import { CallList } from "./call-list";
import { Usage } from "./usage";

/** What somebody reads who looks for a fault: the health check, usage and memory, a file for support, the history and all calls. */
export const SupportView = (): ReactNode => (
  <Page title={t("view.support")}>
    <Health />
    <Usage />
    <Section title={t("activity.history")}>
      <History />
    </Section>
    <Section title={t("activity.calls")}>
      <CallList />
    </Section>
  </Page>
);

const healthColors = { good: "success", bad: "danger", unknown: "informative" } as const;

interface HealthDraft {
  readonly items: readonly HealthItem[];
  /** The session status at the time of the check. The items are valid for this status only. */
  readonly session: string;
}

/** The health check. */
const Health = (): ReactNode => {
  const { deps, runtime } = usePane();
  const session = useStore(runtime.session.state).status;
  const [draft, change] = useDraft<HealthDraft>("health", { items: [], session: "" });
  const job = useJob("health");
  const check = (): void => {
    void job.start(t("settings.check"), "", async () => {
      const items = await deps.health();
      change({ items, session: runtime.session.state.get().status });
      return items.length;
    });
  };
  return (
    <Section title={t("settings.health")} lead={t("settings.healthLead")}>
      <JobAction job={job} run={check}>
        {t("settings.check")}
      </JobAction>
      <Stack>
        {(draft.session === session ? draft.items : []).map(({ name, state, sentence }) => (
          <Tight key={name}>
            <Row>
              <Mark color={healthColors[state]}>{t(`settings.${state}`)}</Mark>
              <Strong>{name}</Strong>
            </Row>
            <Quiet>{sentence}</Quiet>
          </Tight>
        ))}
      </Stack>
    </Section>
  );
};

const historyStates = ["all", "running", "done", "partial", "failed", "cancelled"] as const;

/** The state that the filter shows: `done` means complete. */
const entryState = (entry: RequestLogEntry): (typeof historyStates)[number] =>
  isPartial(entry) ? "partial" : entry.status;

/** The request log since the add-in started, newest first, with filters. */
const History = (): ReactNode => {
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
        <TextField label={t("activity.filter")} type="search" {...bindField({ draft, change }, "text")} />
        <ChoiceField
          label={t("activity.ended")}
          choices={historyStates.map((state) => ({ value: state, label: t(`activity.state.${state}`) }))}
          {...bindField({ draft, change }, "state")}
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
