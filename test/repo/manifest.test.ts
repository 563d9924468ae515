import { readFileSync } from "node:fs";
import path from "node:path";
import { JSDOM } from "jsdom";
import { addInAt, type Place } from "../../scripts/manifest/add-in";
import { renderAddInOnly } from "../../scripts/manifest/add-in-only";
import { renderManifests } from "../../scripts/manifest/manifests";
import { withNamespace } from "../../scripts/manifest/namespace";
import { commands } from "../../src/addin/commands";

const root = path.join(__dirname, "../..");
const committed = readFileSync(path.join(root, "manifest.xml"), "utf8");
const renderManifest = (place: Place): string => renderAddInOnly(addInAt(place));
const { DOMParser } = new JSDOM("").window;

const parse = (text: string): Document => {
  const document = new DOMParser().parseFromString(text, "application/xml");
  const problem = document.querySelector("parsererror")?.textContent;
  if (problem !== undefined) throw new Error(problem);
  return document;
};

const all = (document: Document, name: string): Element[] => [...document.getElementsByTagNameNS("*", name)];
const attribute = (element: Element | undefined, name: string): string => element?.getAttribute(name) ?? "";
const residOf = (document: Document, parent: string, child: string): string[] =>
  all(document, parent).flatMap((element) =>
    [...element.children].filter(({ localName }) => localName === child).map((found) => attribute(found, "resid")),
  );

/** Every resource by its id, with what it stands for. */
const resources = (document: Document): ReadonlyMap<string, string> =>
  new Map(
    ["Image", "Url", "String"]
      .flatMap((name) => all(document, name))
      .filter((element) => element.hasAttribute("id"))
      .map((element) => [attribute(element, "id"), attribute(element, "DefaultValue")]),
  );

const manifest = parse(committed);

test("the version is the package's", () => {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { readonly version: string };
  expect(all(manifest, "Version")[0]?.textContent).toBe(`${version}.0`);
});

test.each(["fr-FR", "de-DE", "es-ES"])("every text is there in %s, within what Excel shows", (locale) => {
  const strings = [
    ...all(manifest, "String"),
    ...all(manifest, "Description").filter((one) => one.hasAttribute("DefaultValue")),
  ];
  expect(strings.length).toBeGreaterThan(15);
  for (const string of strings) {
    const override = [...string.children].find((one) => attribute(one, "Locale") === locale);
    const text = attribute(override, "Value");
    expect([attribute(string, "id"), text]).toEqual([attribute(string, "id"), expect.stringMatching(/\S/)]);
    expect(text.length).toBeLessThanOrEqual(string.parentElement?.localName === "ShortStrings" ? 125 : 250);
  }
});

test("every address is https and on the origin the build replaces", () => {
  const addresses = [...committed.matchAll(/DefaultValue="(\w+:[^"]*)"|<AppDomain>([^<]*)</g)].map(
    ([, value, domain]) => value ?? domain,
  );
  expect(addresses.length).toBeGreaterThan(15);
  expect(addresses.filter((address) => !/^https:\/\/localhost:3000(\/|$)/.test(address ?? ""))).toEqual([]);
});

test("there is one runtime, it lives long, and page, commands and pane are the very same page", () => {
  const runtimes = all(manifest, "Runtime");
  expect(runtimes).toHaveLength(1);
  expect(attribute(runtimes[0], "lifetime")).toBe("long");
  const page = attribute(runtimes[0], "resid");
  expect(residOf(manifest, "Page", "SourceLocation")).toEqual([page]);
  expect(all(manifest, "FunctionFile").map((element) => attribute(element, "resid"))).toEqual([page]);
  const panes = all(manifest, "Action").filter((action) => attribute(action, "xsi:type") === "ShowTaskpane");
  expect(panes.length).toBeGreaterThan(0);
  for (const pane of panes) expect(attribute(pane.firstElementChild ?? undefined, "resid")).toBe(page);
});

test("the runtime is the first child of its host, and no pane has an id of its own", () => {
  const host = all(manifest, "Host").find((element) => attribute(element, "xsi:type") === "Workbook");
  expect(host?.firstElementChild?.localName).toBe("Runtimes");
  expect(all(manifest, "TaskpaneId")).toEqual([]);
});

test("functions have script, page and metadata, and no namespace", () => {
  const point = all(manifest, "ExtensionPoint").find((element) => attribute(element, "xsi:type") === "CustomFunctions");
  expect([...(point?.children ?? [])].map(({ localName }) => localName)).toEqual(["Script", "Page", "Metadata"]);
  expect(committed).not.toContain("Namespace");
});

