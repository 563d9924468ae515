import { chooseLanguage } from "../../src/text/language";
import { nearest } from "../../src/text/nearest";
import { say } from "../../src/text/say";
import { tell } from "../../src/text/tell";

afterEach(() => chooseLanguage(undefined));

test("fills in values and leaves a placeholder that nobody filled", () => {
  expect(tell("formula.wrong", { name: "minScore", allowed: "x", came: 7 })).toBe("minScore must be x, got 7.");
  expect(tell("formula.missing", { name: "{allowed}" })).toBe("{allowed} is missing: it must be {allowed}.");
});

test("speaks another language where it knows the sentence, English elsewhere", () => {
  chooseLanguage({ tag: "fr-FR", sentences: { "table.noRows": "Aucune ligne." } });
  expect(tell("table.noRows")).toBe("Aucune ligne.");
  expect(tell("formula.preview")).toBe("(preview)");
  expect(say("runtime.preview")).toBe("(preview)");
});

test.each([
  ["scor", "score"],
  ["ordr", "order"],
  ["enty.name", "entity.name"],
  ["zzzzzzzzzz", undefined],
])("the nearest to %s is %p", (text, found) => {
  expect(nearest(text, ["title", "score", "order", "entity.name", "last_activity"])).toBe(found);
});
