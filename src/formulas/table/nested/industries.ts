import type { FieldType } from "../../../contract/fields";
import {
  joined,
  listFrom,
  memberAt,
  toMembers,
  type Nested,
  memberReaderFor,
  partsAt,
  type ValueReader,
  toScalar,
} from "./values";

/** A leaf of the ISIC4 tree. */
export interface Leaf {
  readonly code: string;
  readonly description: string;
  readonly priority: number;
  /** Nodes from the section down to the leaf itself. */
  readonly path: readonly { readonly code: string; readonly description: string }[];
}

const textIn = (value: unknown, member: string): string => String(toScalar(toMembers(value)[member]) ?? "");

const nodePriority = (value: unknown): number => {
  const priority = toScalar(toMembers(value)["priority"]);
  return typeof priority === "number" ? priority : Number.MAX_SAFE_INTEGER;
};

const leavesUnder = (nodes: readonly unknown[], above: Leaf["path"]): Leaf[] =>
  nodes.flatMap((node) => {
    if ("path" in toMembers(node)) return [node as Leaf];
    const here = { code: textIn(node, "code"), description: textIn(node, "description") };
    const path = [...above, here];
    const children = listFrom(toMembers(node)["values"]);
    return children.length > 0 ? leavesUnder(children, path) : [{ ...here, priority: nodePriority(node), path }];
  });

/** The leaves of an ISIC4 tree, the primary one (lowest priority number) first. */
export const listLeaves = (tree: unknown): readonly Leaf[] =>
  leavesUnder(listFrom(tree), []).sort((one, other) => one.priority - other.priority);

/** Codes with a priority, the primary one first. */
export const byPriority = (value: unknown): readonly unknown[] =>
  [...listFrom(value)].sort((one, other) => nodePriority(one) - nodePriority(other));

const codeAndDescription = (value: unknown): string =>
  `${textIn(value, "code")} ${textIn(value, "description")}`.trim();

const descriptionReader: ValueReader = { type: "text", read: (value) => codeAndDescription(value) || undefined };

const codeMembers: Readonly<Record<string, FieldType>> = { code: "text", description: "text", priority: "integer" };

const codeReading = (rest: string): ValueReader | undefined =>
  rest === "" ? descriptionReader : memberReaderFor(codeMembers, rest);

/** The reader of a member of a leaf, of its section or of its path. */
const leafReading = (rest: string): ValueReader | undefined => {
  const read = (show: (leaf: Leaf) => string): ValueReader => ({
    type: "text",
    read: (value) => (value === undefined ? undefined : show(value as Leaf)),
  });
  if (rest.toLowerCase() === "section") return read((leaf) => leaf.path[0]?.code ?? "");
  if (rest.toLowerCase() === "path") return read((leaf) => leaf.path.map(codeAndDescription).join(" > "));
  return codeReading(rest);
};

/** The ISIC4 tree: the primary leaf as `code description`; `section`, `code`, `description`, `path`, `priority`, `[2]`, `count`. */
export const isic4: Nested = {
  members: ["section", "code", "description", "path", "priority", "[2]", "count"],
  whole: { type: "text", read: (value, look) => descriptionReader.read(listLeaves(value)[0], look) },
  split: (value) => listLeaves(value).map((leaf) => [leaf]),
  at: (path) => partsAt(path, (value) => listLeaves(value), leafReading),
};

/** Codes with description and priority (`unspsc`): all joined; `code`, `description` of the primary, `[2]`, `count`. */
export const industryCodes: Nested = {
  members: ["code", "description", "priority", "[2]", "count"],
  whole: { type: "text", read: (value, look) => joined(byPriority(value).map(codeAndDescription), look) },
  split: (value) => byPriority(value).map((code) => [code]),
  at: (path) => partsAt(path, byPriority, codeReading),
};

/** Codes by classification (`industry_codes`): `NAICS: code description; …`; `NAICS`, `NAICS.code`, `NAICS.count`. */
export const schemes: Nested = {
  members: ["NAICS", "NAICS.code", "NAICS.description", "count"],
  whole: {
    type: "text",
    read: (value, look) =>
      joined(
        listFrom(value).map((scheme) => showScheme(scheme, look.join)),
        look,
      ),
  },
  split: (value) => listFrom(value).map((scheme) => [scheme]),
  at: (path) => (path.toLowerCase() === "count" ? partsAt(path, listFrom, () => undefined) : schemeReading(path)),
};

const showScheme = (scheme: unknown, join: string): string => {
  const values = joined(byPriority(toMembers(scheme)["values"]).map(codeAndDescription), { join });
  return values === undefined ? "" : `${textIn(scheme, "description")}: ${String(values)}`;
};

const byDescription = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(listFrom(value).map((scheme) => [textIn(scheme, "description"), toMembers(scheme)["values"]]));

const schemeReading = (path: string): ValueReader | undefined => {
  const suffix = /\.(code|description|priority|count)$/i.exec(path);
  const name = suffix === null ? path : path.slice(0, suffix.index);
  const reading = partsAt((suffix?.[1] ?? "").toLowerCase(), byPriority, codeReading);
  if (reading === undefined || name === "" || name.startsWith("[")) return undefined;
  return {
    type: reading.type,
    read: (value, look) => reading.read(memberAt(byDescription(value), name)?.value, look),
  };
};
