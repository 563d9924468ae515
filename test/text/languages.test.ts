import { functions } from "../../src/functions";
import { WeighedRows } from "../../src/table/weighed-rows";
import { english } from "../../src/text/english";
import { englishHealth } from "../../src/text/english-health";
import { englishStart } from "../../src/text/english-start";
import { englishWork } from "../../src/text/english-work";
import { french } from "../../src/text/french";
import { german } from "../../src/text/german";
import { type Translation, chooseLanguage } from "../../src/text/language";
import { listOf } from "../../src/text/list";
import { sayHealth } from "../../src/text/say-health";
import { speak } from "../../src/text/speak";
import { spanish } from "../../src/text/spanish";
import { tell } from "../../src/text/tell";
import { type Office, openOffice } from "../functions/office";

const everySentence = { ...english, ...englishHealth, ...englishStart, ...englishWork } as const;
const keys = Object.keys(everySentence) as (keyof typeof everySentence)[];
const placeholders = (sentence: string): readonly string[] => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].toSorted();
/** What is typed into a formula stays as it is: quoted examples, and words with an underscore, a colon or an equals sign in them. */
const typed = (sentence: string): readonly string[] =>
  (sentence.replaceAll(/"\{\w+\}"/g, "").match(/"[^"{}]+"|\b\w+[:=_][\w,]+/g) ?? []).toSorted();

afterEach(() => chooseLanguage(undefined));

describe.each(Object.entries({ french, german, spanish }))("%s", (_, translation: Translation) => {
  test("says every sentence, with the same values", () => {
    expect(Object.keys(translation).toSorted()).toEqual([...keys].toSorted());
    for (const key of keys)
      expect([key, placeholders(translation[key])]).toEqual([key, placeholders(everySentence[key])]);
  });

  test("leaves what is typed into a formula as it is", () => {
    for (const key of keys.filter((each) => !each.startsWith("formula.notPair")))
      expect([key, typed(translation[key])]).toEqual([key, typed(everySentence[key])]);
  });

  test("is another language throughout", () => {
    const same = keys.filter((key) => translation[key] === everySentence[key]);
    // The argument's name and the service's own words; and Service, which is one word in two languages.
    expect(same.filter((key) => !["formula.rejected", "health.service"].includes(key))).toEqual([]);
  });
});

describe("speaking the language of a locale", () => {
  test.each([
    ["fr-CA", "Aucune ligne."],
    ["de-AT", "Keine Zeilen."],
    ["es-MX", "Ninguna fila."],
    ["it-IT", "No rows."],
    ["", "No rows."],
  ])("%s: %s", async (locale, sentence) => {
    await speak(locale);
    expect(tell("table.noRows")).toBe(sentence);
  });

  test("numbers, lists and the health check follow", async () => {
    const tooLarge = async (): Promise<string> => {
      const rows = new WeighedRows({ maxCharacters: 1_900_000, maxCells: 5_000_000 });
      rows.add(["x".repeat(1_500_000), "x".repeat(500_000)]);
      return rows
        .weigh(12_345, () => undefined)
        .then(
          () => "",
          (error: unknown) => (error as Error).message,
        );
    };
    expect(await tooLarge()).toContain("12,345 rows × 2 columns");
    expect(await tooLarge()).toContain("Excel takes 1.9 MB");
    await speak("de-DE");
    expect(await tooLarge()).toContain("12.345 Zeilen × 2 Spalten");
    expect(await tooLarge()).toContain("Excel nimmt hier 1,9 MB");
    expect(listOf(["a", "b", "c"])).toBe("a, b oder c");
    expect(sayHealth("health.functionsGood", { count: 1_043 })).toBe("1.043 Tabellenfunktionen sind registriert.");
  });
});

describe("the functions, whose definitions are made before the language is known", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
    await speak("fr-FR");
  });
  beforeEach(() => speak("fr-FR"));
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
    ["UNIVERSE.COUNT", ["EU Bank"], "Aucun univers ne s’appelle « EU Bank » ici. Le plus proche : « EU Banks »"],
    ["ENTITY.ID", [null], "id manque"],
  ])("%s says what is wrong in French, the argument's name as it is", async (name, values, sentence) => {
    await expect(office.run(name, ...values)).rejects.toThrow(sentence);
  });

  test("say everything in French that they say in English", async () => {
    /** What the functions say to nonsense, given as one argument after the other. */
    const complaints = async (): Promise<ReadonlyMap<string, string>> => {
      const said = new Map<string, string>();
      for (const { name, parameters, streaming } of functions)
        for (const [index, parameter] of parameters.entries()) {
          if (streaming) continue;
          const values = parameters.map((_, place) => (place === index ? "§§" : null));
          const error = await office.run(name, ...values).then(
            (matrix) => matrix.flat().find((cell) => cell instanceof Error),
            (reason: unknown) => reason,
          );
          if (error instanceof Error) said.set(`${name} ${parameter.name}`, error.message);
        }
      return said;
    };
    const inFrench = await complaints();
    chooseLanguage(undefined);
    const inEnglish = await complaints();
    expect(inFrench.size).toBeGreaterThan(100);
    expect([...inFrench.keys()]).toEqual([...inEnglish.keys()]);
    expect([...inEnglish].filter(([place, sentence]) => inFrench.get(place) === sentence)).toEqual([]);
  });
});
