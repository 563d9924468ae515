import type { FunctionMetadata, Metadata } from "../../src/formulas/define/metadata";
import { type AddIn, type Button, type Language, locales, type Menu, type MenuItem, type Texts } from "./add-in";

/** The files of the app package, by name; the languages' files hold translations of manifest.json. */
export type UnifiedManifest = ReadonlyMap<string, object>;

const schemaVersion = "1.30";
const schemas = `https://developer.microsoft.com/json-schemas/teams/v${schemaVersion}`;

/**
 * manifest.json: Microsoft's unified manifest, which Excel of Microsoft 365 reads. It repeats the functions, because Excel
 * does not read functions.json then.
 */
export const renderUnified = (addIn: AddIn, metadata: Metadata): UnifiedManifest => {
  const translations: Translation[] = [];
  /** The English text; the others are kept for the languages' files, by the place where it stands. */
  const localized = (place: string, texts: Texts): string => {
    translations.push({ place, texts });
    return texts.en;
  };
  const manifest = describe(addIn, metadata, localized);
  return new Map([
    ["manifest.json", manifest],
    ...otherLanguages.map((language): [string, object] => [
      fileOf(language),
      {
        $schema: `${schemas}/MicrosoftTeams.Localization.schema.json`,
        // The short name must be there in every language.
        "name.short": shortNameOf(addIn),
        "name.full": fullNameOf(addIn),
        ...Object.fromEntries(translations.map(({ place, texts }) => [place, texts[language]])),
      },
    ]),
  ]);
};

interface Translation {
  readonly place: string;
  readonly texts: Texts;
}
type Localize = (place: string, texts: Texts) => string;

const otherLanguages = (Object.keys(locales) as Language[]).filter((language) => language !== "en");
const fileOf = (language: Language): string => `manifest.${language}.json`;
const tagOf = (language: Language): string => locales[language].toLowerCase();
/** Another name than that of manifest.xml, because an administrator sees both in one list. */
const shortNameOf = ({ name }: AddIn): string => name.replace("Spillway", "Spillway 365");
const fullNameOf = ({ name }: AddIn): string => `${name} for Microsoft 365`;

const describe = (addIn: AddIn, metadata: Metadata, localized: Localize): object => {
  const { ids, version, provider, description, origin } = addIn;
  const help = `${origin}/docs/functions.html`;
  return {
    $schema: `${schemas}/MicrosoftTeams.schema.json`,
    manifestVersion: schemaVersion,
    version,
    id: ids.unified,
    localizationInfo: {
      defaultLanguageTag: tagOf("en"),
      additionalLanguages: otherLanguages.map((language) => ({ languageTag: tagOf(language), file: fileOf(language) })),
    },
    developer: { name: provider, websiteUrl: help, privacyUrl: help, termsOfUseUrl: help },
    name: { short: shortNameOf(addIn), full: fullNameOf(addIn) },
    description: {
      short: localized("description.short", description),
      full: localized("description.full", description),
    },
    icons: { outline: "assets/icons/outline-32.png", color: "assets/icons/icon-192.png" },
    accentColor: "#0f5c6e",
    validDomains: [origin],
    authorization: {
      permissions: { resourceSpecific: [{ name: "Document.ReadWrite.User", type: "Delegated" }] },
    },
    extensions: [describeExtension(addIn, metadata, localized)],
  };
};

const extension = "extensions[0]";
const withCommands = { capabilities: [{ name: "AddinCommands", minVersion: "1.1" }] };
const onDesktop = { formFactors: ["desktop"] };

