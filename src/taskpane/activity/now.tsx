import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { LedgerEntry } from "../../runtime/ledger";
import { GrowingList } from "../parts/growing-list";
import { Quiet, Row } from "../parts/layout";
import { Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useCalmStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { EntryLine } from "./entry-line";
import { problemsOf } from "./problems-of";

/** What is under way and what failed, with what can be done about each. */
export const Now = (): ReactNode => {
  const say = useText();
  const entries = useCalmStore(usePane().runtime.ledger.entries);
  const running = entries.filter(({ status }) => status === "running");
  const problems = problemsOf(entries);
  const keyOf = ({ id }: LedgerEntry): string => String(id);
  return (
    <>
      <Section title={say("activity.underWay", { count: running.length })}>
        {running.length === 0 && <Quiet>{say("activity.calm")}</Quiet>}
        <GrowingList
          label={say("activity.underWay", { count: running.length })}
          items={running}
          keyOf={keyOf}
          show={(entry) => <EntryLine entry={entry} />}
        />
      </Section>
      <Section
        title={say("activity.problems", { count: problems.length })}
        actions={problems.some(({ address }) => address !== undefined) && <RetryAll problems={problems} />}
      >
        {problems.length === 0 && <Quiet>{say("activity.noProblems")}</Quiet>}
        <GrowingList
          label={say("activity.problems", { count: problems.length })}
          items={problems}
          keyOf={keyOf}
          show={(entry) => <Problem entry={entry} />}
        />
      </Section>
    </>
  );
};

const RetryAll = ({ problems }: { readonly problems: readonly LedgerEntry[] }): ReactNode => {
  const say = useText();
  const { recalculation } = usePane().world;
  const addresses = problems.map(({ address }) => address).filter((address) => address !== undefined);
  return (
    <Button size="small" onClick={() => void recalculation.refresh(addresses)}>
      {say("activity.retryAll")}
    </Button>
  );
};

const Problem = ({ entry }: { readonly entry: LedgerEntry }): ReactNode => {
  const say = useText();
  const { recalculation } = usePane().world;
  const { address } = entry;
  return (
    <EntryLine entry={entry}>
      {address !== undefined && (
        <Row>
          <Button
            size="small"
            aria-label={say("activity.retryCell", { address })}
            onClick={() => void recalculation.refresh([address])}
          >
            {say("pane.retry")}
          </Button>
        </Row>
      )}
    </EntryLine>
  );
};
