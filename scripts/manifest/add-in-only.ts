import { type AddIn, type Button, type Language, locales, type Menu, type MenuItem, type Texts } from "./add-in";

/** manifest.xml: Microsoft's add-in only format, which every version of Excel reads. */
export const renderAddInOnly = (addIn: AddIn): string => {
  const { ids, version, provider, name, origin } = addIn;
  const root = element("OfficeApp", namespaces, [
    element("Id", {}, ids.addInOnly),
    element("Version", {}, `${version}.0`),
    element("ProviderName", {}, provider),
    element("DefaultLocale", {}, locales.en),
    element("DisplayName", { DefaultValue: name }),
    localized("Description", {}, addIn.description),
    element("IconUrl", { DefaultValue: `${origin}/assets/icons/icon-32.png` }),
    element("HighResolutionIconUrl", { DefaultValue: `${origin}/assets/icons/icon-64.png` }),
    element("SupportUrl", { DefaultValue: `${origin}/docs/functions.html` }),
    element("AppDomains", {}, [element("AppDomain", {}, origin)]),
    element("Hosts", {}, [element("Host", { Name: "Workbook" })]),
    element("Requirements", {}, [
      element(
        "Sets",
        { DefaultMinVersion: "1.1" },
        addIn.requirements.map(([set, least]) => element("Set", { Name: set, MinVersion: least })),
      ),
    ]),
    element("DefaultSettings", {}, [element("SourceLocation", { DefaultValue: `${origin}/taskpane.html` })]),
    element("Permissions", {}, "ReadWriteDocument"),
    element("VersionOverrides", { xmlns: namespaces["xmlns:ov"], "xsi:type": "VersionOverridesV1_0" }, [
      element("Hosts", {}, [host(addIn)]),
      resources(addIn),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<!-- Written from scripts/manifest/add-in.ts: npm run generate. -->\n${root}\n`;
};

const namespaces = {
  xmlns: "http://schemas.microsoft.com/office/appforoffice/1.1",
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "xmlns:bt": "http://schemas.microsoft.com/office/officeappbasictypes/1.0",
  "xmlns:ov": "http://schemas.microsoft.com/office/taskpaneappversionoverrides",
  "xsi:type": "TaskPaneApp",
};

const host = ({ ribbon, cellMenu, namespace }: AddIn): string =>
  element("Host", { "xsi:type": "Workbook" }, [
    element("Runtimes", {}, [element("Runtime", { resid: "Taskpane.Url", lifetime: "long" })]),
    element("AllFormFactors", {}, [
      element("ExtensionPoint", { "xsi:type": "CustomFunctions" }, [
        element("Script", {}, [element("SourceLocation", { resid: "Functions.Script.Url" })]),
        element("Page", {}, [element("SourceLocation", { resid: "Taskpane.Url" })]),
        element("Metadata", {}, [element("SourceLocation", { resid: "Functions.Metadata.Url" })]),
        // A blank namespace stops the desktop: there is one, or the element is not there.
        ...(namespace === undefined ? [] : [element("Namespace", { resid: "Functions.Namespace" })]),
      ]),
    ]),
    element("DesktopFormFactor", {}, [
      element("GetStarted", {}, [
        element("Title", { resid: "GetStarted.Title" }),
        element("Description", { resid: "GetStarted.Description" }),
        element("LearnMoreUrl", { resid: "LearnMore.Url" }),
      ]),
      element("FunctionFile", { resid: "Taskpane.Url" }),
      element("ExtensionPoint", { "xsi:type": "PrimaryCommandSurface" }, [
        element("OfficeTab", { id: "TabHome" }, [
          element("Group", { id: "Spillway.Group" }, [
            element("Label", { resid: "Group.Label" }),
            images("icon"),
            ...ribbon.map(control),
          ]),
        ]),
      ]),
      element("ExtensionPoint", { "xsi:type": "ContextMenu" }, [
        element("OfficeMenu", { id: "ContextMenuCell" }, cellMenu.map(control)),
      ]),
    ]),
  ]);

const control = (one: Button | Menu): string =>
  element("Control", { "xsi:type": "items" in one ? "Menu" : "Button", id: `Spillway.${one.id}` }, [
    ...texts(one),
    images(one.icon),
    "items" in one
      ? element(
          "Items",
          {},
          one.items.map((item) => element("Item", { id: `Spillway.${item.id}` }, [...texts(item), action(item)])),
        )
      : action(one),
  ]);

const texts = (one: MenuItem): readonly string[] => {
  const { label, tooltip } = textIdsOf(one);
  return [
    element("Label", { resid: label }),
    element("Supertip", {}, [element("Title", { resid: label }), element("Description", { resid: tooltip })]),
  ];
};

const action = ({ command }: MenuItem): string =>
  command === undefined
    ? element("Action", { "xsi:type": "ShowTaskpane" }, [element("SourceLocation", { resid: "Taskpane.Url" })])
    : element("Action", { "xsi:type": "ExecuteFunction" }, [element("FunctionName", {}, command)]);

const images = (icon: string): string =>
  element(
    "Icon",
    {},
    iconSizes.map((size) => element("bt:Image", { size: String(size), resid: imageId(icon, size) })),
  );

const iconSizes = [16, 32, 80] as const;
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const imageId = (icon: string, size: number): string => `${capital(icon)}.${size}x${size}`;

/** Controls of one command have the same texts, which stand in the resources once. */
const textIdsOf = ({
  id,
  command,
}: Pick<MenuItem, "id" | "command">): { readonly label: string; readonly tooltip: string } => {
  const name = capital(command ?? id);
  return { label: `${name}.Label`, tooltip: `${name}.Tooltip` };
};

const resources = (addIn: AddIn): string => {
  const { origin, name, namespace, started, ribbon, cellMenu } = addIn;
  const controls = [...ribbon, ...cellMenu];
  const icons = ["icon", ...new Set(controls.map(({ icon }) => icon).filter((icon) => icon !== "icon"))];
  const named = controls.flatMap((one) => ("items" in one ? [one, ...one.items] : [one]));
  const strings = new Map(
    named.map((one) => [textIdsOf(one), one] as const).map(([ids, one]) => [ids.label, { ids, one }]),
  );
  const everywhere = (text: string): Texts => ({ en: text, fr: text, de: text, es: text });
  return element("Resources", {}, [
    element(
      "bt:Images",
      {},
      icons.flatMap((icon) =>
        iconSizes.map((size) =>
          element("bt:Image", { id: imageId(icon, size), DefaultValue: `${origin}/assets/icons/${icon}-${size}.png` }),
        ),
      ),
    ),
    element("bt:Urls", {}, [
      element("bt:Url", { id: "Taskpane.Url", DefaultValue: `${origin}/taskpane.html` }),
      element("bt:Url", { id: "Functions.Script.Url", DefaultValue: `${origin}/functions.js` }),
      localized(
        "bt:Url",
        { id: "Functions.Metadata.Url" },
        {
          en: `${origin}/functions.json`,
          fr: `${origin}/functions.fr.json`,
          de: `${origin}/functions.de.json`,
          es: `${origin}/functions.es.json`,
        },
      ),
      element("bt:Url", { id: "LearnMore.Url", DefaultValue: `${origin}/docs/functions.html` }),
    ]),
    element("bt:ShortStrings", {}, [
      ...(namespace === undefined
        ? []
        : [element("bt:String", { id: "Functions.Namespace", DefaultValue: namespace })]),
      localized("bt:String", { id: "GetStarted.Title" }, started.title),
      localized("bt:String", { id: "Group.Label" }, everywhere(name)),
      ...[...strings.values()].map(({ ids, one }) => localized("bt:String", { id: ids.label }, one.label)),
    ]),
    element("bt:LongStrings", {}, [
      localized("bt:String", { id: "GetStarted.Description" }, started.description),
      ...[...strings.values()].map(({ ids, one }) => localized("bt:String", { id: ids.tooltip }, one.tooltip)),
    ]),
  ]);
};

/** An element with its text in English, and an `Override` for every other locale. */
const localized = (name: string, attributes: Readonly<Record<string, string>>, { en, ...others }: Texts): string =>
  element(
    name,
    { ...attributes, DefaultValue: en },
    Object.entries(others).map(([language, text]) =>
      // In the same name space as its element.
      element(name.replace(/\w+$/, "Override"), { Locale: locales[language as Language], Value: text }),
    ),
  );

/** An element of XML; its children are elements, one line each, or a text. */
const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly string[] | string = [],
): string => {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`);
  const oneLine = ["", ...written].join(" ");
  const start = `<${name}${oneLine.length > 200 ? `\n  ${written.join("\n  ")}` : oneLine}`;
  if (typeof content === "string") return `${start}>${escaped(content)}</${name}>`;
  if (content.length === 0) return `${start} />`;
  return `${start}>\n${content.join("\n").replaceAll(/^/gm, "  ")}\n</${name}>`;
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
