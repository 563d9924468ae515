import type { TextKey } from "../texts/en";
import { checkWorkbook, type WorkbookFile } from "./workbook-file";

/** The samples that _Open_ offers: those made from the demo data beside the page, and those of the repository. */
export const samples = [
  { file: "report.json", title: "sample.report" },
  { file: "holdings.json", title: "sample.holdings" },
  { file: "holdings-1200.json", title: "sample.holdings-1200" },
  { file: "assets/workbooks/portfolio.json", title: "sample.portfolio" },
  { file: "assets/workbooks/controversies.json", title: "sample.controversies" },
  { file: "assets/workbooks/goals.json", title: "sample.goals" },
  { file: "assets/workbooks/analysis.json", title: "sample.analysis" },
  { file: "assets/workbooks/tasks.json", title: "sample.tasks" },
] as const satisfies readonly { readonly file: string; readonly title: TextKey }[];

/** Fetches a sample; undefined if the server has no such file. */
export const fetchSample = async (name: string): Promise<WorkbookFile | undefined> => {
  const response = await fetch(name.includes("/") ? `/${name}` : name, { redirect: "error" });
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return response.ok && isJson ? checkWorkbook(await response.json()) : undefined;
};
