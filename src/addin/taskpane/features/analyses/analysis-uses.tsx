import type { ReactNode } from "react";
import { quoteSheet } from "../../../../facts/sheet-names";
import { AddinError } from "../../../../engine/http/addin-error";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import { formulaText } from "../../../../formulas/define/formula-text";
import { columnLabel } from "../../../../formulas/table/columns";
import { toMembers } from "../../../../formulas/table/nested/values";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { PaneDeps } from "../../pane-deps";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, usePromised } from "../../state/use-store";
import { Written } from "../../ui/cell-link";
import { Cost } from "../../ui/cost";
import { bindField, ChoiceField } from "../../ui/fields";
import { InsertBar, type Insertion } from "../../ui/insert-bar";
import { JobAction, JobButton } from "../../ui/job-form";
import { Line, Quiet, Row, Stack, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Panels } from "../../ui/panels";
import { saveFile } from "../../ui/save-file";
import { useAttempts } from "../../ui/use-attempts";
import { ColumnPicker } from "../formula/column-picker";
import { DateFields, type OfAnalysis, usePeriod } from "./analysis-period";
import { functionValues } from "./function-values";
import { useRerun } from "./recipes";
import { analysisFacts, chooseGrain, type Grain, grains, readResults, reportNotes, toReport } from "./results-report";
import { TranslateDocuments } from "./translate-documents";

/** The actions of one analysis: insert formulas, import and translate documents, export files, run again. */
export const AnalysisUses = ({ analysis }: OfAnalysis): ReactNode => {
  const panels = [
    { name: "results", label: t("results.panel"), content: <InsertResults analysis={analysis} /> },
    { name: "insert", label: t("results.oneFormula"), content: <InsertFormula analysis={analysis} /> },
    { name: "import", label: t("analysis.import"), content: <ImportByDay analysis={analysis} /> },
    { name: "translate", label: t("documents.do"), content: <TranslateDocuments analysis={analysis} /> },
    { name: "files", label: t("analysis.files"), content: <Exports analysis={analysis} /> },
    { name: "again", label: t("analysis.rerun"), content: <RunAgain analysis={analysis} /> },
  ];
  return <Panels id={`analysis:${analysis.instance}`} panels={panels} initial="results" />;
};

const useKinds = ["documents", "series", "volume", "sentences", "mentions", "status", "id"] as const;
type UseKind = (typeof useKinds)[number];

const formulas: Readonly<Record<Exclude<UseKind, "id">, (instance: string) => string>> = {
  status: (instance) => formulaText("ANALYSIS.STATUS", [instance]),
  series: (instance) =>
    formulaText("ANALYSIS.SERIES", [instance, "polarity,volume_document", undefined, "mean", "day"]),
  volume: (instance) => formulaText("ANALYSIS.VOLUME", [instance]),
  documents: (instance) => formulaText("ANALYSIS.DOCUMENTS", [instance]),
  sentences: (instance) => formulaText("ANALYSIS.SENTENCES", [instance, 50]),
  mentions: (instance) => formulaText("ANALYSIS.MENTIONS", [instance, 50]),
};

const analysisInsertion = (kind: UseKind, { instance, name }: KnownAnalysis): Insertion => {
  const base = { id: `analysis:${instance}`, sheetName: name };
  if (kind === "id") return { ...base, size: { rows: 1, columns: 1 }, values: () => Promise.resolve([[instance]]) };
  const size = kind === "status" ? { rows: 1, columns: 1 } : { rows: 101, columns: 5 };
  return { ...base, size, formula: () => `=${formulas[kind](instance)}` };
};

const InsertFormula = ({ analysis }: OfAnalysis): ReactNode => {
  const [draft, change] = useDraft<{ readonly kind: UseKind }>("analysis-insert", { kind: "documents" });
  return (
    <Stack>
      <ChoiceField
        label={t("universes.insertWhat")}
        value={draft.kind}
        choices={useKinds.map((value) => ({ value, label: t(`analysis.kind.${value}`) }))}
        onChange={(kind) => change({ kind: kind as UseKind })}
      />
      <InsertBar insertion={analysisInsertion(draft.kind, analysis)} />
    </Stack>
  );
};

