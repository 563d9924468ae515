import { Badge, Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack, Strong, Tight } from "../parts/layout";
import { Section } from "../parts/page";
import type { HealthItem } from "../pane-world";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";

const colors = { good: "success", bad: "danger", unknown: "informative" } as const;

/** Looks at everything that must be right, and says what to do about what is not. */
export const Health = (): ReactNode => {
  const say = useText();
  const { health } = usePane().world;
  const [draft, change] = useDraft<{ readonly items: readonly HealthItem[] }>("health", { items: [] });
  const job = useJob("health");
  const check = (): void => {
    void job.start({ what: say("settings.check"), query: "" }, async () => {
      const items = await health();
      change({ items });
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
        {draft.items.map(({ name, state, sentence }) => (
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