const describeExtension = (addIn: AddIn, metadata: Metadata, localized: Localize): object => {
  const { ids, name, origin, started } = addIn;
  const group = `${extension}.ribbons[0].tabs[0].groups[0]`;
  const menu = `${extension}.contextMenus[0].menus[0]`;
  return {
    requirements: {
      capabilities: addIn.requirements.map(([set, least]) => ({ name: set, minVersion: least })),
      scopes: ["workbook"],
    },
    runtimes: [describeRuntime(addIn, metadata, localized)],
    ribbons: [
      {
        requirements: { ...withCommands, scopes: ["workbook"], ...onDesktop },
        contexts: ["default"],
        tabs: [
          {
            builtInTabId: "TabHome",
            groups: [
              {
                id: "Spillway.Group",
                label: localized(`${group}.label`, everywhere(name)),
                icons: imagesOf("icon", origin),
                controls: addIn.ribbon.map((one, index) =>
                  describeControl(one, { origin, localized, place: `${group}.controls[${index}]` }),
                ),
              },
            ],
          },
        ],
      },
    ],
    contextMenus: [
      {
        requirements: { ...withCommands, scopes: ["workbook"], ...onDesktop },
        menus: [
          {
            entryPoint: "cell",
            controls: addIn.cellMenu.map((one, index) =>
              describeControl(one, { origin, localized, place: `${menu}.controls[${index}]` }),
            ),
          },
        ],
      },
    ],
    getStartedMessages: [
      {
        requirements: { scopes: ["workbook"], ...onDesktop },
        title: localized(`${extension}.getStartedMessages[0].title`, started.title),
        description: localized(`${extension}.getStartedMessages[0].description`, started.description),
        learnMoreUrl: `${origin}/docs/functions.html`,
      },
    ],
    alternates: [
      {
        // Where both are installed, Excel shows this one only.
        hide: { customOfficeAddin: { officeAddinId: ids.addInOnly } },
        alternateIcons: {
          icon: { size: 32, url: `${origin}/assets/icons/icon-32.png` },
          highResolutionIcon: { size: 64, url: `${origin}/assets/icons/icon-64.png` },
        },
      },
    ],
  };
};

const openPane = "openPane";

const describeRuntime = (addIn: AddIn, metadata: Metadata, localized: Localize): object => {
  const { origin, namespace } = addIn;
  const controls = [...addIn.ribbon, ...addIn.cellMenu].flatMap((one) => ("items" in one ? one.items : [one]));
  const ids = new Set(controls.map(({ command = openPane }) => command));
  const metadataUrl: Texts = {
    en: `${origin}/functions.json`,
    fr: `${origin}/functions.fr.json`,
    de: `${origin}/functions.de.json`,
    es: `${origin}/functions.es.json`,
  };
  return {
    requirements: { ...withCommands, ...onDesktop },
    id: "SharedRuntime",
    type: "general",
    code: { page: `${origin}/taskpane.html`, script: `${origin}/functions.js` },
    // Functions, commands and pane share it.
    lifetime: "long",
    actions: [...ids].map((id) => ({
      id,
      type: id === openPane ? "openPage" : "executeFunction",
      displayName: id,
    })),
    customFunctions: {
      ...(namespace !== undefined && { namespace: { id: namespace, name: namespace } }),
      allowCustomDataForDataTypeAny: true,
      metadataUrl: localized(`${extension}.runtimes[0].customFunctions.metadataUrl`, metadataUrl),
      functions: metadata.functions.map(describeFunction),
      enums: metadata.enums,
    },
  };
};

/** Options are members of the function here, and one of them has another name. */
const describeFunction = ({ options, ...members }: FunctionMetadata): object => {
  const { requiresParameterAddresses, ...others } = options;
  return {
    ...members,
    ...others,
    ...(requiresParameterAddresses !== undefined && { requiresParameterAddress: requiresParameterAddresses }),
  };
};

interface ControlPlace {
  readonly origin: string;
  readonly place: string;
  readonly localized: Localize;
}

const describeControl = (one: Button | Menu, { origin, place, localized }: ControlPlace): object => ({
  id: `Spillway.${one.id}`,
  type: "items" in one ? "menu" : "button",
  ...describeTexts(one, place, localized),
  icons: imagesOf(one.icon, origin),
  ...("items" in one
    ? {
        items: one.items.map((item, index) => ({
          id: `Spillway.${item.id}`,
          type: "menuItem",
          ...describeTexts(item, `${place}.items[${index}]`, localized),
          actionId: item.command ?? openPane,
        })),
      }
    : { actionId: one.command ?? openPane }),
});

const describeTexts = ({ label, tooltip }: MenuItem, place: string, localized: Localize): object => ({
  label: localized(`${place}.label`, label),
  supertip: {
    title: localized(`${place}.supertip.title`, label),
    description: localized(`${place}.supertip.description`, tooltip),
  },
});

const imagesOf = (icon: string, origin: string): readonly object[] =>
  [16, 32, 80].map((size) => ({ size, url: `${origin}/assets/icons/${icon}-${size}.png` }));

const everywhere = (text: string): Texts => ({ en: text, fr: text, de: text, es: text });
