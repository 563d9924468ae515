import { Badge, Button, Checkbox } from "@fluentui/react-components";
import { type ReactNode, useEffect } from "react";
import type { WireRecord } from "../../../../contract/page";
import { sleep } from "../../../../engine/clock";
import { formatMoment, t } from "../../../../i18n/t";
import { readable } from "../../../../formulas/table/readable";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { Fold } from "../../ui/fold";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong } from "../../ui/layout";
import { CoverageForm } from "./coverage-form";
import { isOpen, readTasks } from "./read-tasks";

/** The interval between two reads, in milliseconds. */
const pollInterval = 20_000;

/** The tasks of the account, watched on request, and the coverage form. */
export const TasksPart = (): ReactNode => {
  const tasks = useTasks();
  return (
    <Stack>
      <Row>
        <Button onClick={tasks.read} disabledFocusable={tasks.busy}>
          {t("tasks.show")}
        </Button>
        <Quiet>{t("pane.calls", { count: 1 })}</Quiet>
        <Checkbox
          label={t("tasks.watch")}
          checked={tasks.watched}
          onChange={(_, { checked }) => tasks.watch(checked === true)}
        />
      </Row>
      <JobNotice job={tasks.job} retry={tasks.read} label={tasks.watched ? t("tasks.watching") : t("pane.loading")} />
      {tasks.list?.length === 0 && <Quiet>{t("tasks.none")}</Quiet>}
      <GrowingList
        label={t("tasks.title")}
        items={tasks.list ?? []}
        keyOf={({ id }) => String(id)}
        show={(task) => <TaskLine task={task} />}
      />
      <Fold title={t("coverage.title")}>
        <CoverageForm from="tasks" suggested={[]} />
      </Fold>
    </Stack>
  );
};

interface TaskDraft {
  readonly list: readonly WireRecord[] | undefined;
  readonly watched: boolean;
}

const useTasks = () => {
  const { runtime } = usePane();
  const [draft, change] = useDraft<TaskDraft>("tasks", { list: undefined, watched: false });
  const job = useJob("tasks");
  const { start, stop } = job;
  const readOnce = async ({ requestContext }: JobRun): Promise<readonly WireRecord[]> => {
    const list = await readTasks(runtime, requestContext);
    change({ list });
    return list;
  };
  const read = (): void => {
    void start({ what: t("tasks.title"), query: "" }, async (run) => (await readOnce(run)).length);
  };
  const untilClosed = async (run: JobRun): Promise<number> => {
    let list = await readOnce(run);
    while (list.some(isOpen)) {
      await sleep(runtime.clock, pollInterval, run.signal);
      list = await readOnce(run);
    }
    change({ watched: false });
    return list.length;
  };
  const watch = (watched: boolean): void => {
    change({ watched });
    if (watched) void start({ what: t("tasks.watching"), query: "" }, untilClosed);
    else stop();
  };
  const ended = job.now.status === "failed" && draft.watched;
  useEffect(() => {
    if (ended) change({ watched: false });
  });
  return { ...draft, job, read, watch, busy: job.now.status === "running" };
};

const taskColor = (task: WireRecord): "informative" | "danger" | "success" => {
  if (isOpen(task)) return "informative";
  return /fail|error|cancel/i.test(String(task["status"])) ? "danger" : "success";
};

const TaskLine = ({ task }: { readonly task: WireRecord }): ReactNode => (
  <>
    <Row>
      <Strong>{readable("type", String(task["type"]))}</Strong>
      <Badge appearance="tint" color={taskColor(task)}>
        {readable("status", String(task["status"]))}
      </Badge>
    </Row>
    {typeof task["description"] === "string" && <Quiet>{task["description"]}</Quiet>}
    <Quiet>{moments(task)}</Quiet>
  </>
);

const moments = (task: WireRecord): string =>
  [task["created_at"], task["completed_at"]]
    .map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN))
    .filter((at) => !Number.isNaN(at))
    .map((at) => formatMoment(at))
    .join(" – ");
