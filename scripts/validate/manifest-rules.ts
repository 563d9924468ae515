import { JSDOM } from "jsdom";
import { checkImage } from "./images";
import { requirementSets } from "./requirement-sets";

// Written from Microsoft's reference of the add-in only manifest; each rule names the page it is from.

export interface ManifestPlace {
  /** What the sentences call the file. */
  readonly file?: string;
  /** The folder that is served: icons are looked up there. */
  readonly root: string;
}

/** What is wrong with a manifest.xml, one sentence each: file, element, what is allowed, what was found. */
export const checkManifest = (text: string, { file = "manifest.xml", root }: ManifestPlace): readonly string[] => {
  const { DOMParser } = new JSDOM("").window;
  const document = new DOMParser().parseFromString(text, "application/xml");
  const unreadable = document.querySelector("parsererror")?.textContent;
  const faults =
    unreadable === undefined
      ? rules.flatMap((rule) => rule(document, root))
      : [`the file must be well-formed XML: ${unreadable.trim()}`];
  return [...new Set(faults)].map((fault) => `${file}, ${fault}.`);
};

type Rule = (document: Document, root: string) => readonly string[];

const all = (parent: Document | Element, name: string): readonly Element[] => [
  ...parent.getElementsByTagNameNS("*", name),
];
const childOf = (parent: Element | undefined, name: string): Element | undefined =>
  [...(parent?.children ?? [])].find(({ localName }) => localName === name);
const read = (element: Element | undefined, attribute: string): string => element?.getAttribute(attribute) ?? "";
const typeOf = (element: Element): string => read(element, "xsi:type");
const isNot = (wrong: boolean, sentence: string): readonly string[] => (wrong ? [sentence] : []);

/** How a sentence names an element: `<bt:String id="Group.Label">`. */
const nameOf = (element: Element): string => {
  const distinct = ["id", "resid", "xsi:type", "Locale", "Name", "size"].find((name) => element.hasAttribute(name));
  const parent =
    element.localName === "Override" && element.parentElement ? ` in ${nameOf(element.parentElement)}` : "";
  return `<${element.nodeName}${distinct === undefined ? "" : ` ${distinct}="${read(element, distinct)}"`}>${parent}`;
};

/** What a setting says in the default language and in others. */
const textsOf = (setting: Element): readonly { readonly at: Element; readonly text: string }[] =>
  [setting, ...[...setting.children].filter(({ localName }) => localName === "Override")].map((at) => ({
    at,
    text: at === setting ? read(at, "DefaultValue") : read(at, "Value"),
  }));

/** "How to find the proper order of manifest elements": the schemas are sequences. `!`: must be there. */
const sequences: Readonly<Record<string, string>> = {
  OfficeApp:
    "Id! AlternateId Version! ProviderName! DefaultLocale! DisplayName! Description! IconUrl! HighResolutionIconUrl! SupportUrl! AppDomains Hosts! Requirements DefaultSettings! Permissions! Dictionary VersionOverrides ExtendedOverrides",
  VersionOverrides: "Description Requirements Hosts! Resources! WebApplicationInfo EquivalentAddins",
  DesktopFormFactor: "GetStarted FunctionFile ExtensionPoint",
  GetStarted: "Title! Description! LearnMoreUrl!",
  Group: "OverriddenByRibbonApi Label! Icon! Control OfficeControl",
  Supertip: "Title! Description!",
  Resources: "Images Urls ShortStrings LongStrings",
};

const inOrder: Rule = (document) =>
  Object.entries(sequences).flatMap(([name, sequence]) =>
    all(document, name).flatMap((element) => {
      const children = [...element.children].map(({ localName }) => localName);
      const order = sequence.split(" ").map((each) => each.replace("!", ""));
      const needed = order.filter((each) => sequence.split(" ").includes(`${each}!`));
      const late = children.find((child, at) =>
        children.slice(0, at).some((before) => order.indexOf(before) > order.indexOf(child)),
      );
      return [
        ...children
          .filter((child) => !order.includes(child))
          .map((child) => `${nameOf(element)}: its elements are ${order.join(", ")}, got ${child}`),
        ...needed
          .filter((child) => !children.includes(child))
          .map((child) => `${nameOf(element)}: the element ${child} must be there`),
        ...isNot(
          late !== undefined && name !== "Group",
          `${nameOf(element)}: its elements must stand in the order ${order.join(", ")}, got ${late} too late`,
        ),
      ];
    }),
  );

