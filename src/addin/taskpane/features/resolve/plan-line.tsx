import type { ReactNode } from "react";
import { type SearchKey, searchKeys } from "../../../../formulas/arguments/entities";
import { t } from "../../../../i18n/t";
import { describeCost } from "../../ui/cost";
import { ChoiceField } from "../../ui/fields";
import { JobAction, JobNotice } from "../../ui/job-form";
import { Line, Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { mostInputs } from "./inputs";
import type { ResolveForm } from "./resolve-form";

/** What a list contains, and what looking it up takes where that is much, with the button that does it. */
export const PlanLine = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const { plan, draft, job } = form;
  const tooMany = plan.inputs.length > mostInputs;
  const open = form.results.filter(({ status }) => status === "waiting").length;
  const failed = form.results.filter(({ status }) => status === "failed").length;
  const auto = plan.reading === undefined ? "" : ` (${t(`resolve.by.${plan.reading}`)})`;
  return (
    <Stack>
      {draft.address !== undefined && <Quiet>{draft.address}</Quiet>}
      <ChoiceField
        label={t("resolve.by")}
        value={draft.by}
        disabled={job.now.status === "running"}
        choices={searchKeys.map((by) => ({ value: by, label: t(`resolve.by.${by}`) + (by === "auto" ? auto : "") }))}
        onChange={(by) => form.setSearchKey(by as SearchKey)}
      />
      <Line>{planText(plan)}</Line>
      {tooMany && <Notice intent="error">{t("resolve.tooMany", { most: mostInputs })}</Notice>}
      {open > 0 || failed > 0 ? (
        <JobAction
          appearance="primary"
          job={job}
          run={form.resolve}
          isUnready={tooMany}
          retries={false}
          working={t("resolve.working")}
        >
          {open > 0 ? t("resolve.do") : t("resolve.retryFailed", { count: failed })}
        </JobAction>
      ) : (
        <JobNotice job={job} label={t("resolve.working")} />
      )}
    </Stack>
  );
};

const planText = (plan: ResolveForm["plan"]): string =>
  [
    t("resolve.cells", { count: plan.inputs.length }),
    plan.blank > 0 && t("resolve.blank", { count: plan.blank }),
    plan.noCompany > 0 && t("resolve.noCompany", { count: plan.noCompany }),
    plan.duplicates > 0 && t("resolve.duplicates", { count: plan.duplicates }),
    plan.invalid > 0 &&
      t("resolve.invalid", { count: plan.invalid, kind: t(`resolve.by.${plan.invalidKind ?? "auto"}`) }),
    t("resolve.searches", { count: plan.searches }),
    describeCost(plan.calls),
  ]
    .filter((part) => part !== false && part !== undefined)
    .join(" · ");
