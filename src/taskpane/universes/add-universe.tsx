import type { ReactNode } from "react";
import { TextField } from "../parts/fields";
import { JobForm } from "../parts/job-form";
import { Notice } from "../parts/notice";
import { useText } from "../text/use-text";
import { useAddUniverse, type AddForm } from "./use-add-universe";

/** Adds a universe by its id, after the service was asked for it. */
export const AddUniverse = (): ReactNode => {
  const say = useText();
  const form = useAddUniverse();
  return (
    <JobForm
      job={form.job}
      attempts={form.attempts}
      submit={say("pane.add")}
      onSubmit={form.submit}
      fields={<IdAndName form={form} />}
    >
      {form.draft.added !== "" && <Notice intent="success">{form.draft.added}</Notice>}
    </JobForm>
  );
};

const IdAndName = ({ form }: { readonly form: AddForm }): ReactNode => {
  const say = useText();
  return (
    <>
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
    </>
  );
};
