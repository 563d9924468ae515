import { ToggleButton } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { GrowingList } from "../parts/growing-list";
import { Line, Quiet, Row } from "../parts/layout";
import { Section } from "../parts/page";
import { useDraft } from "../state/use-store";
import { useText } from "../text/use-text";
import { OutcomeItem } from "./outcome-item";
import { needsAttention, type Outcome, type Status } from "./outcome";
import type { Desk } from "./use-desk";

const order: readonly Status[] = ["exact", "single", "chosen", "ambiguous", "none", "failed", "invalid"];

/** What came of the inputs: counters, and the list of those that need a person, or all. */
export const OutcomeList = ({ desk }: { readonly desk: Desk }): ReactNode => {
  const say = useText();
  const [draft, change] = useDraft("resolve-list", { show: "attention" });
  const attention = desk.outcomes.filter(needsAttention);
  // What was just chosen stays in sight, so that the focus does not jump and a slip can be mended.
  const kept = desk.outcomes.filter(
    (one) => needsAttention(one) || (one.status === "chosen" && one.candidates.length > 1),
  );
  const shown = draft.show === "all" ? desk.outcomes : kept;
  return (
    <Section title={say("resolve.results")}>
      <Line>{counters(say, desk)}</Line>
      <Row>
        {(["attention", "all"] as const).map((show) => (
          <ToggleButton key={show} size="small" checked={draft.show === show} onClick={() => change({ show })}>
            {show === "all"
              ? say("resolve.all", { count: desk.outcomes.length })
              : say("resolve.attention", { count: attention.length })}
          </ToggleButton>
        ))}
      </Row>
      {shown.length === 0 && <Quiet>{say("resolve.nothingToDo")}</Quiet>}
      <GrowingList
        label={say("resolve.results")}
        items={shown}
        keyOf={({ wanted }) => wanted.key}
        show={(outcome) => <OutcomeItem outcome={outcome} desk={desk} />}
      />
    </Section>
  );
};

const counters = (say: ReturnType<typeof useText>, desk: Desk): string => {
  const count = (status: Status): number => desk.outcomes.filter((one: Outcome) => one.status === status).length;
  const parts = order
    .map((status) => [status, count(status)] as const)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${say.number(number)} ${say(`resolve.status.${status}`)}`);
  const rest = [
    desk.plan.blank > 0 && say("resolve.blank", { count: desk.plan.blank }),
    desk.plan.duplicates > 0 && say("resolve.inherit"),
  ].filter((part) => part !== false);
  return [...parts, ...rest].join(" · ");
};
