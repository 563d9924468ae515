import type { ReactNode } from "react";
import { quoteSheet } from "../../../../facts/sheet-names";
import { columnLabel } from "../../../../formulas/table/columns";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { PaneDeps } from "../../pane-deps";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, usePromised } from "../../state/use-store";
import { bindField, ChoiceField } from "../../ui/fields";
import { Cost } from "../../ui/cost";
import { JobAction } from "../../ui/job-form";
import { Line, Quiet, Stack, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useAttempts } from "../../ui/use-attempts";
import { ColumnPicker } from "../formula/column-picker";
import { functionValues } from "./function-values";
import { DateFields, type OfAnalysis, usePeriod } from "./analysis-period";
import { analysisFacts } from "./results-report";

const initialImport = {
  fields: "id,extract_date,title,url,document_polarity",
  entity: "",
  done: "",
  full: 0,
  fewerLinks: "",
};

/** Imports documents day by day into a table on a new sheet, because one call returns at most `perDay`. */
export const ImportByDay = ({ analysis }: OfAnalysis): ReactNode => {
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
export const perDay = 500;

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
