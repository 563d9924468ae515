import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import Ajv, { type ErrorObject, type ValidateFunction } from "ajv-draft-04";
import addFormats from "ajv-formats";
import { checkImage } from "./images";
import { requirementSets } from "./requirement-sets";

// Microsoft's schema of the unified manifest, and rules that it cannot say, from the documentation.

export interface UnifiedPlace {
  /** The folder with the icons, and with what the addresses name. */
  readonly root: string;
  /** Reads a translation of the manifest; undefined if there is none of this name. */
  readonly language: (file: string) => unknown;
  /** The functions.json that the manifest must agree with. */
  readonly functions?: { readonly functions: readonly { readonly id: string; readonly name: string }[] } | undefined;
  /** What the sentences call the file. */
  readonly file?: string;
}

/** What is wrong with a manifest.json, one sentence each: file, place, what is allowed, what was found. */
export const checkUnified = (manifest: unknown, place: UnifiedPlace): readonly string[] => {
  const { file = "manifest.json" } = place;
  const version = (manifest as { readonly manifestVersion?: unknown } | null)?.manifestVersion;
  const schema = schemaOf(String(version), "MicrosoftTeams.schema.json");
  if (schema === undefined)
    return [`${file}, manifestVersion: there is no schema of this version, got "${String(version)}".`];
  const faults = check(schema, manifest);
  if (faults.length > 0) return faults.map((fault) => `${file}, ${fault}.`);
  const unified = manifest as Unified;
  return [
    ...rules.flatMap((rule) => rule(unified, place)).map((fault) => `${file}, ${fault}.`),
    ...checkLanguages(unified, place),
  ];
};

interface Control {
  readonly id: string;
  readonly actionId?: string;
  readonly icons?: readonly IconImage[];
  readonly items?: readonly Control[];
}
interface IconImage {
  readonly size: number;
  readonly url: string;
}
interface Requirements {
  readonly capabilities?: readonly { readonly name: string; readonly minVersion?: string }[];
}
interface Extension {
  readonly requirements?: Requirements;
  readonly runtimes?: readonly {
    readonly id: string;
    readonly lifetime?: string;
    readonly actions?: readonly { readonly id: string; readonly type: string }[];
    readonly customFunctions?: {
      readonly namespace?: { readonly name: string };
      readonly functions?: readonly { readonly id: string; readonly name: string }[];
    };
  }[];
  readonly ribbons?: readonly {
    readonly tabs: readonly {
      readonly groups?: readonly { readonly icons?: readonly IconImage[]; readonly controls?: readonly Control[] }[];
    }[];
  }[];
  readonly contextMenus?: readonly { readonly menus: readonly { readonly controls: readonly Control[] }[] }[];
  readonly alternates?: readonly {
    readonly hide?: { readonly customOfficeAddin?: { readonly officeAddinId: string } };
    readonly alternateIcons?: { readonly icon: IconImage; readonly highResolutionIcon: IconImage };
  }[];
}
interface Unified {
  readonly id: string;
  readonly version: string;
  readonly icons: { readonly outline: string; readonly color: string };
  readonly localizationInfo?: { readonly additionalLanguages?: readonly { readonly file: string }[] };
  readonly extensions?: readonly Extension[];
}
type Rule = (manifest: Unified, place: UnifiedPlace) => readonly string[];

const schemas = path.join(
  path.dirname(require.resolve("@microsoft/app-manifest/package.json")),
  "build/json-schemas/teams",
);

const compiled = new Map<string, ValidateFunction>();
/** The schema of one version; undefined if Microsoft has none. */
const schemaOf = (version: string, name: string): ValidateFunction | undefined => {
  const file = path.join(schemas, /^\d/.test(version) ? `v${version}` : version, name);
  if (!existsSync(file)) return undefined;
  const known = compiled.get(file);
  if (known !== undefined) return known;
  // The patterns of the localization schema are not valid with the flag `u`, those of the other one need it.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, unicodeRegExp: !name.includes("Localization") });
  addFormats(ajv);
  const schema = ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
  compiled.set(file, schema);
  return schema;
};

const check = (schema: ValidateFunction, content: unknown): readonly string[] =>
  schema(content) ? [] : [...new Set((schema.errors ?? []).map(sentenceOf))];

