import { cardIdLabel } from "../formula/argument";
import type { AnyCall } from "../formula/call";
import { entityMembers } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { entityRecord } from "../formula/entity-records";
import { helpWanted } from "../formula/help";
import { mapCells } from "../formula/map-cells";
import { fields, list } from "../formula/parameter";
import type { TableRecord } from "../table/column";
import { columnNamed, columnsFor, requestedFields } from "../table/fields";
import type { CardValue, EntityCell } from "../table/matrix";

const set = { resource: "entity", members: entityMembers, shown: ["name", "country", "isin"] };

/** Title → label → path of every property of the card. */
const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Identity: {
    Name: "name",
    [cardIdLabel]: "id",
    Description: "description",
    Country: "country",
    City: "city",
    ISIN: "isin",
    LEI: "lei",
    FIGI: "figi",
    Ticker: "ticker",
  },
  Size: {
    Employees: "employee_count",
    Revenue: "revenue",
    Currency: "revenue.currency",
    "Revenue date": "revenue.date",
  },
  Industry: { Section: "isic4.section", Industry: "isic4" },
  Links: { Website: "website" },
};

const cardOf = (
  record: TableRecord,
  also: readonly { readonly label: string; readonly path: string }[],
): EntityCell => {
  const read = (path: string): CardValue | undefined => columnNamed(set, path).read(record, { join: "; " });
  const section = (paths: Readonly<Record<string, string>>): Readonly<Record<string, CardValue>> =>
    Object.fromEntries(
      Object.entries(paths).flatMap(([label, path]) => {
        const value = read(path);
        return value === undefined || value === "" ? [] : [[label, value] as const];
      }),
    );
  const asked = Object.fromEntries(also.map(({ label, path }) => [`${label} `, path]));
  const all = Object.entries({ ...sections, ...(also.length > 0 && { "Asked for": asked }) });
  const shown = all.map(([title, paths]) => [title, section(paths)] as const);
  return {
    kind: "entity",
    text: String(read("name") ?? read("id") ?? ""),
    sections: Object.fromEntries(shown.filter(([, values]) => Object.keys(values).length > 0)),
  };
};

/** What the card needs; the columns asked for beside it. */
const wantedBy = (call: AnyCall, names: readonly (string | undefined)[] | undefined) => {
  const also = names === undefined ? [] : columnsFor(set, names).map(({ label, name }) => ({ label, path: name }));
  const paths = [
    ...Object.values(sections).flatMap((section) => Object.values(section)),
    ...also.map(({ path }) => path),
  ];
  const needed = call.context.host.entityCards ? paths : ["name", "id"];
  return {
    also: also.filter(({ path }) => path !== ""),
    fields: requestedFields(needed.filter(Boolean).map((path) => columnNamed(set, path))),
  };
};

/** `ENTITY.CARD`: an entity data type with a card (identity, size, industry, links) where the host shows it, the name elsewhere. */
export const entityCard = defineFunction({
  name: "ENTITY.CARD",
  help: helpWanted
    ? {
        description:
          "A company as a card: identity, size, industry and links; other functions take the cell as the company.",
        parameters: { fields: "Further fields to put on the card." },
        examples: [
          { formula: '=ENTITY.CARD("SE0ZZ0000012")', shows: "The company's name; the card opens from the cell." },
        ],
      }
    : undefined,
  parameters: { entity: list("entity"), fields },
  routes: ["searchEntities"],
  columns: set,
  answer: (call) => {
    const { also, fields: wanted } = wantedBy(call, call.values.fields);
    return mapCells(call, call.values.entity, async (cell) => {
      const card = cardOf(await entityRecord(call, cell, wanted), also);
      return call.context.host.entityCards ? card : card.text;
    });
  },
});
