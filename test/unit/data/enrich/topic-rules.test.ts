import { readFileSync } from "node:fs";
import path from "node:path";
import { knownValues } from "../../../../src/contract/known-values";
import { textWords } from "../../../../src/data/enrich/text-words";
import { readTopicRules, TopicMatcher } from "../../../../src/data/enrich/topic-rules";

const table = readFileSync(path.join(__dirname, "../../../../src/data/enrich/topic-rules.csv"), "utf8");
const head = "rule,category,sub_category,score,phrases,needs\n";

test("the default rules have every sub-category of the contract, and those that only filings tell", () => {
  const names = new Set(readTopicRules(table).map(({ subCategory }) => subCategory));
  const offered = knownValues["listEsgEvents"]?.["sub_category"] ?? [];
  const filed = ["accounting", "auditor", "bankruptcy", "board changes", "restructuring"];
  expect([...names].toSorted()).toEqual([...offered, ...filed].toSorted());
});

test.each([
  ["Volta Inc: 8-K (Item 4.02 Non-Reliance on Previously Issued Financial Statements)", "item-non-reliance", 4],
  ["Volta Inc: 8-K (Item 2.02 Results of Operations; Item 1.03 Bankruptcy or Receivership)", "item-bankruptcy", 4],
  ["Volta Inc: 8-K (Item 3 Bankruptcy or Receivership)", "item-bankruptcy", 4],
  ["Volta Inc: 8-K (Item 1.05 Material Cybersecurity Incidents)", "item-cyber-incident", 4],
  ["Volta Inc: 8-K (Item 1.04 Mine Safety: Reporting of Shutdowns)", "item-mine-safety", 3],
  ["Volta Inc: 8-K (Item 2.05 Costs Associated with Exit or Disposal Activities)", "item-restructuring", 2],
  ["Volta Inc: 8-K (Item 4.01 Changes in Registrant's Certifying Accountant)", "item-auditor", 1],
  ["Volta Inc: 8-K (Item 5.02 Departure of Directors or Certain Officers)", "item-board-changes", 1],
])("the item of a filing gives its score: %s", (title, rule, score) => {
  const matches = new TopicMatcher(readTopicRules(table)).match(textWords(title));
  expect(matches.map((match) => [match.rule.rule, match.rule.score])).toEqual([[rule, score]]);
});

test.each([
  "Volta Inc: 8-K (Item 2.02 Results of Operations and Financial Condition; Item 8.01 Other Events)",
  "Volta Inc: 8-K (Item 3.01 Notice of Delisting or Transfer of Listing)",
  "The notes fall due upon the bankruptcy or receivership of Volta.",
  "Volta disclosed this under Item 4 of its report, and in Section 1.05 on cybersecurity.",
  "The committee of Volta reviews its corporate governance each year and has three independent directors.",
])("what any company says gives no score: %s", (text) => {
  expect(new TopicMatcher(readTopicRules(table)).match(textWords(text))).toEqual([]);
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
