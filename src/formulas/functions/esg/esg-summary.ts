import { headersUnlessAligned } from "../../table/layout";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { Argument } from "../../arguments/argument";
import { routeFilters, type QueryValue } from "../../arguments/filters";
import { choice, choices, choiceParameter, uuids } from "../../arguments/parameters";
import { share, weightCells, weightedCells } from "../../arguments/weights";
import { idsIn, listRows } from "../../define/alignment";
import { findCoverage, logCoverage } from "../../define/coverage";
import { comparedPeriods, withEarlierFrom } from "../../define/compared-periods";
import { defineFunction } from "../../define/define-function";
import type { AnyInvocation } from "../../define/invocation";
import { isDateMeasure, type MeasureName } from "../../define/measures";
import {
  checkAlignment,
  checkDays,
  checkStatus,
  type Grouping,
  allGroupings,
  groupingsKind,
  summarize,
  summaryColumns,
  summaryFields,
  type SummaryLayout,
  summaryLayout,
  summaryOptions,
} from "../../define/summary";
import type { FormulaResult } from "../../table/formula-result";
import { filterByValues, type RecordFilter, wholeListing } from "../../table/listing-table";
import { requireCoverage, weightedMeasures } from "../../define/weighted-score";
import { isCalendarPeriod } from "../../table/calendar";
import { columnLabel } from "../../table/columns";
import { listFrom } from "../../table/nested/values";
import { filterByIds, wholeList } from "./listed-companies";
import { type EsgListing, universeListingParameters, universeListingQuery } from "./universe-listing";
import { asksForWeights, checkWeightedLayout, type ScoreListing, weightedSummary } from "./weighted-summary";

const esgGroupings = [
  "entity",
  "country",
  "sector",
  "category",
  "sub_category",
  "score",
  "ungc_classification",
  "week",
  "month",
  "quarter",
  "year",
] as const;

const esgMeasures = [
  "events",
  "documents",
  "documents_so_far",
  "companies",
  "highest_score",
  "mean_score",
  "latest",
  "first",
  "mean_polarity",
  "share",
  "severe",
  "status",
  "days",
] as const;

const usualEsgMeasures = {
  listEsgEvents: ["events", "highest_score"],
  listEsgDocuments: ["documents", "highest_score", "mean_polarity"],
} as const;

type SummaryQuery = Readonly<Record<string, QueryValue>>;

const isMeasure = (name: string): name is (typeof esgMeasures)[number] =>
  (esgMeasures as readonly string[]).includes(name);

/** @throws AddinError `invalid-argument` for a filter, a grouping or a measure that the listing lacks. */
const checkFor = (route: EsgListing, filters: SummaryQuery, layout: SummaryLayout): void => {
  const events = route === "listEsgEvents";
  const allowed = Object.keys(routeFilters(route));
  const key = Object.keys(filters).find((name) => !allowed.includes(name) && (events || name !== "category"));
  if (key !== undefined)
    throw new AddinError(
      "invalid-argument",
      t(events ? "functions.notWithEvents" : "functions.notWithDocuments", { key }),
    );
  const byEvents: Grouping = "ungc_classification";
  if (!events && [...layout.by, layout.wide].includes(byEvents))
    throw new AddinError("invalid-argument", t("functions.documentsHaveNo", { name: byEvents }));
  const ofDocuments: MeasureName = "mean_polarity";
  if (events && layout.show.includes(ofDocuments))
    throw new AddinError("invalid-argument", t("functions.eventsHaveNo", { name: ofDocuments }));
  if (events && layout.show.includes("documents"))
    throw new AddinError("invalid-argument", t("functions.documentsOfEvents"));
  const ofEvents: MeasureName = "documents_so_far";
  if (!events && layout.show.includes(ofEvents))
    throw new AddinError("invalid-argument", t("functions.documentsHaveNo", { name: `show: ${ofEvents}` }));
};

