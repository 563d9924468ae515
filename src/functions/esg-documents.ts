import { esgDocumentColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { keepEntities, keepValues } from "../formula/keep";
import { limit, raw, text, texts } from "../formula/kind";
import { listTable } from "../formula/list-table";
import { fields, optional, optionalList } from "../formula/parameter";
import { mergeQuery, period, score } from "../formula/query";

/** `ESG.DOCUMENTS`: the ESG documents of a universe, the most reliable first; the service has no order for them. */
export const esgDocuments = defineFunction({
  name: "ESG.DOCUMENTS",
  help: helpWanted
    ? {
        description: "Lists the ESG documents of a universe, the most reliable first.",
        parameters: { entities: "Companies to keep, filtered here: ids, ISINs, LEIs, FIGIs or entity cards." },
        options: {
          category: "Categories to keep (E, S, G), filtered here.",
          language: "Languages to keep (three letters), filtered here.",
        },
        examples: [
          {
            formula: '=ESG.DOCUMENTS("EU Banks",4,"-1y")',
            shows: "Documents of the last year with a score of at least 4.",
          },
          {
            formula: '=ESG.DOCUMENTS("EU Banks",,,,,"+summary,-url",50,"category=E; sort=extract_date:desc")',
            shows: "Fifty environmental documents with their summaries.",
          },
        ],
      }
    : undefined,
  parameters: {
    universe: optional("universe", text),
    minScore: optional("number", score("listEsgDocuments")),
    from: optional("date", raw),
    to: optional("date", raw),
    entities: optionalList("entities"),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listEsgDocuments",
  options: { category: { ...texts, values: ["E", "S", "G"] }, language: texts },
  translates: true,
  routes: ["listEsgDocuments", "searchEntities"],
  columns: esgDocumentColumns,
  answer: async (call) => {
    const { universe, minScore, entities } = call.values;
    const { category, language } = call.options;
    const query = mergeQuery(call.filters, [
      { member: "score", argument: "minScore", value: minScore },
      { member: "extract_date", argument: "from, to", value: period(call, "listEsgDocuments", "extract_date") },
    ]);
    const universe_id = call.runtime.universes.idOf(universe, call.inquiry);
    return listTable(call, {
      route: "listEsgDocuments",
      path: { universe_id },
      query,
      set: esgDocumentColumns,
      fields: call.values.fields,
      limit: call.values.limit,
      ...keepValues({ categories: category, language }, await keepEntities(call, entities)),
    });
  },
});
