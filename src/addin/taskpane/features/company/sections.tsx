import { Link, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import { currentLocale, formatMoment, formatNumber, t } from "../../../../i18n/t";
import { leastTone } from "../../../excel/sheet/result-formats";
import { usePane } from "../../state/pane-state";
import { ReadingList } from "../../ui/growing-list";
import { Line, Quiet, Row, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { PlainTable } from "../../ui/plain-table";
import {
  askFunctions,
  byUniverse,
  type FileAnswer,
  type FileQuestion,
  type FileRow,
  type KnownCase,
  listCases,
  type SectionName,
  timeLineQuestion,
} from "./company-file";
import type { CompanyFile } from "./use-company-file";

export interface OfFile {
  readonly file: CompanyFile;
}

export const fieldText = (row: FileRow, field: string): string => String(row[field] ?? "");

/** What was asked for, so that nobody takes an empty list for more than it is. */
const sectionScope = ({ draft: { universe, since } }: CompanyFile, name: SectionName): string => {
  const day = since === undefined ? undefined : showDate(Date.parse(since));
  const where = byUniverse.includes(name) ? universe?.name : undefined;
  if (where === undefined) return day === undefined ? t("file.allDates") : t("file.since", { day });
  return day === undefined
    ? t("file.inUniverse", { universe: where })
    : t("file.inUniverseSince", { universe: where, day });
};

const capitalized = (line: string): string => line.charAt(0).toLocaleUpperCase(currentLocale()) + line.slice(1);

/** The total of a list that was cut is not known. */
const rowCount = ({ length }: readonly unknown[], isCut: boolean): string =>
  `${formatNumber(length)}${isCut ? "+" : ""}`;

interface SectionProps extends OfFile {
  readonly name: SectionName;
  readonly title: string;
  readonly show: (rows: readonly FileRow[], label: string) => ReactNode;
}

/** A section with its number of records, their scope and age, and what is wrong with them. */
const FileSection = ({ file, name, title, show }: SectionProps): ReactNode => {
  const section = file.draft.sections[name];
  const answer = section?.answer;
  const count = answer && rowCount(answer.rows, answer.cut !== undefined);
  const heading = count === undefined ? title : `${title} (${count})`;
  const scope = sectionScope(file, name);
  const isRunning = file.job.now.status === "running";
  return (
    <Section title={heading}>
      {section === undefined && <Quiet>{t(isRunning ? "file.waiting" : "file.notRead")}</Quiet>}
      {section?.problem !== undefined && (
        <Notice
          intent="warning"
          actions={isRunning || section.isFinal ? [] : [{ label: t("pane.retry"), run: file.retry }]}
        >
          {section.problem}
        </Notice>
      )}
      {answer !== undefined && (
        <>
          {answer.rows.length === 0 && <Line>{t("file.none", { scope })}</Line>}
          <Quiet>
            {capitalized(answer.rows.length === 0 ? aboutAnswer(answer) : `${scope} · ${aboutAnswer(answer)}`)}
          </Quiet>
          <Care answer={answer} />
          {answer.rows.length > 0 && show(answer.rows, title)}
        </>
      )}
    </Section>
  );
};

/** Why an answer is older or shorter than it looks. */
const Care = ({ answer: { cut, stale } }: { readonly answer: Pick<FileAnswer, "cut" | "stale"> }): ReactNode => {
  const sentences = [cut, stale].filter((sentence) => sentence !== undefined);
  if (sentences.length === 0) return null;
  return (
    <Notice intent="warning" title={t("whereFrom.care")}>
      {sentences.join(" ")}
    </Notice>
  );
};

/** A section whose records are read one by one: a day with marks and a title, which opens the rest. */
export const RecordSection = ({
  day,
  marks,
  body,
  lead,
  ...section
}: Omit<SectionProps, "show"> & {
  readonly day: (row: FileRow) => string;
  readonly marks: (row: FileRow) => ReactNode;
  readonly body: (row: FileRow) => ReactNode;
  readonly lead?: string;
}): ReactNode => (
  <FileSection
    {...section}
    show={(rows, label) => (
      <>
        {lead !== undefined && <Quiet>{lead}</Quiet>}
        <ReadingList
          label={label}
          items={rows}
          keyOf={(row) => fieldText(row, "id")}
          head={(row) => (
            <>
              <Heading day={day(row)}>{marks(row)}</Heading>
              <span>{fieldText(row, "title")}</span>
            </>
          )}
          body={body}
        />
      </>
    )}
  />
);

export const EventSection = ({ file }: OfFile): ReactNode => (
  <RecordSection
    file={file}
    name="events"
    title={t("file.events")}
    lead={t("file.opens")}
    day={(row) => showDate(row["last_activity"])}
    marks={(row) => <Severity score={row["score"]} />}
    body={(row) => <Event row={row} file={file} />}
  />
);

const useStyles = makeStyles({
  heading: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: tokens.spacingHorizontalS,
    ...typographyStyles.caption1,
  },
  // In high contrast the colour alone would not tell a link from its text.
  link: { "@media (forced-colors: active)": { textDecorationLine: "underline" } },
  line: {
    listStyleType: "none",
    margin: 0,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `2px solid ${tokens.colorNeutralStroke1}`,
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalS,
  },
});

const Heading = ({ day, children }: { readonly day: string; readonly children: ReactNode }): ReactNode => (
  <span className={useStyles().heading}>
    <span>{day}</span>
    {children}
  </span>
);

export const OutLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode => {
  const styles = useStyles();
  if (!/^https?:\/\/\S+$/i.test(href)) return null;
  return (
    <Link className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </Link>
  );
};

const Event = ({ row, file }: OfFile & { readonly row: FileRow }): ReactNode => {
  const categories = [
    fieldText(row, "categories").replaceAll(/\b[ESG]\b/g, (letter) => t(`overview.category.${letter as "E"}`)),
    fieldText(row, "sub_categories"),
  ]
    .filter((each) => each !== "")
    .join(" · ");
  const count = row["related_documents_count"];
  return (
    <>
      <Line>{fieldText(row, "summary") === "" ? t("file.noSummary") : fieldText(row, "summary")}</Line>
      <Quiet>
        {[categories, ...(typeof count === "number" ? [t("file.documentCount", { count })] : [])]
          .filter((each) => each !== "")
          .join(" · ")}
      </Quiet>
      <Row>
        <OutLink href={fieldText(row, "dashboard_url")}>{t("file.dashboard")}</OutLink>
      </Row>
      <TimeLine caseId={fieldText(row, "case_id")} file={file} />
    </>
  );
};

/** The cases that the shown events and documents belong to. */
export const CaseSection = ({ file }: OfFile): ReactNode => {
  const { events, documents } = file.draft.sections;
  const known = [events, documents].flatMap((section) => (section?.answer === undefined ? [] : [section.answer]));
  const cases = listCases(events?.answer?.rows ?? [], documents?.answer?.rows ?? []);
  const isCut = known.some(({ cut }) => cut !== undefined);
  const title = known.length < 2 ? t("file.cases") : `${t("file.cases")} (${rowCount(cases, isCut)})`;
  if (known.length === 0) return null;
  return (
    <Section title={title}>
      <Quiet>{capitalized(sectionScope(file, "events"))}</Quiet>
      <Quiet>{t("file.casesOf")}</Quiet>
      {known.length < 2 && <Line>{t("file.casesPart")}</Line>}
      <Care answer={{ cut: isCut ? t("file.casesCut") : undefined, stale: undefined }} />
      {cases.length === 0 && known.length === 2 && (
        <Line>{t("file.none", { scope: sectionScope(file, "events") })}</Line>
      )}
      {cases.length > 0 && (
        <ReadingList
          label={t("file.cases")}
          items={cases}
          keyOf={({ id }) => id}
          head={(one) => <CaseHead one={one} />}
          body={({ id }) => <TimeLine caseId={id} file={file} />}
        />
      )}
    </Section>
  );
};

const CaseHead = ({ one }: { readonly one: KnownCase }): ReactNode => {
  const days = [showDate(one.first), showDate(one.last)];
  return (
    <>
      <Heading day={[...new Set(days)].join(" – ")}>
        <Severity score={one.score} />
      </Heading>
      <span>{one.title}</span>
      <span className={useStyles().heading}>
        {[t("file.eventCount", { count: one.events }), t("file.documentCount", { count: one.documents })].join(" · ")}
      </span>
    </>
  );
};

export type AnswerState =
  | { readonly status: "idle" | "running" }
  | { readonly status: "failed"; readonly problem: string }
  | { readonly status: "done"; readonly answer: FileAnswer };

/** Asks one function when it is told to, and stops when its component is gone. */
export const useAnswer = (question: FileQuestion): { readonly now: AnswerState; readonly read: () => void } => {
  const { deps, runtime } = usePane();
  const [now, set] = useState<AnswerState>({ status: "idle" });
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const run = async (): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    set({ status: "running" });
    try {
      const answer = await askFunctions(await deps.functions(), runtime, controller.signal)(question);
      if (!controller.signal.aborted) set({ status: "done", answer });
    } catch (error) {
      const failure = error instanceof AddinError ? error.message : String(error);
      if (!controller.signal.aborted) set({ status: "failed", problem: failure });
    }
  };
  return { now, read: () => void run() };
};

