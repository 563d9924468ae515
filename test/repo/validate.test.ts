import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderFunctionsJson } from "../../scripts/generate/generate-functions";
import { addInAt, type Place } from "../../scripts/manifest/add-in";
import { renderAddInOnly } from "../../scripts/manifest/add-in-only";
import { renderManifests } from "../../scripts/manifest/manifests";
import { checkFunctions } from "../../scripts/validate/functions-rules";
import { checkManifest } from "../../scripts/validate/manifest-rules";
import { checkUnified } from "../../scripts/validate/unified-rules";
import { translatedLanguages } from "../../src/i18n/translations";

const root = path.join(__dirname, "../..");
const committed = readFileSync(path.join(root, "manifest.xml"), "utf8");
const check = (text: string): readonly string[] => checkManifest(text, { root });

/** The manifest with one place changed; the place must be there. */
const changed = (from: string, to: string): string => {
  expect(committed).toContain(from);
  return committed.replace(from, () => to);
};

describe("manifest.xml", () => {
  test("as it is committed, moved to another origin and with a namespace has no fault", () => {
    const render = (place: Place): string => renderAddInOnly(addInAt(place));
    const moved = render({ origin: "https://addin.example" });
    const named = render({ origin: "https://addin.example", namespace: "ESG" });
    const staging = render({ origin: "https://addin.example", environment: "staging" });
    expect([committed, moved, named, staging].map(check)).toEqual([[], [], [], []]);
  });

  const long = "x".repeat(251);
  test.each([
    [
      "an id that is no GUID",
      ["<Id>8f0c2f1e-", "<Id>8f0c2f1-"],
      [`<Id>: must be a GUID, got "8f0c2f1-6a0b-4c1d-9f57-3f1b1d7a52c4"`],
    ],
    [
      "a version of five numbers",
      ["<Version>0.1.0.0<", "<Version>0.1.0.0.0<"],
      [`<Version>: must be one to four numbers of at most five digits, with points between them, got "0.1.0.0.0"`],
    ],
    [
      "a description that is too long",
      ["Text analytics, entities and ESG and SDG signals in cells.", long],
      ["<Description>: the text must have 1 to 250 characters, got 251"],
    ],
    [
      "a translated label that is too long",
      [`Value="Ouvrir le volet"`, `Value="${"x".repeat(126)}"`],
      [
        `<bt:Override Locale="fr-FR"> in <bt:String id="OpenPane.Label">: the text must have 1 to 125 characters, got 126`,
      ],
    ],
    [
      "an icon of another size",
      ["icon-64.png", "icon-80.png"],
      ["<HighResolutionIconUrl>: the image assets/icons/icon-80.png must be a PNG of 64 × 64 pixels, got 80 × 80"],
    ],
    [
      "an icon that does not exist",
      ["stop-16.png", "stop-17.png"],
      [
        `<bt:Image resid="Stop.16x16">: the image assets/icons/stop-17.png must be a PNG of 16 × 16 pixels, got no file`,
      ],
    ],
    [
      "an icon without one of its sizes",
      [`<bt:Image size="80" resid="Icon.80x80" />`, ""],
      [`<Icon> in <Group id="Spillway.Group">: the size 80 must be there, got 16, 32`],
    ],
    [
      "an address without TLS",
      [`SupportUrl DefaultValue="https:`, `SupportUrl DefaultValue="http:`],
      [`<SupportUrl>: the address must begin with https://, got "http://localhost:3000/docs/functions.html"`],
    ],
    [
      "a requirement set that does not exist",
      [`Name="SharedRuntime" MinVersion="1.1"`, `Name="SharedRuntime" MinVersion="1.9"`],
      [`<Set Name="SharedRuntime">: MinVersion must be one of 1.1, 1.2, got "1.9"`],
    ],
    [
      "a host that is not Excel",
      [`<Host Name="Workbook" />`, `<Host Name="Document" />`],
      [
        `<Hosts>: a Host must have the Name Workbook, got "Document"`,
        `<Host xsi:type="Workbook">: must be a host that <Hosts> names (Document)`,
      ],
    ],
    [
      "a resid without its resource",
      [`<Label resid="Stop.Label" />`, `<Label resid="Stopp.Label" />`],
      [
        `<Label resid="Stopp.Label"> in <Control id="Spillway.Stop">: resid must be the id of a resource in <ShortStrings>, got none`,
      ],
    ],
    [
      "a tooltip where a label belongs",
      [`<Label resid="Stop.Label" />`, `<Label resid="Stop.Tooltip" />`],
      [
        `<Label resid="Stop.Tooltip"> in <Control id="Spillway.Stop">: resid must be the id of a resource in <ShortStrings>, got one in <LongStrings>`,
      ],
    ],
    [
      "a resource that nothing uses",
      [
        "</bt:LongStrings>",
        `<bt:String id="An.Id.That.Is.Longer.Than.32.Letters" DefaultValue="?" /></bt:LongStrings>`,
      ],
      [
        `<bt:String id="An.Id.That.Is.Longer.Than.32.Letters">: the id must have 1 to 32 characters, got 36`,
        `<bt:String id="An.Id.That.Is.Longer.Than.32.Letters">: an element must use it, got none with this resid`,
      ],
    ],
    [
      "two controls with one id",
      [`id="Spillway.Stop"`, `id="Spillway.OpenPane"`],
      [`<Control id="Spillway.OpenPane">: the id must be there once`],
    ],
    [
      "a runtime that is not shared",
      [`lifetime="long"`, `lifetime="short"`],
      [`<Runtime resid="Taskpane.Url">: lifetime must be long, which functions and pane share, got "short"`],
    ],
    [
      "elements in another order",
      [
        '<DefaultLocale>en-US</DefaultLocale>\n  <DisplayName DefaultValue="Spillway" />',
        '<DisplayName DefaultValue="Spillway" />\n  <DefaultLocale>en-US</DefaultLocale>',
      ],
      [
        expect.stringMatching(
          /^<OfficeApp xsi:type="TaskPaneApp">: its elements must stand in the order .*, got DefaultLocale too late$/,
        ),
      ],
    ],
    [
      "a command without its function",
      ["<FunctionName>stop</FunctionName>", ""],
      [`<Action xsi:type="ExecuteFunction"> in <Control id="Spillway.Stop">: the element FunctionName must be there`],
    ],
    ["broken XML", ["</Hosts>", "</Host>"], [expect.stringMatching(/^the file must be well-formed XML: /)]],
  ])("%s is found, and its sentence names element, rule and finding", (_name, [from, to], sentences) => {
    const found = check(changed(from ?? "", to ?? ""));
    expect(found.map((sentence) => /^manifest\.xml, (.*)\.$/s.exec(sentence)?.[1])).toEqual(sentences);
  });
});

