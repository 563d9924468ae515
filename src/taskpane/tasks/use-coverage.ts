import { AddinError } from "../../error/addin-error";
import { sleep } from "../../runtime/clock";
import type { Runtime } from "../../runtime/runtime";
import { sayWork } from "../../text/say-work";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobRun, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { openTasks } from "./read-tasks";

interface CoverageDraft {
  readonly text: string;
  readonly universes: readonly string[];
  readonly task: string;
  readonly waiting: boolean;
}

/** The coverage form. */
export interface Coverage {
  readonly draft: CoverageDraft;
  readonly entities: readonly string[];
  readonly universes: readonly string[];
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly entityProblem: string | undefined;
  readonly universeProblem: string | undefined;
  /** The service refused because three such tasks wait already. */
  readonly queued: boolean;
  readonly task: string | undefined;
  readonly setText: (text: string) => void;
  readonly choose: (universes: readonly string[]) => void;
  /** Shows what is wrong; true where nothing is. */
  readonly check: () => boolean;
  readonly send: () => void;
  readonly sendWhenFree: () => void;
}

/** Entities per request and tasks that may wait (specification, "Limits"). */
export const mostEntities = 25;
const mostQueued = 3;

/** How long to wait between looks at the queue, in milliseconds. */
const look = 20_000;

type Draft = readonly [CoverageDraft, (part: Partial<CoverageDraft>) => void];

/** What is typed, beginning with what was suggested and the selected universe. */
const useCoverageDraft = (from: string, suggested: readonly string[]): Draft => {
  const selected = usePane().runtime.universes.selected.get();
  const usable = selected === undefined || selected.type === "PROVIDER" ? [] : [selected.universe_id];
  const initial: CoverageDraft = {
    text: suggested.slice(0, mostEntities).join("\n"),
    universes: usable,
    task: "",
    waiting: false,
  };
  const [draft, change] = useDraft<CoverageDraft>(`coverage:${from}:${suggested.join(",").slice(0, 400)}`, initial);
  return [draft, change];
};

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** Requesting coverage. What was typed stays until it was sent. */
export const useCoverage = (from: string, suggested: readonly string[]): Coverage => {
  const say = useText();
  const { runtime } = usePane();
  const [draft, change] = useCoverageDraft(from, suggested);
  const job = useJob(`coverage:${from}`);
  const attempts = useAttempts();
  const entities = linesOf(draft.text);
  const { universes } = draft;
  const problems = problemsOf(say, entities, universes);
  const fine = problems.entityProblem === undefined && problems.universeProblem === undefined;
  const start = (wait: boolean): void => {
    if (!fine) return;
    change({ waiting: wait });
    void job.start({ what: say("coverage.title"), query: entities.join(", ") }, async (run) => {
      if (wait) await untilFree(runtime, run);
      const task = await request(run, { entities, universes });
      change({ task, text: "", waiting: false });
      attempts.forget();
      return entities.length;
    });
  };
  return {
    ...{ draft, entities, universes, job, attempts },
    check: () => attempts.pass(problems),
    ...(attempts.tried ? problems : { entityProblem: undefined, universeProblem: undefined }),
    queued: job.now.status === "failed" && job.now.error.details.status === 429,
    task: draft.task === "" ? undefined : draft.task,
    setText: (text) => change({ text, task: "" }),
    choose: (chosen) => change({ universes: chosen }),
    send: () => start(false),
    sendWhenFree: () => start(true),
  };
};

const problemsOf = (
  say: Say,
  entities: readonly string[],
  universes: readonly string[],
): Pick<Coverage, "entityProblem" | "universeProblem"> => ({
  entityProblem:
    entities.length === 0
      ? say("pane.required")
      : entities.length > mostEntities
        ? say("coverage.tooMany", { count: entities.length, most: mostEntities })
        : undefined,
  universeProblem: universes.length === 0 ? say("coverage.noUniverse") : undefined,
});

const request = async (
  { call }: JobRun,
  { entities, universes }: { readonly entities: readonly string[]; readonly universes: readonly string[] },
): Promise<string> => {
  const body = { universe_ids: universes, entities: entities.map((external_id) => ({ external_id })) };
  const { value } = await call("extendCoverage", { body });
  if (typeof value === "object" && value !== null && "task_id" in value) return String(value.task_id);
  throw new AddinError("unexpected", sayWork("work.noTask"));
};

/** Looks at the queue now and then until a place is free. */
const untilFree = async (runtime: Runtime, run: JobRun): Promise<void> => {
  while ((await openTasks(runtime, run.inquiry)) >= mostQueued) await sleep(runtime.clock, look, run.signal);
};
