import { Button, Field } from "@fluentui/react-components";
import { ArrowTrendingLinesRegular, DataBarVerticalRegular, NewsRegular } from "@fluentui/react-icons";
import { type ReactElement, type ReactNode, useState } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import type { AnalysisPurpose } from "../../../../engine/state/analyses";
import { formatMoment, formatNumber, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useNow, useStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { bindField, ChoiceField, LinesField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { JobForm, JobNotice } from "../../ui/job-form";
import { languageChoices } from "../../ui/languages";
import { Line, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { RowButton } from "../../ui/row-button";
import { readSelectedList, useSelectedCells } from "../../ui/take-selection";
import { TaskButton } from "../../ui/task-button";
import { useAttempts } from "../../ui/use-attempts";
import { CompanyAdder, companyFacts } from "../formula/company-input";
import { readCompanyList } from "../resolve/list-columns";
import { DateFields } from "./analysis-period";
import { toDatasetBody } from "./dataset";
import {
  type ChosenCompany,
  companiesIn,
  countDocuments,
  emptyGuide,
  type Estimate,
  findCompanies,
  type FoundCompanies,
  guideDays,
  type GuideDraft,
  guideProblems,
  manyDocuments,
  type PeriodChoice,
  periods,
  purposes,
  showDays,
  toDataset,
  toTopic,
} from "./guided-start";
import { joinNames } from "./results-report";
import { isSameRequest, startAnalysis } from "./start-analysis";

const icons: Readonly<Record<AnalysisPurpose, ReactElement>> = {
  companies: <NewsRegular />,
  competitors: <DataBarVerticalRegular />,
  topic: <ArrowTrendingLinesRegular />,
};

/** The open analysis of the list; a new one is brought into view. */
export const noAnalysisOpen = { instance: "", isNew: false };

export const noPurpose: { readonly purpose: AnalysisPurpose | "" } = { purpose: "" };

/** The questions that an analysis can answer. Each opens a form of three fields. */
export const GuidedStarts = (): ReactNode => {
  const [{ purpose }, open] = useDraft("guide-open", noPurpose);
  if (purpose !== "") return <GuidedForm key={purpose} purpose={purpose} close={() => open({ purpose: "" })} />;
  return (
    <Stack>
      {purposes.map((each) => (
        <TaskButton
          key={each}
          icon={icons[each]}
          name={t(`guide.${each}Task`)}
          lead={t(`guide.${each}Lead`)}
          run={() => open({ purpose: each })}
        />
      ))}
    </Stack>
  );
};

interface Counted extends FoundCompanies {
  /** What was counted. An estimate for other answers is not shown. */
  readonly key: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly estimate: Estimate;
}

const notCounted: { readonly counted: Counted | undefined } = { counted: undefined };

/** A minute: the days change at midnight. */
const minute = 60_000;

const useGuide = (purpose: AnalysisPurpose, close: () => void) => {
  const { deps, state, runtime } = usePane();
  const now = useNow(minute);
  const [draft, change] = useDraft<GuideDraft>(`guide:${purpose}`, emptyGuide);
  const [{ counted }, setCounted] = useDraft(`guide-count:${purpose}`, notCounted);
  const [, setOpen] = useDraft("analysis-open", noAnalysisOpen);
  const counting = useJob(`guide-count:${purpose}`);
  const starting = useJob(`guide-start:${purpose}`);
  const attempts = useAttempts();
  const problems = guideProblems(purpose, draft);
  const shown: typeof problems = attempts.tried ? problems : {};
  const days = guideDays(draft, now);
  const key = JSON.stringify([draft.companies.map(({ text }) => text), draft.words, days, draft.language]);

  const count = (): void => {
    if (!attempts.pass(problems)) return;
    const what = t("guide.estimate");
    void counting.start(what, t(`guide.${purpose}Task`), async (run) => {
      setCounted({ counted: undefined });
      starting.reset();
      const none: Omit<FoundCompanies, "entities"> = { leftOut: [], asTyped: [] };
      const found =
        purpose === "topic"
          ? { ...none, entities: toTopic(draft) }
          : await findCompanies(runtime, draft.companies, run.requestContext);
      const dataset = toDataset(purpose, draft, days, found.entities);
      const names = found.entities.map(({ name }) => name);
      const request = toDatasetBody(dataset);
      if (names.length === 0) throw new AddinError("not-found", t("guide.noneFound", { count: found.leftOut.length }));
      const estimate = await countDocuments(runtime, request, { days, names }, run);
      setCounted({ counted: { ...found, key, request, name: dataset.name, estimate } });
      return estimate.found.length;
    });
  };
  const start = (): void => {
    if (counted?.key !== key) return;
    const { name, request, leftOut } = counted;
    void starting.start(t("analysis.start"), name, async ({ call }) => {
      const { instance } = await startAnalysis(deps, { name, request, purpose, leftOut }, call);
      setOpen({ instance, isNew: true });
      state.draft(`guide:${purpose}`, emptyGuide).set(emptyGuide);
      setCounted({ counted: undefined });
      close();
      return 1;
    });
  };
  /** Everything that this start would send, in the form with all settings. */
  const toSettings = (): void => {
    const entities =
      counted?.key === key
        ? counted.entities
        : purpose === "topic"
          ? toTopic(draft)
          : draft.companies.map(({ text, shown }) => ({ name: shown ?? text, keywords: [shown ?? text] }));
    const dataset = toDataset(purpose, draft, days, entities);
    state.draft("dataset", dataset).set(dataset);
    state.draft("panels:analyses", { open: "" }).set({ open: "new" });
    close();
  };
  return {
    ...{ draft, change, days, counting, starting, attempts, count, start, toSettings },
    problems: shown,
    counted: counted?.key === key ? counted : undefined,
  };
};

type Guide = ReturnType<typeof useGuide>;

const GuidedForm = ({
  purpose,
  close,
}: {
  readonly purpose: AnalysisPurpose;
  readonly close: () => void;
}): ReactNode => {
  const guide = useGuide(purpose, close);
  const { draft, change, problems, counting, counted } = guide;
  return (
    <Stack>
      <RowButton size="small" onClick={close}>
        {t("guide.back")}
      </RowButton>
      <Tight>
        <Strong>{t(`guide.${purpose}Task`)}</Strong>
        <Quiet>{t(`guide.${purpose}Lead`)}</Quiet>
      </Tight>
      <JobForm
        job={counting}
        progress={t("guide.counting")}
        attempts={guide.attempts}
        submit={t("guide.estimate")}
        isSecondary={counted !== undefined}
        onSubmit={guide.count}
        fields={
          <>
            {purpose === "topic" ? (
              <LinesField
                label={t("guide.words")}
                required
                hint={t("guide.wordsHint")}
                {...bindField(guide, "words")}
              />
            ) : (
              <CompanyList
                companies={draft.companies}
                problem={problems.companies}
                onChange={(companies) => change({ companies })}
              />
            )}
            <PeriodFields guide={guide} />
            <ChoiceField
              label={t("guide.language")}
              hint={t("guide.languageHint")}
              choices={languageChoices()}
              {...bindField({ draft, change }, "language")}
            />
          </>
        }
      />
      {counted !== undefined && counting.now.status !== "running" && <Counting guide={guide} counted={counted} />}
      <RowButton size="small" appearance="subtle" onClick={guide.toSettings}>
        {t("guide.toSettings")}
      </RowButton>
    </Stack>
  );
};

const PeriodFields = ({ guide }: { readonly guide: Guide }): ReactNode => {
  const { draft, days, change } = guide;
  return (
    <>
      <ChoiceField
        label={t("guide.period")}
        hint={draft.period === "other" ? undefined : showDays(days)}
        value={draft.period}
        choices={periods.map((value) => ({ value, label: t(`guide.period.${value}`) }))}
        onChange={(value) => {
          const period = value as PeriodChoice;
          change({ period, ...(period === "other" && draft.start === "" && days) });
        }}
      />
      {draft.period === "other" && <DateFields form={guide} />}
    </>
  );
};

/** What the estimate says, and what to do about it. */
const Counting = ({ guide, counted }: { readonly guide: Guide; readonly counted: Counted }): ReactNode => {
  const { estimate, leftOut, asTyped } = counted;
  const { documents, daysOfSample, days, found } = estimate;
  const silent = found.filter((one) => one.documents === 0).map(({ name }) => name);
  const isWhole = days === daysOfSample;
  const sum = found.reduce((total, one) => total + one.documents, 0);
  return (
    <Stack>
      {sum === 0 ? (
        <Notice intent="warning" title={t("guide.emptyTitle", { days: daysOfSample })}>
          {isWhole ? t("guide.empty") : `${t("guide.emptySample", { days })} ${t("guide.empty")}`}
        </Notice>
      ) : (
        <Tight>
          <Strong>{t(isWhole ? "guide.exactly" : "guide.atLeast", { count: sum })}</Strong>
          <Quiet>
            {isWhole ? t("guide.counted") : t("guide.scaled", { documents, days: daysOfSample })}
            {found.length > 1 && ` ${t("guide.countedTwice")}`}
          </Quiet>
        </Tight>
      )}
      {documents > manyDocuments && (
        <Notice intent="warning">{t("guide.tooMany", { most: formatNumber(manyDocuments) })}</Notice>
      )}
      {sum > 0 && silent.length > 0 && (
        <Notice intent="warning">
          {t("guide.silent", { count: silent.length, days: daysOfSample, names: joinNames(silent) })}
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice intent="warning">{t("guide.leftOut", { count: leftOut.length, names: joinNames(leftOut) })}</Notice>
      )}
      {asTyped.length > 0 && <Quiet>{t("guide.asTyped", { count: asTyped.length, names: joinNames(asTyped) })}</Quiet>}
      <StartButton guide={guide} counted={counted} />
    </Stack>
  );
};

/** Starts once. Asks where the same analysis was started before, or may have been. */
const StartButton = ({ guide, counted }: { readonly guide: Guide; readonly counted: Counted }): ReactNode => {
  const { analyses } = usePane().runtime;
  const known = useStore(analyses.known);
  const unconfirmed = useStore(analyses.unconfirmed);
  const { starting } = guide;
  const same = known.find(
    ({ request, state }) => (state === "in progress" || state === "ready") && isSameRequest(request, counted.request),
  );
  const unanswered = unconfirmed.find(({ request }) => isSameRequest(request, counted.request));
  const question =
    unanswered !== undefined
      ? t("guide.unansweredAsk", { at: formatMoment(unanswered.sent_at) })
      : same !== undefined
        ? t("guide.sameAsk", { at: formatMoment(same.started_at) })
        : undefined;
  const start = (): void => {
    if (unanswered !== undefined) void analyses.settle(unanswered);
    guide.start();
  };
  return (
    <>
      {/* No retry here: the button asks first where the service may have started it. */}
      <JobNotice job={starting} label={t("guide.starting")} />
      <AskButton
        appearance="primary"
        label={t("analysis.start")}
        question={question}
        yes={t("guide.startAgain")}
        isBusy={starting.now.status === "running"}
        run={start}
      />
    </>
  );
};

/** The starts whose answer did not come, also of earlier sessions: nobody may start them again unawares. */
export const UnconfirmedStarts = (): ReactNode => {
  const { analyses } = usePane().runtime;
  const unconfirmed = useStore(analyses.unconfirmed);
  return unconfirmed.map((start) => (
    <Notice
      key={start.sent_at}
      intent="warning"
      actions={[{ label: t("pane.dismiss"), run: () => void analyses.settle(start) }]}
    >
      <Line>{t("guide.unanswered", { name: start.name, at: formatMoment(start.sent_at) })}</Line>
    </Notice>
  ));
};

/** The companies of a guided start: searched one by one, taken from the selection, or pasted. */
const CompanyList = ({
  companies,
  problem,
  onChange,
}: {
  readonly companies: readonly ChosenCompany[];
  readonly problem: string | undefined;
  readonly onChange: (companies: readonly ChosenCompany[]) => void;
}): ReactNode => {
  const [isPasting, setPasting] = useState(false);
  const add = (added: readonly ChosenCompany[]): void => {
    const known = new Set(companies.map(({ text }) => text.toLowerCase()));
    onChange([...companies, ...added.filter(({ text }) => !known.has(text.toLowerCase()))]);
  };
  return (
    <Field
      label={t("guide.companies")}
      required
      {...(problem === undefined
        ? { hint: t("guide.companiesHint") }
        : { validationState: "error" as const, validationMessage: problem })}
    >
      {({ "aria-describedby": described }) => (
        <div
          role="group"
          aria-label={t("guide.companies")}
          aria-describedby={described}
          {...(problem !== undefined && { "data-wrong": true, tabIndex: -1 })}
        >
          <Stack>
            <CompanyAdder
              name={t("guide.addCompany")}
              onChosen={(found) => add([{ text: found.identifier, shown: companyFacts(found) }])}
            />
            <Row>
              <FromSelection onTaken={add} />
              <Button size="small" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
                {t("guide.paste")}
              </Button>
            </Row>
            {isPasting && (
              <PastedList
                onTaken={(pasted) => {
                  setPasting(false);
                  add(pasted);
                }}
              />
            )}
            <Chosen companies={companies} onChange={onChange} />
          </Stack>
        </div>
      )}
    </Field>
  );
};

/** Takes the selected cells; of several columns the one with the companies, and of one cell the list around it. */
const FromSelection = ({ onTaken }: { readonly onTaken: (companies: readonly ChosenCompany[]) => void }): ReactNode => {
  const { workbook } = usePane().deps;
  const place = useStore(workbook.place);
  const [empty, setEmpty] = useState("");
  const { run, failure } = useSelectedCells(
    () => readSelectedList(workbook),
    (selected) => {
      const list = readCompanyList(selected);
      const companies = companiesIn(list.inputs);
      setEmpty(companies.length === 0 ? t("guide.noneSelected", { address: list.address }) : "");
      onTaken(companies);
    },
  );
  return (
    <>
      <Button size="small" onClick={run}>
        {t("guide.fromSelection", { address: place?.address ?? "" })}
      </Button>
      {failure}
      <span role="status">{empty !== "" && <Quiet>{empty}</Quiet>}</span>
    </>
  );
};

const PastedList = ({ onTaken }: { readonly onTaken: (companies: readonly ChosenCompany[]) => void }): ReactNode => {
  const [text, setText] = useState("");
  return (
    <Stack>
      <LinesField label={t("guide.pasted")} rows={5} value={text} onChange={setText} />
      <RowButton size="small" onClick={() => onTaken(companiesIn(text.split(/[\r\n\t]+/)))}>
        {t("guide.addPasted")}
      </RowButton>
    </Stack>
  );
};

const Chosen = ({
  companies,
  onChange,
}: {
  readonly companies: readonly ChosenCompany[];
  readonly onChange: (companies: readonly ChosenCompany[]) => void;
}): ReactNode => {
  if (companies.length === 0) return null;
  return (
    <>
      <Row>
        <Quiet>{t("guide.companyCount", { count: companies.length })}</Quiet>
        {companies.length > 1 && (
          <Button size="small" appearance="subtle" onClick={() => onChange([])}>
            {t("guide.removeAll")}
          </Button>
        )}
      </Row>
      <GrowingList
        label={t("guide.companyCount", { count: companies.length })}
        items={companies}
        keyOf={({ text }) => text}
        show={({ text, shown = text }) => (
          <Row>
            <span title={text} style={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
              {shown}
            </span>
            <Button
              size="small"
              appearance="subtle"
              aria-label={t("company.remove", { name: shown })}
              onClick={() => onChange(companies.filter((other) => other.text !== text))}
            >
              {t("pane.remove")}
            </Button>
          </Row>
        )}
      />
    </>
  );
};
