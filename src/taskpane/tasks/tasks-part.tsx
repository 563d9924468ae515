import { Badge, Button, Checkbox } from "@fluentui/react-components";
import { useEffect, type ReactNode } from "react";
import { sleep } from "../../runtime/clock";
import type { WireRecord } from "../../runtime/wire-record";
import { Fold } from "../parts/fold";
import { GrowingList } from "../parts/growing-list";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack, Strong } from "../parts/layout";
import type { JobRun } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { CoverageForm } from "./coverage-form";
import { isOpen, readTasks } from "./read-tasks";

/** How long to wait between two looks, in milliseconds. */
const look = 20_000;

/** The tasks of the account, watched on demand, and the request for coverage. */
export const TasksPart = (): ReactNode => {
  const say = useText();
  const tasks = useTasks();
  return (
    <Stack>
      <Row>
        <Button onClick={tasks.read} disabledFocusable={tasks.busy}>
          {say("tasks.show")}
        </Button>
        <Quiet>{say("pane.calls", { count: 1 })}</Quiet>
        <Checkbox
          label={say("tasks.watch")}
          checked={tasks.watched}
          onChange={(_, { checked }) => tasks.watch(checked === true)}
        />
      </Row>
      <JobNotice
        job={tasks.job}
        retry={tasks.read}
        label={tasks.watched ? say("tasks.watching") : say("pane.loading")}
      />
      {tasks.list?.length === 0 && <Quiet>{say("tasks.none")}</Quiet>}
      <GrowingList
        label={say("tasks.title")}
        items={tasks.list ?? []}
        keyOf={({ id }) => String(id)}
        show={(task) => <TaskLine task={task} />}
      />
      <Fold title={say("coverage.title")}>
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
  const say = useText();
  const { runtime } = usePane();
  const [draft, change] = useDraft<TaskDraft>("tasks", { list: undefined, watched: false });
  const job = useJob("tasks");
  const { start, stop } = job;
  const readOnce = async ({ inquiry }: JobRun): Promise<readonly WireRecord[]> => {
    const list = await readTasks(runtime, inquiry);
    change({ list });
    return list;
  };
  const read = (): void => {
    void start({ what: say("tasks.title"), query: "" }, async (run) => (await readOnce(run)).length);
  };
  const untilClosed = async (run: JobRun): Promise<number> => {
    let list = await readOnce(run);
    while (list.some(isOpen)) {
      await sleep(runtime.clock, look, run.signal);
      list = await readOnce(run);
    }
    change({ watched: false });
    return list.length;
  };
  const watch = (watched: boolean): void => {
    change({ watched });
    if (watched) void start({ what: say("tasks.watching"), query: "" }, untilClosed);
    else stop();
  };
  const ended = job.now.status === "failed" && draft.watched;
  useEffect(() => {
    if (ended) change({ watched: false });
  });
  return { ...draft, job, read, watch, busy: job.now.status === "running" };
};

const colorOf = (task: WireRecord): "informative" | "danger" | "success" => {
  if (isOpen(task)) return "informative";
  return /fail|error|cancel/i.test(String(task["status"])) ? "danger" : "success";
};

const TaskLine = ({ task }: { readonly task: WireRecord }): ReactNode => {
  const say = useText();
  return (
    <>
      <Row>
        <Strong>{String(task["type"])}</Strong>
        <Badge appearance="tint" color={colorOf(task)}>
          {String(task["status"])}
        </Badge>
      </Row>
      {typeof task["description"] === "string" && <Quiet>{task["description"]}</Quiet>}
      <Quiet>{`${moments(say, task)} · ${String(task["id"])}`}</Quiet>
    </>
  );
};

const moments = (say: Say, task: WireRecord): string =>
  [task["created_at"], task["completed_at"]]
    .map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN))
    .filter((at) => !Number.isNaN(at))
    .map((at) => say.moment(at))
    .join(" – ");
