import { functions } from "../../../../src/formulas/functions";

const shownBy = (name: string): readonly string[] =>
  functions
    .find((definition) => definition.name === name)
    ?.columns.flatMap((column) => (column.shown ? column.name : [])) ?? [];

test.each(["UNIVERSE.ENTITIES", "ENTITY.GET", "ESG.EVENTS", "ESG.DOCUMENTS", "SDG.DOCUMENTS"])(
  "%s shows what a reader wants first, and ids last",
  (name) => {
    const shown = shownBy(name);
    const isId = shown.map((column) => /(^|_)id$/.test(column));
    expect(shown.some((column) => /(^|\.)name$/.test(column))).toBe(true);
    expect(isId).toContain(true);
    expect(isId.indexOf(true)).toBe(isId.length - isId.filter(Boolean).length);
  },
);

test("the currency of a revenue stands beside it", () => {
  const shown = shownBy("UNIVERSE.ENTITIES");
  expect(shown[shown.indexOf("revenue") + 1]).toBe("revenue.currency");
});
