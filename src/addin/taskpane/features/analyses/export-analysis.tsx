import type { ReactNode } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import { t } from "../../../../i18n/t";
import type { JobRun } from "../../state/job";
import { useJob } from "../../state/use-store";
import { Cost } from "../../ui/cost";
import { JobAction, JobButton } from "../../ui/job-form";
import { Row, Stack } from "../../ui/layout";
import { saveFile } from "../../ui/save-file";
import { useAttempts } from "../../ui/use-attempts";
import { DateFields, type OfAnalysis, usePeriod } from "./analysis-period";
import { perDay } from "./import-by-day";

/** Saves the time series as CSV and the documents as JSON lines. */
export const Exports = ({ analysis }: OfAnalysis): ReactNode => {
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