/** The list of a summary, and what its rows without records show. */
interface ListedCompanies {
  readonly entities: Argument | undefined;
  readonly align: boolean;
  readonly outside: "zero" | "blank" | undefined;
  readonly need: number | undefined;
}

/** Counts the records of a universe, or those of the companies of a list, and finds out which of these are covered. */
const countRecords = async (
  invocation: AnyInvocation,
  { route, universe_id, query, filter }: ScoreListing,
  layout: SummaryLayout,
  { entities, align, outside, need }: ListedCompanies,
): Promise<FormulaResult> => {
  if (need !== undefined && entities === undefined)
    throw new AddinError("invalid-argument", t("functions.needsOption", { key: "options: need", option: "entities" }));
  const rows = entities && (align ? await listRows(invocation, entities) : await wholeList(invocation, entities));
  const listing = { route, path: { universe_id }, query, fields: summaryFields(layout) };
  const records = await wholeListing(invocation, listing, filter(rows && filterByIds(idsIn(rows))));
  if (rows === undefined) return summarize(invocation, records, layout);
  const active = new Set(records.map(({ entity_id }) => entity_id));
  const missing = idsIn(rows).filter((id) => !active.has(id));
  const coverage = await findCoverage(invocation, universe_id, missing);
  logCoverage(invocation, rows, coverage);
  const weights = rows.map((row) => Number(row !== undefined));
  if (need !== undefined) requireCoverage({ rows, weights, coverage }, need);
  return summarize(invocation, records, layout, { rows, align, coverage, outside });
};

/** The options of a weighted list. @throws AddinError `invalid-argument` where a setting of rows stands beside weights. */
const checkWeights = (by: readonly Grouping[] | undefined, settings: Readonly<Record<string, unknown>>): void =>
  checkWeightedLayout({ by: by?.every((grouping) => grouping === "entity") === true ? undefined : by, ...settings });

