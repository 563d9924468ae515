import type { Field, FieldType } from "../wire/fields";
import { nestedKinds } from "./nested/kinds";
import { type Look, type Nested, type Reading, type Scalar, scalarOf } from "./nested/reading";
import { texts } from "./nested/texts";

/** One record as rows are made from it: the wire's members, and those the add-in adds (rank, status, the joined entity). */
export type TableRecord = Readonly<Record<string, unknown>>;

/** A member a column can start from: its name, type, how it nests, and what must be asked of the service for it. */
export interface Member {
  readonly name: string;
  readonly type: FieldType;
  readonly byDefault: boolean;
  readonly nested?: Nested;
  /** The field to request; `""` where the add-in makes the value itself. */
  readonly wire: string;
}

/** One column of a result. */
export interface Column {
  /** As asked for: `score`, `entity.isin[1]`. */
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  /** The member it starts from; undefined for a blank column. */
  readonly member: Member | undefined;
  /** For `entity.…`, the entity's field that has to be joined. */
  readonly joins?: string;
  /** Where `read` looks at one member of the record and no other: which, and how its value is read. */
  readonly own?: { readonly name: string; readonly read: Reading["read"] };
  readonly read: (record: TableRecord, look: Look) => Scalar;
}

/** A member for every field of a resource. */
export const membersFor = (fields: readonly Field[]): readonly Member[] =>
  fields.map((field) => {
    const nested = nestedOf(field);
    return {
      name: field.name,
      type: field.type,
      byDefault: field.byDefault,
      wire: field.name,
      ...(nested && { nested }),
    };
  });

const nestedOf = (field: Field): Nested | undefined =>
  field.list && field.type !== "object" ? texts : field.type === "object" ? nestedKinds[field.name] : undefined;

/** A member the add-in makes itself; nothing is requested for it. */
export const ownMember = (name: string, type: FieldType): Member => ({ name, type, byDefault: true, wire: "" });

/** How a member is read whole or along a path; undefined where the path leads nowhere. */
export const readingOf = (
  member: Member,
  path: string,
): { readonly type: FieldType; readonly read: (value: unknown, look: Look) => Scalar } | undefined => {
  if (path === "") return member.nested?.whole ?? { type: member.type, read: scalarOf };
  return member.nested?.at(path);
};

const acronyms = new Set(["id", "isin", "lei", "figi", "url", "esg", "sdg", "ungc", "isic4", "unspsc", "duns", "uuid"]);

/** The shown label of a wire name: `last_activity` → `Last activity`, `isin` → `ISIN`. */
export const labelOf = (name: string): string => {
  const spaced = name
    .replaceAll(/[_.]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const words = spaced.split(" ").map((word) => (acronyms.has(word) ? word.toUpperCase() : word));
  const label = words.join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
};
