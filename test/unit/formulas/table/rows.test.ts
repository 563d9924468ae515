import { toCell } from "../../../../src/formulas/table/rows";

test("text over 32,767 characters is cut with an ellipsis, a missing value is blank, a formula stays text", () => {
  const style = { empty: { number: "", other: "" }, dates: "excel" } as const;
  const cut = toCell("x".repeat(40_000), "text", style);
  expect(cut).toHaveLength(32_767);
  expect((cut as string).endsWith("…")).toBe(true);
  expect(toCell(undefined, "integer", style)).toBe("");
  expect(toCell(Number.NaN, "number", style)).toBe("");
  expect(toCell("=1+1", "text", style)).toBe("=1+1");
});
