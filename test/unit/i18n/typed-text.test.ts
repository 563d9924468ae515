import fc from "fast-check";
import { cleanText, comparableText } from "../../../src/i18n/typed-text";

test.each([
  ["letters composed", "Cre\u0301dit", "Crédit"],
  ["letters of full width", "ＳＥ０ＺＺ０００００１２", "SE0ZZ0000012"],
  ["letters of mathematics", "𝐄𝐒𝐆", "ESG"],
  ["ligatures", "ﬁnance", "finance"],
  ["a marked space", "EU\u00a0Banks", "EU Banks"],
  ["an ideographic space", "EU\u3000Banks", "EU Banks"],
  ["joiners and marks of direction", "\u200eEU\u200c Ba\u200dnks\u061c\ufeff", "EU Banks"],
])("%s have one form", (_, typed, form) => {
  expect(cleanText(typed)).toBe(form);
});

test.each(["…", "½", "™", "H₂O", "a\nb\tc", "漢字", "ünïcödé 🙂"])("%s stays", (text) => {
  expect(cleanText(text)).toBe(text);
});

test("a clean text stays as it is, and comparing knows no case", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => cleanText(cleanText(text)) === cleanText(text)));
  expect(comparableText(" ＥＵ banks ")).toBe(comparableText("EU Banks"));
});
