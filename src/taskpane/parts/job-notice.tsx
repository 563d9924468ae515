import { Button, ProgressBar } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { Job, JobState } from "../state/job";
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
  return <Running label={label ?? say("pane.working")} stop={job.stop} done={job.now.done} total={job.now.total} />;
};

const Running = (props: {
  readonly label: string;
  readonly stop: () => void;
  readonly done: number;
  readonly total: number | undefined;
}): ReactNode => {
  const say = useText();
  const { label, total, done } = props;
  return (
    <Tight>
      <ProgressBar aria-label={label} {...(total === undefined ? {} : { value: done, max: total })} />
      <Row>
        <span role="status" style={{ flexGrow: 1 }}>
          <Quiet>{total === undefined ? label : `${label} ${say("pane.progress", { done, total })}`}</Quiet>
        </span>
        <Button size="small" onClick={props.stop}>
          {say("pane.stop")}
        </Button>
      </Row>
    </Tight>
  );
};
