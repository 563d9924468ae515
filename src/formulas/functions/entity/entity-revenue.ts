import { entityList } from "../../arguments/entities";
import { defineFunction } from "../../define/define-function";
import { explodeEntities } from "./records";
import { flag, text } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { columnNamed, type ColumnSet, ownMember, type TableRecord } from "../../table/columns";
import { toMembers } from "../../table/nested/values";
import { listRevenues } from "../../table/nested/revenue";
import { currencyCode } from "../universe/one-currency";

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("date", "date"),
    ownMember("value", "integer"),
    ownMember("currency", "text"),
    ownMember("entity_id", "text"),
  ],
  shown: ["name", "date", "value", "currency", "entity_id"],
  identity: { kind: "row", key: ["entity_id", "date"] },
} satisfies ColumnSet;

/** `ENTITY.REVENUE`: every revenue of each entity, the latest first. */
export const entityRevenue = defineFunction({
  name: "ENTITY.REVENUE",
  help: {
    description: "Revenues of companies over time, one per row: name, date, value, currency and entity id.",
    synonyms: "sales, turnover, income, financials, size, revenue history",
    options: {
      latest: "Only the latest revenue of each company.",
      currency: "Only revenues in this currency, such as EUR.",
    },
    examples: [{ formula: '=ENTITY.REVENUE("SE0ZZ0000012")', shows: "All known revenues of the company." }],
  },
  parameters: { entities: entityList("entities") },
  layout: "table",
  options: { latest: flag, currency: text },
  routes: ["searchEntities"],
  columns,
  calculate: async (invocation) => {
    const { latest } = invocation.options;
    const currency = invocation.options.currency && currencyCode(invocation.options.currency);
    const most = latest === true ? 1 : undefined;
    const isWanted = (revenue: TableRecord): boolean =>
      currency === undefined || String(revenue["currency"]).toUpperCase() === currency;
    const rows = await explodeEntities(invocation, invocation.values.entities, ["revenue"], (entity) =>
      listRevenues(entity["revenue"]).slice(0, most).map(toMembers).filter(isWanted),
    );
    const tableColumns = showColumns(invocation, columns, undefined);
    const { operations } = tableColumns;
    const sort = operations.sort.map((key) =>
      key.column.name === "value" ? { ...key, currency: columnNamed(columns, "currency", "sort") } : key,
    );
    return tabulate(invocation, rows, { ...tableColumns, operations: { ...operations, sort } });
  },
});
