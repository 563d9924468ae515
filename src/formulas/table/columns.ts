import type { Field, FieldType } from "../../contract/fields";
import { AddinError } from "../../engine/http/addin-error";
import { formatList, t } from "../../i18n/t";
import { nearest } from "../../i18n/nearest";
import type { RecordIdentity } from "./formula-result";
import { CellError, type FormattedCell } from "./matrix";
import { nestedKinds } from "./nested/by-field";
import {
  listOfTexts,
  toMembers,
  type Nested,
  type ReadOptions,
  type Scalar,
  toScalar,
  textReader,
  type ValueReader,
} from "./nested/values";
import { type ReadableText, readableField } from "./readable";

/** A record of the service, with the members that the add-in adds (`rank`, `status`, the joined `entity`). */
export type TableRecord = Readonly<Record<string, unknown>>;

/** A member of records that a column can show. */
export interface ColumnMember {
  readonly name: string;
  readonly type: FieldType;
  readonly byDefault: boolean;
  readonly nested?: Nested;
  /** How its texts are shown, where not as the service spells them. */
  readonly readable?: ReadableText;
  /** The field to request; `""` where the add-in makes the value. */
  readonly wire: string;
}

/** One column of a result. */
export interface Column {
  /** The path that `fields` names: `score`, `entity.isin[1]`. */
  readonly name: string;
  readonly label: string;
  /** The cell of the header row where it is a number (a score across) or a date (a month across), not the label. */
  readonly header?: number | FormattedCell | undefined;
  readonly type: FieldType;
  /** The number format of its cells, where not that of its type. */
  readonly numberFormat?: string | undefined;
  /** The number formats of some of its cells, by their number. */
  readonly formats?: ReadonlyMap<number, string>;
  /** The first member of the path; undefined for a blank column. */
  readonly member: ColumnMember | undefined;
  /** What a column without a member shows in each row, where that is not blank. */
  readonly error?: CellError;
  /** A second member that the column reads: the translation of a text. */
  readonly also?: ColumnMember;
  /** For `entity.…`: the field of the entity. */
  readonly joins?: string;
  /** Where `read` reads one member of the record only: the member, and how its value is read. */
  readonly own?: { readonly name: string; readonly read: ValueReader["read"] };
  readonly read: (record: TableRecord, look: ReadOptions) => Scalar;
}

/** The members of a resource. `kinds`: how its nested values are shown, by wire name. */
export const membersFor = (fields: readonly Field[], kinds = nestedKinds): readonly ColumnMember[] =>
  fields.map((field) => {
    const readable = field.type === "text" ? readableField(field.name) : undefined;
    const nested = field.type === "object" ? kinds[field.name] : listNested(field, readable);
    return {
      name: field.name,
      type: field.type,
      byDefault: field.byDefault,
      wire: field.name,
      ...(nested && { nested }),
      ...(readable && { readable }),
    };
  });

const listNested = (field: Field, readable: ReadableText | undefined): Nested | undefined =>
  field.list ? listOfTexts(textReader(readable)) : undefined;

/** A member that the add-in makes; nothing is requested for it. */
export const ownMember = (name: string, type: FieldType, readable?: ReadableText): ColumnMember => ({
  name,
  type,
  byDefault: true,
  wire: "",
  ...(readable && { readable }),
});

/** The reader of a member, or of a path into it; undefined where the path leads nowhere. */
export const memberReader = (member: ColumnMember, path: string): ValueReader | undefined => {
  if (path === "")
    return (
      member.nested?.whole ?? (member.readable && textReader(member.readable)) ?? { type: member.type, read: toScalar }
    );
  return member.nested?.at(path);
};

const acronyms = /\b(?:id|isin|lei|figi|url|esg|sdg|ungc|isic4|unspsc|duns|uuid)\b/g;

