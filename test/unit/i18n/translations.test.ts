import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { functions } from "../../../src/formulas/functions";
import { SizedRows } from "../../../src/formulas/table/rows";
import { english as byFile, englishTexts } from "../../../src/i18n/locales/en";
import type { Message, Messages } from "../../../src/i18n/t";
import { addMessages, formatList, setLocale, t } from "../../../src/i18n/t";
import { loadTranslation, translatedLanguages } from "../../../src/i18n/translations";
import { type Office, openOffice } from "../formulas/functions/office";

const locales = path.join(__dirname, "../../../src/i18n/locales");
const files = Object.keys(byFile) as readonly (keyof typeof byFile)[];
const read = (language: string, file: keyof typeof byFile): Messages =>
  language === "en"
    ? byFile[file]
    : (JSON.parse(readFileSync(path.join(locales, language, `${file}.json`), "utf8")) as Messages);
const all = (language: string): Messages => Object.assign({}, ...files.map((file) => read(language, file))) as Messages;
const english: Messages = englishTexts;

const textOf = (message: Message): string => (typeof message === "string" ? message : Object.values(message).join(" "));
const placeholders = (message: Message): readonly string[] =>
  [...new Set(textOf(message).match(/\{\w+\}/g) ?? [])].toSorted();
/** What is typed into a formula is not translated: quoted examples, and words with an underscore, a colon or an equals sign in them. */
const typed = (message: Message): readonly string[] =>
  (
    textOf(message)
      .replaceAll(/"\{\w+\}"/g, "")
      .match(/"[^"{}]+"|\b\w+[:=_][\w,]+/g) ?? []
  ).toSorted();

afterEach(() => setLocale("en-US"));

test("there is a folder for each language", () => {
  expect(readdirSync(locales).toSorted()).toEqual(["en", ...translatedLanguages].toSorted());
});

test("no key is in two files", () => {
  expect(Object.keys(english)).toHaveLength(files.reduce((sum, file) => sum + Object.keys(read("en", file)).length, 0));
});

describe.each(translatedLanguages)("%s", (language) => {
  const translation = all(language);

  test("has no key that English does not have, in the same file", () => {
    for (const file of files)
      expect(Object.keys(read(language, file)).filter((key) => !(key in read("en", file)))).toEqual([]);
  });

  test("has the placeholders and plural forms of English", () => {
    for (const [key, message] of Object.entries(translation)) {
      expect([key, placeholders(message)]).toEqual([key, placeholders(english[key] ?? "")]);
      expect([key, typeof message]).toEqual([key, typeof english[key]]);
    }
  });

  test("keeps what is typed into a formula as it is", () => {
    for (const file of ["core", "first-functions", "functions"] as const)
      for (const [key, message] of Object.entries(read(language, file)))
        if (key !== "formula.notPair") expect([key, typed(message)]).toEqual([key, typed(english[key] ?? "")]);
  });

  test("cells speak another language throughout", () => {
    const cells = {
      ...read(language, "core"),
      ...read(language, "first-functions"),
      ...read(language, "functions"),
    };
    // The argument's name and the service's own words.
    const same = Object.keys(cells).filter((key) => cells[key] === english[key] && key !== "formula.rejected");
    expect(same).toEqual([]);
  });
});

describe("the language of a locale", () => {
  test.each([
    ["fr-CA", "Aucune ligne."],
    ["de-AT", "Keine Zeilen."],
    ["es-MX", "Ninguna fila."],
    ["it-IT", "No rows."],
    ["", "No rows."],
  ])("%s: %s", async (locale, sentence) => {
    await loadTranslation(locale, "cells");
    expect(t("table.noRows")).toBe(sentence);
  });

  test("numbers, lists and the pane follow", async () => {
    const tooLarge = async (): Promise<string> => {
      const rows = new SizedRows({ maxCharacters: 1_900_000, maxCells: 5_000_000 });
      rows.add(["x".repeat(1_500_000), "x".repeat(500_000)]);
      return rows
        .measure(12_345, () => undefined)
        .then(
          () => "",
          (error: unknown) => (error as Error).message,
        );
    };
    expect(await tooLarge()).toContain("12,345 rows × 2 columns");
    expect(await tooLarge()).toContain("Excel accepts 1.9 MB");
    await loadTranslation("de-DE", "cells");
    await loadTranslation("de-DE", "pane");
    expect(await tooLarge()).toContain("12.345 Zeilen × 2 Spalten");
    expect(await tooLarge()).toContain("Excel nimmt hier 1,9 MB");
    expect(formatList(["a", "b", "c"])).toBe("a, b oder c");
    expect(t("health.functionsGood", { count: 1_043 })).toBe("1.043 Tabellenfunktionen sind registriert.");
    expect(t("pane.calls", { count: 1234 })).toBe("1.234 Aufrufe");
  });
});

describe("the functions, whose definitions are made before the language is known", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });
  beforeEach(() => loadTranslation("fr-FR", "cells"));
  afterAll(() => office.close());

  test.each<readonly [string, readonly unknown[], string]>([
    ["ESG.EVENTS", ["EU Banks", 9], "minScore doit être un nombre entier de 1 à 5"],
    [
      "UNIVERSE.ENTITIES",
      ["EU Banks", null, null, null, null, "employee_count=many"],
      "employee_count doit être un nombre entier",
    ],
    ["UNIVERSE.ENTITIES", ["EU Banks", null, null, "scor"], "fields : « scor » n’existe pas ici"],
    ["KG.CANDIDATES", ["x", 5_000], "maxResults doit être un nombre entier de 1 à 1000"],
    ["UNIVERSE.COUNT", ["EU Bank"], "Aucun univers ne s’appelle « EU Bank » ici. Vouliez-vous dire « EU Banks » ?"],
    ["ENTITY.ID", [null], "id manque"],
  ])("%s says what is wrong in French, the argument's name as it is", async (name, values, sentence) => {
    await expect(office.run(name, ...values)).rejects.toThrow(sentence);
  });

  test("take all that they say from the locale files", async () => {
    // A language for this test alone: each text is the English one in brackets.
    const inBrackets = Object.entries(english).map(([key, message]) => [key, `‹${textOf(message)}›`] as const);
    addMessages("zxx", Object.fromEntries(inBrackets));
    setLocale("zxx");
    const sentences = new Map<string, string>();
    for (const { name, parameters, streaming } of functions)
      for (const [index, parameter] of parameters.entries()) {
        if (streaming) continue;
        // Nonsense as one argument after the other.
        const values = parameters.map((_, place) => (place === index ? "§§" : null));
        const error = await office.run(name, ...values).then(
          (matrix) => matrix.flat().find((cell) => cell instanceof Error),
          (reason: unknown) => reason,
        );
        if (error instanceof Error) sentences.set(`${name} ${parameter.name}`, error.message);
      }
    expect(sentences.size).toBeGreaterThan(100);
    expect([...sentences].filter(([, sentence]) => !sentence.startsWith("‹"))).toEqual([]);
  });
});