const sentenceOf = ({ instancePath, keyword, message, params, data }: ErrorObject): string => {
  const place = placeOf(instancePath);
  const given = params as Readonly<Record<string, unknown>>;
  const found = typeof data === "object" ? "" : `, got ${JSON.stringify(data)}`;
  if (keyword === "additionalProperties")
    return `${place}: there is no member "${String(given["additionalProperty"])}"`;
  if (keyword === "required") return `${place}: the member "${String(given["missingProperty"])}" must be there`;
  if (keyword === "enum")
    return `${place}: must be one of ${(given["allowedValues"] as readonly unknown[]).join(", ")}${found}`;
  return `${place}: ${message ?? keyword}${found}`;
};

/** `/extensions/0/ribbons` as `extensions[0].ribbons`. */
const placeOf = (pointer: string): string =>
  pointer === ""
    ? "the whole"
    : pointer
        .slice(1)
        .replaceAll(/\/(\d+)/g, "[$1]")
        .replaceAll("/", ".");

const isNot = (wrong: boolean, sentence: string): readonly string[] => (wrong ? [sentence] : []);

const controlsOf = ({ extensions = [] }: Unified): readonly Control[] =>
  extensions
    .flatMap(({ ribbons = [], contextMenus = [] }) => [
      ...ribbons.flatMap(({ tabs }) => tabs).flatMap(({ groups = [] }) => groups),
      ...contextMenus.flatMap(({ menus }) => menus),
    ])
    .flatMap(({ controls = [] }) => controls)
    .flatMap((control) => [control, ...(control.items ?? [])]);

/** "Unified manifest overview": `n.n.n`, each of at most five digits. */
const version: Rule = ({ version: given }) =>
  isNot(
    !/^\d{1,5}(\.\d{1,5}){2}$/.test(given),
    `version: must be three numbers of at most five digits, got "${given}"`,
  );

/** "App package for Microsoft 365": an outline icon of 32 and a colour icon of 192 pixels. */
const packageIcons: Rule = ({ icons }, { root }) => [
  ...checkImage("icons.outline", icons.outline, 32, root),
  ...checkImage("icons.color", icons.color, 192, root),
];

/** Every image has the size that is stated. */
const images: Rule = (manifest, { root }) => {
  const groups = (manifest.extensions ?? [])
    .flatMap(({ ribbons = [] }) => ribbons)
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ groups: ofTab = [] }) => ofTab);
  const alternates = (manifest.extensions ?? [])
    .flatMap(({ alternates: ofExtension = [] }) => ofExtension)
    .flatMap(({ alternateIcons: icons }) => (icons === undefined ? [] : [icons.icon, icons.highResolutionIcon]));
  return [...groups, ...controlsOf(manifest)]
    .flatMap(({ icons = [] }) => icons)
    .concat(alternates)
    .flatMap(({ size, url }) =>
      URL.canParse(url) ? checkImage(`the icon ${url}`, new URL(url).pathname, size, root) : [],
    );
};

/** Excel loads over TLS only; the schema allows http for some addresses. */
const addresses: Rule = (manifest) =>
  listTexts(manifest).flatMap(({ place, text }) =>
    isNot(/^http:/i.test(text), `${place}: the address must begin with https://, got "${text}"`),
  );

/** A control names an action of a runtime, and ids are there once. "Convert an add-in": at most 20 commands. */
const actions: Rule = (manifest) => {
  const ids = (manifest.extensions ?? [])
    .flatMap(({ runtimes = [] }) => runtimes)
    .flatMap((runtime) => runtime.actions ?? [])
    .map(({ id }) => id);
  const controls = controlsOf(manifest);
  return [
    ...controls.flatMap(({ id, actionId, items }) => [
      ...isNot(
        actionId === undefined && items === undefined,
        `control ${id}: the member "actionId" or "items" must be there`,
      ),
      ...isNot(
        actionId !== undefined && !ids.includes(actionId),
        `control ${id}: actionId must be the id of an action of a runtime (${ids.join(", ")}), got "${actionId}"`,
      ),
    ]),
    ...duplicates(ids).map((id) => `action ${id}: the id must be there once`),
    ...duplicates(controls.map(({ id }) => id)).map((id) => `control ${id}: the id must be there once`),
    ...isNot(ids.length > 20, `actions: there must be at most 20, got ${ids.length}`),
  ];
};

