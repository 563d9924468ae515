import { readOptions } from "../../../../src/formulas/arguments/options";

const options = (text: string) =>
  Object.fromEntries(readOptions({ rows: [[text]] }, ["order", "join", "content", "sector"]));

test("options are pairs with lists, quotes and keys without case", () => {
  expect(options("ORDER=score:desc; sector = A , C ;")).toEqual({ order: ["score:desc"], sector: ["A", "C"] });
  expect(options("join='; '; content='oil, gas','it''s',O'Brien")).toEqual({
    join: ["; "],
    content: ["oil, gas", "it's", "O'Brien"],
  });
  expect(() => options("order=a; order=b")).toThrow(/given twice/);
  expect(options("order=a; order=a")).toEqual({ order: ["a"] });
});

test("in a range a repeated key adds values, and blank cells keep their places, because weights stand beside a list", () => {
  const rows = [
    ["sector", "A", undefined],
    ["Sector", "C", "D"],
  ];
  expect(Object.fromEntries(readOptions({ rows }, ["sector"]))).toEqual({
    sector: ["A", undefined, "C", "D"],
  });
});
