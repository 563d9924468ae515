import { findLanguage, languageName } from "../../../src/service/text/languages";

test("a language is found by each of its codes and names, without case", () => {
  const codes = ["de", "ger", "deu", "German", " german "].map((word) => findLanguage(word)?.code);
  expect(new Set(codes)).toEqual(new Set(["ger"]));
  expect(["greek", "khmer", "castilian", "valencian", "klingon"].map((word) => findLanguage(word)?.code)).toEqual([
    "gre",
    "khm",
    "spa",
    "cat",
    undefined,
  ]);
});

test("a name belongs to the language that has no other before one whose name it is a part of", () => {
  expect(["norwegian", "norwegian bokmål", "nynorsk"].map((word) => findLanguage(word)?.code)).toEqual([
    "nor",
    "nob",
    "nno",
  ]);
});

test("the name of a language is the first of its names, in small letters", () => {
  expect(["eng", "spa", "gre", "xxx"].map(languageName)).toEqual(["english", "spanish", "greek", "xxx"]);
});
