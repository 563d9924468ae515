import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { samples } from "../../../src/workbench/file/samples";
import { t } from "../../../src/workbench/texts";
import { engineWords } from "../../../src/workbench/univer/engine-words";
import translations from "../../../scripts/build/sample-texts.json";

describe("the workbench's own texts", () => {
  it("name each sample of the repository as the sample names itself", () => {
    const folder = path.join(__dirname, "../../../assets/workbooks");
    const named = readdirSync(folder).map((file) => {
      const { name } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as { readonly name: string };
      return [`assets/workbooks/${file}`, name];
    });
    const offered = samples.filter(({ file }) => file.includes("/")).map(({ file, title }) => [file, t(title)]);
    expect(offered.toSorted()).toEqual(named.toSorted());
  });

  it("of the samples, which the pane offers too, are in each of the add-in's languages", () => {
    const keys = samples.flatMap(({ title, about }) => [title, about]).toSorted();
    expect(Object.keys(translations)).toEqual(["de", "fr", "es"]);
    for (const texts of Object.values(translations)) expect(Object.keys(texts).toSorted()).toEqual(keys);
  });

  it("of the engine title the dialog that refuses to sort with the word for it", () => {
    expect(engineWords["sheets-sort-ui"]).toMatchObject({ info: { tooltip: "Sort" } });
  });
});
