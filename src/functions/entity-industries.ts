import { defineFunction } from "../formula/define";
import { spreadEntities } from "../formula/entity-records";
import { helpWanted } from "../formula/help";
import { flag, known } from "../formula/kind";
import { list, optional } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { ownMember, type TableRecord } from "../table/column";
import { byPriority } from "../table/nested/industries";
import { listFrom, membersOf, scalarOf } from "../table/nested/reading";

const columns = {
  members: [
    ownMember("entity_id", "text"),
    ownMember("scheme", "text"),
    ownMember("level", "integer"),
    ownMember("code", "text"),
    ownMember("description", "text"),
    ownMember("priority", "integer"),
    ownMember("path", "text"),
    ownMember("leaf", "boolean"),
  ],
  shown: ["entity_id", "scheme", "level", "code", "description", "priority", "path", "leaf"],
};

const described = (node: unknown): string => {
  const { code, description } = membersOf(node);
  return `${String(scalarOf(code) ?? "")} ${String(scalarOf(description) ?? "")}`.trim();
};

/** The nodes of a tree depth first, each with its level and the way to it. */
const nodesOf = (nodes: readonly unknown[], above: readonly string[]): readonly TableRecord[] =>
  nodes.flatMap((node) => {
    const path = [...above, described(node)];
    const children = listFrom(membersOf(node)["values"]);
    const row = { ...membersOf(node), level: path.length, path: path.join(" > "), leaf: children.length === 0 };
    return [row, ...nodesOf(children, path)];
  });

const flat = (codes: unknown, scheme: unknown): readonly TableRecord[] =>
  byPriority(codes).map((code) => ({ ...membersOf(code), scheme, level: 1, path: described(code), leaf: true }));

const industriesOf = (entity: TableRecord): readonly TableRecord[] => [
  ...nodesOf(listFrom(entity["isic4"]), []).map((row) => ({ ...row, scheme: "ISIC4" })),
  ...listFrom(entity["industry_codes"]).flatMap((scheme) =>
    flat(membersOf(scheme)["values"], membersOf(scheme)["description"]),
  ),
  ...flat(entity["unspsc"], "UNSPSC"),
];

/** `ENTITY.INDUSTRIES`: every industry code of each entity, the ISIC4 tree depth first. */
export const entityIndustries = defineFunction({
  name: "ENTITY.INDUSTRIES",
  help: helpWanted
    ? {
        description: "Industry codes of companies, one per row: scheme, level, code, description, priority and path.",
        parameters: { scheme: "ISIC4, UNSPSC, or a classification such as NAICS; all if omitted." },
        options: { leaves: "yes keeps the most detailed codes only." },
        examples: [
          {
            formula: '=ENTITY.INDUSTRIES("SE0ZZ0000012","ISIC4")',
            shows: "The ISIC4 codes of the company from the section down.",
          },
        ],
      }
    : undefined,
  parameters: { entities: list("entities"), scheme: optional("text", known(["ISIC4", "UNSPSC"], true)) },
  layout: "table",
  options: { leaves: flag },
  routes: ["searchEntities"],
  columns,
  answer: async (call) => {
    const scheme = call.values.scheme?.toLowerCase();
    const rows = await spreadEntities(call, call.values.entities, {
      fields: ["isic4", "industry_codes", "unspsc"],
      spread: (entity) =>
        industriesOf(entity).filter(
          (row) =>
            (scheme === undefined || String(row["scheme"]).toLowerCase() === scheme) &&
            (call.options.leaves !== true || row["leaf"] === true),
        ),
    });
    return tabulate(call, rows, showColumns(call, columns, undefined));
  },
});
