import { entityColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { entityRows } from "../formula/entity-records";
import { helpWanted } from "../formula/help";
import { list, requiredFields } from "../formula/parameter";
import { alignRows, showColumns } from "../formula/tabulate";
import { requestedFields } from "../table/fields";

/** `ENTITY.GET`: fields of entities, aligned: one value for one field, a row for several (no get-entity route exists: msearch by entity_id). */
export const entityGet = defineFunction({
  name: "ENTITY.GET",
  help: helpWanted
    ? {
        description: "Fields of companies: one value for one field, a row for several, one row per company.",
        examples: [
          {
            formula: '=ENTITY.GET("SE0ZZ0000012","name,country,revenue,revenue.currency,isic4.section")',
            shows: "Five facts in one row.",
          },
        ],
      }
    : undefined,
  parameters: { entities: list("entities"), fields: requiredFields },
  layout: "aligned",
  headers: "no",
  options: {},
  routes: ["searchEntities"],
  columns: entityColumns,
  answer: async (call) => {
    const shown = showColumns(call, entityColumns, call.values.fields);
    return alignRows(call, await entityRows(call, call.values.entities, requestedFields(shown.needed)), shown);
  },
});
