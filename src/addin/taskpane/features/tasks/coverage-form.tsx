import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { isObject } from "../../../../facts/json";
import { sleep } from "../../../../engine/clock";
import { AddinError } from "../../../../engine/http/addin-error";
import type { Runtime } from "../../../../engine/runtime";
import { t } from "../../../../i18n/t";
import { addToAccountList } from "../../state/account-list";
import type { CurrentJob, JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { GrowingList } from "../../ui/growing-list";
import { ChecksField, LinesField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useSelectedCells } from "../../ui/take-selection";
import { type Attempts, useAttempts } from "../../ui/use-attempts";
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
import { RequestedFrom, requestedCoverage } from "./follow-tasks";
import { openTasks } from "./read-tasks";

/** Requests coverage of companies and adds them to universes. */
export const CoverageForm = ({
  from,
  suggested,
}: {
  readonly from: string;
  readonly suggested: readonly SuggestedCompany[];
}): ReactNode => {
  const coverage = useCoverage(from, suggested);
  const [asking, setAsking] = useState(false);
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
      {asking && coverage.job.now.status !== "running" ? (
        <Confirm
          question={coverageQuestion(coverage)}
          yes={t("pane.confirm")}
          onYes={() => {
            setAsking(false);
            coverage.send();
          }}
          onNo={() => setAsking(false)}
        />
      ) : (
        <SendCoverage coverage={coverage} onAsk={() => setAsking(true)} />
      )}
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
        <Button onClick={run} disabledFocusable={coverage.job.now.status === "running"}>
          {t("coverage.takeSelection")}
        </Button>
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

const SendCoverage = ({ coverage, onAsk }: { readonly coverage: Coverage; readonly onAsk: () => void }): ReactNode => {
  const busy = coverage.job.now.status === "running";
  return (
    <Row>
      <Button appearance="primary" disabledFocusable={busy} onClick={() => coverage.check() && onAsk()}>
        {t("coverage.send")}
      </Button>
    </Row>
  );
};

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

/** The state of the coverage form. */
interface Coverage {
  readonly from: string;
  readonly draft: CoverageDraft;
  readonly entities: readonly CoverageEntity[];
  readonly universes: readonly string[];
  readonly job: CurrentJob;
  readonly attempts: Attempts;
  readonly entityProblem: string | undefined;
  readonly universeProblem: string | undefined;
  /** The service refused with 429, because `mostQueued` tasks are open already. */
  readonly queued: boolean;
  readonly setText: (text: string, address?: string) => void;
  readonly choose: (universes: readonly string[]) => void;
  /** Shows the problems; true where there are none. */
  readonly check: () => boolean;
  readonly send: () => void;
  readonly sendWhenFree: () => void;
}

type Draft = readonly [CoverageDraft, (part: Partial<CoverageDraft>) => void];

/** The draft, which begins with the suggested companies and the selected universe. */
const useCoverageDraft = (from: string, suggested: readonly SuggestedCompany[]): Draft => {
  const selected = usePane().runtime.universes.selected.get();
  const universes = selected === undefined || selected.type === "PROVIDER" ? [] : [selected.universe_id];
  const text = toCoverageTable(suggested.slice(0, mostEntities));
  const initial: CoverageDraft = {
    text,
    address: undefined,
    universes,
    waiting: false,
  };
  const [draft, change] = useDraft<CoverageDraft>(`coverage:${from}:${text.slice(0, 400)}`, initial);
  return [draft, change];
};

/** The draft stays until the request was sent. */
const useCoverage = (from: string, suggested: readonly SuggestedCompany[]): Coverage => {
  const pane = usePane();
  const { runtime } = pane;
  const [draft, change] = useCoverageDraft(from, suggested);
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
    from,
    draft,
    entities,
    universes,
    job,
    attempts,
    check: () => attempts.pass(problems),
    ...(attempts.tried ? problems : { entityProblem: undefined, universeProblem: undefined }),
    queued: job.now.status === "failed" && job.now.error.details.status === 429,
    setText: (text, address) => change({ text, address }),
    choose: (chosen) => change({ universes: chosen }),
    send: () => start(false),
    sendWhenFree: () => start(true),
  };
};

const findCoverageProblems = (
  entities: readonly CoverageEntity[],
  universes: readonly string[],
  unreadable: string | undefined,
): Pick<Coverage, "entityProblem" | "universeProblem"> => ({
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
