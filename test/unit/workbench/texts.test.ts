import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { samples } from "../../../src/workbench/file/samples";
import { en } from "../../../src/workbench/texts/en";
import { loadWords } from "../../../src/workbench/univer/words/load-words";
import { languageOf, setLanguage, t, translations } from "../../../src/workbench/texts/t";

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the workbench's own texts", () => {
  afterEach(() => setLanguage("en"));

  it.each(Object.entries(translations))("have the same placeholders in %s as in English", (_, translation) => {
    const ours = Object.entries(translation).map(([key, text]) => [key, placeholders(text)]);
    expect(ours).toEqual(Object.entries(en).map(([key, text]) => [key, placeholders(text)]));
  });

  it("are in the language of the display language, and in English for languages that the workbench lacks", () => {
    expect(["de-CH", "FR", "es-MX", "en-GB", "ja-JP"].map(languageOf)).toEqual(["de", "fr", "es", "en", "en"]);
    setLanguage("de");
    expect(t("unsaved.title", { name: "Fonds" })).toBe("Änderungen an „Fonds“ speichern?");
  });

  it("of the engine title the dialog that refuses to sort with the word for it in each language", async () => {
    const titles = (["en", "de", "fr", "es"] as const).map(async (language) => {
      const { words } = await loadWords(language);
      return (words["sheets-sort-ui"] as { readonly info: object }).info;
    });
    const expected = ["Sort", "Sortieren", "Trier", "Ordenar"].map((tooltip) => ({ tooltip }));
    expect(await Promise.all(titles)).toEqual(expected);
  });

  it("name each sample of the repository as the sample names itself", () => {
    const folder = path.join(__dirname, "../../../assets/workbooks");
    const named = readdirSync(folder).map((file) => {
      const { name } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as { readonly name: string };
      return [`assets/workbooks/${file}`, name];
    });
    const offered = samples.filter(({ file }) => file.includes("/")).map(({ file, title }) => [file, t(title)]);
    expect(offered.toSorted()).toEqual(named.toSorted());
  });
});
