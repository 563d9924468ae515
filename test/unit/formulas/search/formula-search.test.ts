import {
  createFormulaSearch,
  families,
  type FormulaSearch,
  listFamily,
} from "../../../../src/formulas/search/formula-search";
import { renderFunctionHelp } from "../../../../scripts/generate/generate-functions";
import { fieldDescriptions } from "../../../../src/contract/field-descriptions";
import { functions } from "../../../../src/formulas/functions";
import { questionGroups } from "../../../../src/formulas/questions";
import { searchPhrases } from "./search-phrases";

type Language = keyof typeof searchPhrases;

/** The search as the pane has it in a language. */
const searchIn = (language: Language): FormulaSearch => {
  if (language === "en")
    return createFormulaSearch(
      functions,
      questionGroups,
      (resource, column) => (fieldDescriptions as Record<string, Record<string, string>>)[resource]?.[column] ?? "",
    );
  const help = renderFunctionHelp(language);
  return createFormulaSearch(
    functions.map((definition) => ({ ...definition, ...help.functions[definition.name] })),
    help.questions,
    (resource, column) => (help.fields as Record<string, Record<string, string>>)[resource]?.[column] ?? "",
  );
};

const searches = new Map<Language, FormulaSearch>();
const find = (text: string, language: Language = "en"): readonly string[] => {
  const search = searches.get(language) ?? searchIn(language);
  searches.set(language, search);
  return search(text).map(({ key }) => key);
};

const phrases = (Object.keys(searchPhrases) as Language[]).flatMap((language) =>
  searchPhrases[language].map(([phrase, ...wanted]) => ({ language, phrase, wanted })),
);

test("there are at least 120 phrases, and each wanted entry exists", () => {
  expect(phrases.length).toBeGreaterThanOrEqual(120);
  const keys = new Set([
    ...functions.map(({ name }) => name),
    ...questionGroups.flatMap(({ questions }) => questions.map(({ id }) => id)),
    ...functions.flatMap(({ name, columns }) => columns.map((column) => `${name} ${column.name}`)),
  ]);
  expect(phrases.flatMap(({ wanted }) => wanted).filter((key) => !keys.has(key))).toEqual([]);
});

test.each(phrases)("$language: “$phrase” finds what it means among the first three", ({ language, phrase, wanted }) => {
  const first = find(phrase, language).slice(0, 3);
  expect(first.filter((key) => wanted.includes(key)).length > 0 ? [] : first).toEqual([]);
});

test.each([
  ["ESG.EVENTS", "ESG.EVENTS"],
  ["esg.sum", "ESG.SUMMARY"],
  ["Tasks.List", "TASKS.LIST"],
  ["goals grid", "SDG.MATRIX"],
  ["controversy", "ESG.EVENTS"],
])("“%s” finds %s first", (text, first) => {
  expect(find(text)[0]).toBe(first);
});

test("each function is found by its name first, by each of its synonyms, and is in exactly one family", () => {
  for (const { name, synonyms } of functions) {
    expect(find(name)[0]).toBe(name);
    for (const synonym of synonyms.split(", ")) expect([name, synonym, find(synonym).includes(name)]).toContain(true);
  }
  const inFamilies = families.flatMap((family) => listFamily(functions, family).map(({ name }) => name));
  expect(inFamilies.toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
});

test("each question is found by its own words among the first five", () => {
  const questions = questionGroups.flatMap((group) => group.questions);
  const lost = questions.filter(({ id, question }) => !find(question).slice(0, 5).includes(id));
  expect(lost.map(({ id }) => id)).toEqual([]);
});

test("a word that fits nothing hides nothing; where no word fits, nothing is found", () => {
  expect(find("controversy zzzqqx")[0]).toBe("ESG.EVENTS");
  for (const text of ["zzzqqx", "  ", "the of and", "?!"]) expect(find(text)).toEqual([]);
});

test("a slip of the keyboard, another form and accents find the same", () => {
  expect(find("contrversy").slice(0, 3)).toContain("ESG.EVENTS");
  expect(find("headcuont").slice(0, 3)).toContain("ENTITY.GET");
  expect(find("employes", "fr").slice(0, 3)).toEqual(find("employés", "fr").slice(0, 3));
});

test("English words find in every language", () => {
  for (const language of ["de", "fr", "es"] as const)
    for (const text of ["headcount", "controversy", "watch list"])
      expect([language, text, find(text, language).slice(0, 3)]).toEqual([
        language,
        text,
        expect.arrayContaining([
          expect.stringMatching(/^(ENTITY\.GET|ESG\.EVENTS|UNIVERSE\.LIST|UNIVERSE\.CONTAINS|membership)/),
        ]),
      ]);
});

test("every argument has a label in words", () => {
  const without = functions.flatMap(({ name, parameters }) =>
    parameters.filter(({ label }) => label === "").map((parameter) => `${name} ${parameter.name}`),
  );
  expect(without).toEqual([]);
});
