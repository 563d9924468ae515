import { argumentsInWords } from "../../../../../../src/addin/taskpane/features/workbook/formula-words";
import { functions } from "../../../../../../src/formulas/functions";

test("columns, days and references of a call are shown as people call them", () => {
  const words = (call: string): string => argumentsInWords(call, functions);
  expect(words('ESG.EVENTS("EU Banks",3,45992,,A2:A9,"last_activity, entity.name,score")')).toBe(
    "Universe: EU Banks; Lowest score: 3; From: 2025-12-01; Companies: A2:A9; Columns: Last activity, Entity name, Score",
  );
  for (const columns of ["default", "*", "+id,-title"])
    expect(words(`ESG.EVENTS(,,,,,"${columns}")`)).toBe(`Columns: ${columns}`);
  expect(words("ESG.EVENTS(,,,,,B1:D1)")).toBe("Columns: B1:D1");
});