test("every command has a control, every control names a command of src/addin/commands", () => {
  const named = all(manifest, "FunctionName").map(({ textContent }) => textContent);
  expect([...new Set(named)].toSorted()).toEqual(commands.map(({ id }) => id).toSorted());
});

describe("built for another place", () => {
  test("every address moves to it", () => {
    const text = renderManifest({ origin: "https://addin.example" });
    expect(text).not.toContain("localhost");
    expect(resources(parse(text)).get("Taskpane.Url")).toBe("https://addin.example/taskpane.html");
  });

  test("a namespace is put behind the metadata, with its string, and everything still resolves", () => {
    const document = parse(renderManifest({ origin: "https://addin.example", namespace: "ESG" }));
    expect(all(document, "Namespace").map((element) => attribute(element, "resid"))).toEqual(["Functions.Namespace"]);
    expect(all(document, "Namespace")[0]?.previousElementSibling?.localName).toBe("Metadata");
    expect(resources(document).get("Functions.Namespace")).toBe("ESG");
  });

  test.each(["", "esg", "E.SG", "1ESG", "A".repeat(33), 'E"G'])(
    "the namespace %j is refused with a sentence",
    (namespace) => {
      expect(() => renderManifest({ origin: "https://a.example", namespace })).toThrow(/namespace must be .*got/);
    },
  );

  test("under a namespace only names change: =ESG.EVENTS stays what a user types, ids stay", () => {
    const functions = [
      { id: "ESG.EVENTS", name: "ESG.EVENTS" },
      { id: "ENTITY.SEARCH", name: "ENTITY.SEARCH" },
    ];
    expect(withNamespace({ functions }, "ESG").functions).toEqual([
      { id: "ESG.EVENTS", name: "EVENTS" },
      { id: "ENTITY.SEARCH", name: "ENTITY.SEARCH" },
    ]);
    expect(withNamespace({ functions }, undefined).functions).toEqual(functions);
  });

  test("an environment has another name, other ids and a namespace of its own, the same ones each time", () => {
    const describe = (place: Place): Record<string, unknown> => {
      const files = renderManifests(addInAt(place));
      const document = parse(files.get("manifest.xml") ?? "");
      const unified = JSON.parse(files.get("manifest.json") ?? "") as {
        readonly id: string;
        readonly name: { readonly short: string };
        readonly extensions: readonly {
          readonly runtimes: readonly {
            readonly customFunctions: { readonly namespace?: { readonly name: string } };
          }[];
          readonly alternates: readonly { readonly hide: { readonly customOfficeAddin: { officeAddinId: string } } }[];
        }[];
      };
      const [extension] = unified.extensions;
      return {
        id: all(document, "Id")[0]?.textContent,
        name: attribute(all(document, "DisplayName")[0], "DefaultValue"),
        group: resources(document).get("Group.Label"),
        namespace: resources(document).get("Functions.Namespace"),
        unifiedId: unified.id,
        unifiedName: unified.name.short,
        unifiedNamespace: extension?.runtimes[0]?.customFunctions.namespace?.name,
        hides: extension?.alternates[0]?.hide.customOfficeAddin.officeAddinId,
      };
    };
    const production = describe({});
    const staging = describe({ environment: "staging" });
    expect(production).toEqual({
      id: "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4",
      name: "Spillway",
      group: "Spillway",
      namespace: undefined,
      unifiedId: "84a4048d-640d-5461-ba10-7715c7e648be",
      unifiedName: "Spillway 365",
      unifiedNamespace: undefined,
      hides: production["id"],
    });
    expect(staging).toEqual({
      id: "9bab4424-6516-58ec-a7fc-dbfc1b5e75ff",
      name: "Spillway (staging)",
      group: "Spillway (staging)",
      namespace: "STAGING",
      unifiedId: "af1d2863-86ef-5d76-9d67-b0cd8c2fd928",
      unifiedName: "Spillway 365 (staging)",
      unifiedNamespace: "STAGING",
      hides: staging["id"],
    });
    expect(describe({ environment: "staging", namespace: "QA" })["namespace"]).toBe("QA");
    expect(describe({ environment: "staging", namespace: false })["namespace"]).toBeUndefined();
  });

  test.each(["", "Staging", "a b", "x".repeat(16)])("the environment %j is refused with a sentence", (environment) => {
    expect(() => addInAt({ environment })).toThrow(/environment must be .*got/);
  });
});
