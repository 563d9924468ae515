import { Button } from "@fluentui/react-components";
import type { FormEvent, ReactNode } from "react";
import { TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { useText } from "../text/use-text";
import { useAddUniverse } from "./use-add-universe";

/** Adds a universe by its id, after the service was asked for it. */
export const AddUniverse = (): ReactNode => {
  const say = useText();
  const form = useAddUniverse();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextField
          label={say("universes.id")}
          required
          value={form.draft.id}
          hint={say("universes.idHint")}
          problem={form.idProblem}
          onChange={form.setId}
        />
        {form.draft.nameless && (
          <TextField
            label={say("universes.name")}
            required
            value={form.draft.name}
            hint={say("universes.nameless")}
            problem={form.nameProblem}
            onChange={form.setName}
          />
        )}
        <JobNotice job={form.job} />
        <Row>
          <Button type="submit" appearance="primary" disabledFocusable={form.job.now.status === "running"}>
            {say("pane.add")}
          </Button>
        </Row>
        {form.draft.added !== "" && <Notice intent="success">{form.draft.added}</Notice>}
      </Stack>
    </form>
  );
};
