import { millisecondsPerDay } from "../../../../facts/dates";
import { cellAddress } from "../../../../facts/addresses";
import { AddinError } from "../../../../engine/http/addin-error";
import type { AnalysisPurpose, KnownAnalysis } from "../../../../engine/state/analyses";
import { formulaText } from "../../../../formulas/define/formula-text";
import { firstDayOfPeriod, nextPeriod } from "../../../../formulas/table/calendar";
import { fromSerial } from "../../../../formulas/table/dates";
import { isoDay } from "../../../../formulas/table/iso-dates";
import { listFrom, toMembers } from "../../../../formulas/table/nested/values";
import { formatMoment, t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import { firstFact, type Report, type ReportTable } from "../../../excel/sheet/report-sheet";
import { emptyDataset, siteTypes } from "./dataset";
import type { ReadFunction } from "./function-values";
import { countDays, type Days, mostCompetitors, showDay, showDays } from "./guided-start";
import { showLanguage } from "../../ui/languages";

/** The length of the periods of a series. */
export type Grain = "day" | "week" | "month";
export const grains: readonly Grain[] = ["day", "week", "month"];

/** The newest documents that the sheet lists. */
const newest = 25;
/** Below so many documents a mean is an accident. */
const fewDocuments = 10;
/** Names in a cell; the rest is a number. */
const mostTitleNames = 10;

/** What a known analysis was asked for; empty where its request is not on this device. */
export interface AnalysisFacts {
  readonly days: Days | undefined;
  readonly names: readonly string[];
  /** What the documents were searched for. */
  readonly keywords: readonly string[];
  readonly language: string | undefined;
  readonly sources: readonly string[];
}

const filterTexts = (value: unknown): readonly string[] =>
  listFrom(value).filter((item): item is string => typeof item === "string");

/** Reads the request of an analysis. */
export const analysisFacts = ({ request }: KnownAnalysis): AnalysisFacts => {
  const body = toMembers(request);
  const { start_date: start, end_date: end } = body;
  const names = listFrom(body["entities"]).flatMap((entity) => filterTexts(toMembers(entity)["entity_of_interest"]));
  const keywords = listFrom(body["entities"]).flatMap((entity) => filterTexts(toMembers(entity)["keywords"]));
  const hasRequest = typeof start === "string" && typeof end === "string";
  return {
    days: hasRequest ? { start, end } : undefined,
    names,
    keywords,
    language: hasRequest ? filterTexts(body["languages"]).join(", ") || "english" : undefined,
    sources: hasRequest ? readSiteTypes(body["site_type"]) : [],
  };
};

const readSiteTypes = (given: unknown): readonly string[] => {
  const types = filterTexts(given);
  return types.length === 0 ? emptyDataset.siteTypes : types;
};

/** Months over half a year, weeks over a month: between 4 and 30 points can be read in a chart. */
export const chooseGrain = (days: Days | undefined): Grain => {
  const count = days === undefined ? 365 : countDays(days);
  if (count > 190) return "month";
  return count > 45 ? "week" : "day";
};

/** What a sheet of results shows: by company where there are two to ten. */
export const choosePurpose = ({ purpose }: KnownAnalysis, companies: number): AnalysisPurpose =>
  purpose ?? (companies >= 2 && companies <= mostCompetitors ? "competitors" : "companies");

const grainFormats: Readonly<Record<Grain, string>> = { day: "d mmm yyyy", week: "d mmm yyyy", month: "mmm yyyy" };

type ReportRows = readonly (readonly CellContent[])[];

interface ReportContent {
  readonly analysis: KnownAnalysis;
  readonly facts: AnalysisFacts;
  readonly purpose: AnalysisPurpose;
  readonly grain: Grain;
  readonly byCompany: ReportRows;
  readonly series: ReportRows;
  /** Period, then the polarity of each company; empty unless companies are compared. */
  readonly polarity: ReportRows;
  readonly companies: readonly string[];
  /** Title, date, polarity, address. */
  readonly documents: ReportRows;
}

const both = "volume_document,polarity";

/** The functions of the sheet with their arguments behind the instance. */
const queries = (grain: Grain) => ({
  byCompany: {
    name: "ANALYSIS.SERIES",
    values: [both, "entity", "mean"],
    options: "headers=no; sort=volume_document:desc",
  },
  series: { name: "ANALYSIS.SERIES", values: [both, "extract_day", "mean", grain], options: "headers=no" },
  documentsByCompany: wide("volume_document", grain),
  polarityByCompany: wide("polarity", grain),
  documents: {
    name: "ANALYSIS.DOCUMENTS",
    values: ["title,extract_date,document_polarity,url", newest, "extract_date", null],
    options: "order=desc; headers=no",
  },
});

const wide = (metric: string, grain: Grain) => ({
  name: "ANALYSIS.SERIES",
  values: [metric, "extract_day,entity", "mean", grain],
  options: "wide=entity; headers=no",
});

type ReportQuery = ReturnType<typeof queries>[keyof ReturnType<typeof queries>];

/**
 * Reads the results of an analysis, each call once.
 * @throws AddinError `no-rows` where it found no document
 */
export const readResults = async (
  analysis: KnownAnalysis,
  grain: Grain,
  read: ReadFunction,
): Promise<ReportContent> => {
  const { byCompany: companies, series, documentsByCompany, polarityByCompany, documents } = queries(grain);
  const get = ({ name, values, options }: ReportQuery): Promise<ReportRows> =>
    read(name, [analysis.instance, ...padded(values)], options);
  const byCompany = await get(companies).catch((error: unknown): ReportRows => {
    if (error instanceof AddinError && error.code === "no-rows") return [];
    throw error;
  });
  if (byCompany.length === 0) throw new AddinError("no-rows", t("results.none"));
  const purpose = choosePurpose(analysis, byCompany.length);
  const base = { analysis, facts: analysisFacts(analysis), purpose, grain, byCompany };
  if (purpose !== "competitors")
    return { ...base, series: await get(series), documents: await get(documents), polarity: [], companies: [] };
  const withHeaders = { ...documentsByCompany, options: "wide=entity" };
  const [[, ...names] = [], ...counts] = await get(withHeaders);
  return {
    ...base,
    series: counts,
    polarity: await get(polarityByCompany),
    companies: names.map(String),
    documents: [],
  };
};

/** Four arguments stand between the instance and the options, in each of the functions. */
const padded = (values: readonly unknown[]): readonly unknown[] => [...values, null, null, null, null].slice(0, 4);

const numberAt = (row: readonly CellContent[], column: number): number => Number(row[column] ?? 0) || 0;

/** The days of a series, from the first cells of its rows. */
const periodsIn = (rows: ReportRows): readonly string[] =>
  rows.map(([cell]) => (typeof cell === "number" ? isoDay(fromSerial(cell)) : String(cell)));

const startOfPeriod = (grain: Grain, day: string): string =>
  grain === "day" ? day : firstDayOfPeriod(grain, Date.parse(day));
const periodAfter = (grain: Grain, day: string): string =>
  grain === "day" ? isoDay(Date.parse(day) + millisecondsPerDay) : nextPeriod(grain, day);

/** What nobody should conclude from the numbers, in sentences. */
export const reportNotes = (content: ReportContent): readonly string[] => {
  const { analysis, facts, byCompany, purpose, series, documents } = content;
  const named = new Set(byCompany.map(([name]) => String(name).toLowerCase()));
  const silent = facts.names.filter((name) => !named.has(name.toLowerCase()));
  const total = sumDocuments(content);
  const notes: string[] = [];
  const { leftOut = [] } = analysis;
  if (leftOut.length > 0) notes.push(t("guide.leftOut", { count: leftOut.length, names: joinNames(leftOut) }));
  if (silent.length > 0) notes.push(t("results.silent", { count: silent.length, names: joinNames(silent) }));
  const cut = describeCut(content);
  if (cut !== undefined) notes.push(t("results.cutNote", { cut }));
  const present = new Set(periodsIn(series));
  const missing = expectedPeriods(content).filter((period) => !present.has(period)).length;
  if (missing > 0) notes.push(t("results.gaps", { count: missing }));
  // A period without documents has no mean.
  const counts = purpose === "competitors" ? [] : series.map((row) => numberAt(row, 1)).filter((count) => count > 0);
  const thin = counts.filter((count) => count < fewDocuments).length;
  if (thin > 0) notes.push(t("results.few", { count: thin, few: fewDocuments, all: counts.length }));
  if (purpose === "competitors") notes.push(t("results.twice"));
  if (documents.length > 0 && documents.length < total)
    notes.push(t("results.newest", { shown: documents.length, count: total }));
  return notes;
};

const sumDocuments = ({ purpose, series, byCompany }: ReportContent): number =>
  (purpose === "competitors" ? byCompany : series).reduce((sum, row) => sum + numberAt(row, 1), 0);

const expectedPeriods = ({ facts: { days }, grain, series }: ReportContent): readonly string[] => {
  const shown = periodsIn(series);
  const first = days === undefined ? shown[0] : startOfPeriod(grain, days.start);
  const last = days?.end ?? shown.at(-1);
  if (first === undefined || last === undefined) return [];
  const all: string[] = [];
  for (let period = first; period <= last && all.length < 5_000; period = periodAfter(grain, period)) all.push(period);
  return all;
};

/** The first or the last week or month has fewer days than the others: its lower number is no fall. */
const describeCut = ({ facts: { days }, grain, series }: ReportContent): string | undefined => {
  if (days === undefined || grain === "day") return undefined;
  const shown = new Set(periodsIn(series));
  const [first, last] = [startOfPeriod(grain, days.start), startOfPeriod(grain, days.end)];
  const isFirstCut = shown.has(first) && first !== days.start;
  const isLastCut = shown.has(last) && periodAfter(grain, last) !== periodAfter("day", days.end);
  if (isFirstCut && isLastCut) return t("results.bothCut", { start: showDay(days.start), end: showDay(days.end) });
  if (isFirstCut) return t("results.firstCut", { start: showDay(days.start) });
  return isLastCut ? t("results.lastCut", { end: showDay(days.end) }) : undefined;
};

/** Names in a sentence; the rest is a number. */
export const joinNames = (names: readonly string[]): string =>
  names.length <= mostTitleNames
    ? names.join(", ")
    : t("guide.andMore", { first: names.slice(0, mostTitleNames).join(", "), count: names.length - mostTitleNames });

const chartRows = 17;
const mostBars = 60;
const [narrow, middle, wideColumn, link] = [96, 82, 330, 150];
/** A sheet has its documents at the right of the series. */
const gapWidth = 24;

/** Tables that come before the place of the next one is known. */
type Placed = Omit<ReportTable, "row" | "column">;

/** The sheet of an analysis, as it was read at a moment. */
export const toReport = (content: ReportContent, at: number): Report & Required<Pick<Report, "chart">> => {
  const { analysis, facts, purpose, companies } = content;
  const notes = reportNotes(content);
  const isCompared = purpose === "competitors";
  const instance = `$B$${firstFact + fixedFacts}`;
  const top = firstFact + fixedFacts + Math.max(1, notes.length) + 1;
  const main: ReportTable = { ...seriesTable(content, instance), row: top, column: 0 };
  const right = main.headers.length + 1;
  const below = top + chartRows + 1;
  const totals: ReportTable = { ...companyTable(content, instance), row: below, column: right };
  const further: readonly ReportTable[] = isCompared
    ? [{ ...polarityTable(content, instance), row: top + main.rows.length + 4, column: 0 }]
    : [{ ...documentTable(content, instance), row: below + totals.rows.length + 4, column: right }];
  return {
    sheetName: analysis.name,
    title: reportTitle(content),
    subtitle: reportSubtitle(facts, analysis),
    facts: [...factRows(content, { at, instance, summed: isCompared ? totals : main }), ...noteRows(notes)],
    widths: [narrow, ...main.headers.slice(1).map(() => middle), gapWidth, wideColumn, middle, middle, link],
    tables: [main, totals, ...further],
    chart: {
      // Columns stand side by side where lines of equal numbers hide each other.
      type: isCompared && main.rows.length * companies.length > mostBars ? "Line" : "ColumnClustered",
      title: main.heading,
      categoryTitle: categoryTitle(content),
      valueTitle: t("results.documents"),
      table: main,
      columns: isCompared ? companies.length : 1,
      row: top,
      column: right,
      rows: chartRows,
      columnCount: 3,
    },
  };
};

const reportTitle = ({ facts, purpose, byCompany }: ReportContent): string => {
  const names = facts.names.length > 0 ? facts.names : byCompany.map(([name]) => String(name));
  return t(`results.title.${purpose}`, { names: joinNames(names.slice(0, mostTitleNames)) });
};

/** The facts above the notes; the last one is the instance. */
const fixedFacts = 5;

const factRows = (
  { analysis, facts, purpose, byCompany, series, ...content }: ReportContent,
  { at, instance, summed }: { readonly at: number; readonly instance: string; readonly summed: ReportTable },
): Report["facts"] => {
  const known = purpose === "topic" && facts.keywords.length > 0 ? facts.keywords : facts.names;
  const names = known.length > 0 ? known : byCompany.map(([name]) => String(name));
  const first = cellAddress(undefined, summed.row + 2, summed.column + 1);
  const last = cellAddress(undefined, summed.row + 1 + summed.rows.length, summed.column + 1);
  const all = { ...content, analysis, facts, purpose, byCompany, series };
  return [
    { label: t(purpose === "topic" ? "results.topic" : "results.companies"), value: joinNames(names) },
    { label: t("results.period"), value: showDays(facts.days ?? daysShown(series)) },
    {
      label: t(purpose === "competitors" ? "results.mentions" : "results.documents"),
      value: sumDocuments(all),
      formula: `=SUM(${first}:${last})`,
    },
    {
      label: t("results.state"),
      value: t("results.stateAt", { state: t(`analysis.state.${analysis.state}`), at: formatMoment(at) }),
      formula: `=${formulaText("ANALYSIS.STATUS", [{ reference: instance }])}`,
    },
    { label: t("results.id"), value: analysis.instance },
  ];
};

const noteRows = (notes: readonly string[]): Report["facts"] =>
  (notes.length === 0 ? [t("results.complete")] : notes).map((note, index) => ({
    label: index === 0 ? t("results.notes") : "",
    value: note,
  }));

const queryFormula = ({ name, values, options }: ReportQuery, reference: string): string =>
  `=${formulaText(name, [{ reference }, ...padded(values), options])}`;

const seriesTable = ({ purpose, grain, series, companies }: ReportContent, instance: string): Placed => {
  const period = t(`results.${grain}`);
  const { documentsByCompany, series: ofAll } = queries(grain);
  if (purpose === "competitors")
    return {
      heading: t(`results.companyDocumentsBy.${grain}`),
      headers: [period, ...companies],
      rows: series,
      formula: queryFormula(documentsByCompany, instance),
      numberFormats: [grainFormats[grain], ...companies.map(() => "#,##0")],
    };
  return {
    heading: t(`results.documentsBy.${grain}`),
    headers: [period, t("results.documents"), t("results.sentiment")],
    rows: series,
    formula: queryFormula(ofAll, instance),
    numberFormats: [grainFormats[grain], "#,##0", "0.00"],
    sentiment: [2],
  };
};

const polarityTable = ({ grain, polarity, companies }: ReportContent, instance: string): Placed => ({
  heading: t(`results.companySentimentBy.${grain}`),
  headers: [t(`results.${grain}`), ...companies],
  rows: polarity,
  formula: queryFormula(queries(grain).polarityByCompany, instance),
  numberFormats: [grainFormats[grain], ...companies.map(() => "0.00")],
  sentiment: companies.map((_, index) => index + 1),
});

const companyTable = ({ purpose, grain, byCompany }: ReportContent, instance: string): Placed => {
  const isTopic = purpose === "topic";
  return {
    heading: t(isTopic ? "results.inAll" : "results.byCompany"),
    headers: [t(isTopic ? "results.topic" : "results.company"), t("results.documents"), t("results.sentiment")],
    rows: byCompany,
    formula: queryFormula(queries(grain).byCompany, instance),
    numberFormats: [undefined, "#,##0", "0.00"],
    sentiment: [2],
  };
};

const documentTable = ({ grain, documents }: ReportContent, instance: string): Placed => ({
  heading: t("results.newestDocuments", { count: documents.length }),
  headers: [t("results.headline"), t("results.date"), t("results.sentiment"), t("results.link")],
  rows: documents,
  formula: queryFormula(queries(grain).documents, instance),
  numberFormats: [undefined, "d mmm yyyy", "0.00", undefined],
  sentiment: [2],
});

const daysShown = (series: ReportRows): Days => {
  const days = periodsIn(series);
  return { start: days[0] ?? "", end: days.at(-1) ?? "" };
};

/** A cut last period is named where the eye is: at the axis. */
const categoryTitle = (content: ReportContent): string => {
  const period = t(`results.${content.grain}`);
  const cut = describeCut(content);
  return cut === undefined ? period : `${period} · ${cut}`;
};

const reportSubtitle = ({ days, language, sources }: AnalysisFacts, { started_at }: KnownAnalysis): string =>
  [
    days === undefined ? t("results.noRequest") : showDays(days),
    ...(language === undefined ? [] : [showLanguage(language)]),
    ...(sources.length === 0 ? [] : [sources.map(siteName).join(", ")]),
    t("results.started", { at: formatMoment(started_at) }),
  ].join(" · ");

const siteName = (type: string): string => {
  const known = siteTypes.find((name) => name === type);
  return known === undefined ? type : t(`analysis.site.${known}`);
};