const patterns: Readonly<Record<string, readonly [RegExp, string]>> = {
  // "Id element": a GUID. "Version element": one to four numbers of at most five digits.
  Id: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a GUID"],
  Version: [/^\d{1,5}(\.\d{1,5}){0,3}$/, "one to four numbers of at most five digits, with points between them"],
  DefaultLocale: [/^[a-z]{2,3}-([A-Z][a-z]{3}-)?[A-Z]{2}$/, "a locale such as en-US"],
  // "ProviderName element"
  ProviderName: [/^.{1,125}$/, "a text of 1 to 125 characters"],
  // "Permissions element", task pane
  Permissions: [
    /^(Restricted|ReadDocument|ReadAllDocument|WriteDocument|ReadWriteDocument)$/,
    "one of Restricted, ReadDocument, ReadAllDocument, WriteDocument, ReadWriteDocument",
  ],
};

const contents: Rule = (document) =>
  Object.entries(patterns).flatMap(([name, [pattern, allowed]]) =>
    all(document, name)
      .filter(({ textContent }) => !pattern.test(textContent))
      .map((element) => `${nameOf(element)}: must be ${allowed}, got "${element.textContent}"`),
  );

/** "DisplayName", "Description" (of the add-in), "Resources": characters. */
const lengths: Rule = (document) => {
  const { documentElement } = document;
  const limited: readonly (readonly [readonly (Element | undefined)[], number])[] = [
    [[childOf(documentElement, "DisplayName")], 125],
    [[childOf(documentElement, "Description")], 250],
    [all(document, "ShortStrings").flatMap(({ children }) => [...children]), 125],
    [all(document, "LongStrings").flatMap(({ children }) => [...children]), 250],
  ];
  return limited.flatMap(([settings, longest]) =>
    settings
      .flatMap((setting) => (setting === undefined ? [] : textsOf(setting)))
      .filter(({ text }) => text.trim() === "" || text.length > longest)
      .map(({ at, text }) => `${nameOf(at)}: the text must have 1 to ${longest} characters, got ${text.length}`),
  );
};

/** "Override element": a locale once, written as a language and a region. */
const locales: Rule = (document) =>
  [...new Set(all(document, "Override").map(({ parentElement }) => parentElement))].flatMap((setting) => {
    const overrides = [...(setting?.children ?? [])].filter(({ localName }) => localName === "Override");
    const seen = overrides.map((element) => read(element, "Locale"));
    return overrides.flatMap((element, index) => [
      ...isNot(
        !/^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/.test(seen[index] ?? ""),
        `${nameOf(element)}: Locale must be one such as fr-FR, got "${seen[index]}"`,
      ),
      ...isNot(seen.indexOf(seen[index] ?? "") !== index, `${nameOf(element)}: a locale must be there once`),
    ]);
  });

/** "Hosts", "Host": this is a task pane add-in of Excel. */
const hosts: Rule = (document) => {
  const { documentElement } = document;
  const named = [...(childOf(documentElement, "Hosts")?.children ?? [])].map((host) => read(host, "Name"));
  const overridden = all(document, "Host").filter((host) => host.hasAttribute("xsi:type"));
  return [
    ...isNot(
      typeOf(documentElement) !== "TaskPaneApp",
      `${nameOf(documentElement)}: xsi:type must be TaskPaneApp, got "${typeOf(documentElement)}"`,
    ),
    ...isNot(!named.includes("Workbook"), `<Hosts>: a Host must have the Name Workbook, got "${named.join(", ")}"`),
    ...overridden
      .filter((host) => !named.includes(typeOf(host)))
      .map((host) => `${nameOf(host)}: must be a host that <Hosts> names (${named.join(", ")})`),
  ];
};

const requirements: Rule = (document) =>
  all(document, "Set").flatMap((set) => {
    const name = read(set, "Name");
    const version = set.getAttribute("MinVersion") ?? read(set.parentElement ?? undefined, "DefaultMinVersion");
    const versions = requirementSets[name];
    if (versions === undefined)
      return [`${nameOf(set)}: Name must be a requirement set of Excel (${Object.keys(requirementSets).join(", ")})`];
    return isNot(
      version !== "" && !versions.includes(version),
      `${nameOf(set)}: MinVersion must be one of ${versions.join(", ")}, got "${version}"`,
    );
  });

