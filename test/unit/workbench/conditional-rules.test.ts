import fc from "fast-check";
import type { ConditionalFormat } from "../../../src/ooxml/conditional-format";
import { fromEngineRule, toEngineRule } from "../../../src/workbench/univer/conditional-rules";
import { anyConditionalFormats } from "../ooxml/any-conditional-format";

it("a conditional format comes back from the engine as it was, on a smaller sheet too", () => {
  fc.assert(
    fc.property(anyConditionalFormats, (formats) => {
      for (const format of formats) {
        const stored = JSON.parse(JSON.stringify(toEngineRule(format, { rows: 1_000, columns: 60 }))) as never;
        expect(fromEngineRule(stored)).toEqual(format);
      }
    }),
    { numRuns: 300 },
  );
});

it("a comparison whose formula has moved with its cells compares with the moved cells", () => {
  const format: ConditionalFormat = {
    id: "a",
    ranges: ["B2:B9"],
    rule: { type: "cellIs", operator: "between", formulas: ["$A$1", "MAX(A2,1)"], format: { bold: true } },
  };
  const stored = toEngineRule(format, { rows: 100, columns: 20 });
  expect(stored.rule).toMatchObject({ value: "=AND(B2>=($A$1),B2<=(MAX(A2,1)))" });
  const moved = {
    ...stored,
    ranges: [{ startRow: 2, endRow: 9, startColumn: 1, endColumn: 1 }],
    rule: { ...stored.rule, value: "=AND(B3>=($A$2),B3<=(MAX(A3,1)))" },
  };
  expect(fromEngineRule(moved as typeof stored)).toEqual({
    ...format,
    ranges: ["B3:B10"],
    rule: { ...format.rule, formulas: ["$A$2", "MAX(A3,1)"] },
  });
});
