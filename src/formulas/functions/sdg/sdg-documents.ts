import { sdgDocumentColumns } from "../../table/column-sets";
import { defineFunction } from "../../define/define-function";
import { listPerEntity } from "../../define/listing-per-entity";
import { entityList } from "../../arguments/entities";
import { mergeQuery, period, score } from "../../arguments/filters";
import { goalsKind } from "../../arguments/goals";
import { choiceParameter, fields, limit, optional, raw } from "../../arguments/parameters";
import { showColumns } from "../../table/layout";

/** `SDG.DOCUMENTS`: SDG documents, one listing and limit per entity (specification, "GET {base_url}/v3/entities/{entity_id}/sdg/documents"). */
export const sdgDocuments = defineFunction({
  name: "SDG.DOCUMENTS",
  help: {
    description: "Lists the SDG documents of companies: positive impact by goal.",
    synonyms:
      "impact, sustainable development goals, positive news, articles, contribution, poverty, hunger, health, education, gender equality, clean water, inequality",
    parameters: {
      goals: 'Only these goals: 1 to 17 or "SDG:7", in a cell, a range or an array.',
      limit:
        'How many rows of each company: a number, or "all" (if omitted) up to the maximum rows set in the task pane.',
    },
    examples: [
      {
        formula: '=SDG.DOCUMENTS("PT0ZZ0000216",3)',
        shows: "Documents of the company with a score of at least 3.",
      },
      {
        formula: '=SDG.DOCUMENTS("PT0ZZ0000216",,"-1y",,"7,13")',
        shows: "Documents of the last year on energy and climate.",
      },
    ],
  },
  parameters: {
    entities: entityList("entities"),
    minScore: optional("number", score("listSdgDocuments")),
    from: optional("date", raw),
    to: optional("date", raw),
    goals: choiceParameter(goalsKind),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listSdgDocuments",
  options: {},
  translates: true,
  routes: ["listSdgDocuments", "searchEntities"],
  columns: sdgDocumentColumns,
  argumentOfMember: { category: "goals", entity_id: "entities" },
  calculate: async (invocation) => {
    const { entities, minScore, goals } = invocation.values;
    const tableColumns = showColumns(invocation, sdgDocumentColumns, invocation.values.fields);
    const query = mergeQuery(invocation.filters, [
      { member: "score", argument: "minScore", value: minScore },
      { member: "extract_date", argument: "from, to", value: period(invocation, "listSdgDocuments", "extract_date") },
      { member: "category", argument: "goals", value: goals },
    ]);
    const listing = { route: "listSdgDocuments", query, limit: invocation.values.limit } as const;
    return listPerEntity(invocation, entities, listing, tableColumns);
  },
});
