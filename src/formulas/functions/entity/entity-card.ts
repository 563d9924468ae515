import { cardIdLabel } from "../../arguments/argument";
import type { AnyInvocation } from "../../define/invocation";
import { entityColumnMembers } from "../../table/column-sets";
import { entityList } from "../../arguments/entities";
import { defineFunction } from "../../define/define-function";
import { entityRecord } from "./records";
import { mapCells } from "../../define/map-cells";
import { fields } from "../../arguments/parameters";
import { columnNamed, columnsFor, type FieldName, columnFields, type TableRecord } from "../../table/columns";
import { EntityCard } from "../../table/data-types";
import { CellError, type CardValue } from "../../table/matrix";

const cardColumns = { resource: "entity", members: entityColumnMembers, shown: ["name", "country", "isin"] };

/** The sections of the card: title → label → path of the field. */
const cardSections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

const entityCardCell = (
  record: TableRecord,
  also: readonly { readonly label: string; readonly path: string }[],
): EntityCard => {
  const read = (path: string): CardValue | undefined => columnNamed(cardColumns, path).read(record, { join: "; " });
  const section = (paths: Readonly<Record<string, string>>): Readonly<Record<string, CardValue>> =>
    Object.fromEntries(
      Object.entries(paths).flatMap(([label, path]) => {
        const value = read(path);
        return value === undefined || value === "" ? [] : [[label, value] as const];
      }),
    );
  const extraFields = Object.fromEntries(also.map(({ label, path }) => [`${label} `, path]));
  const all = Object.entries({ ...cardSections, ...(also.length > 0 && { "Asked for": extraFields }) });
  const sectionsShown = all.map(([title, paths]) => [title, section(paths)] as const);
  return new EntityCard(
    String(read("name") ?? read("id") ?? ""),
    Object.fromEntries(sectionsShown.filter(([, values]) => Object.keys(values).length > 0)),
  );
};

/**
 * The fields that the card needs, and the further columns that `fields` names.
 * @throws CellError an error among them: a card has no column to show it.
 */
const wantedBy = (invocation: AnyInvocation, names: readonly FieldName[] | undefined) => {
  const error = names?.find((name) => name instanceof CellError);
  if (error !== undefined) throw error;
  const also =
    names === undefined ? [] : columnsFor(cardColumns, names).map(({ label, name }) => ({ label, path: name }));
  const paths = [
    ...Object.values(cardSections).flatMap((section) => Object.values(section)),
    ...also.map(({ path }) => path),
  ];
  const cardPaths = invocation.context.host.entityCards ? paths : ["name", "id"];
  return {
    also: also.filter(({ path }) => path !== ""),
    fields: columnFields(cardPaths.filter(Boolean).map((path) => columnNamed(cardColumns, path))),
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
  columns: cardColumns,
  calculate: (invocation) => {
    const { also, fields: requested } = wantedBy(invocation, invocation.values.fields);
    return mapCells(invocation, invocation.values.entity, async (cell) => {
      const card = entityCardCell(await entityRecord(invocation, cell, requested), also);
      return invocation.context.host.entityCards ? card : card.text;
    });
  },
});
