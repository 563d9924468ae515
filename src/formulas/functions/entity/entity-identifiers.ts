import { entityList } from "../../arguments/entities";
import { defineFunction } from "../../define/define-function";
import { explodeEntities } from "./records";
import { choices, choiceParameter } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { type ColumnSet, ownMember, type TableRecord } from "../../table/columns";
import { listFrom, toMembers, toScalar } from "../../table/nested/values";

const types = ["isin", "lei", "figi", "ticker", "alias", "website", "registration_code", "client_code"] as const;

type IdentifierType = (typeof types)[number];

const identifierFieldNames: Readonly<Record<IdentifierType, string>> = {
  isin: "isin",
  lei: "lei",
  figi: "figi",
  ticker: "ticker",
  alias: "alias",
  website: "website",
  registration_code: "registration_codes",
  client_code: "client_code",
};

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("type", "text"),
    ownMember("value", "text"),
    ownMember("entity_id", "text"),
  ],
  shown: ["name", "type", "value", "entity_id"],
  identity: { kind: "row", key: ["entity_id", "type", "value"] },
} satisfies ColumnSet;

/** The identifiers of one type. The type of a code includes its name: `registration_code:SIREN`. */
const identifierRows = (entity: TableRecord, type: IdentifierType): readonly TableRecord[] => {
  const field = entity[identifierFieldNames[type]];
  if (type === "client_code")
    return Object.entries(toMembers(field)).map(([key, value]) => ({ type: `${type}:${key}`, value }));
  return listFrom(field).map((item) => {
    const { value, description } = toMembers(item);
    if (value === undefined) return { type, value: toScalar(item) };
    return { type: description === undefined ? type : `${type}:${String(toScalar(description))}`, value };
  });
};

/** `ENTITY.IDENTIFIERS`: every identifier of each entity in a row of its own. */
export const entityIdentifiers = defineFunction({
  name: "ENTITY.IDENTIFIERS",
  help: {
    description: "Every identifier of companies, one per row: name, type, value and entity id.",
    synonyms: "isin, lei, figi, ticker, alias, also known as, registration number",
    parameters: { types: "Types to list; all if omitted." },
    examples: [
      {
        formula: '=ENTITY.IDENTIFIERS("SE0ZZ0000012","isin,lei,ticker")',
        shows: "ISINs, LEI and tickers of the company.",
      },
    ],
  },
  parameters: { entities: entityList("entities"), types: choiceParameter(choices(types)) },
  layout: "table",
  options: {},
  routes: ["searchEntities"],
  columns,
  calculate: async (invocation) => {
    const requestedTypes = invocation.values.types ?? types;
    const tableColumns = showColumns(invocation, columns, undefined);
    const rows = await explodeEntities(
      invocation,
      invocation.values.entities,
      requestedTypes.map((type) => identifierFieldNames[type]),
      (entity) => requestedTypes.flatMap((type) => identifierRows(entity, type)),
    );
    return tabulate(invocation, rows, tableColumns);
  },
});
