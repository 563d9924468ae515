import { entityColumns } from "../../table/column-sets";
import { entityList } from "../../arguments/entities";
import { defineFunction } from "../../define/define-function";
import { readLine } from "../../arguments/argument";
import { inTargetCell } from "../../table/target-cell";
import { entityRecord } from "./records";
import { requiredFields } from "../../arguments/parameters";
import { alignRows } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { columnFields } from "../../table/columns";

/** `ENTITY.GET`: fields of entities, aligned: one value for one field, a row for several (specification, "POST {base_url}/v3/entities/msearch"). */
export const entityGet = defineFunction({
  name: "ENTITY.GET",
  help: {
    description: "Fields of companies: one value for one field, a row for several, one row per company.",
    synonyms:
      "company data, country, headcount, employees, staff, revenue, sales, website, sector, industry, isin, lei, field, profile",
    examples: [
      {
        formula: '=ENTITY.GET("SE0ZZ0000012","name,country,revenue,revenue.currency,isic4.section")',
        shows: "Five facts in one row.",
      },
    ],
  },
  parameters: { entities: entityList("entities"), fields: requiredFields },
  layout: "aligned",
  headers: "no",
  options: {},
  routes: ["searchEntities"],
  columns: entityColumns,
  calculate: async (invocation) => {
    const tableColumns = showColumns(invocation, entityColumns, invocation.values.fields);
    const fields = columnFields(tableColumns.needed);
    const rows = await Promise.all(
      readLine(invocation, invocation.values.entities, "entities").map(async (cell) =>
        cell === undefined ? undefined : inTargetCell(invocation, () => entityRecord(invocation, cell, fields)),
      ),
    );
    return alignRows(invocation, rows, tableColumns);
  },
});
