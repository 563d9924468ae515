import type { ReactNode } from "react";
import { quoteSheet } from "../../../../facts/sheet-names";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { PaneDeps } from "../../pane-deps";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { bindField, TextField } from "../../ui/fields";
import { Cost } from "../../ui/cost";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useAttempts } from "../../ui/use-attempts";
import { functionValues } from "./function-values";
import { DateFields, useAnalysis, usePeriod } from "./analysis-context";

const initialImport = {
  fields: "id,extract_date,title,url,document_polarity",
  entity: "",
  done: "",
  full: 0,
  fewerLinks: "",
};

/** Imports documents day by day into a table on a new sheet, because one call returns at most `perDay`. */
export const ImportByDay = (): ReactNode => {
  const { deps } = usePane();
  const { instance, name } = useAnalysis();
  const period = usePeriod();
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
      <TextField label={t("analysis.fields")} {...bindField({ draft, change }, "fields")} />
      <TextField label={t("analysis.entity")} hint={t("pane.optional")} {...bindField({ draft, change }, "entity")} />
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
    const [header = [], ...documents] = await read(
      "ANALYSIS.DOCUMENTS",
      [instance, fields, perDay, null, entity],
      `date=${date}`,
    );
    if (rows.length === 0) rows.push(header);
    rows.push(...documents);
    if (documents.length >= perDay) fullDays++;
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
