import { defineFunction } from "../formula/define";
import { spreadEntities } from "../formula/entity-records";
import { helpWanted } from "../formula/help";
import { choices } from "../formula/kind";
import { chosen, list } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { ownMember, type TableRecord } from "../table/column";
import { listFrom, membersOf, scalarOf } from "../table/nested/reading";

const types = ["isin", "lei", "figi", "ticker", "alias", "website", "registration_code", "client_code"] as const;

type IdentifierType = (typeof types)[number];

const fieldsOf: Readonly<Record<IdentifierType, string>> = {
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
  members: [ownMember("entity_id", "text"), ownMember("type", "text"), ownMember("value", "text")],
  shown: ["entity_id", "type", "value"],
};

/** The identifiers of one type; codes carry their own name behind the type (`registration_code:SIREN`). */
const rowsOf = (entity: TableRecord, type: IdentifierType): readonly TableRecord[] => {
  const held = entity[fieldsOf[type]];
  if (type === "client_code")
    return Object.entries(membersOf(held)).map(([key, value]) => ({ type: `${type}:${key}`, value }));
  return listFrom(held).map((item) => {
    const { value, description } = membersOf(item);
    if (value === undefined) return { type, value: scalarOf(item) };
    return { type: description === undefined ? type : `${type}:${String(scalarOf(description))}`, value };
  });
};

/** `ENTITY.IDENTIFIERS`: every identifier of each entity in a row of its own. */
export const entityIdentifiers = defineFunction({
  name: "ENTITY.IDENTIFIERS",
  help: helpWanted
    ? {
        description: "Every identifier of companies, one per row: entity id, type and value.",
        parameters: { types: "Types to list; all if omitted." },
        examples: [
          {
            formula: '=ENTITY.IDENTIFIERS("SE0ZZ0000012","isin,lei,ticker")',
            shows: "ISINs, LEI and tickers of the company.",
          },
        ],
      }
    : undefined,
  parameters: { entities: list("entities"), types: chosen(choices(types)) },
  layout: "table",
  options: {},
  routes: ["searchEntities"],
  columns,
  answer: async (call) => {
    const wanted = call.values.types ?? types;
    const shown = showColumns(call, columns, undefined);
    const rows = await spreadEntities(call, call.values.entities, {
      fields: wanted.map((type) => fieldsOf[type]),
      spread: (entity) => wanted.flatMap((type) => rowsOf(entity, type)),
    });
    return tabulate(call, rows, shown);
  },
});
