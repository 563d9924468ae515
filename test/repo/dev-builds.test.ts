import { changedFunctions } from "../../scripts/build/changed-functions";
import { functions } from "../../src/formulas/functions";

const folder = "src/formulas/functions";
const inFamily = (family: string): readonly string[] =>
  functions.map(({ name }) => name).filter((name) => name.startsWith(`${family}.`));

describe("after an edit npm run dev calculates", () => {
  test.each([
    ["the function that a file defines", [`${folder}/entity/entity-id.ts`], ["ENTITY.ID"]],
    ["the family of a helper", [`${folder}/sdg/entity-listings.ts`], inFamily("SDG")],
    ["nothing, where only the pane changes", ["src/addin/taskpane/pane.tsx", "src/i18n/locales/de/pane.json"], []],
    ["everything, where the engine changes", ["src/engine/cache/cache.ts"], "all"],
    ["everything, where a shared part of the functions changes", ["src/formulas/table/rows.ts"], "all"],
    ["everything, where the texts of cells change", ["src/i18n/locales/de/core.json"], "all"],
  ])("%s", (_what, files, expected) => {
    expect(changedFunctions(files)).toEqual(expected);
  });

  test("a function of every file of a definition", () => {
    const files = functions.map(({ name }) => {
      const [family = ""] = name.toLowerCase().split(".");
      return `${folder}/${family}/${name.toLowerCase().replaceAll(".", "-")}.ts`;
    });
    expect(changedFunctions(files)).toEqual(functions.map(({ name }) => name));
  });
});
