import { AddinError } from "../../error/addin-error";
import { say } from "../../text/say";
import type { JobRun } from "../state/job";
import { perDay } from "./import-days";
import { safeCsv } from "./safe-csv";

/** 202 and 204 are no answers (specification, "States and transitions"). */
const textOf = ({ status, value }: { readonly status: number; readonly value: unknown }): string => {
  if (status === 202) throw new AddinError("not-ready", say("runtime.notReady"));
  if (status === 204) throw new AddinError("stopped", say("runtime.stopped"));
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** The time series as the service writes CSV, made safe to open: mean of every metric by day and entity. */
export const downloadSeries = async (instance: string, { call }: JobRun): Promise<string> => {
  const body = { instance, operands: ["mean"] };
  return safeCsv(textOf(await call("getTimeSeries", { query: { output_format: "csv" }, body })));
};

/** All documents as JSON lines, a call a day. */
export const downloadDays = async (
  { instance, days }: { readonly instance: string; readonly days: readonly string[] },
  run: JobRun,
): Promise<string> => {
  const parts: string[] = [];
  run.progress(0, days.length);
  for (const [index, date] of days.entries()) {
    const asked = { query: { json_lines: "true" }, body: { instance, limit: perDay, date } };
    const text = textOf(await run.call("downloadAnalysis", asked)).trim();
    if (text !== "") parts.push(text);
    run.progress(index + 1, days.length);
  }
  return `${parts.join("\n")}\n`;
};