const RunAgain = ({ analysis: { name, request } }: OfAnalysis): ReactNode => {
  const { job, run } = useRerun({ name, request: toMembers(request) });
  if (typeof request !== "object" || request === null) return <Quiet>{t("analysis.noRequest")}</Quiet>;
  return (
    <Stack>
      <Quiet>{t("analysis.rerunAsk")}</Quiet>
      <JobAction
        appearance="primary"
        aria-label={t("analysis.rerunNamed", { name })}
        job={job}
        run={run}
        // A start that failed may run all the same.
        retries={false}
      >
        {t("analysis.rerun")}
      </JobAction>
    </Stack>
  );
};

interface ResultsDraft {
  readonly grain: Grain | undefined;
  readonly isLive: boolean;
  /** The address of the last sheet, and what it says about its numbers. */
  readonly written: string | undefined;
  readonly notes: readonly string[];
}

const initialResults: ResultsDraft = { grain: undefined, isLive: true, written: undefined, notes: [] };

/** Puts the results of an analysis on a new sheet: facts, series, a chart. */
const InsertResults = ({ analysis }: OfAnalysis): ReactNode => {
  const { deps, runtime } = usePane();
  const [draft, change] = useDraft(`results:${analysis.instance}`, initialResults);
  const job = useJob(`results:${analysis.instance}`);
  const facts = analysisFacts(analysis);
  const grain = draft.grain ?? chooseGrain(facts.days);
  const insert = (): void => {
    change({ written: undefined });
    void job.start(t("results.insert"), analysis.name, async ({ signal }) => {
      const content = await readResults(analysis, grain, await functionValues(deps, signal));
      const written = await deps.workbook.writeReport(toReport(content, runtime.clock.now()), draft.isLive);
      change({ written, notes: reportNotes(content) });
      return content.series.length;
    });
  };
  const { written, notes } = draft;
  if (analysis.state !== "ready") return <Quiet>{t(`results.wait.${analysis.state}`)}</Quiet>;
  return (
    <Stack>
      <ChoiceField
        label={t("results.grain")}
        value={grain}
        choices={grains.map((value) => ({ value, label: t(`results.grain.${value}`) }))}
        onChange={(value) => change({ grain: value as Grain })}
      />
      <ChoiceField
        label={t("results.as")}
        hint={t(draft.isLive ? "results.liveHint" : "results.valuesHint")}
        value={draft.isLive ? "live" : "values"}
        choices={(["live", "values"] as const).map((value) => ({ value, label: t(`results.as.${value}`) }))}
        onChange={(value) => change({ isLive: value === "live" })}
      />
      <JobAction
        appearance="primary"
        job={job}
        run={insert}
        working={t("results.reading")}
        beside={<Quiet>{t("results.onNewSheet")}</Quiet>}
      >
        {t("results.insert")}
      </JobAction>
      {written !== undefined && job.now.status !== "running" && (
        <>
          <Written address={written} />
          {notes.map((note) => (
            <Quiet key={note}>{note}</Quiet>
          ))}
        </>
      )}
    </Stack>
  );
};

const initialImport = {
  fields: "id,extract_date,title,url,document_polarity",
  entity: "",
  done: "",
  full: 0,
  fewerLinks: "",
};

