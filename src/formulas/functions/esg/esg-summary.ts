import { headersUnlessAligned } from "../../table/layout";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { filtersOf, type QueryValue } from "../../arguments/filters";
import { choice, chosen, uuids } from "../../arguments/parameters";
import { idsIn, listRows } from "../../define/alignment";
import { defineFunction } from "../../define/define-function";
import type { MeasureName } from "../../define/measures";
import {
  checkAlignment,
  comparedPeriods,
  type Grouping,
  groupingsKind,
  summarize,
  summaryColumns,
  summaryFields,
  type SummaryLayout,
  summaryLayout,
  summaryOptions,
  withEarlierFrom,
} from "../../define/summary";
import { filterByValues, wholeListing } from "../../table/listing-table";
import { listFrom } from "../../table/nested/values";
import {
  type EsgListing,
  filterByEntities,
  filterByIds,
  universeListingParameters,
  universeListingQuery,
} from "./universe-listing";

const groupings = [
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

const measures = [
  "events",
  "documents",
  "companies",
  "highest_score",
  "mean_score",
  "latest",
  "first",
  "mean_polarity",
  "share",
] as const;

const usualMeasures = {
  listEsgEvents: ["events", "highest_score"],
  listEsgDocuments: ["documents", "highest_score", "mean_polarity"],
} as const;

type Query = Readonly<Record<string, QueryValue>>;

/** @throws AddinError `invalid-argument` for a filter, a grouping or a measure that the listing lacks. */
const checkFor = (route: EsgListing, filters: Query, layout: SummaryLayout): void => {
  const events = route === "listEsgEvents";
  const allowed = Object.keys(filtersOf(route));
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
};

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
      date: "The date of an event that is used: last_activity or start_date.",
      wide: "What to spread over columns: one for each value, in natural order.",
      show: "What to show, separated by commas; events and highest_score if omitted. mean_polarity needs of=documents.",
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
        formula: '=ESG.SUMMARY("EU Banks",3,,,,"entity","of=documents")',
        shows: "Documents, highest score and mean polarity by company.",
      },
    ],
  },
  parameters: {
    ...universeListingParameters("listEsgEvents"),
    by: chosen(groupingsKind(groupings)),
  },
  layout: "table",
  headers: headersUnlessAligned,
  filters: "listEsgEvents",
  refusedFilters: { order: "functions.orderOfSummary" },
  options: {
    of: choice(["events", "documents"]),
    date: choice(["last_activity", "start_date"]),
    event_id: uuids,
    ...summaryOptions(groupings, measures),
  },
  routes: ["listEsgEvents", "listEsgDocuments", "searchEntities"],
  readsAll: true,
  columns: summaryColumns(groupings, measures, usualMeasures.listEsgEvents),
  argumentOfMember: { last_activity: "from, to", start_date: "from, to" },
  calculate: async (invocation) => {
    const { values, options, runtime, requestContext } = invocation;
    const { event_id, date, align = false } = options;
    const events = options.of !== "documents";
    const route = events ? "listEsgEvents" : "listEsgDocuments";
    const filters: Query = { ...invocation.filters, ...(event_id && { event_id }) };
    const layout = summaryLayout(
      events ? { kind: "event", date: date ?? "last_activity" } : { kind: "document", date: "extract_date" },
      { by: values.by, ...options },
      usualMeasures[route],
      comparedPeriods(options.compare, invocation),
    );
    checkFor(route, events ? filters : { ...filters, ...(date && { date }) }, layout);
    if (align) checkAlignment(invocation, layout, values.entities);
    const { category, ...others } = filters as Query & { readonly category?: QueryValue };
    const query = universeListingQuery(
      withEarlierFrom(invocation, layout.compare),
      events ? filters : others,
      route,
      layout.date,
    );
    const path = { universe_id: runtime.universes.idOf(values.universe, requestContext) };
    const rows = align ? await listRows(invocation, values.entities) : undefined;
    const byEntity = rows ? filterByIds(idsIn(rows)) : await filterByEntities(invocation, values.entities);
    const filter = events ? byEntity : filterByValues({ categories: textsOf(category) }, byEntity);
    const records = await wholeListing(invocation, { route, path, query, fields: summaryFields(layout) }, filter);
    return summarize(invocation, records, layout, rows && { rows, align });
  },
});

const textsOf = (value: QueryValue | undefined): readonly string[] | undefined =>
  value === undefined ? undefined : listFrom(value).map(String);
