import { type LanguageDetector, loadLanguageDetector } from "../../../../src/data/enrich/language";

let detect: LanguageDetector;

beforeAll(async () => {
  detect = await loadLanguageDetector();
});

test.each([
  ["eng", "The company said that its profit had risen in the third quarter."],
  ["ger", "Das Unternehmen teilte mit, dass der Gewinn im dritten Quartal gestiegen sei."],
  ["fre", "L'entreprise a annoncé une hausse de son bénéfice au troisième trimestre."],
  ["nor", "Selskapet opplyste at overskuddet hadde økt i tredje kvartal."],
  ["jpn", "同社は第3四半期の利益が増加したと発表した。"],
])("names the language of a sentence by its bibliographic code: %s", (code, text) => {
  expect(detect(text)).toBe(code);
});

test("a text without letters has no language", () => {
  expect(detect("12.5 % – 300")).toBeUndefined();
});
