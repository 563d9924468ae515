import { readSaved } from "./workbook-store";
import { blankWorkbook, checkWorkbook, type WorkbookFile } from "./workbook-file";

const sample = "holdings.json";

/**
 * The workbook a visit begins with: `?fresh` a new one, `?open=FILE` that file (beside the page, else from the site's root), otherwise the one
 * the last visit left, and at the first visit the sample.
 */
export const firstWorkbook = async (location: Location): Promise<WorkbookFile> => {
  const query = new URLSearchParams(location.search);
  if (query.has("fresh")) return blankWorkbook;
  const wanted = query.get("open");
  if (wanted === null) return (await readSaved()) ?? (await fetchWorkbook(sample)) ?? blankWorkbook;
  const file = (await fetchWorkbook(wanted)) ?? (await fetchWorkbook(`/${wanted}`));
  if (file === undefined) throw new Error(`There is no workbook file ${wanted}.`);
  return file;
};

const fetchWorkbook = async (address: string): Promise<WorkbookFile | undefined> => {
  const response = await fetch(address);
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return response.ok && isJson ? checkWorkbook(await response.json()) : undefined;
};
