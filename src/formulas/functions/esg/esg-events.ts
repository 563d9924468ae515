import { esgEventColumns, esgEventColumnsByStart } from "../../table/column-sets";
import { headersUnlessAligned, showColumns } from "../../table/layout";
import { listTable } from "../../table/listing-table";
import { defineFunction } from "../../define/define-function";
import { choice, fields, flag, limit, optional } from "../../arguments/parameters";
import { loadListedCompanies, universeListingParameters, universeListingQuery } from "./universe-listing";

/** `ESG.EVENTS`: the ESG events of a universe (specification, "GET {base_url}/v3/universes/{universe_id}/esg/events"). */
export const esgEvents = defineFunction({
  name: "ESG.EVENTS",
  help: {
    description: "Lists the ESG events of a universe: controversies with company, score, title and categories.",
    synonyms:
      "controversy, controversies, latest events, incident, scandal, violation, ungc, severity, news, alerts, risk",
    parameters: {
      entities:
        "Only these companies, filtered after fetching: names, ids, ISINs, LEIs, FIGIs, tickers or entity cards.",
    },
    options: {
      date: "The date that from and to apply to: last_activity (if omitted) or start_date. Without fields, it is the first column.",
      chains:
        "A limit of 3,000 rows or more is fetched in parallel, one request chain for each score. This is faster. The highest scores come first.",
    },
    examples: [
      {
        formula: '=ESG.EVENTS("EU Banks",3)',
        shows: "Events with a score of at least 3, with company, title and categories.",
      },
      {
        formula: '=ESG.EVENTS("EU Banks",,"-1y",,,"last_activity,entity.name,score,title",20,"order=score:desc")',
        shows: "The 20 most severe events of the last year.",
      },
      {
        formula:
          '=ESG.EVENTS("EU Banks",4,"-1y",,{"SE0ZZ0000012";"FR0ZZ0000020"},"last_activity,title",,"align=yes; sort=last_activity:desc")',
        shows: "The latest severe event beside each company of a list.",
      },
    ],
  },
  parameters: {
    ...universeListingParameters("listEsgEvents"),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listEsgEvents",
  headers: headersUnlessAligned,
  options: { date: choice(["last_activity", "start_date"]), chains: flag, align: flag, outside: choice(["blank"]) },
  translates: true,
  routes: ["listEsgEvents", "searchEntities"],
  columns: esgEventColumns,
  argumentOfMember: { last_activity: "from, to", start_date: "from, to" },
  calculate: async (invocation) => {
    const { values, options, filters, runtime, requestContext } = invocation;
    const { date = "last_activity" } = options;
    const query = universeListingQuery(invocation, filters, "listEsgEvents", date);
    const universe_id = runtime.universes.idOf(values.universe, requestContext);
    const columns = date === "start_date" ? esgEventColumnsByStart : esgEventColumns;
    const tableColumns = showColumns(invocation, columns, values.fields);
    const { limit: most, entities } = values;
    const listing = {
      route: "listEsgEvents",
      path: { universe_id },
      query,
      limit: most,
      perScore: options.chains,
    } as const;
    if (options.align !== true && entities === undefined) return listTable(invocation, listing, tableColumns);
    const { alignWithList, listCompanies } = await loadListedCompanies();
    if (options.align === true || entities === undefined)
      return alignWithList(invocation, listing, tableColumns, { entities, outside: options.outside });
    return listCompanies(invocation, listing, tableColumns, entities);
  },
});
