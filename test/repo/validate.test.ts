import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderFunctionsJson } from "../../scripts/generate/generate-functions";
import { renderManifest } from "../../scripts/build/manifest";
import { checkFunctions } from "../../scripts/validate/functions-rules";
import { checkManifest } from "../../scripts/validate/manifest-rules";
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
    const moved = renderManifest({ origin: "https://addin.example" });
    const named = renderManifest({ origin: "https://addin.example", namespace: "ESG" });
    expect([committed, moved, named].map(check)).toEqual([[], [], []]);
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
        "good: manifest.xml, functions.json, functions.fr.json, functions.de.json, functions.es.json",
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