/** `ESG.SUMMARY`: a pivot of all events or documents of a universe (specification, "ESG and SDG routes (v3)"). */
export const esgSummary = defineFunction({
  name: "ESG.SUMMARY",
  help: {
    description: "Counts the ESG events of a universe by company, category, month and more: a pivot of all events.",
    synonyms: "controversy, count, pivot, aggregate, statistics, trend, heat map, weighted score, by month, by sector",
    labels: { by: "Count for each" },
    parameters: {
      entities: "Only these companies, filtered after fetching: ids, ISINs, LEIs, FIGIs or entity cards.",
      by: "What to count by: one to three, separated by commas; entity if omitted. Country and sector are those of the company.",
    },
    options: {
      of: "What to count: events or documents.",
      date: "The date of an event that counts: start_date if omitted, when it began, or last_activity, which moves with each new document. The header says which one counts.",
      wide: "What to spread over columns: one for each value, in natural order.",
      show: "What to show, separated by commas; events and highest_score if omitted. mean_polarity and documents need of=documents. documents_so_far adds up the documents of each event over its whole life, not only in the period. days are the covered days of a period and all its days, such as 19/30. severe is 1 where a score is 4 or 5, else 0. status says whether each company of a list is covered (align=yes). weighted_score, coverage, difference and contribution need weights.",
      weights:
        "The weights beside entities, for the weighted score over the covered weight: 0.6,0.4 or a row of cells.",
      benchmark:
        "What the weighted score is compared with: a universe (each member with the same weight) or a second list.",
      benchmark_weights: "The weights of the companies of benchmark; the same for each if omitted.",
      need: "The least covered part of the list, 0 to 1: less is an error that says so.",
    },
    examples: [
      {
        formula: '=ESG.SUMMARY("EU Banks",,"-1y",,,"category")',
        shows: "Events and highest score of the last year by category.",
      },
      {
        formula: '=ESG.SUMMARY("EU Banks",3,"-6m",,,"entity","wide=month; show=events; total=yes")',
        shows: "Events of each company by month, with totals.",
      },
      {
        formula: '=ESG.SUMMARY("EU Banks",,"-6d",,,"country","show=events; compare=previous")',
        shows: "Events of the last seven days by country, those of the seven days before, and the change.",
      },
      {
        formula: '=ESG.SUMMARY("EU Banks",,"-1y",,{"SE0ZZ0000012";"FR0ZZ0000020"},,"align=yes; show=severe,status")',
        shows: "Whether each company of a list had a severe event, and whether it is covered.",
      },
      {
        formula: '=ESG.SUMMARY("EU Banks",3,,,,"entity","of=documents")',
        shows: "Documents, highest score and mean polarity by company.",
      },
    ],
  },
  parameters: {
    ...universeListingParameters("listEsgEvents"),
    by: choiceParameter(groupingsKind(esgGroupings)),
  },
  layout: "table",
  headers: headersUnlessAligned,
  filters: "listEsgEvents",
  refusedFilters: { order: "functions.orderOfSummary" },
  options: {
    of: choice(["events", "documents"]),
    date: choice(["last_activity", "start_date"]),
    event_id: uuids,
    ...summaryOptions(esgGroupings, esgMeasures),
    show: choices([...esgMeasures, ...weightedMeasures]),
    weights: weightCells,
    benchmark: weightedCells,
    benchmark_weights: weightCells,
    need: share,
    outside: choice(["zero", "blank"]),
  },
  routes: ["listEsgEvents", "listEsgDocuments", "searchEntities"],
  readsAll: true,
  columns: summaryColumns(esgGroupings, esgMeasures, usualEsgMeasures.listEsgEvents),
  argumentOfMember: { last_activity: "from, to", start_date: "from, to" },
  calculate: async (invocation) => {
    const { values, options, runtime, requestContext } = invocation;
    const { event_id, date, align = false } = options;
    const events = options.of !== "documents";
    const route = events ? "listEsgEvents" : "listEsgDocuments";
    const filters: SummaryQuery = { ...invocation.filters, ...(event_id && { event_id }) };
    const asked = summaryLayout(
      events ? { kind: "event", date: date ?? "start_date" } : { kind: "document", date: "extract_date" },
      { ...options, by: values.by, show: options.show?.filter(isMeasure) },
      usualEsgMeasures[route],
    );
    const compare = comparedPeriods(options.compare, invocation, allGroupings(asked));
    checkFor(route, events ? filters : { ...filters, ...(date && { date }) }, asked);
    checkStatus({ ...asked, compare }, align);
    checkDays(asked);
    if (align) checkAlignment(invocation, asked, values.entities);
    const { category, ...others } = filters as SummaryQuery & { readonly category?: QueryValue };
    const query = universeListingQuery(
      withEarlierFrom(invocation, compare),
      events ? filters : others,
      route,
      asked.date,
    );
    const universe_id = runtime.universes.idOf(values.universe, requestContext);
    const { entities } = values;
    const categories = events ? undefined : queryTexts(category);
    const narrow = (also?: RecordFilter): RecordFilter | undefined => filterByValues({ categories }, also);
    if (asksForWeights(options)) {
      const { wide, total } = options;
      checkWeights(values.by, { wide, total, align, compare: options.compare });
      return weightedSummary(invocation, { route, universe_id, query, filter: narrow }, entities, options);
    }
    const period = query[asked.date];
    const layout = { ...asked, compare, period, ...(events && { dateLabel: dateLabel(asked, period) }) };
    return countRecords(invocation, { route, universe_id, query, filter: narrow }, layout, {
      entities,
      align,
      outside: options.outside,
      need: options.need,
    });
  },
});

/** What the header calls the date of an event; undefined where it makes no difference. */
const dateLabel = (layout: SummaryLayout, period: QueryValue | undefined): string | undefined => {
  const counts = layout.show.some(isDateMeasure) || allGroupings(layout).some(isCalendarPeriod);
  return counts || period !== undefined ? columnLabel(layout.date).toLowerCase() : undefined;
};

const queryTexts = (value: QueryValue | undefined): readonly string[] | undefined =>
  value === undefined ? undefined : listFrom(value).map(String);
