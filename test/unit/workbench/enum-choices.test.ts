import { argumentAt, offeredAt } from "../../../src/workbench/functions/enum-choices";
import type { FunctionsFile } from "../../../src/workbench/functions/metadata";

const file: FunctionsFile = {
  functions: [
    {
      id: "ESG.SUMMARY",
      name: "ESG.SUMMARY",
      parameters: [{ name: "universe" }, { name: "by", customEnumId: "BY" }, { name: "level", customEnumId: "LEVEL" }],
    },
  ],
  enums: [
    {
      id: "BY",
      type: "string",
      values: [
        { name: "entity", stringValue: "entity", tooltip: "One row per company." },
        { name: "month", stringValue: "month" },
        { name: "media", stringValue: "media" },
      ],
    },
    { id: "LEVEL", values: [{ name: "One", numberValue: 1 }] },
  ],
};

/** What is offered where the formula has a `|`. */
const offered = (marked: string): readonly string[] => {
  const at = marked.indexOf("|");
  return (offeredAt(file, marked.replace("|", ""), at)?.choices ?? []).map(({ formulaText }) => formulaText);
};

test.each([
  ['=ESG.SUMMARY("EU Banks",|)', { functionName: "ESG.SUMMARY", index: 1, typed: "" }],
  ['=SUM(1,ESG.SUMMARY("a,b(",{1,2},"x|', { functionName: "ESG.SUMMARY", index: 2, typed: '"x' }],
  ["=ESG.SUMMARY('A, B'!C1,|", { functionName: "ESG.SUMMARY", index: 1, typed: "" }],
  ["=ESG.SUMMARY(A1)+SUM(|", { functionName: "SUM", index: 0, typed: "" }],
  ['=ESG.SUMMARY("say ""a,b""",|', { functionName: "ESG.SUMMARY", index: 1, typed: "" }],
])("the argument at the caret of %s", (marked, argument) => {
  expect(argumentAt(marked.replace("|", ""), marked.indexOf("|"))).toMatchObject(argument);
});

test.each(["ESG.SUMMARY(|", "=A1|", "=(1,|", "=SUM({1,|", "=SUM(1)|"])("no argument at the caret of %s", (marked) => {
  expect(argumentAt(marked.replace("|", ""), marked.indexOf("|"))).toBeUndefined();
});

test.each<readonly [string, readonly string[]]>([
  ['=ESG.SUMMARY("EU Banks",|', ['"entity"', '"month"', '"media"']],
  ['=esg.summary("EU Banks",|)', ['"entity"', '"month"', '"media"']],
  ['=ESG.SUMMARY("EU Banks", "m|', ['"month"', '"media"']],
  ['=ESG.SUMMARY("EU Banks",ME|', ['"media"']],
  ['=ESG.SUMMARY("EU Banks",,|', ["1"]],
  ['=ESG.SUMMARY("EU Banks","media"|', []],
  ['=ESG.SUMMARY("EU Banks",B2|', []],
  ['=ESG.SUMMARY("EU Banks",|B2)', []],
  ["=ESG.SUMMARY(|", []],
  ["=OTHER(1,|", []],
])("%s offers %p", (marked, choices) => expect(offered(marked)).toEqual(choices));
