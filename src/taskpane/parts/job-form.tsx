import { Button } from "@fluentui/react-components";
import type { FormEvent, ReactNode } from "react";
import type { Job, JobState } from "../state/job";
import { JobNotice } from "./job-notice";
import { Row, Stack } from "./layout";
import type { Attempts } from "./use-attempts";

/** A form with one button for one job: Enter submits it, a second click while it works does nothing, and how it goes stands below. */
export const JobForm = (props: {
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly fields: ReactNode;
  /** What stands beside the button. */
  readonly beside?: ReactNode;
  /** What the job found; outside of the form, so that Enter in a field of it does not ask again. */
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
            <Button type="submit" appearance="primary" disabledFocusable={job.now.status === "running"}>
              {props.submit}
            </Button>
            {props.beside}
          </Row>
        </Stack>
      </form>
      <JobNotice job={job} retry={onSubmit} />
      {props.children}
    </Stack>
  );
};
