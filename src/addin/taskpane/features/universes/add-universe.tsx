import type { ReactNode } from "react";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { isUuid } from "../../../../contract/values";
import { t } from "../../../../i18n/t";
import type { CurrentJob } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { JobForm } from "../../ui/job-form";
import { Notice } from "../../ui/notice";
import { type Attempts, useAttempts } from "../../ui/use-attempts";
import { findUniverse, type UniverseFound, universeLine } from "./universe";

/** Adds a universe by id after a check with the service. */
export const AddUniverse = (): ReactNode => {
  const form = useAddUniverse();
  return (
    <JobForm
      job={form.job}
      attempts={form.attempts}
      submit={t("pane.add")}
      onSubmit={form.submit}
      fields={<IdAndName form={form} />}
    >
      {form.draft.added !== "" && <Notice intent="success">{form.draft.added}</Notice>}
    </JobForm>
  );
};

const IdAndName = ({ form }: { readonly form: AddForm }): ReactNode => (
  <>
    <TextField
      label={t("universes.id")}
      required
      value={form.draft.id}
      hint={t("universes.idHint")}
      problem={form.idProblem}
      onChange={form.setId}
    />
    {form.draft.nameless && (
      <TextField
        label={t("universes.name")}
        required
        value={form.draft.name}
        hint={t("universes.nameless")}
        problem={form.nameProblem}
        onChange={form.setName}
      />
    )}
  </>
);

interface AddDraft {
  readonly id: string;
  readonly name: string;
  /** The universe exists, but it has no entity to read its name from. */
  readonly nameless: boolean;
  readonly entities: number;
  readonly added: string;
}

const emptyUniverse: AddDraft = { id: "", name: "", nameless: false, entities: 0, added: "" };

const fine = { idProblem: undefined, nameProblem: undefined };

const findUniverseProblems = ({ id, nameless, name }: AddDraft): Pick<AddForm, "idProblem" | "nameProblem"> => ({
  idProblem: isUuid(id.trim()) ? undefined : t(id.trim() === "" ? "pane.required" : "universes.idInvalid"),
  nameProblem: nameless && name.trim() === "" ? t("pane.required") : undefined,
});

interface AddForm {
  readonly draft: AddDraft;
  readonly job: CurrentJob;
  readonly attempts: Attempts;
  readonly idProblem: string | undefined;
  readonly nameProblem: string | undefined;
  readonly setId: (id: string) => void;
  readonly setName: (name: string) => void;
  readonly submit: () => void;
}

/** Adds the universe once the service knows its id. The user names a universe without entities. */
const useAddUniverse = (): AddForm => {
  const { runtime } = usePane();
  const [draft, change, store] = useDraft("add-universe", emptyUniverse);
  const job = useJob("add-universe");
  const attempts = useAttempts();
  const id = draft.id.trim().toLowerCase();
  const problems = findUniverseProblems(draft);
  const keep = (universe: KnownUniverse): void => {
    runtime.universes.add(universe);
    if (runtime.universes.selected.get() === undefined) runtime.universes.select(universe.universe_id);
    store.set({
      ...emptyUniverse,
      added: t("universes.added", {
        facts: [universe.name, universeLine(universe)].filter((fact) => fact !== "").join(" · "),
      }),
    });
    attempts.forget();
  };
  const found = ({ known, entities }: UniverseFound): void => {
    if (known === undefined) change({ nameless: true, entities });
    else keep(known);
  };
  const submit = (): void => {
    if (!attempts.pass(problems)) return;
    if (draft.nameless) keep({ universe_id: id, name: draft.name.trim(), entities: draft.entities });
    else
      void job.start(t("universes.addTitle"), "", async ({ requestContext }) => {
        found(await findUniverse(runtime, id, requestContext));
        return 1;
      });
  };
  return {
    draft,
    job,
    attempts,
    ...(attempts.tried ? problems : fine),
    setId: (value) => store.set({ ...emptyUniverse, id: value }),
    setName: (name) => change({ name }),
    submit,
  };
};
