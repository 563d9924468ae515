import { cardIdLabel } from "../../arguments/argument";
import type { AnyInvocation } from "../../define/invocation";
import { entityMembers } from "../../table/column-sets";
import { entityList } from "../../arguments/entities";
import { defineFunction } from "../../define/define-function";
import { entityRecord } from "./records";
import { mapCells } from "../../define/map-cells";
import { fields } from "../../arguments/parameters";
import { columnNamed, columnsFor, type FieldName, requestedFields, type TableRecord } from "../../table/columns";
import { EntityCard } from "../../table/data-types";
import { CellError, type CardValue } from "../../table/matrix";

const set = { resource: "entity", members: entityMembers, shown: ["name", "country", "isin"] };

/** The sections of the card: title → label → path of the field. */
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
): EntityCard => {
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
  return new EntityCard(
    String(read("name") ?? read("id") ?? ""),
    Object.fromEntries(shown.filter(([, values]) => Object.keys(values).length > 0)),
  );
};

/**
 * The fields that the card needs, and the further columns that `fields` names.
 * @throws CellError an error among them: a card has no column to show it.
 */
const wantedBy = (invocation: AnyInvocation, names: readonly FieldName[] | undefined) => {
  const error = names?.find((name) => name instanceof CellError);
  if (error !== undefined) throw error;
  const also = names === undefined ? [] : columnsFor(set, names).map(({ label, name }) => ({ label, path: name }));
  const paths = [
    ...Object.values(sections).flatMap((section) => Object.values(section)),
    ...also.map(({ path }) => path),
  ];
  const needed = invocation.context.host.entityCards ? paths : ["name", "id"];
  return {
    also: also.filter(({ path }) => path !== ""),
    fields: requestedFields(needed.filter(Boolean).map((path) => columnNamed(set, path))),
  };
};

/** `ENTITY.CARD`: an entity data type with a card (identity, size, industry, links) where the host shows it, the name elsewhere. */
export const entityCard = defineFunction({
  name: "ENTITY.CARD",
  help: {
    description:
      "A company as a card: identity, size, industry and links. Other functions accept the cell as a company.",
    synonyms: "data type, company card, profile, overview, tooltip",
    parameters: { fields: "Additional fields on the card." },
    examples: [
      {
        formula: '=ENTITY.CARD("SE0ZZ0000012")',
        shows: "The company's name. Click the cell's icon to open the card.",
      },
    ],
  },
  parameters: { entity: entityList("entity"), fields },
  routes: ["searchEntities"],
  columns: set,
  calculate: (invocation) => {
    const { also, fields: wanted } = wantedBy(invocation, invocation.values.fields);
    return mapCells(invocation, invocation.values.entity, async (cell) => {
      const card = cardOf(await entityRecord(invocation, cell, wanted), also);
      return invocation.context.host.entityCards ? card : card.text;
    });
  },
});
