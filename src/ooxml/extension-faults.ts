import { ifReadable } from "./ooxml-error";
import type { OoxmlPackage, Relation } from "./package";
import {
  type AddinSigns,
  extensionType,
  extensionIds,
  linkList,
  listExtension,
  panesType,
  removePanes,
  shows,
} from "./web-extensions";
import { EditableXml } from "./editable-xml";
import { childOf, childrenOf, parseXml, type XmlElement } from "./xml";

/**
 * What is wrong with the parts that make Excel start an add-in.
 * - `list missing`, `list unreadable`, `list unlinked`: the list of task panes; nothing leads to an unlinked one.
 * - `pane without part`: an entry of the list leads to nothing.
 * - `unlisted`: no entry of the list leads to the add-in's part.
 * - `doubled`: the file names the add-in more than once.
 * - `other id`: the part is of another release of the add-in.
 */
export type ExtensionFaultKind =
  | "list missing"
  | "list unreadable"
  | "list unlinked"
  | "pane without part"
  | "unlisted"
  | "unreadable"
  | "wrong type"
  | "doubled"
  | "other id";

export interface ExtensionFault {
  readonly kind: ExtensionFaultKind;
  readonly part: string;
  /** Undefined where a repair would lose something. */
  readonly repair: (() => void) | undefined;
}

/** A setting that an add-in stored in the document. */
export interface StoredSetting {
  readonly part: string;
  readonly name: string;
  /** JSON, as the file has it. */
  readonly value: string;
}

export interface ExtensionState {
  /** To be repaired in this order. */
  readonly faults: readonly ExtensionFault[];
  readonly settings: readonly StoredSetting[];
  /** Whether the file has a part of the add-in, right or wrong. */
  readonly isNamed: boolean;
}

interface Extension {
  readonly part: string;
  readonly root: XmlElement;
}

interface PaneList {
  readonly part: string;
  /** The id of the relation that leads to it; undefined if there is none. */
  readonly relation: string | undefined;
  /** Undefined if the list or its relations cannot be read. */
  readonly relations: readonly Relation[] | undefined;
  /** The ids of relations that the panes name. */
  readonly panes: readonly string[];
}

/** Examines the parts of one add-in, and the list of task panes that all add-ins share. */
export const examineExtensions = (parts: OoxmlPackage, signs: AddinSigns): ExtensionState => {
  const lists = findLists(parts);
  const { extensions, unreadable } = findExtensions(parts, signs);
  const own = extensions.filter(({ root }) => shows(root, signs));
  const listedParts = new Set(
    lists.flatMap(({ relations = [], panes }) =>
      relations.filter(({ id }) => panes.includes(id)).map(({ target }) => target),
    ),
  );
  const isListed = ({ part }: Extension): boolean => listedParts.has(part);
  const ids = new Set(own.map(extensionId));
  const groups = [...ids].map((id) => own.filter((one) => extensionId(one) === id));
  const survivors = groups.flatMap((group) => group.find(isListed) ?? group[0] ?? []);
  return {
    faults: [
      ...lists.flatMap((list) => faultsOfList(parts, list, extensions)),
      ...wrongTypes(parts, lists, own),
      ...groups.flatMap((group, index) => faultsOfGroup(parts, group, survivors[index])),
      ...survivors
        .filter((one) => !isListed(one) && !lists.some(({ relations }) => relations === undefined))
        .map(({ part }) => ({ kind: "unlisted" as const, part, repair: () => listExtension(parts, part) })),
      ...unreadable.map((part) => ({ kind: "unreadable" as const, part, repair: undefined })),
      ...survivors
        .filter(({ root }) => !extensionIds(root).some((id) => signs.ids.some((one) => one.toLowerCase() === id)))
        .map(({ part }) => ({ kind: "other id" as const, part, repair: undefined })),
    ],
    settings: survivors.flatMap(storedSettings),
    isNamed: own.length + unreadable.length > 0,
  };
};

const extensionId = ({ root }: Extension): string => extensionIds(root)[0] ?? "";

const storedSettings = ({ part, root }: Extension): StoredSetting[] =>
  childrenOf(childOf(root, "properties"), "property").map(({ attributes }) => ({ part, ...settingOf(attributes) }));

const settingOf = ({ name = "", value = "" }: Readonly<Record<string, string>>): Omit<StoredSetting, "part"> => ({
  name,
  value,
});

const findLists = (parts: OoxmlPackage): PaneList[] => {
  const links = parts.relations("").filter(({ kind, external }) => kind === "webextensiontaskpanes" && !external);
  const linked = [...new Map(links.toReversed().map(({ id, target }) => [target, id]))]
    .toReversed()
    .map(([target, id]) => readPaneList(parts, target, id));
  if (linked.length > 0) return linked;
  const list = parts.names.find((name) => parts.contentType(name) === panesType);
  return list === undefined ? [] : [readPaneList(parts, list, undefined)];
};

const readPaneList = (parts: OoxmlPackage, part: string, relation: string | undefined): PaneList => {
  const root = parts.has(part) ? ifReadable(() => parseXml(part, parts.text(part))) : undefined;
  const relations = ifReadable(() => parts.relations(part));
  const panes = childrenOf(root, "taskpane").flatMap((pane) => idsOfPane(pane));
  return { part, relation, relations: root === undefined ? undefined : relations, panes };
};