interface Draft {
  enums: { id: string }[];
  functions: {
    id: string;
    name: string;
    helpUrl: string;
    options: Record<string, unknown>;
    parameters: Record<string, unknown>[];
    result: Record<string, unknown>;
  }[];
}

describe("functions.json", () => {
  test.each(["en", ...translatedLanguages])("in %s has no fault", (language) => {
    expect(checkFunctions(JSON.parse(JSON.stringify(renderFunctionsJson(undefined, language))))).toEqual([]);
  });

  const faults: readonly (readonly [string, (draft: Draft) => void, readonly string[]])[] = [
    [
      "a member that Excel does not know",
      ({ functions: [first] }) => Object.assign(first ?? {}, { streaming: true }),
      [`function ENTITY.SEARCH: there is no member "streaming"`],
    ],
    [
      "a type that there is not",
      ({ functions: [first] }) => Object.assign(first?.parameters[0] ?? {}, { type: "date" }),
      [`function ENTITY.SEARCH, parameters/0/type: must be one of boolean, number, string, any, got "date"`],
    ],
    [
      "a missing result",
      ({ functions: [first] }) => delete (first as { result?: unknown }).result,
      [`function ENTITY.SEARCH: the member "result" must be there`],
    ],
    [
      "an id with a sign that is not allowed",
      ({ functions: [first] }) => Object.assign(first ?? {}, { id: "ENTITY-SEARCH" }),
      [`function ENTITY-SEARCH, id: must match pattern "^[A-Za-z][A-Za-z0-9._]*$", got "ENTITY-SEARCH"`],
    ],
    [
      "one id twice",
      ({ functions: [first, second] }) => Object.assign(second ?? {}, { id: first?.id }),
      [`functions: the id "ENTITY.SEARCH" must be there once`],
    ],
    [
      "a name that is a cell's address",
      ({ functions: [first] }) => Object.assign(first ?? {}, { name: "ESG1" }),
      [`function ENTITY.SEARCH: id and name must not look like a cell's address, got "ESG1"`],
    ],
    [
      "a required parameter behind an optional one",
      ({ functions: [first] }) => first?.parameters.push({ name: "late", type: "any" }),
      ["function ENTITY.SEARCH: parameter late: it must be optional, because the one before it is"],
    ],
    [
      "an enumeration that is not there",
      ({ functions: [first] }) => Object.assign(first?.parameters[0] ?? {}, { customEnumId: "COLOURS" }),
      [
        expect.stringMatching(
          /^function ENTITY.SEARCH: parameter \w+: customEnumId must be the id of one of enums, got "COLOURS"$/,
        ) as string,
      ],
    ],
    [
      "options that exclude each other",
      ({ functions: [first] }) => Object.assign(first ?? {}, { options: { stream: true, requiresAddress: true } }),
      ["function ENTITY.SEARCH: the options stream and requiresAddress must not both be true"],
    ],
  ];
  test.each(faults)("%s is found, and its sentence names function, rule and finding", (_name, plant, sentences) => {
    const draft = JSON.parse(JSON.stringify(renderFunctionsJson())) as Draft;
    plant(draft);
    const found = checkFunctions(draft).map((sentence) => /^functions\.json, (.*)\.$/.exec(sentence)?.[1]);
    expect(found).toEqual(sentences);
  });
});

