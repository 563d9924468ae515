import { Badge, Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack, Strong, Tight } from "../parts/layout";
import { Section } from "../parts/page";
import type { HealthItem } from "../pane-world";
import { usePane } from "../state/pane-context";
import { useDraft, useJob, useStore } from "../state/use-store";
import { useText } from "../text/use-text";

const colors = { good: "success", bad: "danger", unknown: "informative" } as const;

interface HealthDraft {
  readonly items: readonly HealthItem[];
  /** How the session stood when it was looked at: what was found then says nothing of another one. */
  readonly session: string;
}

/** Looks at everything that must be right, and says what to do about what is not. */
export const Health = (): ReactNode => {
  const say = useText();
  const { world, runtime } = usePane();
  const session = useStore(runtime.session.state).status;
  const [draft, change] = useDraft<HealthDraft>("health", { items: [], session: "" });
  const job = useJob("health");
  const check = (): void => {
    void job.start({ what: say("settings.check"), query: "" }, async () => {
      const items = await world.health();
      change({ items, session: runtime.session.state.get().status });
      return items.length;
    });
  };
  return (
    <Section title={say("settings.health")} lead={say("settings.healthLead")}>
      <Row>
        <Button disabledFocusable={job.now.status === "running"} onClick={check}>
          {say("settings.check")}
        </Button>
      </Row>
      <JobNotice job={job} retry={check} />
      <Stack>
        {(draft.session === session ? draft.items : []).map(({ name, state, sentence }) => (
          <Tight key={name}>
            <Row>
              <Badge appearance="tint" color={colors[state]}>
                {say(`settings.${state}`)}
              </Badge>
              <Strong>{name}</Strong>
            </Row>
            <Quiet>{sentence}</Quiet>
          </Tight>
        ))}
      </Stack>
    </Section>
  );
};
