import { entityList } from "../../arguments/entities";
import { defineFunction } from "../../define/define-function";
import { explodeEntities } from "./records";
import { flag, known, optional } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { type ColumnSet, ownMember, type TableRecord } from "../../table/columns";
import { byPriority } from "../../table/nested/industries";
import { listFrom, toMembers, toScalar } from "../../table/nested/values";

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("scheme", "text"),
    ownMember("level", "integer"),
    ownMember("code", "text"),
    ownMember("description", "text"),
    ownMember("priority", "integer"),
    ownMember("path", "text"),
    ownMember("leaf", "boolean"),
    ownMember("entity_id", "text"),
  ],
  shown: ["name", "scheme", "level", "code", "description", "priority", "path", "leaf", "entity_id"],
  identity: { kind: "row", key: ["entity_id", "scheme", "level", "code"] },
} satisfies ColumnSet;

const describeNode = (node: unknown): string => {
  const { code, description } = toMembers(node);
  return `${String(toScalar(code) ?? "")} ${String(toScalar(description) ?? "")}`.trim();
};

/** The nodes of a tree, depth first, each with its level (from 1) and path. */
const nodeRows = (nodes: readonly unknown[], above: readonly string[]): readonly TableRecord[] =>
  nodes.flatMap((node) => {
    const path = [...above, describeNode(node)];
    const children = listFrom(toMembers(node)["values"]);
    const row = { ...toMembers(node), level: path.length, path: path.join(" > "), leaf: children.length === 0 };
    return [row, ...nodeRows(children, path)];
  });

const flat = (codes: unknown, scheme: unknown): readonly TableRecord[] =>
  byPriority(codes).map((code) => ({ ...toMembers(code), scheme, level: 1, path: describeNode(code), leaf: true }));

const industryRows = (entity: TableRecord): readonly TableRecord[] => [
  ...nodeRows(listFrom(entity["isic4"]), []).map((row) => ({ ...row, scheme: "ISIC4" })),
  ...listFrom(entity["industry_codes"]).flatMap((scheme) =>
    flat(toMembers(scheme)["values"], toMembers(scheme)["description"]),
  ),
  ...flat(entity["unspsc"], "UNSPSC"),
];

/** `ENTITY.INDUSTRIES`: every industry code of each entity, the ISIC4 tree depth first. */
export const entityIndustries = defineFunction({
  name: "ENTITY.INDUSTRIES",
  help: {
    description: "Industry codes of companies, one per row: name, scheme, level, code, description, priority and path.",
    synonyms: "sector, industry, classification, isic, nace, unspsc, activity",
    parameters: { scheme: "ISIC4, UNSPSC, or a classification such as NAICS; all if omitted." },
    options: { leaves: "Only the most detailed codes." },
    examples: [
      {
        formula: '=ENTITY.INDUSTRIES("SE0ZZ0000012","ISIC4")',
        shows: "The ISIC4 codes of the company from the section down.",
      },
    ],
  },
  parameters: { entities: entityList("entities"), scheme: optional("text", known(["ISIC4", "UNSPSC"], true)) },
  layout: "table",
  options: { leaves: flag },
  routes: ["searchEntities"],
  columns,
  calculate: async (invocation) => {
    const scheme = invocation.values.scheme?.toLowerCase();
    const rows = await explodeEntities(
      invocation,
      invocation.values.entities,
      ["isic4", "industry_codes", "unspsc"],
      (entity) =>
        industryRows(entity).filter(
          (row) =>
            (scheme === undefined || String(row["scheme"]).toLowerCase() === scheme) &&
            (invocation.options.leaves !== true || row["leaf"] === true),
        ),
    );
    return tabulate(invocation, rows, showColumns(invocation, columns, undefined));
  },
});
