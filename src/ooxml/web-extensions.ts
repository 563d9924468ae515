import type { OoxmlPackage, Relation } from "./package";
import { EditableXml } from "./editable-xml";
import { childOf, childrenOf, element, parseXml, type XmlElement } from "./xml";

const extensionOrder = ["reference", "alternateReferences", "properties", "bindings", "snapshot", "extLst"];
export const extensionType = "application/vnd.ms-office.webextension+xml";
export const panesType = "application/vnd.ms-office.webextensiontaskpanes+xml";
const webExtensionNamespace = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11";
const panesNamespace = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11";
const relationNamespace = "http://schemas.microsoft.com/office/2011/relationships";
const idsNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An add-in, as files name it. */
export interface AddinReference {
  /** The id of its manifest. */
  readonly id: string;
  readonly version: string;
}

interface WebExtension {
  readonly part: string;
  readonly root: XmlElement;
}

const extensions = (parts: OoxmlPackage): WebExtension[] =>
  [
    ...new Set(
      parts.relatedParts("", "webextensiontaskpanes").flatMap((panes) => parts.relatedParts(panes, "webextension")),
    ),
  ].map((part) => ({ part, root: parseXml(part, parts.text(part)) }));

/** The ids under which a file knows an add-in, in lower case. */
export const extensionIds = (root: XmlElement): readonly string[] =>
  [childOf(root, "reference"), ...childrenOf(childOf(root, "alternateReferences"), "reference")].flatMap(
    (reference) => reference?.attributes["id"]?.toLowerCase().replace(/[{}]/g, "") ?? [],
  );

const findExtension = (parts: OoxmlPackage, { id }: AddinReference): WebExtension | undefined =>
  extensions(parts).find(({ root }) => extensionIds(root).includes(id.toLowerCase()));

/** The document settings that an add-in stored. Those that are no JSON are passed over. */
export const readAddinSettings = (
  parts: OoxmlPackage,
  addin: AddinReference | undefined,
): Readonly<Record<string, unknown>> => {
  const extension = addin === undefined ? undefined : findExtension(parts, addin);
  const settings: [string, unknown][] = [];
  for (const { attributes } of childrenOf(childOf(extension?.root, "properties"), "property"))
    try {
      settings.push([attributes["name"] ?? "", JSON.parse(attributes["value"] ?? "")]);
    } catch {
      continue;
    }
  return Object.fromEntries(settings);
};

/** Stores the document settings of an add-in. */
export const writeSettings = (
  parts: OoxmlPackage,
  addin: AddinReference,
  settings: Readonly<Record<string, unknown>>,
): void => {
  const elements = Object.entries(settings).map(([name, value]) =>
    element("we:property", { name, value: JSON.stringify(value) }),
  );
  const properties = element("we:properties", {}, elements.join(""));
  const extension = findExtension(parts, addin);
  if (extension === undefined) {
    if (elements.length > 0) addExtension(parts, addin, properties);
    return;
  }
  const xml = new EditableXml(extension.part, parts.text(extension.part));
  const prefix = xml.prefixed("<x/>").slice(1, -3);
  xml.set("properties", properties.replaceAll("we:", prefix), extensionOrder);
  parts.set(extension.part, xml.toString());
};

const addExtension = (parts: OoxmlPackage, { id, version }: AddinReference, properties: string): void => {
  const part = parts.freeName("xl/webextensions/webextension", ".xml");
  const reference = element("we:reference", { id, version, store: "developer", storeType: "Registry" });
  const content = `${reference}<we:alternateReferences/>${properties}<we:bindings/>`;
  const extension = element("we:webextension", { "xmlns:we": webExtensionNamespace, id: `{${id}}` }, content);
  parts.set(part, extension, extensionType);
  listExtension(parts, part);
};

/** Lets the package lead to a list of task panes. */
export const linkList = (parts: OoxmlPackage, list: string): void =>
  void parts.relate("", `${relationNamespace}/webextensiontaskpanes`, list);

/** Adds an add-in's part to the list of task panes, which is made if it is missing. The pane is not shown. */
export const listExtension = (parts: OoxmlPackage, part: string): void => {
  const known = parts.related("", "webextensiontaskpanes");
  const panes = known ?? "xl/webextensions/taskpanes.xml";
  if (known === undefined) linkList(parts, panes);
  const relation =
    parts.relations(panes).find(({ target, external }) => target === part && !external)?.id ??
    parts.relate(panes, `${relationNamespace}/webextension`, part);
  const pane = element(
    "wetp:taskpane",
    { dockstate: "right", visibility: 0, width: 350, row: 1 },
    element("wetp:webextensionref", { "xmlns:r": idsNamespace, "r:id": relation }),
  );
  if (known === undefined) {
    parts.set(panes, element("wetp:taskpanes", { "xmlns:wetp": panesNamespace }, pane), panesType);
    return;
  }
  const xml = new EditableXml(panes, parts.text(panes));
  xml.insert("taskpane", pane.replaceAll("wetp:", xml.prefixed("<x/>").slice(1, -3)), []);
  parts.set(panes, xml.toString());
};

/** How a file's add-in is recognized: by one of the ids of its manifests, or by the start of the names of its settings. */
export interface AddinSigns {
  readonly ids: readonly string[];
  readonly settingsPrefix: string;
}

export const shows = (root: XmlElement, { ids, settingsPrefix }: AddinSigns): boolean =>
  extensionIds(root).some((id) => ids.some((own) => own.toLowerCase() === id)) ||
  childrenOf(childOf(root, "properties"), "property").some(({ attributes }) =>
    (attributes["name"] ?? "").startsWith(settingsPrefix),
  );

/** Removes an add-in: its part, its task pane, and the list of task panes if no other is in it. */
export const removeAddin = (parts: OoxmlPackage, signs: AddinSigns): void => {
  const gone = new Set(extensions(parts).flatMap(({ part, root }) => (shows(root, signs) ? [part] : [])));
  if (gone.size === 0) return;
  for (const list of parts.relations("").filter(({ kind }) => kind === "webextensiontaskpanes"))
    removePanes(parts, list, gone);
  for (const part of gone) parts.delete(part);
};

/** Removes the panes of parts from a list of task panes, and the list if no other is in it. */
export const removePanes = (
  parts: OoxmlPackage,
  { id: listId, target: panes }: Relation,
  gone: ReadonlySet<string>,
): void => {
  const relations = parts.relations(panes).filter(({ target }) => gone.has(target));
  if (relations.length === 0) return;
  const ids = new Set(relations.map(({ id }) => id));
  parts.unrelateWhere(panes, ({ id }) => ids.has(id));
  const xml = new EditableXml(panes, parts.text(panes));
  const isGone = (pane: XmlElement): boolean =>
    childrenOf(pane, "webextensionref").some(({ attributes }) =>
      Object.entries(attributes).some(([name, id]) => name.endsWith(":id") && ids.has(id)),
    );
  xml.replace(
    new Map(xml.children.flatMap((text, index) => (isGone(xml.parse(text)) ? [[index, undefined] as const] : []))),
  );
  if (xml.names.includes("taskpane")) {
    parts.set(panes, xml.toString());
    return;
  }
  parts.unrelate("", listId);
  parts.delete(panes);
};
