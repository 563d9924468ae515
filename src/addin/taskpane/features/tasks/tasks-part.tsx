import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { useAccountList } from "../../state/account-list";
import { Fold } from "../../ui/fold";
import { GrowingList } from "../../ui/growing-list";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { CoverageForm } from "./coverage-form";
import { requestedCoverage, TaskLine, usePolledTasks, waitsFor } from "./follow-tasks";
import { isOpen } from "./read-tasks";

/** The tasks of the account, and the coverage form. Once read, they keep themselves up to date while one of them runs. */
export const TasksPart = (): ReactNode => {
  const requests = useAccountList(requestedCoverage);
  const { list, job, read } = usePolledTasks((tasks) => tasks?.some(isOpen) ?? waitsFor(requests)(tasks));
  return (
    <Stack>
      <JobAction job={job} run={read} working={t("pane.loading")}>
        {t("tasks.show")}
      </JobAction>
      {list?.length === 0 && <Quiet>{t("tasks.none")}</Quiet>}
      <GrowingList
        label={t("tasks.title")}
        items={list ?? []}
        keyOf={({ id }) => String(id)}
        show={(task) => <TaskLine task={task} request={requests.find(({ task_id }) => task_id === task["id"])} />}
      />
      <Fold title={t("coverage.title")}>
        <CoverageForm from="tasks" suggested={[]} />
      </Fold>
    </Stack>
  );
};