const duplicates = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
];

/** "Configure your add-in to use a shared runtime": one runtime lives long, and functions need it and their requirement set. */
const functions: Rule = ({ extensions = [] }, { functions: metadata }) =>
  extensions.flatMap(({ runtimes = [], requirements }) => {
    const sets = (requirements?.capabilities ?? []).map(({ name }) => name);
    const withFunctions = runtimes.filter(({ customFunctions }) => customFunctions !== undefined);
    const inManifest = withFunctions.flatMap(({ customFunctions }) => customFunctions?.functions ?? []);
    const listed = (each: readonly { readonly id: string; readonly name: string }[]): string =>
      each.map(({ id, name }) => `${id}=${name}`).join();
    return [
      ...isNot(
        runtimes.filter(({ lifetime }) => lifetime === "long").length > 1,
        "runtimes: only one may have the lifetime long",
      ),
      ...withFunctions
        .filter(({ lifetime }) => lifetime !== "long")
        .map(
          ({ id, lifetime = "short" }) =>
            `runtime ${id}: lifetime must be long, which functions and pane share, got "${lifetime}"`,
        ),
      ...isNot(
        withFunctions.length > 0 && !sets.includes("CustomFunctionsRuntime"),
        "requirements.capabilities: CustomFunctionsRuntime must be there",
      ),
      ...isNot(
        metadata !== undefined && listed(inManifest) !== listed(metadata.functions),
        "customFunctions.functions: ids and names must be those of functions.json, in the same order",
      ),
    ];
  });

const requirements: Rule = ({ extensions = [] }) =>
  extensions
    .flatMap(({ requirements: given }) => given?.capabilities ?? [])
    .flatMap(({ name, minVersion }) => {
      const versions = requirementSets[name];
      if (versions === undefined)
        return [`requirements.capabilities: name must be a requirement set of Excel, got "${name}"`];
      return isNot(
        minVersion !== undefined && !versions.includes(minVersion),
        `requirements.capabilities, ${name}: minVersion must be one of ${versions.join(", ")}, got "${minVersion}"`,
      );
    });

/** "Manage both a unified manifest and an add-in only manifest": they are two add-ins, with two ids. */
const ids: Rule = ({ id, extensions = [] }) =>
  extensions
    .flatMap(({ alternates = [] }) => alternates)
    .flatMap(({ hide }) =>
      isNot(
        hide?.customOfficeAddin?.officeAddinId.toLowerCase() === id.toLowerCase(),
        `id: must be another one than that of the add-in it hides, got "${id}" for both`,
      ),
    );

const rules: readonly Rule[] = [version, packageIcons, images, addresses, actions, functions, requirements, ids];

/** A translation fits its schema, and each of its texts stands for a text of the manifest. */
const checkLanguages = (manifest: Unified, { language }: UnifiedPlace): readonly string[] => {
  const places = new Set(listTexts(manifest).map(({ place }) => place));
  const schema = schemaOf(
    (manifest as { manifestVersion?: string }).manifestVersion ?? "",
    "MicrosoftTeams.Localization.schema.json",
  );
  return (manifest.localizationInfo?.additionalLanguages ?? []).flatMap(({ file }) => {
    const content = language(file);
    if (content === undefined) return [`manifest.json, localizationInfo: the file ${file} must be there.`];
    return [
      ...(schema === undefined ? [] : check(schema, content)),
      ...Object.keys(content as object)
        .filter((place) => place !== "$schema" && !places.has(place))
        .map((place) => `${place}: the manifest must have a text there`),
    ].map((fault) => `${file}, ${fault}.`);
  });
};

/** Every text with its place, as the translations write it. */
const listTexts = (content: unknown, place = ""): readonly { readonly place: string; readonly text: string }[] => {
  if (typeof content === "string") return [{ place, text: content }];
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) =>
    listTexts(value, Array.isArray(content) ? `${place}[${key}]` : place === "" ? key : `${place}.${key}`),
  );
};
