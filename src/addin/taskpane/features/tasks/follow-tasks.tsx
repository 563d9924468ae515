import { type ReactNode, useEffect } from "react";
import type { WireRecord } from "../../../../contract/page";
import { readable } from "../../../../formulas/table/readable";
import { formatMoment, t } from "../../../../i18n/t";
import { type AccountList, useAccountList } from "../../state/account-list";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Strong } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { pollInterval } from "./coverage-request";
import { isOpen, readTasks } from "./read-tasks";

/** A coverage request that this account sent from this device. The service says of a task neither its companies nor its universes. */
export interface RequestedCoverage {
  readonly task_id: string;
  /** The form that it was sent from. */
  readonly from: string;
  readonly companies: readonly string[];
  readonly universes: readonly string[];
}

/** What was requested, the newest first. */
export const requestedCoverage: AccountList<RequestedCoverage> = {
  key: "requested coverage",
  most: 30,
  idOf: ({ task_id }) => task_id,
};

/** The tasks of the account as they were read last. */
const useTasks = () => {
  const { runtime } = usePane();
  const [{ list }, change] = useDraft<{ readonly list: readonly WireRecord[] | undefined }>("tasks", {
    list: undefined,
  });
  const job = useJob("tasks");
  const read = (): void => {
    void job.start(t("tasks.title"), "", async ({ requestContext }) => {
      const tasks = await readTasks(runtime, requestContext);
      change({ list: tasks });
      return tasks.length;
    });
  };
  return { list, job, read };
};

/** Reads the tasks while `isWaiting` says so, at once where they were not read yet, and then every 20 s. A failure ends it until _Try again_. */
export const usePolledTasks = (
  isWaiting: (list: readonly WireRecord[] | undefined) => boolean,
): ReturnType<typeof useTasks> => {
  const { clock } = usePane().runtime;
  const tasks = useTasks();
  const { list, job, read } = tasks;
  const isDue = isWaiting(list) && job.now.status !== "running" && job.now.status !== "failed";
  useEffect(
    () => (isDue ? clock.after(list === undefined ? 0 : pollInterval, read) : undefined),
    // Each reading gives another list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [clock, isDue, list],
  );
  return tasks;
};

/** Whether one of these requests still runs. A task that is not listed yet has just begun. */
export const waitsFor =
  (requests: readonly RequestedCoverage[]) =>
  (list: readonly WireRecord[] | undefined): boolean =>
    requests.some(({ task_id }) => {
      const task = list?.find(({ id }) => id === task_id);
      return task === undefined || isOpen(task);
    });

/** What was requested from a form, each with its state, which keeps itself up to date while it is shown. */
export const RequestedFrom = ({ from }: { readonly from: string }): ReactNode => {
  const requests = useAccountList(requestedCoverage).filter((request) => request.from === from);
  const { list, job, read } = usePolledTasks(waitsFor(requests));
  if (requests.length === 0) return null;
  return (
    <>
      <GrowingList
        label={t("coverage.requested")}
        items={requests}
        keyOf={({ task_id }) => task_id}
        show={(request) => <TaskLine request={request} task={list?.find(({ id }) => id === request.task_id)} />}
      />
      {job.now.status === "failed" && <JobNotice job={job} retry={read} />}
    </>
  );
};

const taskColor = (task: WireRecord): "informative" | "danger" | "success" => {
  if (isOpen(task)) return "informative";
  return /fail|error|cancel/i.test(String(task["status"])) ? "danger" : "success";
};

const namedCompanies = 5;

const companyNames = ({ companies }: RequestedCoverage): string =>
  [...companies.slice(0, namedCompanies), ...(companies.length > namedCompanies ? ["…"] : [])].join(", ");

/** One task: what was requested where that is known, its state, and its times. */
export const TaskLine = ({
  task,
  request,
}: {
  readonly task: WireRecord | undefined;
  readonly request: RequestedCoverage | undefined;
}): ReactNode => (
  <>
    <Row>
      <Strong>{request === undefined ? readable("type", String(task?.["type"])) : companyNames(request)}</Strong>
      <Mark color={task === undefined ? "informative" : taskColor(task)}>
        {task === undefined ? t("coverage.pending") : readable("status", String(task["status"]))}
      </Mark>
    </Row>
    {request !== undefined && <Quiet>{t("coverage.into", { universes: request.universes.join(", ") })}</Quiet>}
    {request === undefined && typeof task?.["description"] === "string" && <Quiet>{task["description"]}</Quiet>}
    {task !== undefined && <Quiet>{taskTimes(task)}</Quiet>}
  </>
);

const taskTimes = (task: WireRecord): string =>
  [task["created_at"], task["completed_at"]]
    .map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN))
    .filter((at) => !Number.isNaN(at))
    .map((at) => formatMoment(at))
    .join(" – ");
