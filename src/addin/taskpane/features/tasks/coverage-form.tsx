import type { ReactNode } from "react";
import { isObject } from "../../../../facts/json";
import { sleep } from "../../../../engine/clock";
import { AddinError } from "../../../../engine/http/addin-error";
import type { Runtime } from "../../../../engine/runtime";
import { t } from "../../../../i18n/t";
import { addToAccountList, useAccountList } from "../../state/account-list";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { ChecksField, LinesField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { GrowingList } from "../../ui/growing-list";
import { JobAction, JobButton, JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useSelectedCells } from "../../ui/take-selection";
import { useAttempts } from "../../ui/use-attempts";
import {
  type CoverageEntity,
  coverageLabel,
  coverageLabels,
  coverageMembers,
  linesOfCells,
  mostEntities,
  mostQueued,
  pollInterval,
  readCompanies,
  type SuggestedCompany,
  toCoverageTable,
} from "./coverage-request";
import { requestedCoverage, RequestedFrom, TaskLine, usePolledTasks, waitsFor } from "./follow-tasks";
import { isOpen, openTasks } from "./read-tasks";

/** Requests coverage of companies and adds them to universes. */
export const CoverageForm = ({
  from,
  suggested,
}: {
  readonly from: string;
  readonly suggested: readonly SuggestedCompany[];
}): ReactNode => {
  const coverage = useCoverage(from, suggested);
  const { entities } = coverage;
  return (
    <Stack box={coverage.attempts.fields}>
      <Quiet>{t("coverage.lead", { most: mostEntities })}</Quiet>
      {suggested.length > mostEntities && (
        <Quiet>{t("coverage.first", { most: mostEntities, count: suggested.length })}</Quiet>
      )}
      <Quiet>{t("coverage.table", { members: coverageLabels() })}</Quiet>
      <SelectionButton coverage={coverage} />
      <LinesField
        label={t("coverage.entities")}
        required
        value={coverage.draft.text}
        hint={t("coverage.count", { count: entities.length })}
        problem={coverage.entityProblem}
        onChange={coverage.setText}
      />
      <CoveragePreview entities={entities} />
      <UniverseChecks coverage={coverage} />
      <CoverageStatus coverage={coverage} />
      <AskButton
        appearance="primary"
        label={t("coverage.send")}
        question={coverageQuestion(coverage)}
        check={coverage.check}
        isBusy={coverage.job.now.status === "running"}
        run={coverage.send}
      />
    </Stack>
  );
};

/** Reads the companies from the selected cells. */
const SelectionButton = ({ coverage }: { readonly coverage: Coverage }): ReactNode => {
  const { deps } = usePane();
  const { run, failure } = useSelectedCells(deps.workbook.selection, ({ values, address }) =>
    coverage.setText(linesOfCells(values), address),
  );
  return (
    <>
      <Row>
        <JobButton job={coverage.job} run={run}>
          {t("coverage.takeSelection")}
        </JobButton>
      </Row>
      {failure}
    </>
  );
};

/** What is sent of each company, in the words of the request. */
const CoveragePreview = ({ entities }: { readonly entities: readonly CoverageEntity[] }): ReactNode =>
  entities.length > 0 && (
    <>
      <Quiet>{t("coverage.preview")}</Quiet>
      <GrowingList
        label={t("coverage.preview")}
        items={entities}
        keyOf={(entity) => JSON.stringify(entity)}
        show={(entity) => (
          <Quiet>
            {coverageMembers
              .filter((member) => entity[member] !== undefined)
              .map((member) => `${coverageLabel(member)}: ${entity[member]}`)
              .join(" · ")}
          </Quiet>
        )}
      />
    </>
  );

const coverageQuestion = ({ entities, universes }: Coverage): string =>
  t("coverage.ask", {
    companies: t("coverage.count", { count: entities.length }),
    universes: t("coverage.universeCount", { count: universes.length }),
  });

const CoverageStatus = ({ coverage }: { readonly coverage: Coverage }): ReactNode => {
  const { queued, job, draft, from } = coverage;
  return (
    <>
      {!queued && <JobNotice job={job} label={t(draft.waiting ? "coverage.waiting" : "pane.working")} />}
      {queued && (
        <Notice intent="warning" actions={[{ label: t("coverage.whenFree"), run: coverage.sendWhenFree }]}>
          {t("coverage.queued")}
        </Notice>
      )}
      <RequestedFrom from={from} />
    </>
  );
};

const UniverseChecks = ({ coverage }: { readonly coverage: Coverage }): ReactNode => {
  const catalogue = useStore(usePane().runtime.universes.catalogue);
  const { universeProblem, universes } = coverage;
  return (
    <ChecksField
      label={t("coverage.universes")}
      required
      choices={catalogue
        .filter(({ type }) => type !== "PROVIDER")
        .map(({ universe_id, name }) => ({ value: universe_id, label: name }))}
      chosen={universes}
      problem={universeProblem}
      onChange={coverage.choose}
    />
  );
};

interface CoverageDraft {
  readonly text: string;
  /** The range that the text was read from; undefined once it was typed or changed. */
  readonly address: string | undefined;
  readonly universes: readonly string[];
  readonly waiting: boolean;
}

/** The state of the form. It begins with the suggested companies and the selected universe, and stays until the request was sent. */
const useCoverage = (from: string, suggested: readonly SuggestedCompany[]) => {
  const pane = usePane();
  const { runtime } = pane;
  const selected = runtime.universes.selected.get();
  const text = toCoverageTable(suggested.slice(0, mostEntities));
  const [draft, change] = useDraft<CoverageDraft>(`coverage:${from}:${text.slice(0, 400)}`, {
    text,
    address: undefined,
    universes: selected === undefined || selected.type === "PROVIDER" ? [] : [selected.universe_id],
    waiting: false,
  });
  const job = useJob(`coverage:${from}`);
  const attempts = useAttempts();
  const { entities, problem } = readCompanies(draft.text, draft.address);
  const { universes } = draft;
  const problems = findCoverageProblems(entities, universes, problem);
  const fine = problems.entityProblem === undefined && problems.universeProblem === undefined;
  const start = (wait: boolean): void => {
    if (!fine) return;
    change({ waiting: wait });
    void job.start(t("coverage.title"), entities.map(({ external_id }) => external_id).join(", "), async (run) => {
      if (wait) await untilFree(runtime, run);
      const task_id = await requestCoverage(run, entities, universes);
      const companies = entities.map(({ name, external_id }) => name ?? external_id);
      const known = runtime.universes.catalogue.get();
      const names = universes.map((id) => known.find(({ universe_id }) => universe_id === id)?.name ?? id);
      await addToAccountList(pane, requestedCoverage, { task_id, from, companies, universes: names });
      change({ text: "", address: undefined, waiting: false });
      attempts.forget();
      return entities.length;
    });
  };
  return {
    ...{ from, draft, entities, universes, job, attempts },
    ...(attempts.tried ? problems : { entityProblem: undefined, universeProblem: undefined }),
    /** Shows the problems; true where there are none. */
    check: () => attempts.pass(problems),
    /** The service refused with 429, because `mostQueued` tasks are open already. */
    queued: job.now.status === "failed" && job.now.error.details.status === 429,
    setText: (typed: string, address?: string) => change({ text: typed, address }),
    choose: (chosen: readonly string[]) => change({ universes: chosen }),
    send: () => start(false),
    sendWhenFree: () => start(true),
  };
};

type Coverage = ReturnType<typeof useCoverage>;

const findCoverageProblems = (
  entities: readonly CoverageEntity[],
  universes: readonly string[],
  unreadable: string | undefined,
) => ({
  entityProblem: unreadable ?? countProblem(entities.length),
  universeProblem: universes.length === 0 ? t("coverage.noUniverse") : undefined,
});

const countProblem = (count: number): string | undefined => {
  if (count === 0) return t("pane.required");
  return count > mostEntities ? t("coverage.tooMany", { count, most: mostEntities }) : undefined;
};

const requestCoverage = async (
  { call }: JobRun,
  entities: readonly CoverageEntity[],
  universes: readonly string[],
): Promise<string> => {
  const body = { universe_ids: universes, entities };
  const { value } = await call("extendCoverage", { body });
  if (isObject(value) && "task_id" in value) return String(value["task_id"]);
  throw new AddinError("unexpected", t("work.noTask"));
};

/** Resolves once fewer than `mostQueued` tasks are open. */
const untilFree = async (runtime: Runtime, run: JobRun): Promise<void> => {
  while ((await openTasks(runtime, run.requestContext)) >= mostQueued)
    await sleep(runtime.clock, pollInterval, run.signal);
};

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
