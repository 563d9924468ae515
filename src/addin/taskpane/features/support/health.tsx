import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import type { HealthItem } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { JobAction } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Section } from "../../ui/page";

const healthColors = { good: "success", bad: "danger", unknown: "informative" } as const;

interface HealthDraft {
  readonly items: readonly HealthItem[];
  /** The session status at the time of the check. The items are valid for this status only. */
  readonly session: string;
}

/** The health check. */
export const Health = (): ReactNode => {
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
