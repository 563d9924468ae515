import type { ReactNode } from "react";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { isUuid } from "../../../../contract/values";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { bindField, TextField } from "../../ui/fields";
import { JobForm } from "../../ui/job-form";
import { Notice } from "../../ui/notice";
import { useAttempts } from "../../ui/use-attempts";
import { findUniverse, type UniverseFound, universeLine } from "./universe";

interface AddDraft {
  readonly id: string;
  readonly name: string;
  /** The universe exists, but it has no entity to read its name from. */
  readonly nameless: boolean;
  readonly entities: number;
  readonly added: string;
}

const emptyUniverse: AddDraft = { id: "", name: "", nameless: false, entities: 0, added: "" };

const findUniverseProblems = ({ id, nameless, name }: AddDraft) => ({
  id: isUuid(id.trim()) ? undefined : t(id.trim() === "" ? "pane.required" : "universes.idInvalid"),
  name: nameless && name.trim() === "" ? t("pane.required") : undefined,
});

/** Adds a universe once the service knows its id. The user names a universe without entities. */
export const AddUniverse = (): ReactNode => {
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
  const form = { draft, problems: attempts.tried ? problems : {}, change };
  return (
    <JobForm
      job={job}
      attempts={attempts}
      submit={t("pane.add")}
      onSubmit={submit}
      fields={
        <>
          <TextField
            label={t("universes.id")}
            required
            hint={t("universes.idHint")}
            {...bindField(form, "id")}
            onChange={(value) => store.set({ ...emptyUniverse, id: value })}
          />
          {draft.nameless && (
            <TextField
              label={t("universes.name")}
              required
              hint={t("universes.nameless")}
              {...bindField(form, "name")}
            />
          )}
        </>
      }
    >
      {draft.added !== "" && <Notice intent="success">{draft.added}</Notice>}
    </JobForm>
  );
};