/** The label of a wire name: `last_activity` → `Last activity`, `isin` → `ISIN`. */
export const columnLabel = (name: string): string => {
  const label = name
    .replaceAll(/[_.]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace("qscore", "quality score")
    .replaceAll(acronyms, (word) => word.toUpperCase());
  return label.charAt(0).toUpperCase() + label.slice(1);
};

/** What a cell of the argument `fields` names: a column; undefined, a blank one; an error, one that shows it in each row. */
export type FieldName = string | CellError | undefined;

/** The columns that a function can show: its members, those shown by default, and the members of `entity.…`. */
export interface ColumnSet {
  readonly members: readonly ColumnMember[];
  readonly shown: readonly string[];
  readonly entity?: readonly ColumnMember[];
  /** The name of the resource in contract/field-descriptions. */
  readonly resource?: string;
  /** What a refresh compares records by. Without it the rows of a table are not compared. */
  readonly identity?: RecordIdentity;
}

/** Columns by set and name, and by set and list of names. A set or a list that is built anew is read again. */
const columnsCache = new WeakMap<ColumnSet, Map<string, readonly Column[]>>();
const madeFor = new WeakMap<ColumnSet, WeakMap<readonly FieldName[], readonly Column[]>>();
const mostMade = 200;

/**
 * The columns that the argument `fields` names, in its order. Cached, because thousands of cells
 * name the same fields.
 * @throws AddinError `invalid-argument` with the nearest name.
 */
export const columnsFor = (set: ColumnSet, names: readonly FieldName[] | undefined): readonly Column[] => {
  const byList = madeFor.get(set) ?? new WeakMap<readonly FieldName[], readonly Column[]>();
  madeFor.set(set, byList);
  const same = names && byList.get(names);
  if (same !== undefined) return same;
  const known = columnsCache.get(set) ?? new Map<string, readonly Column[]>();
  columnsCache.set(set, known);
  const key = names === undefined ? "" : JSON.stringify(names);
  const columns = known.get(key) ?? makeColumns(set, names);
  if (known.size < mostMade) known.set(key, columns);
  if (names !== undefined) byList.set(names, columns);
  return columns;
};

const makeColumns = (set: ColumnSet, names: readonly FieldName[] | undefined): readonly Column[] => {
  const list = names ?? [];
  const named = list.filter((name) => typeof name === "string");
  const relative = named.length > 0 && named.every((name) => /^[+-]/.test(name));
  const start = names === undefined || relative ? set.shown.map((name) => columnNamed(set, name)) : [];
  const columns = list.reduce<readonly Column[]>(
    (columnsSoFar, name) => addColumnNamed(set, columnsSoFar, name),
    start,
  );
  if (columns.length === 0) throw new AddinError("invalid-argument", t("table.noFields"));
  return columns;
};

const addColumnNamed = (set: ColumnSet, columnsSoFar: readonly Column[], name: FieldName): readonly Column[] => {
  if (name === undefined) return [...columnsSoFar, blankColumn];
  if (name instanceof CellError) return [...columnsSoFar, { ...blankColumn, error: name }];
  const lower = name.toLowerCase();
  if (lower === "*" || lower === "+*")
    return addMissing(
      set,
      columnsSoFar,
      set.members.map((member) => member.name),
    );
  if (lower === "default" || lower === "+default")
    return addMissing(
      set,
      columnsSoFar,
      set.members.filter((member) => member.byDefault).map((member) => member.name),
    );
  if (name.startsWith("-")) {
    const out = columnNamed(set, name.slice(1).trim());
    return columnsSoFar.filter((column) => column.name !== out.name);
  }
  if (name.startsWith("+")) return addMissing(set, columnsSoFar, [name.slice(1).trim()]);
  return [...columnsSoFar, columnNamed(set, name)];
};

const addMissing = (set: ColumnSet, columnsSoFar: readonly Column[], names: readonly string[]): readonly Column[] => {
  const columns = names.map((name) => columnNamed(set, name));
  return [...columnsSoFar, ...columns.filter((column) => columnsSoFar.every((other) => other.name !== column.name))];
};

const blankColumn: Column = { name: "", label: "", type: "text", member: undefined, read: () => undefined };

/**
 * The column of a name, a label or a dotted path, without case. `argument`: the argument or option that names it, for the message.
 * @throws AddinError `invalid-argument` with the nearest name.
 */
export const columnNamed = (set: ColumnSet, name: string, argument = "fields"): Column => {
  const own = longestMatch(set.members, name);
  if (own !== undefined && (own.rest === "" || own.member.nested !== undefined)) return ownColumn(own, argument);
  const joined = set.entity && joinedColumn(set.entity, name, argument);
  if (joined !== undefined) return joined;
  if (own !== undefined) throw unknownMember(own, argument);
  throw unknownField(set, name, argument);
};

interface MemberMatch {
  readonly member: ColumnMember;
  readonly rest: string;
}

/** `SDG:7` is shown as `SDG 7`. */
const spelled = (text: string): string => text.toLowerCase().replaceAll(/[_:]/g, " ");

/** Cached, because each cell of a formula looks its columns up. */
const spellings = new WeakMap<ColumnMember, readonly string[]>();

/** The wire name and the label of a member, in lower case. Cached, because thousands of cells name fields. */
const memberSpellings = (member: ColumnMember): readonly string[] => {
  const known = spellings.get(member) ?? [...new Set([spelled(member.name), spelled(columnLabel(member.name))])];
  spellings.set(member, known);
  return known;
};

/** The member with the longest name or label that the text starts with; the rest is the path. */
const longestMatch = (members: readonly ColumnMember[], text: string): MemberMatch | undefined => {
  const spelling = spelled(text.trim());
  let best: (MemberMatch & { readonly length: number }) | undefined;
  for (const member of members)
    for (const name of memberSpellings(member)) {
      const next = spelling.charAt(name.length);
      const fits = spelling.startsWith(name) && (next === "" || /[.[ ]/.test(next));
      if (fits && (best === undefined || name.length > best.length))
        best = {
          member,
          rest: text
            .trim()
            .slice(name.length)
            .replace(/^[. ]\s*/, ""),
          length: name.length,
        };
    }
  return best;
};

const ownColumn = (match: MemberMatch, argument: string): Column => {
  const { member, rest } = match;
  const reading = memberReader(member, rest);
  if (reading === undefined) throw unknownMember(match, argument);
  return {
    name: columnPath(member.name, rest),
    label: `${columnLabel(member.name)}${rest === "" ? "" : ` ${rest}`}`,
    type: reading.type,
    member,
    own: { name: member.name, read: reading.read },
    read: (record, look) => reading.read(record[member.name], look),
  };
};

const joinedColumn = (members: readonly ColumnMember[], text: string, argument: string): Column | undefined => {
  const rest = /^entity[. ]\s*(\S.*)$/i.exec(text.trim())?.[1];
  if (rest === undefined) return undefined;
  const column = columnNamed({ members, shown: [] }, rest, argument);
  const joins = column.member?.wire ?? "id";
  return {
    name: `entity.${column.name}`,
    label: `Entity ${column.label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`,
    type: column.type,
    member: { name: "entity", type: "object", byDefault: false, wire: "entity_id" },
    joins,
    read: (record, look) => column.read(toMembers(record["entity"]), look),
  };
};

const columnPath = (name: string, rest: string): string =>
  rest === "" ? name : rest.startsWith("[") ? `${name}${rest}` : `${name}.${rest}`;

const unknownMember = ({ member, rest }: MemberMatch, argument: string): AddinError =>
  new AddinError(
    "invalid-argument",
    member.nested === undefined
      ? t("table.noPaths", { argument, name: member.name, member: rest })
      : t("table.unknownMember", {
          argument,
          name: member.name,
          member: rest,
          allowed: formatList(member.nested.members),
        }),
  );

const unknownField = (set: ColumnSet, name: string, argument: string): AddinError => {
  const names = [
    ...set.members.map((member) => member.name),
    ...(set.entity ?? []).map((member) => `entity.${member.name}`),
  ];
  const near = nearest(name, names);
  return new AddinError(
    "invalid-argument",
    near === undefined
      ? t("table.unknownFieldAlone", { argument, name, allowed: formatList(names.slice(0, 40)) })
      : t("table.unknownField", { argument, name, nearest: near }),
  );
};

/** The wire fields to request for these columns, without members that the add-in makes. */
export const columnFields = (columns: readonly Column[]): readonly string[] => collectFields(columns).requested;

/** The fields of the entity that these columns need. */
export const joinedFields = (columns: readonly Column[]): readonly string[] => collectFields(columns).joined;

interface Fields {
  readonly requested: readonly string[];
  readonly joined: readonly string[];
}

/** Cached, because each record of a page is read by the same columns. */
const fieldsOfColumns = new WeakMap<readonly Column[], Fields>();

const collectFields = (columns: readonly Column[]): Fields => {
  const fields = fieldsOfColumns.get(columns) ?? {
    requested: [
      ...new Set(
        columns.flatMap(({ member, also }) => [member?.wire ?? "", also?.wire ?? ""]).filter((wire) => wire !== ""),
      ),
    ],
    joined: [...new Set(columns.flatMap((column) => (column.joins === undefined ? [] : [column.joins])))],
  };
  fieldsOfColumns.set(columns, fields);
  return fields;
};
