import { Button, ProgressBar } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { Job, JobState, Progress } from "../state/job";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { Quiet, Row, Tight } from "./layout";
import { Notice } from "./notice";

/** How a job stands: progress with Stop, or what failed with another try. Nothing while it is idle or done. */
export const JobNotice = ({
  job,
  label,
  retry,
}: {
  readonly job: Job & { readonly now: JobState };
  /** What it is doing, said above the bar. */
  readonly label?: string;
  readonly retry?: () => void;
}): ReactNode => {
  const say = useText();
  if (job.now.status === "failed") {
    const actions = retry === undefined ? [] : [{ label: say("pane.retry"), run: retry }];
    return (
      <Notice intent={job.now.error.code === "stopped" ? "warning" : "error"} actions={actions}>
        {job.now.error.message}
      </Notice>
    );
  }
  if (job.now.status !== "running") return null;
  return <Running label={label ?? say("pane.working")} stop={job.stop} now={job.now} />;
};

const callsOf = (say: Say, { done, total }: Partial<Progress>): string =>
  total === undefined ? "" : `${say("pane.callsDone", { done: done ?? 0, count: total })} · `;

const Running = ({
  label,
  stop,
  now,
}: {
  readonly label: string;
  readonly stop: () => void;
  readonly now: Extract<JobState, { readonly status: "running" }>;
}): ReactNode => {
  const say = useText();
  const { total, done, calls } = now;
  const far = total === undefined ? "" : ` ${callsOf(say, calls ?? {})}${say("pane.progress", { done, total })}`;
  return (
    <Tight>
      <ProgressBar aria-label={label} {...(total === undefined ? {} : { value: done, max: total })} />
      <Row>
        <span role="status" style={{ flexGrow: 1 }}>
          <Quiet>{label + far}</Quiet>
        </span>
        <Button size="small" onClick={stop}>
          {say("pane.stop")}
        </Button>
      </Row>
    </Tight>
  );
};