/** All that happened in a case, oldest first, whatever the period of the file. */
const TimeLine = ({ caseId, file }: OfFile & { readonly caseId: string }): ReactNode => {
  const styles = useStyles();
  const { universe } = file.draft;
  const { now, read } = useAnswer(timeLineQuestion(caseId, universe?.universe_id));
  useEffect(() => {
    if (caseId !== "") read();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the time line is read once, when its item is opened.
  }, [caseId]);
  if (caseId === "") return <Quiet>{t("file.noCase")}</Quiet>;
  return (
    <Tight>
      <Strong>{t("file.timeLine")}</Strong>
      <span role="status">
        <Quiet>{timeLineStatus(now, universe?.name ?? "")}</Quiet>
      </span>
      {now.status === "failed" && (
        <Notice intent="warning" actions={[{ label: t("pane.retry"), run: read }]}>
          {now.problem}
        </Notice>
      )}
      {now.status === "done" && (
        <>
          <Care answer={now.answer} />
          <ol className={styles.line} aria-label={t("file.timeLine")}>
            {now.answer.rows.map((row) => (
              <li key={`${fieldText(row, "kind")} ${fieldText(row, "id")}`}>
                <Heading day={showDate(row["date"])}>
                  <span>{t(fieldText(row, "kind") === "event" ? "file.kind.event" : "file.kind.document")}</span>
                  <Severity score={row["score"]} />
                </Heading>
                <Line>{fieldText(row, "title")}</Line>
                <Quiet>{fieldText(row, "entity.name")}</Quiet>
                <OutLink href={fieldText(row, "dashboard_url")}>{t("file.dashboard")}</OutLink>
              </li>
            ))}
          </ol>
        </>
      )}
    </Tight>
  );
};