/** Imports documents day by day into a table on a new sheet, because one call returns at most `perDay`. */
const ImportByDay = ({ analysis }: OfAnalysis): ReactNode => {
  const { deps } = usePane();
  const { instance, name } = analysis;
  const { names } = analysisFacts(analysis);
  const period = usePeriod(analysis);
  const [draft, change] = useDraft(`import:${instance}`, initialImport);
  const job = useJob(`import:${instance}`);
  const attempts = useAttempts();
  const start = (): void => {
    if (!attempts.pass({ period: period.problem })) return;
    change({ done: "", fewerLinks: "" });
    const onFewerLinks = (linked: number, count: number): void =>
      change({ fewerLinks: t("pane.fewerLinks", { linked, count }) });
    void job.start(t("analysis.import"), `${name} ${period.draft.start} – ${period.draft.end}`, async (run) => {
      const { fields, entity } = draft;
      const settings = { instance, fields, entity, days: period.days, name, onFewerLinks };
      const { rows, fullDays } = await importDays(deps, settings, run);
      change({ done: t("analysis.imported", { count: rows }), full: fullDays });
      return rows;
    });
  };
  return (
    <Stack box={attempts.fields}>
      <Quiet>{t("analysis.importLead", { most: perDay })}</Quiet>
      <DateFields form={period} required={false} />
      <ImportColumns fields={draft.fields} onChange={(fields) => change({ fields })} />
      {names.length > 1 && (
        <ChoiceField
          label={t("analysis.entity")}
          choices={[
            { value: "", label: t("analysis.everyEntity") },
            ...names.map((each) => ({ value: each, label: each })),
          ]}
          {...bindField({ draft, change }, "entity")}
        />
      )}
      <JobAction
        appearance="primary"
        job={job}
        run={start}
        working={t("analysis.importing")}
        beside={<Cost calls={period.days.length} />}
      >
        {t("analysis.import")}
      </JobAction>
      {draft.done !== "" && <Notice intent="success">{draft.done}</Notice>}
      {draft.done !== "" && draft.fewerLinks !== "" && <Quiet>{draft.fewerLinks}</Quiet>}
      {draft.done !== "" && draft.full > 0 && (
        <Notice intent="warning">{t("analysis.fullDays", { count: draft.full, most: perDay })}</Notice>
      )}
    </Stack>
  );
};

/** The columns of the table by their labels, and the boxes to choose others. */
const ImportColumns = ({
  fields,
  onChange,
}: {
  readonly fields: string;
  readonly onChange: (fields: string) => void;
}): ReactNode => {
  const { deps } = usePane();
  const definition = usePromised(deps.functions, [deps])?.find(({ name }) => name === documents);
  const labels = fields.split(",").map(columnLabel).join(", ");
  return (
    <Tight>
      {fields !== "" && <Line>{t("analysis.columns", { labels })}</Line>}
      {definition !== undefined && (
        <ColumnPicker definition={definition} required={false} input={fields} onChange={onChange} />
      )}
    </Tight>
  );
};

const documents = "ANALYSIS.DOCUMENTS";

interface ImportSettings {
  readonly instance: string;
  readonly name: string;
  readonly fields: string;
  readonly entity: string;
  readonly days: readonly string[];
  readonly onFewerLinks: (linked: number, addresses: number) => void;
}

/** The most documents of one call (specification, "Limits"). */
const perDay = 500;

/** Calls ANALYSIS.DOCUMENTS day by day, which caches each day, then writes one table. `fullDays` counts days that reached the limit. */
const importDays = async (
  deps: PaneDeps,
  settings: ImportSettings,
  run: JobRun,
): Promise<{ readonly rows: number; readonly fullDays: number }> => {
  run.progress(0, settings.days.length);
  const read = await functionValues(deps, run.signal);
  const [fields, entity] = [settings.fields.trim(), settings.entity.trim()].map((text) => (text === "" ? null : text));
  const { instance } = settings;
  const rows: (readonly CellContent[])[] = [];
  let fullDays = 0;
  for (const [index, date] of settings.days.entries()) {
    const [header = [], ...ofDay] = await read(documents, [instance, fields, perDay, null, entity], `date=${date}`);
    if (rows.length === 0) rows.push(header);
    rows.push(...ofDay);
    if (ofDay.length >= perDay) fullDays++;
    run.progress(index + 1, settings.days.length);
  }
  await write(deps, settings, rows, run.signal);
  return { rows: rows.length - 1, fullDays };
};