const idsOfPane = (pane: XmlElement): string[] =>
  childrenOf(pane, "webextensionref").flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, id]) => (name.endsWith(":id") ? [id] : [])),
  );

/** All parts that are add-ins, wherever they are, and those of this add-in that cannot be read. */
const findExtensions = (
  parts: OoxmlPackage,
  { ids, settingsPrefix }: AddinSigns,
): { readonly extensions: readonly Extension[]; readonly unreadable: readonly string[] } => {
  const extensionParts = parts.names.filter(
    (name) => parts.contentType(name) === extensionType || /\/webextension\d*\.xml$/i.test(name),
  );
  const extensions: Extension[] = [];
  const unreadable: string[] = [];
  for (const part of extensionParts) {
    const root = ifReadable(() => parseXml(part, parts.text(part)));
    if (root?.name === "webextension") extensions.push({ part, root });
    if (root !== undefined) continue;
    const text = new TextDecoder("latin1").decode(parts.bytes(part)).toLowerCase();
    if ([settingsPrefix, ...ids].some((sign) => text.includes(sign.toLowerCase()))) unreadable.push(part);
  }
  return { extensions, unreadable };
};

const faultsOfList = (
  parts: OoxmlPackage,
  { part, relation: link, relations, panes }: PaneList,
  extensions: readonly Extension[],
): ExtensionFault[] => {
  if (relations === undefined) {
    const repair = (): void => {
      if (link !== undefined) parts.unrelate("", link);
      parts.delete(part);
      for (const one of extensions) listExtension(parts, one.part);
    };
    return [{ kind: parts.has(part) ? "list unreadable" : "list missing", part, repair }];
  }
  const byId = new Map(relations.toReversed().map((relation) => [relation.id, relation]));
  const isBroken = (pane: string): boolean => {
    const relation = byId.get(pane);
    return relation === undefined || (!relation.external && !parts.has(relation.target));
  };
  const unlinked: ExtensionFault = { kind: "list unlinked", part, repair: () => linkList(parts, part) };
  return [
    ...(link === undefined ? [unlinked] : []),
    ...panes.filter(isBroken).map((pane) => ({
      kind: "pane without part" as const,
      part,
      repair: () => removePane(parts, part, pane),
    })),
  ];
};

const removePane = (parts: OoxmlPackage, list: string, id: string): void => {
  if (parts.relations(list).some((relation) => relation.id === id)) parts.unrelate(list, id);
  const xml = new EditableXml(list, parts.text(list));
  const index = xml.children.findIndex((text) => idsOfPane(xml.parse(text)).includes(id));
  xml.replace(new Map([[index, undefined]]));
  if (xml.names.includes("taskpane")) {
    parts.set(list, xml.toString());
    return;
  }
  parts.unrelateWhere("", ({ target }) => target === list);
  parts.delete(list);
};

const wrongTypes = (parts: OoxmlPackage, lists: readonly PaneList[], own: readonly Extension[]): ExtensionFault[] =>
  [
    ...lists.flatMap(({ part, relations }) => (relations === undefined ? [] : [[part, panesType]])),
    ...own.map(({ part }) => [part, extensionType]),
  ].flatMap(([part = "", type]) =>
    parts.contentType(part) === type
      ? []
      : [{ kind: "wrong type" as const, part, repair: () => parts.set(part, parts.bytes(part), type) }],
  );

/** The others of the same add-in go if the one that is kept loses no setting. */
const faultsOfGroup = (
  parts: OoxmlPackage,
  group: readonly Extension[],
  survivor: Extension | undefined,
): ExtensionFault[] => {
  if (survivor === undefined) return [];
  const known = new Map(storedSettings(survivor).map(({ name, value }) => [name, value]));
  return group
    .filter((one) => one !== survivor)
    .map((one): ExtensionFault => {
      const isSame = storedSettings(one).every(({ name, value }) => known.get(name) === value);
      return { kind: "doubled", part: one.part, repair: isSame ? () => removeExtension(parts, one.part) : undefined };
    });
};

const removeExtension = (parts: OoxmlPackage, part: string): void => {
  for (const list of parts.relations("").filter(({ kind }) => kind === "webextensiontaskpanes"))
    removePanes(parts, list, new Set([part]));
  parts.delete(part);
};

/** Removes a setting from the part of an add-in. Another one may have its name. */
export const removeSetting = (parts: OoxmlPackage, { part, name, value }: StoredSetting): void => {
  const xml = new EditableXml(part, parts.text(part));
  const place = xml.names.indexOf("properties");
  const properties = new EditableXml(part, xml.get("properties") ?? "");
  const index = properties.children.findIndex((text) => {
    const setting = settingOf(properties.parse(text).attributes);
    return setting.name === name && setting.value === value;
  });
  properties.replace(new Map([[index, undefined]]));
  xml.replace(new Map([[place, properties.toString()]]));
  parts.set(part, xml.toString());
};