/** "Resources", "SourceLocation", "IconUrl": addresses use TLS, at localhost too, and have at most 2,048 characters. */
const addresses: Rule = (document) => {
  const settings = ["IconUrl", "HighResolutionIconUrl", "SupportUrl", "SourceLocation", "Image", "Url"]
    .flatMap((name) => all(document, name))
    .filter((element) => element.hasAttribute("DefaultValue"));
  const given = [
    ...settings.flatMap(textsOf),
    ...all(document, "AppDomain").map((at) => ({ at, text: at.textContent.trim() })),
  ];
  return given.flatMap(({ at, text }) => [
    ...isNot(
      !URL.canParse(text) || new URL(text).protocol !== "https:",
      `${nameOf(at)}: the address must begin with https://, got "${text}"`,
    ),
    ...isNot(text.length > 2_048, `${nameOf(at)}: the address must have at most 2048 characters, got ${text.length}`),
  ]);
};

/** Where an element's resid points: "Icon", "Label", "Supertip", "Action", "Runtime", "Namespace". */
const groupOf = ({ localName }: Element): string => {
  if (localName === "Image") return "Images";
  if (["Label", "Title", "Namespace"].includes(localName)) return "ShortStrings";
  return localName === "Description" ? "LongStrings" : "Urls";
};

const resourcesOf = (document: Document): readonly Element[] =>
  ["Images", "Urls", "ShortStrings", "LongStrings"].flatMap((group) =>
    all(document, group).flatMap(({ children }) => [...children]),
  );

/** "Resources": an id has at most 32 characters and is there once; a resid names one of the right kind; none is left over. */
const resourceIds: Rule = (document) => {
  const resources = resourcesOf(document);
  const ids = resources.map((resource) => read(resource, "id"));
  const users = [...document.querySelectorAll("[resid]")];
  const used = new Set(users.map((user) => read(user, "resid")));
  return [
    ...resources.flatMap((resource, index) => {
      const id = ids[index] ?? "";
      return [
        ...isNot(
          id === "" || id.length > 32,
          `${nameOf(resource)}: the id must have 1 to 32 characters, got ${id.length}`,
        ),
        ...isNot(ids.indexOf(id) !== index, `${nameOf(resource)}: the id must be there once`),
        ...isNot(!used.has(id), `${nameOf(resource)}: an element must use it, got none with this resid`),
      ];
    }),
    ...users.flatMap((user) => {
      const found = resources.find((resource) => read(resource, "id") === read(user, "resid"));
      const group = found?.parentElement?.localName;
      return isNot(
        group !== groupOf(user),
        `${nameOf(user)}${inControl(user)}: resid must be the id of a resource in <${groupOf(user)}>, got ${group === undefined ? "none" : `one in <${group}>`}`,
      );
    }),
  ];
};

const inControl = (element: Element): string => {
  const control = element.closest("Control, Item, Group");
  return control === null ? "" : ` in ${nameOf(control)}`;
};

/** "Icon", "IconUrl", "HighResolutionIconUrl": three sizes must be there, five more may; each image has its size. */
const icons: Rule = (document, root) => {
  const resources = resourcesOf(document);
  const addressOf = (resid: string): string =>
    read(
      resources.find((resource) => read(resource, "id") === resid),
      "DefaultValue",
    );
  const own = (
    [
      ["IconUrl", 32],
      ["HighResolutionIconUrl", 64],
    ] as const
  ).flatMap(([name, size]) =>
    all(document, name).flatMap((element) => checkIcon(element, read(element, "DefaultValue"), size, root)),
  );
  const ofControls = all(document, "Icon").flatMap((icon) => {
    const images = [...icon.children];
    const sizes = images.map((image) => Number(read(image, "size")));
    return [
      ...[16, 32, 80]
        .filter((size) => !sizes.includes(size))
        .map((size) => `<Icon>${inControl(icon)}: the size ${size} must be there, got ${sizes.join(", ")}`),
      ...images.flatMap((image, index) => {
        const size = sizes[index] ?? 0;
        return [16, 20, 24, 32, 40, 48, 64, 80].includes(size)
          ? checkIcon(image, addressOf(read(image, "resid")), size, root)
          : [`${nameOf(image)}: size must be one of 16, 20, 24, 32, 40, 48, 64, 80, got "${read(image, "size")}"`];
      }),
    ];
  });
  return [...own, ...ofControls];
};

