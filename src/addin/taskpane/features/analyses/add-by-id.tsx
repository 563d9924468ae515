import type { ReactNode } from "react";
import { isUuid } from "../../../../contract/values";
import { AddinError } from "../../../../engine/http/addin-error";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { JobForm } from "../../ui/job-form";
import { useAttempts } from "../../ui/use-attempts";
import { noAnalysisOpen } from "./guided-form";

const emptyAdd = { instance: "", name: "" };

/** Adds an analysis that was started elsewhere, because the service cannot list them. */
export const AddById = (): ReactNode => {
  const { runtime } = usePane();
  const [draft, change] = useDraft("analysis-by-id", emptyAdd);
  const [, open] = useDraft("analysis-open", noAnalysisOpen);
  const job = useJob("analysis-by-id");
  const attempts = useAttempts();
  const instance = draft.instance.trim().toLowerCase();
  const problem = isUuid(instance) ? undefined : t("analysis.idProblem");
  const add = (): void => {
    if (!attempts.pass({ problem })) return;
    void job.start(t("analysis.addById"), draft.name.trim(), async ({ requestContext }) => {
      const { analyses, clock } = runtime;
      const known = analyses.known.get().find((analysis) => analysis.instance === instance);
      const state = await analyses.stateOf(instance, requestContext);
      if (state === "not found") throw new AddinError("not-found", t("analysis.unknownId"));
      const started_at = clock.now();
      const name = draft.name.trim() || t("analysis.addedName", { at: formatMoment(started_at) });
      if (known === undefined) analyses.add({ instance, name, started_at, state });
      open({ instance, isNew: true });
      change(emptyAdd);
      attempts.forget();
      return 1;
    });
  };
  return (
    <JobForm
      job={job}
      attempts={attempts}
      submit={t("analysis.addById")}
      onSubmit={add}
      fields={
        <>
          <TextField
            label={t("analysis.id")}
            required
            hint={t("analysis.idHint")}
            value={draft.instance}
            problem={attempts.tried ? problem : undefined}
            onChange={(value) => change({ instance: value })}
          />
          <TextField
            label={t("pane.name")}
            hint={t("pane.optional")}
            value={draft.name}
            onChange={(name) => change({ name })}
          />
        </>
      }
    />
  );
};
