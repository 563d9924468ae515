import path from "node:path";
import { NameMatcher } from "../../src/data/enrich/name-matcher";
import { sampleRows } from "../../src/data/import/csv";
import { BadRow } from "../../src/data/import/import-error";
import { mappedCompanies, proposeMapping } from "../../src/data/import/mapping";
import {
  type CompanySource,
  type Conflict,
  type MergedCompany,
  mergeRecords,
  type SourceRecord,
} from "../../src/data/import/merge";
import { findKind } from "../../src/data/import/run-import";
import { companyIdentifiers } from "../../src/data/import/source-company";
import { openSourceFile } from "../../src/data/import/source-file";
import { type QualityLine, readRows, readText } from "./data-sets";
import isinLabels from "./isin-labels.json";

/** The rows of a file as an import reads them. */
const sourceRecords = async (folder: string, source: CompanySource, file: string): Promise<readonly SourceRecord[]> => {
  const open = () => openSourceFile(path.join(folder, file));
  const kind = findKind(source);
  const rows =
    "companies" in kind
      ? kind.companies(open())
      : mappedCompanies(open(), proposeMapping(open(), await sampleRows(open())));
  const records = new Map<string, SourceRecord>();
  for await (const row of rows) {
    if (row instanceof BadRow) continue;
    const company = row.record;
    const ref = `${file}\t${company.key}`;
    const origin = { source, file, date: "2026-11-26T00:00:00Z", licence: "" };
    records.set(ref, { ref, kind: source, origin, company, identifiers: companyIdentifiers(company) });
  }
  return [...records.values()];
};

const openFiles = [
  ["gleif", "gleif/api-lei-records.jsonl.gz"],
  ["isin-lei", "gleif/isin-lei.csv"],
  ["sec", "us-listings/company_tickers.json.gz"],
  ["listings", "securities/equities.csv.gz"],
] as const;

const holdingsFile = "gleif/nport-holdings-lei-isin.csv.gz";

/** How many companies have each identifier. */
const countCompanies = (companies: readonly MergedCompany[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const named = companies.filter(({ company: { name } }) => name !== "");
  for (const { company } of named)
    for (const value of [...company.isins, ...(company.lei === null ? [] : [company.lei])])
      counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const summary = (values: readonly string[], counts: ReadonlyMap<string, number>): string => {
  const found = values.filter((value) => counts.has(value));
  const several = found.filter((value) => (counts.get(value) ?? 0) > 1).length;
  return `${found.length} found, ${several} of them of several companies`;
};

/** How many of the ISINs that an import does not use are of the company after all, as one pass judged them. */
const unusedSummary = (conflicts: readonly Conflict[]): { readonly all: number; readonly right: number } => {
  const unused = new Map(
    conflicts
      .filter(({ reason }) => reason.includes("not used for it"))
      .map((each) => [`${each.value} ${each.reason}`, each]),
  );
  const right = [...unused.values()].filter(({ value }) => isinLabels.right.includes(value));
  return { all: unused.size, right: right.length };
};

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].filter((value) => value !== "");

/**
 * Identifiers of open data and of holdings, as text of the files: whether the companies that an import makes of these
 * files have them.
 */
export const openDataLines = async (folder: string): Promise<readonly QualityLine[]> => {
  const records: SourceRecord[] = [];
  for (const [source, file] of openFiles) records.push(...(await sourceRecords(folder, source, file)));
  const { companies, conflicts } = mergeRecords(records);
  const counts = countCompanies(companies);
  const unused = unusedSummary(conflicts);
  const isins = distinct([
    ...readRows(folder, "gleif/isin-lei.csv").map(({ ISIN = "" }) => ISIN),
    ...readRows(folder, "securities/equities.csv.gz").map(({ isin = "" }) => isin),
  ]);
  const leis = readText(folder, "gleif/api-lei-records.jsonl.gz").trim().split("\n");
  const holdings = readRows(folder, holdingsFile);
  const ofHoldings = distinct(holdings.flatMap(({ isin = "", lei = "" }) => [isin, lei]));
  const own = countCompanies(mergeRecords(await sourceRecords(folder, "companies", holdingsFile)).companies);
  const inFiles = new Set([...isins, ...leis.map((line) => (JSON.parse(line) as { readonly id: string }).id)]);
  const held = ofHoldings.filter((value) => inFiles.has(value));
  const names = distinct(holdings.map(({ name = "" }) => name));
  const matcher = new NameMatcher(
    companies.map(({ company: { name, aliases } }, at) => ({
      id: String(at),
      names: [name, ...aliases],
    })),
  );
  const searches = names.map((name) => matcher.search(name));
  const accepted = searches.filter((search) => search.accepted !== undefined).length;
  const offered = searches.filter((search) => search.accepted === undefined && search.matches.length > 0).length;
  const line = (task: string, size: string, result: string, aim: string): QualityLine => ({
    task,
    size,
    result,
    aim,
    reference: "–",
  });
  return [
    line(
      "ISINs of the open lists → companies",
      `${isins.length} ISINs`,
      summary(isins, counts),
      "all found, none wrong",
    ),
    line(
      "the same: not used, since neither the company nor its market is of the country",
      `${unused.all} pairs of ISIN and company`,
      `${unused.all - unused.right} wrong, ${unused.right} right`,
      "–",
    ),
    line(
      "LEIs of GLEIF's records → companies",
      `${leis.length} LEIs`,
      summary(
        [...inFiles].filter((value) => !isins.includes(value)),
        counts,
      ),
      "all found",
    ),
    line(
      "holdings of fund reports → companies of the open lists, by the identifiers that these hold",
      `${holdings.length} holdings, ${held.length} of ${ofHoldings.length} identifiers`,
      summary(held, counts),
      "all found",
    ),
    line(
      "the same, by name",
      `${names.length} names`,
      `${accepted} accepted, ${offered} for a review, ${names.length - accepted - offered} none`,
      "–",
    ),
    line(
      "holdings imported as a list of one's own",
      `${ofHoldings.length} identifiers`,
      summary(ofHoldings, own),
      "all found",
    ),
  ];
};
