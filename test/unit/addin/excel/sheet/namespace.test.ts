import { createNamespace } from "../../../../../src/addin/excel/sheet/namespace";

const names = ["ESG.EVENTS", "ENTITY.ID", "ENTITY.SEARCH"];

test("without a namespace, formulas stay as they are", () => {
  const { nameInCells, toCells, fromCells } = createNamespace("", names);
  const formula = '=ESG.EVENTS("EU Banks",3)';
  expect([nameInCells("ESG.EVENTS"), toCells(formula), fromCells(formula)]).toEqual(["ESG.EVENTS", formula, formula]);
});

test("in a namespace, calls of our functions get its name and lose it again; texts and other functions do not", () => {
  const { nameInCells, toCells, fromCells } = createNamespace("STAGING", names);
  const plain = '=SUM(ENTITY.ID(A1,"say ""ESG.EVENTS(1)"""),esg.events(B2),ESG.EVENTSX(1))';
  const inCells = '=SUM(STAGING.ENTITY.ID(A1,"say ""ESG.EVENTS(1)"""),STAGING.ESG.EVENTS(B2),ESG.EVENTSX(1))';
  expect(nameInCells("ENTITY.ID")).toBe("STAGING.ENTITY.ID");
  expect(toCells(plain)).toBe(inCells);
  expect(fromCells(inCells)).toBe(plain.replace("esg.events", "ESG.EVENTS"));
});

test("a namespace that is a family of functions stands before the others only", () => {
  const { toCells, fromCells } = createNamespace("ESG", names);
  expect(toCells("=ESG.EVENTS(ENTITY.ID(A1))")).toBe("=ESG.EVENTS(ESG.ENTITY.ID(A1))");
  expect(fromCells("=ESG.EVENTS(ESG.ENTITY.ID(A1))")).toBe("=ESG.EVENTS(ENTITY.ID(A1))");
});
