import {
  linesOfCells,
  readCompanies,
  toCoverageTable,
} from "../../../../../../src/addin/taskpane/features/tasks/coverage-request";

const [isin, lei] = ["US0378331005", "HWUPKR0MPOU8FGXBT394"];
const header = ["External id", "Name", "ISIN", "LEI", "Country", "Website"];
const problemOf = (values: readonly (readonly string[])[], address?: string): string | undefined =>
  readCompanies(linesOfCells(values), address).problem;

test("every line without a header is one identifier of the client's own", () => {
  expect(readCompanies("A-1\n\n  our code 2 \nA-1")).toEqual({
    entities: [{ external_id: "A-1" }, { external_id: "our code 2" }],
    problem: undefined,
  });
});

test("a table sends each of its columns under its name, and no blank cell", () => {
  const rows = [
    header,
    ["A-1", "Apple", isin.toLowerCase(), lei, "US", "apple.com"],
    ["A-2", "Orange", "", "", "", ""],
  ];
  expect(readCompanies(linesOfCells(rows)).entities).toEqual([
    { external_id: "A-1", name: "Apple", isin, lei, country: "united states", website: "apple.com" },
    { external_id: "A-2", name: "Orange" },
  ]);
});

test("a column with a header alone is a table too", () => {
  expect(readCompanies(`isin\n${isin}`).entities).toEqual([{ external_id: isin, isin }]);
});

test("a company without an external_id is sent under its ISIN, LEI or name", () => {
  const rows = [header.slice(1), ["Apple", isin, lei], ["Orange", "", lei], ["Pear"]];
  expect(readCompanies(linesOfCells(rows)).entities.map(({ external_id }) => external_id)).toEqual([isin, lei, "Pear"]);
});

test("a column that no request has is named with its cell and the allowed ones", () => {
  expect(
    problemOf(
      [
        ["Name", "Sector"],
        ["Apple", "C"],
      ],
      "'My list'!C5:D6",
    ),
  ).toBe(
    "'My list'!D5: \"Sector\" is not a column of a request. Allowed: External id, Name, ISIN, LEI, Country, Website.",
  );
  expect(
    problemOf(
      [
        ["Name", "name"],
        ["Apple", "Apple"],
      ],
      "Sheet1!A1:B2",
    ),
  ).toBe("Sheet1!B1: the column Name is there twice.");
  expect(
    problemOf([
      ["Name", ""],
      ["Apple", "C"],
    ]),
  ).toMatch(/^Line 1, column 2: "" is not a column of a request/);
});

test("wrong check digits are named with their cell, and nothing is sent", () => {
  const rows = [
    ["name", "isin"],
    ["Pear", ""],
    ["Apple", "US0378331006"],
  ];
  expect(readCompanies(linesOfCells(rows), "Sheet1!A1:B3")).toEqual({
    entities: [],
    problem:
      'Sheet1!B3: "US0378331006" is not an ISIN. Allowed: 12 characters with the right check digit, such as US0378331005.',
  });
  expect(problemOf([["lei"], [lei.replace(/.$/, "5")]])).toMatch(/^Line 2, column 1: "\w{20}" is not a LEI\./);
});

test("a company of which only the country is known cannot be asked for", () => {
  expect(
    problemOf(
      [
        ["name", "country"],
        ["", "France"],
      ],
      "Sheet1!A1:B2",
    ),
  ).toBe("Sheet1!A2: this company needs an external id, an ISIN, a LEI or a name.");
});

test("a paragraph in the wrong cell is refused with its length", () => {
  expect(problemOf([["a".repeat(256)]])).toBeUndefined();
  expect(problemOf([["a".repeat(257)]], "Sheet1!A9")).toBe(
    "Sheet1!A9: the text has 257 characters. Allowed are up to 256.",
  );
});

test("line breaks and tabs inside a cell do not make new rows or columns", () => {
  expect(
    readCompanies(
      linesOfCells([
        ["name", "website"],
        ["Apple\nInc.\tUS", 7],
      ]),
    ).entities,
  ).toEqual([{ external_id: "Apple Inc. US", name: "Apple Inc. US", website: "7" }]);
});

test("suggested companies are a table of what is known of them, or one identifier per line", () => {
  expect(toCoverageTable([])).toBe("");
  expect(toCoverageTable([{ external_id: "A-1" }, { external_id: "A-2" }])).toBe("A-1\nA-2");
  const known = [{ isin, name: "Apple", country: "US" }, { name: "Orange" }];
  expect(toCoverageTable(known)).toBe(`Name\tISIN\tCountry\nApple\t${isin}\tUS\nOrange`);
  expect(readCompanies(toCoverageTable(known)).entities).toEqual([
    { external_id: isin, isin, name: "Apple", country: "united states" },
    { external_id: "Orange", name: "Orange" },
  ]);
});
