import { generateCustomFunctionsMetadata } from "custom-functions-metadata";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderFunctionsJson, renderReference } from "../../scripts/generate/generate-functions";
import { renderIndex } from "../../scripts/generate/generate-index";
import { renderReferencePage } from "../../scripts/generate/reference-page";
import { functions } from "../../src/formulas/functions";
import { routes } from "../../src/contract/routes";
import { printStubs } from "./stubs";

const root = path.join(__dirname, "..", "..");
const metadata = renderFunctionsJson();

describe("functions.json", () => {
  test("equals what Microsoft's generator makes of typed stubs, allowErrorForDataTypeAny aside", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "stubs-"));
    const file = path.join(folder, "stubs.ts");
    writeFileSync(file, printStubs(functions, metadata));
    const generated = await generateCustomFunctionsMetadata(file);
    rmSync(folder, { recursive: true });
    expect(generated.errors).toEqual([]);
    const { allowErrorForDataTypeAny, ...ours } = metadata;
    expect(allowErrorForDataTypeAny).toBe(true);
    expect(JSON.parse(JSON.stringify(ours))).toEqual(JSON.parse(generated.metadataJson));
  });

  test("is the snapshot: changing an id or the order of parameters is a decision", () => {
    const snapshot = readFileSync(path.join(root, "test/repo/functions.snapshot.json"), "utf8");
    expect(JSON.parse(snapshot)).toEqual(JSON.parse(JSON.stringify(metadata)));
  });

  test("and the reference page are those of the definitions: run npm run generate", () => {
    expect(readFileSync(path.join(root, "docs/functions.md"), "utf8")).toBe(renderReference());
  });

  test("points every function's help to its heading in the page that is served beside it", () => {
    const page = renderReferencePage(renderReference());
    for (const { name, helpUrl } of renderFunctionsJson("https://addin.example").functions) {
      const [address, anchor] = helpUrl.split("#");
      expect(address).toBe("https://addin.example/docs/functions.html");
      expect(page).toContain(`<h2 id="${anchor}">${name}</h2>`);
    }
    expect(page).not.toMatch(/`|^\|/m);
  });

  test("has no required parameter behind an optional one, which would stop Excel from loading the add-in", () => {
    for (const { name, parameters } of functions) {
      const flags = parameters.map(({ optional }) => optional);
      expect({ name, flags: [...flags].sort() }).toEqual({ name, flags });
    }
  });

  test("says in each argument what it takes: the values of a closed set, and the options of the function", () => {
    const described = (name: string, argument: string): unknown =>
      metadata.functions.find(({ id }) => id === name)?.parameters.find((one) => one["name"] === argument)?.[
        "description"
      ];
    expect(described("ENTITY.RESOLVE", "by")).toMatch(/\(auto, .*isin, lei/);
    expect(described("ESG.EVENTS", "options")).toMatch(/range with keys and values \(.*sort, .*\)\.$/);
    for (const { name, parameters } of metadata.functions)
      for (const parameter of parameters) {
        const text = String(parameter["description"]);
        const isTaken = parameter["customEnumId"] === undefined && parameter["name"] !== "options";
        expect({ name, text, hasValues: isTaken || /[(,]/.test(text) }).toMatchObject({ hasValues: true });
        expect(text.length).toBeLessThanOrEqual(500);
      }
  });

  test("keeps to the lengths Excel takes", () => {
    for (const { name, description, parameters } of functions) {
      expect(name).toMatch(/^[A-Z][A-Z0-9.]{2,63}$/);
      expect(description.length).toBeGreaterThan(10);
      expect(description.length).toBeLessThanOrEqual(1_024);
      for (const parameter of parameters) {
        expect({ name, parameter: parameter.name, text: parameter.description }).not.toMatchObject({ text: "" });
        expect(parameter.description.length).toBeLessThanOrEqual(512);
        expect(parameter.choices?.length ?? 0).toBeLessThanOrEqual(256);
      }
    }
  });

  test("describes every option of every function, and gives each an example", () => {
    const bare = functions.flatMap(({ name, options }) =>
      options.filter(({ description }) => description === "").map(({ key }) => `${name} ${key}`),
    );
    expect(bare).toEqual([]);
    expect(functions.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([]);
  });
});

describe("The functions", () => {
  test("are listed in the generated index: run npm run generate", () => {
    expect(readFileSync(path.join(root, "src/formulas/functions/index.ts"), "utf8")).toBe(renderIndex());
  });

  test("keep their order in the index, where a new one comes last in its family", () => {
    const list = (text: string): readonly string[] => text.match(/^ {2}\w+(?=,$)/gm) ?? [];
    const before = renderIndex();
    expect(list(renderIndex(before.replace("  entityMatch,\n", "")))).toEqual([
      ...list(before)
        .slice(0, list(before).indexOf("  universeEntities"))
        .filter((name) => name !== "  entityMatch"),
      "  entityMatch",
      ...list(before).slice(list(before).indexOf("  universeEntities")),
    ]);
    expect(list(renderIndex(before.replace("  esgEvents,\n", "  esgGone,\n  esgEvents,\n")))).toEqual(list(before));
  });

  test("reach no route that changes something", () => {
    const changing = [
      "createToken",
      "startAnalysis",
      "createUniverse",
      "updateUniverse",
      "extendCoverage",
      "translateDocuments",
    ];
    for (const { name, routes: read } of functions)
      expect({ name, changing: read.filter((route) => changing.includes(route)) }).toEqual({ name, changing: [] });
  });

  test("read only routes of the contract", () => {
    const known = Object.keys(routes);
    expect(functions.flatMap((definition) => definition.routes).filter((route) => !known.includes(route))).toEqual([]);
  });
});
