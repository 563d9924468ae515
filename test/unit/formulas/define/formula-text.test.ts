import fc from "fast-check";
import { formulaText } from "../../../../src/formulas/define/formula-text";

test("formula text leaves skipped arguments empty, doubles quotes and splits long texts", () => {
  expect(formulaText("ESG.EVENTS", ['EU "Banks"', 3, null, undefined, [["a", 1]], true, ""])).toBe(
    'ESG.EVENTS("EU ""Banks""",3,,,{"a",1},TRUE)',
  );
  expect(formulaText("A.B", [{ reference: "A2:A41" }])).toBe("A.B(A2:A41)");
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      const pieces = formulaText("A.B", [text]).match(/"(?:[^"]|"")*"/g) ?? [];
      const joined = pieces.map((piece) => piece.slice(1, -1).replaceAll('""', '"'));
      expect(joined.join("")).toBe(text);
      expect(joined.every((piece) => piece.length <= 255)).toBe(true);
    }),
  );
});
