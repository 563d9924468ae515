/** A button or menu item of the manifest. */
export interface Control {
  readonly id: string;
  readonly label: string;
  readonly tooltip: string;
  readonly icon: string | undefined;
  /** The id of the action; undefined if the control shows the task pane or opens a menu. */
  readonly action: string | undefined;
  readonly items: readonly Control[];
}

/** The parts of an add-in's manifest that the workbench uses. */
export interface Manifest {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly taskpane: string;
  readonly functions: string;
  /** What stands before the names of functions, with a point between. */
  readonly namespace: string | undefined;
  readonly groups: readonly { readonly label: string; readonly controls: readonly Control[] }[];
  readonly cellMenu: readonly Control[];
}

/**
 * Parses manifest.xml (add-in only format, VersionOverrides 1.0) like Excel, with texts in the display language if
 * available.
 */
export const readManifest = (xml: string, language: string): Manifest => {
  const page = new DOMParser().parseFromString(xml, "text/xml");
  const fault = page.querySelector("parsererror");
  if (fault) throw new Error(`manifest.xml is not well-formed: ${fault.textContent}`);
  const resources = readResources(page, language);
  const custom = all(page, "ExtensionPoint").find((point) => elementType(point) === "CustomFunctions");
  const metadata =
    custom && resources.get(child(child(custom, "Metadata"), "SourceLocation")?.getAttribute("resid") ?? "");
  const runtime = resources.get(all(page, "Runtime")[0]?.getAttribute("resid") ?? "");
  if (metadata === undefined || runtime === undefined)
    throw new Error("manifest.xml names no shared runtime or no functions.json.");
  const namespace = child(custom, "Namespace");
  const surface = all(page, "ExtensionPoint").filter((point) => elementType(point) === "PrimaryCommandSurface");
  const menus = all(page, "OfficeMenu").filter((menu) => menu.id === "ContextMenuCell");
  return {
    id: elementText(page, "Id"),
    version: elementText(page, "Version"),
    name: all(page, "DisplayName")[0]?.getAttribute("DefaultValue") ?? "Add-in",
    taskpane: runtime,
    functions: metadata,
    namespace: namespace && resources.get(namespace.getAttribute("resid") ?? ""),
    groups: surface.flatMap((point) => all(point, "Group")).map((group) => readGroup(group, resources)),
    cellMenu: menus.flatMap((menu) => children(menu, "Control").map((control) => readControl(control, resources))),
  };
};

const elementText = (page: Document, name: string): string => all(page, name)[0]?.textContent.trim() ?? "";

type Resources = ReadonlyMap<string, string>;

const all = (parent: Document | Element, name: string): Element[] => [...parent.getElementsByTagNameNS("*", name)];

const children = (parent: Element | undefined, name: string): Element[] =>
  parent === undefined ? [] : [...parent.children].filter(({ localName }) => localName === name);

const child = (parent: Element | undefined, name: string): Element | undefined => children(parent, name)[0];

const elementType = (element: Element): string | null =>
  element.getAttribute("xsi:type") ?? element.getAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "type");

const readResources = (page: Document, language: string): Resources =>
  new Map(
    ["Image", "Url", "String"]
      .flatMap((name) => all(page, name))
      .map((resource) => [resource.id, localText(resource, language)]),
  );

/** The text of an `Override` for this locale, else the default. */
const localText = (resource: Element, language: string): string => {
  const override = children(resource, "Override").find((one) => one.getAttribute("Locale") === language);
  return override?.getAttribute("Value") ?? resource.getAttribute("DefaultValue") ?? "";
};

const readGroup = (group: Element, resources: Resources): Manifest["groups"][number] => ({
  label: resourceText(child(group, "Label"), resources),
  controls: children(group, "Control").map((control) => readControl(control, resources)),
});

const resourceText = (element: Element | undefined, resources: Resources): string =>
  resources.get(element?.getAttribute("resid") ?? "") ?? "";

const readControl = (control: Element, resources: Resources): Control => {
  const images = children(child(control, "Icon"), "Image");
  const icon = images.find((image) => image.getAttribute("size") === "32") ?? images[0];
  const action = child(control, "Action");
  return {
    id: control.id,
    label: resourceText(child(control, "Label"), resources),
    tooltip: resourceText(child(child(control, "Supertip"), "Description"), resources),
    icon: icon && resourceText(icon, resources),
    action: child(action, "FunctionName")?.textContent.trim(),
    items: children(child(control, "Items"), "Item").map((item) => readControl(item, resources)),
  };
};