const checkIcon = (element: Element, address: string, size: number, root: string): readonly string[] =>
  // What is no address, and a resid without a resource, is another rule's.
  URL.canParse(address) ? checkImage(nameOf(element), new URL(address).pathname, size, root) : [];

/** "Control", "Group": ids have at most 125 characters and are there once. */
const controlIds: Rule = (document) =>
  [["Group"], ["Control", "Item"]].flatMap((names) => {
    const elements = names.flatMap((name) => all(document, name));
    const ids = elements.map((element) => read(element, "id"));
    return elements.flatMap((element, index) => {
      const id = ids[index] ?? "";
      return [
        ...isNot(
          id === "" || id.length > 125,
          `${nameOf(element)}: the id must have 1 to 125 characters, got ${id.length}`,
        ),
        ...isNot(ids.indexOf(id) !== index, `${nameOf(element)}: the id must be there once`),
      ];
    });
  });

/** "Action": a pane needs its page, a function its name and the page that has it. */
const actions: Rule = (document) =>
  all(document, "Action").flatMap((action) => {
    const needs = { ShowTaskpane: "SourceLocation", ExecuteFunction: "FunctionName" }[typeOf(action)];
    if (needs === undefined)
      return [`${nameOf(action)}${inControl(action)}: xsi:type must be ShowTaskpane or ExecuteFunction`];
    const hasPage = needs === "SourceLocation" || all(document, "FunctionFile").length > 0;
    return [
      ...isNot(
        childOf(action, needs) === undefined,
        `${nameOf(action)}${inControl(action)}: the element ${needs} must be there`,
      ),
      ...isNot(
        !hasPage,
        `${nameOf(action)}${inControl(action)}: <DesktopFormFactor> must have a FunctionFile, got none`,
      ),
    ];
  });

/** "ExtensionPoint", "Runtime", "Namespace": functions in a shared runtime. */
const functions: Rule = (document) => {
  const sets = all(document, "Set").map((set) => read(set, "Name"));
  const points = all(document, "ExtensionPoint").filter((point) => typeOf(point) === "CustomFunctions");
  const runtimes = all(document, "Runtime");
  const pages = points.map((point) => read(childOf(childOf(point, "Page"), "SourceLocation"), "resid"));
  return [
    ...isNot(
      points.length > 0 && !sets.includes("CustomFunctionsRuntime"),
      "<Sets>: CustomFunctionsRuntime must be there",
    ),
    ...isNot(runtimes.length > 0 && !sets.includes("SharedRuntime"), "<Sets>: SharedRuntime must be there"),
    ...points.flatMap((point) =>
      ["Script", "Page", "Metadata"]
        .filter((name) => childOf(childOf(point, name), "SourceLocation") === undefined)
        .map((name) => `${nameOf(point)}: the element ${name} with a SourceLocation must be there`),
    ),
    ...runtimes.flatMap((runtime) => [
      ...isNot(
        read(runtime, "lifetime") !== "long",
        `${nameOf(runtime)}: lifetime must be long, which functions and pane share, got "${read(runtime, "lifetime")}"`,
      ),
      ...pages
        .filter((page) => page !== read(runtime, "resid"))
        .map((page) => `${nameOf(runtime)}: resid must be that of the functions' Page, got "${page}" there`),
    ]),
    ...all(document, "Namespace").flatMap((element) => {
      const resource = resourcesOf(document).find((each) => read(each, "id") === read(element, "resid"));
      const namespace = read(resource, "DefaultValue");
      return isNot(
        !/^[A-Za-z][A-Za-z0-9._]{0,31}$/.test(namespace),
        `${nameOf(element)}: must be a letter and up to 31 letters, digits, points or underscores, got "${namespace}"`,
      );
    }),
  ];
};

const rules: readonly Rule[] = [
  inOrder,
  contents,
  lengths,
  locales,
  hosts,
  requirements,
  addresses,
  resourceIds,
  icons,
  controlIds,
  actions,
  functions,
];
