import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { convert } from "office-addin-manifest-converter";
import { addInAt } from "../../scripts/manifest/add-in";
import { renderManifests } from "../../scripts/manifest/manifests";

const rendered = renderManifests(addInAt());
const folder = mkdtempSync(path.join(tmpdir(), "spillway-converted-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every value with its place: `extensions[0].runtimes[0].id`. */
const flatten = (value: unknown, place = ""): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        flatten(inner, Array.isArray(value) ? `${place}[${key}]` : place === "" ? key : `${place}.${key}`),
      )
    : [[place, value]];

/** The places where two files differ, with both values. */
const differences = (ours: unknown, theirs: unknown): readonly (readonly [string, unknown, unknown])[] => {
  const [left, right] = [new Map(flatten(ours)), new Map(flatten(theirs))];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((place) => left.get(place) !== right.get(place))
    .map((place) => [place, left.get(place), right.get(place)]);
};

const runtime = String.raw`^extensions\[0\]\.runtimes\[0\]\.`;

/** Where Microsoft's converter (0.4.1) makes something else of manifest.xml than we write, and why. */
const expected: readonly (readonly [RegExp, string])[] = [
  [/^\$schema$|^manifestVersion$/, "It writes version 1.17, which has no custom functions; they came with 1.23."],
  [/^id$/, "Two manifests are two add-ins; the documentation asks for another id."],
  [/^name\.(short|full)$/, "The documentation asks for another name, because an administrator sees both."],
  [/^localizationInfo\.additionalLanguages\[\d\]\.file$/, "Our languages' files are named like functions.fr.json."],
  [/^icons\./, "It takes the icons of the ribbon; an app package needs 32 and 192 pixels."],
  [/^accentColor$/, "manifest.xml has none."],
  [new RegExp(`${runtime}customFunctions\\.`), "It leaves the functions out."],
  [new RegExp(`${runtime}code\\.script$`), "The script of the functions belongs to them."],
  [new RegExp(`${runtime}id$`), "It numbers the runtimes; ours has a name."],
  [
    /^extensions\[0\]\.runtimes\[[01]\]\.actions/,
    "It gives the commands a second, short-lived runtime; in ours, as in manifest.xml, they share the page of the functions.",
  ],
  [/^extensions\[0\]\.runtimes\[1\]/, "The second runtime itself."],
  [/\.controls\[0\]\.actionId$/, "It numbers the action that opens the pane; ours has a name."],
  [
    /^extensions\[0\]\.contextMenus\[0\]\.menus\[0\]\.entryPoint$/,
    "It looks for ContextMenuCell in another attribute than the documentation has.",
  ],
  [/^extensions\[0\]\.alternates\[0\]\.hide\./, "It knows nothing of a second add-in to hide."],
  [/^(showLoadingIndicator|isFullScreen|defaultBlockUntilAdminAction)$/, "It writes out what holds anyway."],
  [/\.(overriddenByRibbonApi|enabled)$/, "It writes out what holds anyway."],
];
const expectedInLanguages: readonly (readonly [RegExp, string])[] = [
  [/^\$schema$/, "As in manifest.json."],
  [/^name\.(short|full)$/, "The schema asks for the short name in every language; it leaves names out."],
  [/\.customFunctions\.metadataUrl$/, "It leaves the functions out."],
  [/^extensions\[0\]\.getStartedMessages\[0\]\.(title|description)$/, "It leaves these translations out."],
  [/^extensions\[0\]\.runtimes\[1\]/, "The second runtime."],
];

describe("Microsoft's converter makes of manifest.xml what we write into manifest.json", () => {
  beforeAll(async () => {
    const input = path.join(folder, "manifest.xml");
    writeFileSync(input, rendered.get("manifest.xml") ?? "");
    await convert(input, path.join(folder, "converted"));
  });

  test.each([
    ["manifest.json", "manifest.json", expected],
    ["manifest.fr.json", "fr-fr.json", expectedInLanguages],
    ["manifest.de.json", "de-de.json", expectedInLanguages],
    ["manifest.es.json", "es-es.json", expectedInLanguages],
  ] as const)("%s, but for differences that have a reason, each of which is still there", (ours, theirs, reasons) => {
    const theirText = readFileSync(path.join(folder, "converted", theirs), "utf8");
    const found = differences(JSON.parse(rendered.get(ours) ?? ""), JSON.parse(theirText));
    expect(found.filter(([place]) => !reasons.some(([pattern]) => pattern.test(place)))).toEqual([]);
    expect(reasons.filter(([pattern]) => !found.some(([place]) => pattern.test(place)))).toEqual([]);
    const same =
      flatten(JSON.parse(rendered.get(ours) ?? "")).length - found.filter(([, left]) => left !== undefined).length;
    expect(same).toBeGreaterThan(ours === "manifest.json" ? 90 : 20);
  });
});

test("manifest.json repeats every function of functions.json, with its options as members", () => {
  const { extensions } = JSON.parse(rendered.get("manifest.json") ?? "") as {
    readonly extensions: readonly {
      readonly runtimes: readonly {
        readonly customFunctions: {
          readonly functions: readonly Record<string, unknown>[];
          readonly enums: readonly unknown[];
        };
      }[];
    }[];
  };
  const { functions, enums } = extensions[0]!.runtimes[0]!.customFunctions;
  expect(functions.length).toBeGreaterThan(40);
  expect(enums.length).toBeGreaterThan(5);
  expect(functions.find(({ id }) => id === "ENTITY.ID")).toMatchObject({
    name: "ENTITY.ID",
    cancelable: true,
    requiresAddress: true,
    requiresParameterAddress: true,
    result: { dimensionality: "matrix" },
  });
});
