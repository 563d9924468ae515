import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { nearest } from "../text/nearest";
import { tell } from "../text/tell";
import { type Column, labelOf, type Member, readingOf } from "./column";
import { membersOf } from "./nested/reading";

/** What a function can show: its members, the columns for readers, and the entity's members where a record carries entity_id. */
export interface ColumnSet {
  readonly members: readonly Member[];
  readonly shown: readonly string[];
  readonly entity?: readonly Member[];
  /** The contract's name of the resource, for descriptions. */
  readonly resource?: string;
}

const made = new WeakMap<ColumnSet, Map<string, readonly Column[]>>();
const madeFor = new WeakMap<ColumnSet, WeakMap<readonly (string | undefined)[], readonly Column[]>>();
const mostMade = 200;

/** The columns a `fields` argument asks for, in its order; `undefined` names (blank headers) give blank columns. Thousands of cells ask alike. */
export const columnsFor = (set: ColumnSet, names: readonly (string | undefined)[] | undefined): readonly Column[] => {
  const byList = madeFor.get(set) ?? new WeakMap<readonly (string | undefined)[], readonly Column[]>();
  madeFor.set(set, byList);
  const same = names && byList.get(names);
  if (same !== undefined) return same;
  const known = made.get(set) ?? new Map<string, readonly Column[]>();
  made.set(set, known);
  const key = names === undefined ? "" : JSON.stringify(names);
  const columns = known.get(key) ?? makeColumns(set, names);
  if (known.size < mostMade) known.set(key, columns);
  if (names !== undefined) byList.set(names, columns);
  return columns;
};

const makeColumns = (set: ColumnSet, names: readonly (string | undefined)[] | undefined): readonly Column[] => {
  const list = names ?? [];
  const relative = list.every((name) => name === undefined || /^[+-]/.test(name)) && list.some((name) => name);
  const start = names === undefined || relative ? set.shown.map((name) => columnNamed(set, name)) : [];
  const columns = list.reduce<readonly Column[]>((chosen, name) => addName(set, chosen, name), start);
  if (columns.length === 0) throw new AddinError("invalid-argument", tell("table.noFields"));
  return columns;
};

const addName = (set: ColumnSet, chosen: readonly Column[], name: string | undefined): readonly Column[] => {
  if (name === undefined) return [...chosen, blank];
  const lower = name.toLowerCase();
  if (lower === "*" || lower === "+*")
    return addMissing(
      set,
      chosen,
      set.members.map((member) => member.name),
    );
  if (lower === "default" || lower === "+default")
    return addMissing(
      set,
      chosen,
      set.members.filter((member) => member.byDefault).map((member) => member.name),
    );
  if (name.startsWith("-")) {
    const out = columnNamed(set, name.slice(1).trim());
    return chosen.filter((column) => column.name !== out.name);
  }
  if (name.startsWith("+")) return addMissing(set, chosen, [name.slice(1).trim()]);
  return [...chosen, columnNamed(set, name)];
};

const addMissing = (set: ColumnSet, chosen: readonly Column[], names: readonly string[]): readonly Column[] => {
  const columns = names.map((name) => columnNamed(set, name));
  return [...chosen, ...columns.filter((column) => chosen.every((other) => other.name !== column.name))];
};

const blank: Column = { name: "", label: "", type: "text", member: undefined, read: () => undefined };

/** The column of a name, a label or a dotted path, without case; `asked` is the argument or option that names it. Throws `invalid-argument` with the nearest name. */
export const columnNamed = (set: ColumnSet, name: string, asked = "fields"): Column => {
  const own = longest(set.members, name);
  if (own !== undefined && (own.rest === "" || own.member.nested !== undefined)) return ownColumn(own, asked);
  const joined = set.entity && joinedColumn(set.entity, name, asked);
  if (joined !== undefined) return joined;
  if (own !== undefined) throw unknownMember(own, asked);
  throw unknownField(set, name, asked);
};

interface Found {
  readonly member: Member;
  readonly rest: string;
}

