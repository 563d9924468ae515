import { type OoxmlPackage } from "./package";
import { childOf, childrenOf, EditableXml, element, parseXml, type XmlElement } from "./xml";

const order = ["reference", "alternateReferences", "properties", "bindings", "snapshot", "extLst"];
const extensionNamespace = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11";
const panesNamespace = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11";
const relationNamespace = "http://schemas.microsoft.com/office/2011/relationships";
const idsNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An add-in, as files name it. */
export interface AddinReference {
  /** The id of its manifest. */
  readonly id: string;
  readonly version: string;
}

interface Extension {
  readonly part: string;
  readonly root: XmlElement;
}

const extensions = (parts: OoxmlPackage): Extension[] =>
  parts
    .relations("")
    .filter(({ kind, target }) => kind === "webextensiontaskpanes" && parts.has(target))
    .flatMap(({ target: panes }) => parts.relations(panes))
    .filter(({ kind, target, external }) => kind === "webextension" && !external && parts.has(target))
    .map(({ target: part }) => ({ part, root: parseXml(part, parts.text(part)) }));

const find = (parts: OoxmlPackage, { id }: AddinReference): Extension | undefined =>
  extensions(parts).find(({ root }) =>
    [childOf(root, "reference"), ...childrenOf(childOf(root, "alternateReferences"), "reference")].some(
      (reference) => reference?.attributes["id"]?.toLowerCase().replace(/[{}]/g, "") === id.toLowerCase(),
    ),
  );

/** The document settings that an add-in stored. Those that are no JSON are passed over. */
export const readSettings = (
  parts: OoxmlPackage,
  addin: AddinReference | undefined,
): Readonly<Record<string, unknown>> => {
  const found = addin === undefined ? undefined : find(parts, addin);
  const settings: [string, unknown][] = [];
  for (const { attributes } of childrenOf(childOf(found?.root, "properties"), "property"))
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
  const written = Object.entries(settings).map(([name, value]) =>
    element("we:property", { name, value: JSON.stringify(value) }),
  );
  const properties = element("we:properties", {}, written.join(""));
  const found = find(parts, addin);
  if (found === undefined) {
    if (written.length > 0) add(parts, addin, properties);
    return;
  }
  const xml = new EditableXml(found.part, parts.text(found.part));
  const prefix = xml.prefixed("<x/>").slice(1, -3);
  xml.set("properties", properties.replaceAll("we:", prefix), order);
  parts.set(found.part, xml.toString());
};

const add = (parts: OoxmlPackage, { id, version }: AddinReference, properties: string): void => {
  const part = parts.freeName("xl/webextensions/webextension", ".xml");
  const reference = element("we:reference", { id, version, store: "developer", storeType: "Registry" });
  const content = `${reference}<we:alternateReferences/>${properties}<we:bindings/>`;
  const extension = element("we:webextension", { "xmlns:we": extensionNamespace, id: `{${id}}` }, content);
  parts.set(part, extension, "application/vnd.ms-office.webextension+xml");
  const known = parts.related("", "webextensiontaskpanes");
  const panes = known ?? "xl/webextensions/taskpanes.xml";
  if (known === undefined) parts.relate("", `${relationNamespace}/webextensiontaskpanes`, panes);
  const relation = parts.relate(panes, `${relationNamespace}/webextension`, part);
  const pane = element(
    "wetp:taskpane",
    { dockstate: "right", visibility: 0, width: 350, row: 1 },
    element("wetp:webextensionref", { "xmlns:r": idsNamespace, "r:id": relation }),
  );
  const type = "application/vnd.ms-office.webextensiontaskpanes+xml";
  if (known === undefined) {
    parts.set(panes, element("wetp:taskpanes", { "xmlns:wetp": panesNamespace }, pane), type);
    return;
  }
  const xml = new EditableXml(panes, parts.text(panes));
  xml.insert("taskpane", pane.replaceAll("wetp:", xml.prefixed("<x/>").slice(1, -3)), []);
  parts.set(panes, xml.toString());
};