const write = async (
  { workbook, runtime }: PaneDeps,
  { name, onFewerLinks }: ImportSettings,
  rows: readonly (readonly CellContent[])[],
  signal: AbortSignal,
): Promise<void> => {
  const sheet = quoteSheet(await workbook.addSheet(name));
  const [header = []] = rows;
  const links = runtime.settings.get().formatInserted ? [header.indexOf("URL")].filter((column) => column >= 0) : [];
  const address = await workbook.writeValues(`${sheet}!A1`, rows, { signal, links, onFewerLinks });
  await workbook.addTable(address, "SpillwayDocuments");
};

/** Saves the time series as CSV and the documents as JSON lines. */
const Exports = ({ analysis }: OfAnalysis): ReactNode => {
  const { instance, name } = analysis;
  const period = usePeriod(analysis);
  const job = useJob(`export:${instance}`);
  const attempts = useAttempts();
  const csv = (): void => {
    void job.start(t("analysis.csv"), name, async (run) => {
      saveFile(`${name}.csv`, "text/csv", await downloadSeries(instance, run));
      return 1;
    });
  };
  const lines = (): void => {
    if (!attempts.pass({ period: period.problem })) return;
    void job.start(t("analysis.jsonLines"), name, async (run) => {
      const text = await downloadDays(instance, period.days, run);
      saveFile(`${name}.jsonl`, "application/jsonl", text);
      return text.split("\n").length;
    });
  };
  return (
    <Stack box={attempts.fields}>
      <Row>
        <JobButton job={job} run={csv}>
          {t("analysis.csv")}
        </JobButton>
      </Row>
      <DateFields form={period} required={false} />
      <JobAction
        job={job}
        run={lines}
        retries={false}
        working={t("analysis.importing")}
        beside={<Cost calls={period.days.length} />}
      >
        {t("analysis.jsonLines")}
      </JobAction>
    </Stack>
  );
};

/** The text of a response. @throws AddinError for 202 (`not-ready`) and 204 (`stopped`): specification, "States and transitions". */
const exportText = ({ status, value }: { readonly status: number; readonly value: unknown }): string => {
  if (status === 202) throw new AddinError("not-ready", t("runtime.notReady"));
  if (status === 204) throw new AddinError("stopped", t("runtime.stopped"));
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** The service's CSV of the mean of every metric by day and entity, safe to open in a spreadsheet. */
const downloadSeries = async (instance: string, { call }: JobRun): Promise<string> => {
  const body = { instance, operands: ["mean"] };
  return safeCsv(exportText(await call("getTimeSeries", { query: { output_format: "csv" }, body })));
};

/** All documents as JSON lines, with one call a day. */
const downloadDays = async (instance: string, days: readonly string[], run: JobRun): Promise<string> => {
  const parts: string[] = [];
  run.progress(0, days.length);
  for (const [index, date] of days.entries()) {
    const parameters = { query: { json_lines: "true" }, body: { instance, limit: perDay, date } };
    const text = exportText(await run.call("downloadAnalysis", parameters)).trim();
    if (text !== "") parts.push(text);
    run.progress(index + 1, days.length);
  }
  return `${parts.join("\n")}\n`;
};

/** Matches text that a spreadsheet would calculate. A signed number does not match. */
const calculates = /^(?:[=@\t\r＝＋－＠]|[+-](?!\d*\.?\d+(?:e[+-]?\d+)?$))/i;

const csvCell = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r?\n|$)/g;

const safeCell = (written: string): string => {
  const text = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
  return calculates.test(text) ? `"'${text.replaceAll('"', '""')}"` : written;
};

/** Prevents CSV injection: a cell that begins like a formula, such as an entity named `=cmd`, gets an apostrophe. */
export const safeCsv = (csv: string): string =>
  csv.replaceAll(csvCell, (_, written: string, end: string) => safeCell(written) + end);
