import { MentionFinder } from "../../../../src/data/enrich/mentions";

const finder = new MentionFinder(
  [
    ["boeing", "BOEING CO"],
    ["apple", "Apple Inc."],
    ["target", "TARGET CORP"],
    ["hawkins", "HAWKINS INC"],
    ["db", "Deutsche Bank AG"],
    ["westell", "WESTELL TECHNOLOGIES INC"],
    ["goldman", "GOLDMAN SACHS GROUP INC"],
    ["prudential", "PRUDENTIAL PLC"],
    ["nasdaq", "NASDAQ, INC."],
    ["acme1", "Acme Corp /NEW/"],
    ["acme2", "Acme Ltd"],
    ["dover", "DOVER Corp"],
    ["israel", "Israel Corporation Ltd"],
    ["elpaso", "El Paso Corporation"],
    ["sunday", "Sunday Co., Ltd."],
    ["ive", "IVE Group Limited"],
    ["sphere", "Sphere Corp."],
  ].map(([id = "", name = ""]) => ({ id, names: [name] })),
);
const found = (text: string): readonly (readonly [string, string])[] =>
  finder.find(text).map(({ id, start, end }) => [id, text.slice(start, end)]);

test.each([
  ["Regulators asked Boeing for data.", "boeing", "Boeing"],
  ["The Boeing Company said so.", "boeing", "Boeing Company"],
  ["Analysts at Goldman Sachs agreed.", "goldman", "Goldman Sachs"],
  ["Workers of DEUTSCHE BANK AG met.", "db", "DEUTSCHE BANK AG"],
])("finds the company in: %s", (text, id, words) => {
  expect(found(text)).toEqual([[id, words]]);
});

test.each([
  ["a subsidiary", "A loan of Goldman Sachs Bank USA."],
  ["a branch with a form of its own", "Deutsche Bank Securities Inc. signed."],
  ["a person", "Howie Hawkins spoke. Later Hawkins left."],
  ["a common word", "They hit the target. Target audiences vary."],
  ["a place", "The boat sank near Dover."],
  ["an exchange before a ticker", "Acme Space (NASDAQ: ACME) rose."],
  ["a country", "Troops of Israel and officials of Israel met."],
  ["a city of two words", "Shots fell at El Paso on Monday."],
  ["a day", "It rained on Sunday. Sunday was wet."],
  ["a contraction", "Surely I've seen it."],
  ["an acronym", "The instrument SPHERE sees planets."],
  ["another company's short name", 'PGIM, Inc. ("Prudential") bought notes. The notes of Prudential fell.'],
])("takes %s for no mention", (_, text) => {
  expect(found(text)).toEqual([]);
});

test("a full name explains the short ones of the text", () => {
  const text = "Westell Technologies, Inc. met. The board of Westell agreed. Target Corp. and Target met.";
  expect(found(text).map(([id]) => id)).toEqual(["westell", "westell", "target", "target"]);
});

test("a name of two companies counts only where the text has the full name of one", () => {
  expect(found("Shares of Acme rose.")).toEqual([]);
  expect(found("Acme Ltd reported. Shares of Acme rose.").map(([id]) => id)).toEqual(["acme2", "acme2"]);
});

test("a common word is the company beside words that speak of one", () => {
  expect(found("Prices at the retailer Target fell.")).toEqual([["target", "Target"]]);
});

test("of very many companies a word alone is one only beside words that speak of a company", () => {
  const others = Array.from({ length: 20_000 }, (_, at) => ({ id: `other${at}`, names: [`Wxyz${at} Inc.`] }));
  const finder = new MentionFinder([{ id: "dawn", names: ["Dawnhill Corp."] }, ...others]);
  expect(finder.find("The editors of Dawnhill met.")).toEqual([]);
  expect(finder.find("The editors of Dawnhill met. Shares of the company Dawnhill rose.")).toHaveLength(2);
});
