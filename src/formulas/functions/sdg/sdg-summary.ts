import { headersUnlessAligned } from "../../table/layout";
import type { WireRecord } from "../../../contract/page";
import { AddinError } from "../../../engine/http/addin-error";
import { choiceParameter } from "../../arguments/parameters";
import { idsIn, listRows } from "../../define/alignment";
import { comparedPeriods, withEarlierFrom } from "../../define/compared-periods";
import { defineFunction } from "../../define/define-function";
import {
  checkAlignment,
  checkDays,
  checkStatus,
  groupingsKind,
  allGroupings,
  summarize,
  summaryColumns,
  summaryFields,
  summaryLayout,
  summaryOptions,
} from "../../define/summary";
import { CellError } from "../../table/matrix";
import { inTargetCell, unlessAllFailed } from "../../table/target-cell";
import { readEntityDocuments, entityListingParameters, entityListingQuery } from "./entity-listings";

const sdgGroupings = ["entity", "goal", "week", "month", "quarter", "year", "country", "sector"] as const;

const sdgMeasures = [
  "documents",
  "companies",
  "highest_score",
  "mean_score",
  "latest",
  "first",
  "mean_polarity",
  "positive",
  "negative",
  "net",
  "share",
  "status",
  "days",
] as const;

const usualSdgMeasures = ["documents", "mean_score", "mean_polarity"] as const;

/** `SDG.SUMMARY`: a pivot of all SDG documents of entities, one listing per entity (specification, "ESG and SDG routes (v3)"). */
export const sdgSummary = defineFunction({
  name: "SDG.SUMMARY",
  help: {
    description: "Counts the SDG documents of companies by company, goal, month and more: a pivot of all documents.",
    synonyms: "impact, goals, count, pivot, aggregate, statistics, trend",
    labels: { by: "Count for each" },
    parameters: {
      by: "What to count by: one to three, separated by commas; entity if omitted. Country and sector are those of the company.",
    },
    options: {
      wide: "What to spread over columns: one for each value, in natural order.",
      show: "What to show, separated by commas; documents, mean_score and mean_polarity if omitted. positive and negative are means of the levels (0 to 1), net their mean difference. days are the covered days of a period and all its days, such as 19/30. status says whether each company of a list may be read (align=yes).",
    },
    examples: [
      {
        formula: '=SDG.SUMMARY({"PT0ZZ0000216","FR0ZZ0000277"},,"-1y",,"goal","total=yes")',
        shows: "Documents, mean score and mean polarity by goal; a document of several goals counts once in the total.",
      },
      {
        formula: '=SDG.SUMMARY({"PT0ZZ0000216","FR0ZZ0000277"},,,,"quarter","wide=entity; show=documents")',
        shows: "Documents of each company by quarter, for a chart.",
      },
    ],
  },
  parameters: { ...entityListingParameters, by: choiceParameter(groupingsKind(sdgGroupings)) },
  layout: "table",
  headers: headersUnlessAligned,
  filters: "listSdgDocuments",
  refusedFilters: { order: "functions.orderOfSummary" },
  options: summaryOptions(sdgGroupings, sdgMeasures),
  routes: ["listSdgDocuments", "searchEntities"],
  readsAll: true,
  columns: summaryColumns(sdgGroupings, sdgMeasures, usualSdgMeasures),
  argumentOfMember: { entity_id: "entities" },
  calculate: async (invocation) => {
    const { values, options } = invocation;
    const { align = false } = options;
    const asked = summaryLayout(
      { kind: "document", date: "extract_date" },
      { by: values.by, ...options },
      usualSdgMeasures,
    );
    const compare = comparedPeriods(options.compare, invocation, allGroupings(asked));
    checkStatus({ ...asked, compare }, align);
    checkDays(asked);
    if (align) checkAlignment(invocation, asked, values.entities);
    const query = entityListingQuery(withEarlierFrom(invocation, compare));
    const layout = { ...asked, compare, period: query[asked.date] };
    const fields = summaryFields(layout);
    const list = await listRows(invocation, values.entities);
    const ids = [...new Set(idsIn(list))];
    const listings = new Map<string, EntityListing>();
    await Promise.all(
      ids.map(async (id) => {
        listings.set(id, await inTargetCell(invocation, () => readEntityDocuments(invocation, id, query, fields)));
      }),
    );
    // In the order of the list, so that sums round alike after each refresh.
    const records = ids.flatMap((id) => listingRecords(listings.get(id)));
    const rows = list.map((row) => findFailure(typeof row === "string" ? listings.get(row) : undefined) ?? row);
    return summarize(invocation, records, layout, { rows: unlessAllFailed(rows), align });
  },
});

type EntityListing = readonly WireRecord[] | AddinError | CellError | undefined;

const findFailure = (listing: EntityListing): AddinError | CellError | undefined =>
  listing instanceof AddinError || listing instanceof CellError ? listing : undefined;

const listingRecords = (listing: EntityListing): readonly WireRecord[] =>
  listing === undefined || listing instanceof AddinError || listing instanceof CellError ? [] : listing;