interface Unified {
  manifestVersion: string;
  version: string;
  id: string;
  developer: { websiteUrl: string };
  icons: { color: string };
  extensions: {
    requirements: { capabilities: { name: string; minVersion: string }[] };
    runtimes: {
      lifetime: string;
      actions: { id: string }[];
      customFunctions: { functions: Record<string, unknown>[] };
    }[];
    ribbons: {
      tabs: {
        groups: {
          icons: { size: number; url: string }[];
          controls: { id: string; actionId: string; label: string }[];
        }[];
      }[];
    }[];
    contextMenus: { menus: { entryPoint: string }[] }[];
    alternates: { hide: { customOfficeAddin: { officeAddinId: string } } }[];
  }[];
}
type Translation = Record<string, string>;

describe("manifest.json", () => {
  const drafted = (place: Place = {}): { readonly files: Map<string, unknown>; readonly manifest: Unified } => {
    const files = new Map(
      [...renderManifests(addInAt(place))]
        .filter(([file]) => file.endsWith(".json"))
        .map(([file, text]) => [file, JSON.parse(text) as unknown]),
    );
    return { files, manifest: files.get("manifest.json") as Unified };
  };
  const checkFiles = (files: ReadonlyMap<string, unknown>): readonly string[] =>
    checkUnified(files.get("manifest.json"), {
      root,
      language: (file) => files.get(file),
      functions: renderFunctionsJson(),
    });

  test("as it is built, for another origin and for an environment, has no fault", () => {
    expect(checkFiles(drafted().files)).toEqual([]);
    expect(checkFiles(drafted({ origin: "https://addin.example" }).files)).toEqual([]);
    const { files } = drafted({ environment: "staging", namespace: false });
    expect(checkFiles(files)).toEqual([]);
  });

  const faults: readonly (readonly [
    string,
    (manifest: Unified, files: Map<string, unknown>) => void,
    readonly string[],
  ])[] = [
    [
      "a version that is no semantic one",
      (manifest) => (manifest.version = "0.1.0.0"),
      [
        expect.stringMatching(
          /^manifest\.json, version: must be three numbers of at most five digits, got "0\.1\.0\.0"\.$/,
        ) as string,
      ],
    ],
    [
      "a version of the schema that there is not",
      (manifest) => (manifest.manifestVersion = "9.9"),
      ['manifest.json, manifestVersion: there is no schema of this version, got "9.9".'],
    ],
    [
      "a member that the schema does not know",
      (manifest) => Object.assign(manifest, { permission: "all" }),
      ['manifest.json, the whole: there is no member "permission".'],
    ],
    [
      "a label that is too long",
      (manifest) => (manifest.extensions[0]!.ribbons[0]!.tabs[0]!.groups[0]!.controls[0]!.label = "x".repeat(65)),
      [expect.stringMatching(/controls\[0\]\.label: must NOT have more than 64 characters, got "x+"\.$/) as string],
    ],
    [
      "a place of a menu that there is not",
      (manifest) => (manifest.extensions[0]!.contextMenus[0]!.menus[0]!.entryPoint = "row"),
      ['manifest.json, extensions[0].contextMenus[0].menus[0].entryPoint: must be one of text, cell, got "row".'],
    ],
    [
      "a name of a function with a sign that is not allowed",
      (manifest) => (manifest.extensions[0]!.runtimes[0]!.customFunctions.functions[0]!["name"] = "ENTITY-SEARCH"),
      [expect.stringMatching(/functions\[0\]\.name: must match pattern ".*", got "ENTITY-SEARCH"\.$/) as string],
    ],
    [
      "a function that functions.json has not",
      (manifest) => (manifest.extensions[0]!.runtimes[0]!.customFunctions.functions[0]!["id"] = "ENTITY.FIND"),
      ["manifest.json, customFunctions.functions: ids and names must be those of functions.json, in the same order."],
    ],
    [
      "a runtime that is not shared",
      (manifest) => (manifest.extensions[0]!.runtimes[0]!.lifetime = "short"),
      ['manifest.json, runtime SharedRuntime: lifetime must be long, which functions and pane share, got "short".'],
    ],
    [
      "a control without its action",
      (manifest) => manifest.extensions[0]!.runtimes[0]!.actions.pop(),
      [
        'manifest.json, control Spillway.Stop: actionId must be the id of an action of a runtime (openPane, resolveSelection, refreshWorkbook, refreshSelection, refreshSheet, formatResult), got "stop".',
      ],
    ],
    [
      "two controls with one id",
      (manifest) => (manifest.extensions[0]!.ribbons[0]!.tabs[0]!.groups[0]!.controls[1]!.id = "Spillway.OpenPane"),
      ["manifest.json, control Spillway.OpenPane: the id must be there once."],
    ],
    [
      "an icon of another size",
      (manifest) => (manifest.icons.color = "assets/icons/icon-80.png"),
      [
        "manifest.json, icons.color: the image assets/icons/icon-80.png must be a PNG of 192 × 192 pixels, got 80 × 80.",
      ],
    ],
    [
      "an icon that does not exist",
      (manifest) =>
        (manifest.extensions[0]!.ribbons[0]!.tabs[0]!.groups[0]!.icons[0]!.url =
          "https://localhost:3000/assets/icons/icon-17.png"),
      [
        "manifest.json, the icon https://localhost:3000/assets/icons/icon-17.png: the image assets/icons/icon-17.png must be a PNG of 16 × 16 pixels, got no file.",
      ],
    ],
    [
      "an address without TLS",
      (manifest) => (manifest.developer.websiteUrl = "http://addin.example"),
      ['manifest.json, developer.websiteUrl: the address must begin with https://, got "http://addin.example".'],
    ],
    [
      "a requirement set that does not exist",
      (manifest) => (manifest.extensions[0]!.requirements.capabilities[0]!.minVersion = "1.9"),
      ['manifest.json, requirements.capabilities, SharedRuntime: minVersion must be one of 1.1, 1.2, got "1.9".'],
    ],
    [
      "the id of the add-in that it hides",
      (manifest) => (manifest.id = manifest.extensions[0]!.alternates[0]!.hide.customOfficeAddin.officeAddinId),
      [
        'manifest.json, id: must be another one than that of the add-in it hides, got "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4" for both.',
      ],
    ],
    [
      "a translation that is not there",
      (_, files) => files.delete("manifest.de.json"),
      ["manifest.json, localizationInfo: the file manifest.de.json must be there."],
    ],
    [
      "a translation without a name, of a text that there is not",
      (_, files) => {
        const translation = files.get("manifest.fr.json") as Translation;
        delete translation["name.short"];
        translation["extensions[0].ribbons[0].tabs[0].groups[0].controls[9].label"] = "Rien";
      },
      [
        'manifest.fr.json, the whole: the member "name.short" must be there.',
        "manifest.fr.json, extensions[0].ribbons[0].tabs[0].groups[0].controls[9].label: the manifest must have a text there.",
      ],
    ],
  ];
  test.each(faults)("%s is found, and its sentence names place, rule and finding", (_name, plant, sentences) => {
    const { files, manifest } = drafted();
    plant(manifest, files);
    expect(checkFiles(files)).toEqual(sentences);
  });
});

describe("npm run validate", () => {
  const validate = (...args: readonly string[]): { readonly code: number | null; readonly said: readonly string[] } => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "scripts/validate/validate.ts", "--offline", ...args],
      { cwd: root, encoding: "utf8", timeout: 30_000 },
    );
    return { code: status, said: `${stdout}${stderr}`.trim().split("\n") };
  };
  const folder = mkdtempSync(path.join(tmpdir(), "validate-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("says that the repository's own files are good, and what it skipped", () => {
    expect(validate()).toEqual({
      code: 0,
      said: [
        "good: manifest.xml, manifest.json, functions.json, functions.fr.json, functions.de.json, functions.es.json",
        "skipped: Microsoft's validation service (--offline was given)",
      ],
    });
  });

  test("ends with code 1 and the faults of a file it is given", () => {
    const manifest = path.join(folder, "manifest.xml");
    writeFileSync(manifest, changed("<Version>0.1.0.0<", "<Version>new<"));
    const { code, said } = validate("--manifest", manifest);
    expect(code).toBe(1);
    expect(said.at(-1)).toMatch(/manifest\.xml, <Version>: must be one to four numbers .*, got "new"\.$/);
  });
});
