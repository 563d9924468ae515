import { readFileSync } from "node:fs";
import path from "node:path";
import { knownValues } from "../../../../src/contract/known-values";
import { textWords } from "../../../../src/data/enrich/text-words";
import { readTopicRules, TopicMatcher } from "../../../../src/data/enrich/topic-rules";

const table = readFileSync(path.join(__dirname, "../../../../src/data/enrich/topic-rules.csv"), "utf8");
const head = "rule,category,sub_category,score,phrases,needs\n";

test("the default rules have every sub-category of the contract, and no other", () => {
  const names = new Set(readTopicRules(table).map(({ subCategory }) => subCategory));
  expect([...names].toSorted()).toEqual([...(knownValues["listEsgEvents"]?.["sub_category"] ?? [])].toSorted());
});

test("a match names its rule and its phrases, the highest score first", () => {
  const matcher = new TopicMatcher(
    readTopicRules(`${head}one,E,oil spill,2,oil leak|spill,\ntwo,E,oil spill,4,oil spill,\n`),
  );
  const matches = matcher.match(textWords("Oil spills closed the beach."));
  expect(matches.map(({ rule, phrases }) => [rule.rule, rule.score, phrases])).toEqual([
    ["two", 4, ["oil spill"]],
    ["one", 2, ["spill"]],
  ]);
});

test("a rule that needs a word applies only beside it", () => {
  const matcher = new TopicMatcher(readTopicRules(`${head}deaths,S,health and safety,5,were killed,plant|mine\n`));
  expect(matcher.match(textWords("Two were killed in the war."))).toEqual([]);
  expect(matcher.match(textWords("Two were killed in the mine."))).toHaveLength(1);
});

test.each([
  ["a,X,oil spill,2,leak,", 'Line 2 of the rules: category must be E, S or G, got "X".'],
  ["a,E,oil spill,6,leak,", 'Line 2 of the rules: score must be a whole number from 1 to 5, got "6".'],
  ["a,E,oil spill,2,,", 'Line 2 of the rules: phrases must be one phrase or more, separated by |, got "".'],
  ["a,E,b,2,leak,\na,E,b,2,leak,", 'Line 3 of the rules: the name "a" stands there twice.'],
])("a wrong line is refused with its number: %s", (line, message) => {
  expect(() => readTopicRules(`${head}${line}\n`)).toThrow(message);
});

test("a table without a column is refused", () => {
  expect(() => readTopicRules("rule,category\n")).toThrow("The rules have no column sub_category.");
});
