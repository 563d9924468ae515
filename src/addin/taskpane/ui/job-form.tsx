import { Button, ProgressBar } from "@fluentui/react-components";
import type { FormEvent, ReactNode } from "react";
import { t } from "../../../i18n/t";
import type { CurrentJob, JobState } from "../state/job";
import { Quiet, Row, Stack, Tight } from "./layout";
import { Notice } from "./notice";
import type { Attempts } from "./use-attempts";

/** A form that starts one job, with the job's state below. */
export const JobForm = (props: {
  readonly job: CurrentJob;
  readonly attempts: Attempts;
  readonly submit: string;
  /** The text above the progress bar. */
  readonly progress?: string;
  readonly onSubmit: () => void;
  /** Another button is the next step. */
  readonly isSecondary?: boolean;
  readonly fields: ReactNode;
  /** Content next to the button. */
  readonly beside?: ReactNode;
  /** The result of the job. It is outside of the form, so that Enter in one of its fields does not submit the form again. */
  readonly children?: ReactNode;
}): ReactNode => {
  const { job, onSubmit } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Stack>
      <form onSubmit={submit} noValidate>
        <Stack box={props.attempts.fields}>
          {props.fields}
          <Row>
            <JobButton job={job} appearance={props.isSecondary === true ? "secondary" : "primary"}>
              {props.submit}
            </JobButton>
            {props.beside}
          </Row>
        </Stack>
      </form>
      <JobNotice job={job} retry={onSubmit} label={props.progress} />
      {props.children}
    </Stack>
  );
};

/** How a button looks, and its name where its text says too little. */
export interface ButtonLook {
  readonly appearance?: "primary" | "secondary" | "subtle";
  readonly size?: "small";
  readonly "aria-label"?: string;
}

interface JobButtonProps extends ButtonLook {
  readonly job: CurrentJob;
  /** Undefined for the button that submits a form. */
  readonly run?: () => void;
  /** Something is missing for the job. */
  readonly isUnready?: boolean;
  readonly children: ReactNode;
}

/** A button that starts a job. While the job runs it keeps the focus and does nothing. */
export const JobButton = ({ job, run, isUnready = false, ...button }: JobButtonProps): ReactNode => (
  <Button
    {...button}
    disabledFocusable={isUnready || job.now.status === "running"}
    {...(run === undefined ? { type: "submit" as const } : { onClick: run })}
  />
);

/** The button of a job with what stands beside it, and the state of the job below. */
export const JobAction = ({
  beside,
  working,
  retries = true,
  ...button
}: JobButtonProps & {
  readonly run: () => void;
  readonly beside?: ReactNode;
  /** The text above the progress bar. */
  readonly working?: string;
  /** False where a failed job may have done its work all the same. */
  readonly retries?: boolean;
}): ReactNode => (
  <>
    <Row>
      <JobButton {...button} />
      {beside}
    </Row>
    <JobNotice job={button.job} label={working} retry={retries ? button.run : undefined} />
  </>
);

/** The progress of a job with Stop, or its failure with Retry. Nothing while the job is idle or done. */
export const JobNotice = ({
  job,
  label,
  retry,
}: {
  readonly job: CurrentJob;
  /** The text above the progress bar. */
  readonly label?: string | undefined;
  readonly retry?: (() => void) | undefined;
}): ReactNode => {
  if (job.now.status === "failed") {
    const actions = retry === undefined ? [] : [{ label: t("pane.retry"), run: retry }];
    return (
      <Notice intent={job.now.error.code === "stopped" ? "warning" : "error"} actions={actions}>
        {job.now.error.message}
      </Notice>
    );
  }
  if (job.now.status !== "running") return null;
  return <RunningJob label={label ?? t("pane.working")} stop={job.stop} now={job.now} />;
};

const RunningJob = ({
  label,
  stop,
  now,
}: {
  readonly label: string;
  readonly stop: () => void;
  readonly now: Extract<JobState, { readonly status: "running" }>;
}): ReactNode => {
  const { total, done } = now;
  const progressText = total === undefined ? "" : ` ${t("pane.progress", { done, total })}`;
  return (
    <Tight>
      <ProgressBar aria-label={label} {...(total === undefined ? {} : { value: done, max: total })} />
      <Row>
        <span role="status" style={{ flexGrow: 1 }}>
          <Quiet>{label + progressText}</Quiet>
        </span>
        <Button size="small" onClick={stop}>
          {t("pane.stop")}
        </Button>
      </Row>
    </Tight>
  );
};