const timeLineStatus = (now: AnswerState, universe: string): string => {
  if (now.status === "running") return t("file.waiting");
  if (now.status !== "done") return "";
  const { answer } = now;
  return [t("pane.rows", { count: answer.rows.length }), t("file.inUniverse", { universe }), aboutAnswer(answer)].join(
    " · ",
  );
};

export const ImpactSection = ({ file }: OfFile): ReactNode => (
  <RecordSection
    file={file}
    name="impact"
    title={t("file.impact")}
    day={(row) => showDate(row["extract_date"])}
    marks={(row) => (
      <>
        <Impact score={row["score"]} />
        <span>{fieldText(row, "categories")}</span>
      </>
    )}
    body={(row) => (
      <Row>
        <Polarity value={row["polarity"]} />
        <OutLink href={fieldText(row, "url")}>{t("file.source")}</OutLink>
      </Row>
    )}
  />
);

/** A count; blank where none came. */
const showCount = (count: unknown): string => (typeof count === "number" ? formatNumber(count) : "");

export const SentimentSection = ({ file }: OfFile): ReactNode => (
  <FileSection
    file={file}
    name="sentiment"
    title={t("file.sentiment")}
    show={(rows, label) => (
      <PlainTable
        label={label}
        headers={[t("file.month"), t("file.documents"), t("file.polarity")]}
        rows={rows.map((row) => [
          showMonth(row["month"]),
          showCount(row["documents"]),
          <Polarity key="polarity" value={row["mean_polarity"]} />,
        ])}
      />
    )}
  />
);

export const GoalSection = ({ file }: OfFile): ReactNode => (
  <FileSection
    file={file}
    name="goals"
    title={t("file.goals")}
    show={(rows, label) => (
      <PlainTable
        label={label}
        headers={[t("file.goal"), t("file.documents"), t("file.meanScore")]}
        rows={rows.map((row) => {
          const mean = row["mean_score"];
          return [
            fieldText(row, "goal"),
            showCount(row["documents"]),
            typeof mean === "number" ? formatNumber(mean, 1) : "",
          ];
        })}
      />
    )}
  />
);

/** A day in the display language, in UTC. Takes ms since 1970. */
export const showDate = (moment: unknown): string =>
  typeof moment === "number" && Number.isFinite(moment)
    ? new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(moment)
    : "";

/** A month in the display language. Takes ms since 1970. */
const showMonth = (moment: unknown): string =>
  typeof moment === "number" && Number.isFinite(moment)
    ? new Intl.DateTimeFormat(currentLocale(), { month: "short", year: "numeric", timeZone: "UTC" }).format(moment)
    : "";

export const aboutAnswer = ({ fetchedAt }: FileAnswer): string =>
  fetchedAt === undefined ? "" : t("file.asOf", { when: formatMoment(fetchedAt) });

const scoreSeverities = { 1: "informative", 2: "informative", 3: "warning", 4: "severe", 5: "danger" } as const;
const isScore = (score: number): score is keyof typeof scoreSeverities => score in scoreSeverities;

/** The severity of a controversy, 1 to 5, in words and colour. */
export const Severity = ({ score }: { readonly score: unknown }): ReactNode => {
  if (typeof score !== "number" || !isScore(score)) return null;
  return <Mark color={scoreSeverities[score]}>{`${formatNumber(score)} · ${t(`file.severity.${score}`)}`}</Mark>;
};

/** How strong a positive impact is, 1 to 5, in words and colour. */
const Impact = ({ score }: { readonly score: unknown }): ReactNode => {
  if (typeof score !== "number" || !isScore(score)) return null;
  return (
    <Mark
      color={score >= 4 ? "success" : "informative"}
    >{`${formatNumber(score)} · ${t(`file.impact.${score}`)}`}</Mark>
  );
};

/** A polarity in words and colour. */
export const Polarity = ({ value }: { readonly value: unknown }): ReactNode => {
  if (typeof value !== "number") return null;
  const word = value <= -leastTone ? "negative" : value >= leastTone ? "positive" : "neutral";
  const colors = { negative: "danger", neutral: "informative", positive: "success" } as const;
  return <Mark color={colors[word]}>{`${t(`overview.band.${word}`)} ${formatNumber(value, 2)}`}</Mark>;
};
