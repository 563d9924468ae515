import type { TextKey } from "../texts";
import type { StoredWorkbook } from "./stored-workbook";
import { readWorkbookJson } from "./workbook-json";

/** The samples that _Open_ offers: those made from the demo data beside the page, and those of the repository. */
export const samples = [
  { file: "report.json", title: "sample.report", about: "about.report" },
  { file: "holdings.json", title: "sample.holdings", about: "about.holdings" },
  { file: "holdings-1200.json", title: "sample.holdings-1200", about: "about.holdings-1200" },
  { file: "assets/workbooks/portfolio.json", title: "sample.portfolio", about: "about.portfolio" },
  { file: "assets/workbooks/controversies.json", title: "sample.controversies", about: "about.controversies" },
  { file: "assets/workbooks/goals.json", title: "sample.goals", about: "about.goals" },
  { file: "assets/workbooks/analysis.json", title: "sample.analysis", about: "about.analysis" },
  { file: "assets/workbooks/tasks.json", title: "sample.tasks", about: "about.tasks" },
] as const satisfies readonly { readonly file: string; readonly title: TextKey; readonly about: TextKey }[];

/** Fetches a sample; undefined if the server has no such file. */
export const fetchSample = async (name: string): Promise<StoredWorkbook | undefined> => {
  const response = await fetch(name.includes("/") ? `/${name}` : name, { redirect: "error" });
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return response.ok && isJson ? readWorkbookJson(await response.json()) : undefined;
};