const spelled = (text: string): string => text.toLowerCase().replaceAll("_", " ");

const spellings = new WeakMap<Member, readonly string[]>();

/** The two ways to write a member: its wire name and its label; made once, because thousands of cells ask. */
const spellingsOf = (member: Member): readonly string[] => {
  const known = spellings.get(member) ?? [...new Set([spelled(member.name), spelled(labelOf(member.name))])];
  spellings.set(member, known);
  return known;
};

/** The member whose name or label the text starts with, the longest; what follows is the path. */
const longest = (members: readonly Member[], text: string): Found | undefined => {
  const wanted = spelled(text.trim());
  let best: (Found & { readonly length: number }) | undefined;
  for (const member of members)
    for (const name of spellingsOf(member)) {
      const next = wanted.charAt(name.length);
      const fits = wanted.startsWith(name) && (next === "" || /[.[ ]/.test(next));
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

const ownColumn = (found: Found, asked: string): Column => {
  const { member, rest } = found;
  const reading = readingOf(member, rest);
  if (reading === undefined) throw unknownMember(found, asked);
  return {
    name: pathOf(member.name, rest),
    label: `${labelOf(member.name)}${rest === "" ? "" : ` ${rest}`}`,
    type: reading.type,
    member,
    own: { name: member.name, read: reading.read },
    read: (record, look) => reading.read(record[member.name], look),
  };
};

const joinedColumn = (members: readonly Member[], text: string, asked: string): Column | undefined => {
  const rest = /^entity[. ]\s*(.+)$/i.exec(text.trim())?.[1];
  if (rest === undefined) return undefined;
  const column = columnNamed({ members, shown: [] }, rest, asked);
  const joins = column.member?.wire ?? "id";
  return {
    name: `entity.${column.name}`,
    label: `Entity ${column.label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`,
    type: column.type,
    member: { name: "entity", type: "object", byDefault: false, wire: "entity_id" },
    joins,
    read: (record, look) => column.read(membersOf(record["entity"]), look),
  };
};

const pathOf = (name: string, rest: string): string =>
  rest === "" ? name : rest.startsWith("[") ? `${name}${rest}` : `${name}.${rest}`;

const unknownMember = ({ member, rest }: Found, asked: string): AddinError =>
  new AddinError(
    "invalid-argument",
    member.nested === undefined
      ? tell("table.noPaths", { asked, name: member.name, member: rest })
      : tell("table.unknownMember", { asked, name: member.name, member: rest, allowed: listOf(member.nested.members) }),
  );

const unknownField = (set: ColumnSet, name: string, asked: string): AddinError => {
  const names = [
    ...set.members.map((member) => member.name),
    ...(set.entity ?? []).map((member) => `entity.${member.name}`),
  ];
  const near = nearest(name, names);
  return new AddinError(
    "invalid-argument",
    near === undefined
      ? tell("table.unknownFieldAlone", { asked, name, allowed: listOf(names.slice(0, 40)) })
      : tell("table.unknownField", { asked, name, nearest: near }),
  );
};

/** The wire fields to request for these columns; members the add-in makes itself are left out. */
export const requestedFields = (columns: readonly Column[]): readonly string[] => fieldsOf(columns).requested;

/** The entity's fields these columns join. */
export const joinedFields = (columns: readonly Column[]): readonly string[] => fieldsOf(columns).joined;

interface Fields {
  readonly requested: readonly string[];
  readonly joined: readonly string[];
}

const fieldsOfColumns = new WeakMap<readonly Column[], Fields>();

const fieldsOf = (columns: readonly Column[]): Fields => {
  const fields = fieldsOfColumns.get(columns) ?? {
    requested: [...new Set(columns.map((column) => column.member?.wire ?? "").filter((wire) => wire !== ""))],
    joined: [...new Set(columns.flatMap((column) => (column.joins === undefined ? [] : [column.joins])))],
  };
  fieldsOfColumns.set(columns, fields);
  return fields;
};
