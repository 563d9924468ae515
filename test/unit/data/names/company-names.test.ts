import { companyName } from "../../../../src/data/names/company-names";

test.each([
  ["Siemens Aktiengesellschaft", ["siemens"], ["ag"]],
  ["NOVO NORDISK A S", ["novo", "nordisk"], ["as"]],
  ["Novo Nordisk A/S", ["novo", "nordisk"], ["as"]],
  ["Eni S.p.A.", ["eni"], ["spa"]],
  ["OAO Gazprom", ["gazprom"], ["ao"]],
  ["株式会社トヨタ自動車", ["トヨタ自動車"], ["kk"]],
  ["Société Générale Société Anonyme", ["societe", "generale"], ["sa"]],
])("takes the legal forms of %s away", (name, words, forms) => {
  expect(companyName(name)).toEqual({ words, forms });
});

test("a name that is a legal form keeps its word", () => {
  expect(companyName("Co").words).toEqual(["co"]);
  expect(companyName("The Limited").words).toEqual(["limited"]);
});

test.each([
  ["SAP  SE ADS", "sap"],
  ["Moody's Corp /DE/", "moodys"],
  ["VERTEX PHARMACEUTICALS INC / MA", "vertex pharmaceuticals"],
  ["OKTA INC. CL.A  O.N.", "okta"],
  ["AALBERTS NV  EO -,25", "aalberts"],
  ["Prudential Financial, Inc. 5.625% Junior Subordinated Notes due 2058", "prudential financial"],
  ["Paysafe Limited Common Shares", "paysafe"],
  [
    "Grupo Aeroportuario Del Pacifico, S.A. B. de C.V. (each representing 10 shares)",
    "grupo aeroportuario del pacifico",
  ],
])("takes what a listing or a register adds to %s away", (name, words) => {
  expect(companyName(name).words.join(" ")).toBe(words);
});

test("words that only look like a paper or a form stay", () => {
  expect(companyName("Cohen & Steers Limited Duration Fund, Inc.").words.join(" ")).toBe(
    "cohen steers limited duration fund",
  );
  expect(companyName("Stock Yards Bancorp").words.join(" ")).toBe("stock yards bancorp");
  expect(companyName("Open Joint Stock Company Gazprom").words).toEqual(["gazprom"]);
});
