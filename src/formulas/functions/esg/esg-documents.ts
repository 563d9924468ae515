import { esgDocumentColumns } from "../../table/column-sets";
import { headersUnlessAligned, showColumns } from "../../table/layout";
import { categories } from "../../arguments/filters";
import { defineFunction } from "../../define/define-function";
import { choice, choices, fields, flag, limit, optional, texts } from "../../arguments/parameters";
import { filterByValues, listTable } from "../../table/listing-table";
import { loadListedCompanies, universeListingParameters, universeListingQuery } from "./universe-listing";

/** `ESG.DOCUMENTS`: the ESG documents of a universe, the most reliable first (specification, "GET
 * {base_url}/v3/universes/{universe_id}/esg/documents"). */
export const esgDocuments = defineFunction({
  name: "ESG.DOCUMENTS",
  help: {
    description: "Lists the ESG documents of a universe, the most reliable first.",
    synonyms: "controversy, articles, news, media, press, sources, stories, negative news, company news",
    parameters: {
      entities:
        "Only these companies, filtered after fetching: names, ids, ISINs, LEIs, FIGIs, tickers or entity cards.",
    },
    options: {
      category: "Only these categories (E, S, G), filtered after fetching.",
      language: "Only these languages (English name, or two or three letters), filtered after fetching.",
    },
    examples: [
      {
        formula: '=ESG.DOCUMENTS("EU Banks",4,"-1y")',
        shows: "Documents of the last year with a score of at least 4.",
      },
      {
        formula: '=ESG.DOCUMENTS("EU Banks",,,,,"+summary,-site",50,"category=E; sort=extract_date:desc")',
        shows: "Fifty environmental documents with their summaries.",
      },
    ],
  },
  parameters: {
    ...universeListingParameters("listEsgDocuments"),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listEsgDocuments",
  headers: headersUnlessAligned,
  options: { category: choices(categories), language: texts, align: flag, outside: choice(["blank"]) },
  translates: true,
  routes: ["listEsgDocuments", "searchEntities"],
  columns: esgDocumentColumns,
  calculate: async (invocation) => {
    const { values, options, filters, runtime, requestContext } = invocation;
    const query = universeListingQuery(invocation, filters, "listEsgDocuments", "extract_date");
    const universe_id = runtime.universes.idOf(values.universe, requestContext);
    const tableColumns = showColumns(invocation, esgDocumentColumns, values.fields);
    const language = options.language && (await loadListedCompanies()).languageNames(options.language);
    const filter = filterByValues({ categories: options.category, language });
    const { limit: most, entities } = values;
    const listing = { route: "listEsgDocuments", path: { universe_id }, query, limit: most, filter } as const;
    if (options.align !== true && entities === undefined) return listTable(invocation, listing, tableColumns);
    const { alignWithList, listCompanies } = await loadListedCompanies();
    if (options.align === true || entities === undefined)
      return alignWithList(invocation, listing, tableColumns, { entities, outside: options.outside });
    return listCompanies(invocation, listing, tableColumns, entities);
  },
});
