import "fake-indexeddb/auto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { withoutCostlyRules } from "../../../src/workbench/file/costly-rules";
import type { SheetModel } from "../../../src/ooxml/workbook-model";
import { readPickedFile, type StoredWorkbook } from "../../../src/workbench/file/stored-workbook";
import { blankWorkbook, readWorkbookJson } from "../../../src/workbench/file/workbook-json";
import {
  deleteRefused,
  firstWorkbook,
  readRefused,
  readSaved,
  writeSaved,
} from "../../../src/workbench/file/workbook-store";

const sheet = (members: object): object => ({ name: "B", sheets: [{ name: "S", cells: {}, ...members }] });

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

const filtered = (filter: object): object => sheet({ filter: { address: "A1:B9", ...filter } });
const formulas = (...texts: string[]): object =>
  sheet({ cells: Object.fromEntries(texts.map((text, row) => [`A${row + 1}`, text])) });

const repeated = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

/** Conditional formats for a whole sheet. */
const rules = (count: number, rule: object, range = "A1:XFD1048576"): object =>
  sheet({
    conditionalFormats: Array.from({ length: count }, (_, index) => ({
      id: `r${index}`,
      ranges: [range],
      rule: { ...rule, format: {} },
    })),
  });

/** A sheet with data validation for these ranges. */
const validated = (count: number, range: string, changes: object = {}): object =>
  sheet({
    dataValidations: Array.from({ length: count }, (_, index) => ({
      id: `v${index}`,
      ranges: [range],
      type: "custom",
      formulas: ["TRUE"],
      ignoreBlanks: true,
      alert: { shown: true, style: "stop", title: "", message: "" },
      prompt: { shown: true, title: "", message: "" },
      ...changes,
    })),
  });

/** A workbook with the rules of these, which is not checked. */
const withRules = (...files: readonly object[]): StoredWorkbook => ({
  ...blankWorkbook,
  sheets: (files as readonly StoredWorkbook[]).flatMap(({ sheets }) =>
    sheets.map((one): SheetModel => ({ ...blankWorkbook.sheets[0]!, ...one, cells: [] })),
  ),
});

const nestedLambda = (levels: number): string =>
  levels === 0 ? "1" : `SUM(MAP(SEQUENCE(300),LAMBDA(x,${nestedLambda(levels - 1)})))`;

describe("a hostile workbook file", () => {
  it.each<[string, object, RegExp]>([
    ["merges a whole sheet", sheet({ merged: ["A1:XFD1048576"] }), /up to 200,000 cells in merged areas and tables/],
    ["has a table of a whole sheet", sheet({ tables: [{ name: "T", address: "A1:XFD1048576" }] }), /up to 200,000/],
    ["formats all but a row", sheet({ formats: { "A1:XFD1048575": {} } }), /up to 1,000,000 cells with formats/],
    ["merges many areas", sheet({ merged: Array.from({ length: 5_001 }, () => "A1:B1") }), /up to 5,000 merged areas/],
    ["has a cell beyond the sheet", sheet({ cells: { XFE1: 1 } }), /cells of the sheet "S" must be addresses between/],
    ["has a cell in row 0", sheet({ cells: { A0: 1 } }), /must be addresses between A1 and XFD1048576, got "A0"/],
    ["has a list as a cell", sheet({ cells: { A1: [1] } }), /A1 of the sheet "S" must be a text, a number/],
    ["has a long text", sheet({ cells: { A1: "a".repeat(40_000) } }), /a text of up to 32767 characters/],
    ["freezes all rows", sheet({ frozenRows: 1e9 }), /frozenRows of the sheet "S" must be a whole number/],
    ["hides rows that do not exist", sheet({ hiddenRows: [1e9] }), /hiddenRows of the sheet "S"/],
    ["has a column of endless width", sheet({ widths: { A: 1e308 } }), /widths A of the sheet "S"/],
    ["is nested deeply", { ...sheet({}), settings: { a: deep(100_000) } }, /up to 50 levels/],
    [
      "has many sheets",
      { name: "B", sheets: Array.from({ length: 201 }, () => ({ name: "S", cells: {} })) },
      /200 sheets/,
    ],
    ["has a result beyond the sheet", { ...sheet({}), values: { "S!XFD1": [{ value: [[1, 2]] }] } }, /saved result/],
    ["reads a whole sheet", formulas("=SUM(A2:XFD1048576)"), /A1 of .* that reads up to 5,000,000 cells, got "17,1/],
    ["multiplies a long and a wide range", formulas("=SUM(A1:A9999*A1:XFD1)"), /reads up to 5,000,000 cells/],
    [
      "reads much in many formulas",
      formulas(...repeated(1_001, "=SUM(B1:B200000)")),
      /200,000,000 cells that its form/,
    ],
    [
      "has deep parentheses",
      formulas(`=${"(".repeat(65)}1${")".repeat(65)}`),
      /a formula of up to 64 levels, got "65"/,
    ],
    ["has a long chain", formulas(`=${"1+".repeat(1_001)}1`), /with up to 1,000 operators, got "1,001"/],
    ["has a long formula", formulas(`=LEN("${"a".repeat(8_192)}")`), /of up to 8,192 characters/],
    ["nests LAMBDA", formulas(`=${nestedLambda(3)}`), /with up to 2 LAMBDA within each other, got "3"/],
    [
      "filters a whole sheet",
      sheet({ filter: { address: "A1:XFD9" } }),
      /filter of the sheet "S" must be up to 1,000 col/,
    ],
    ["filters a column beyond its range", filtered({ columns: [{ column: 2, values: [] }] }), /columns of the filter/],
    ["filters by nothing", filtered({ columns: [{ column: 0 }] }), /"values" or "conditions"/],
    [
      "hides its header by a filter",
      filtered({ hiddenRows: [0] }),
      /hiddenRows of the filter .* rows below its header/,
    ],
    [
      "has rules for more than it has cells",
      rules(40, { type: "preset", preset: "uniques" }),
      /up to 2,000,000 cells with/,
    ],
    ["has very many rules", rules(2_001, { type: "preset", preset: "uniques" }, "A1"), /2,000 conditional formats/],
    [
      "reads much in its rules",
      rules(1, { type: "expression", formula: "SUM(A1:Z60000)" }),
      /up to 100,000,000 cells that its conditional formats read/,
    ],
    ["has a rule of no kind", rules(1, { type: "script" }), /conditionalFormats of the sheet "S" must be a list of/],
    ["validates many cells", validated(8, "A1:Z1000"), /up to 200,000 cells with data validation/],
    ["has very much data validation", validated(2_001, "A1"), /2,000 data validations/],
    [
      "reads much in its data validation",
      validated(1, "A1:B100", { formulas: ["SUM(A1:Z60000)"] }),
      /up to 100,000,000 cells that its data validation reads/,
    ],
    ["has data validation of no kind", validated(1, "A1", { type: "script" }), /dataValidations of the sheet "S" must/],
    ["has data validation without a formula", validated(1, "A1", { formulas: [] }), /dataValidations of the sheet "S"/],
    ["has very many formulas", formulas(...repeated(100_001, "=1")), /up to 100,000 formulas, got 100,001/],
  ])("that %s is refused in one sentence before it is opened", (_, file, sentence) => {
    expect(() => readWorkbookJson(file)).toThrow(sentence);
  });

  it("that is larger than 100 MB is refused before it is read", async () => {
    await expect(readPickedFile({ size: 2 ** 30 } as Blob)).rejects.toThrow(
      "A workbook file may have up to 104,857,600 bytes, got 1,073,741,824.",
    );
  });

  it("keeps too many conditional formats of one sheet in its .xlsx file, and shows those of the other sheets", () => {
    const [few, many] = [rules(2, { type: "preset", preset: "uniques" }, "A1"), rules(2_001, { type: "preset" }, "A1")];
    const shown = withoutCostlyRules(withRules(few, many, few)).sheets;
    expect(
      shown.map(({ conditionalFormats, keepsConditionalFormats }) => [
        conditionalFormats?.length,
        keepsConditionalFormats,
      ]),
    ).toEqual([
      [2, undefined],
      [0, true],
      [2, undefined],
    ]);
  });
});

it("too much data validation of one sheet stays in its .xlsx file, and that of the other sheets is shown", () => {
  const files = [validated(2, "A1"), validated(1, "A1:Z1000", {}), validated(300, "A1:Z50"), validated(1, "B1")];
  const shown = withoutCostlyRules(withRules(...files)).sheets;
  expect(
    shown.map(({ dataValidations, keepsDataValidations }) => [dataValidations?.length, keepsDataValidations]),
  ).toEqual([
    [2, undefined],
    [1, undefined],
    [0, true],
    [1, undefined],
  ]);
});

describe("an honest workbook file", () => {
  const samples = path.join(__dirname, "../../../assets/workbooks");

  it.each(readdirSync(samples))("is accepted: the sample %s", (name) => {
    const file = JSON.parse(readFileSync(path.join(samples, name), "utf8")) as unknown;
    expect(() => readWorkbookJson(file)).not.toThrow();
  });

  it("is accepted with the last cell of a sheet, whole columns, and a table of 20,000 rows", () => {
    const file = sheet({
      cells: { XFD1048576: 1 },
      formats: { "A:XFD": { bold: true } },
      tables: [{ name: "T", address: "A1:J20000" }],
    });
    expect(() => readWorkbookJson(file)).not.toThrow();
  });
});

describe("an honest formula", () => {
  it.each([
    "=SUM(A:A)",
    "=VLOOKUP(A2,'Other sheet'!$A:$D,2,FALSE)",
    "=SUMPRODUCT((A1:A50000=C1)*(B1:B50000))",
    "=INDEX(A1:Z20000,MATCH(B1,A1:A20000,0),MATCH(C1,1:1,0))",
    '=IF(A1="((((A1:XFD1048576",LOG10(5),MAP(B1:B90,LAMBDA(x,x*2)))',
    `=CONCAT(${repeated(200, 'A1&", "').join("&")})`,
    "=ESG.EVENTS(A2:A1201,3)",
  ])("is accepted: %s", (formula) => {
    const file = formulas(...repeated(100, formula));
    expect(() => readWorkbookJson(file)).not.toThrow();
  });
});

describe("a saved workbook that may not be opened any more", () => {
  const saved = formulas("=SUM(A2:XFD1048576)") as StoredWorkbook;

  it("is kept with the reason, also when something else is opened, and the next save does not replace it", async () => {
    await deleteRefused();
    await writeSaved(saved, false);
    const { file: first } = await firstWorkbook({ search: "?fresh" });
    expect(first).toMatchObject({ name: "Book1" });
    await writeSaved(first, false);
    expect(await readSaved()).toEqual(first);
    const [kept, ...others] = await readRefused();
    expect([kept?.content, others]).toEqual([saved, []]);
    expect(kept?.reason).toMatch(/^A1 of the sheet "S" must be a formula that reads up to 5,000,000 cells/);
    await deleteRefused();
    expect(await readRefused()).toEqual([]);
  });

  it("stays in its list with a second one", async () => {
    for (const name of ["One", "Two"]) {
      await writeSaved({ ...saved, name }, false);
      await readSaved();
    }
    expect((await readRefused()).map(({ content }) => (content as StoredWorkbook).name)).toEqual(["One", "Two"]);
    await deleteRefused();
  });
});

describe("?open=", () => {
  const asked: string[] = [];
  beforeEach(() => {
    asked.splice(0);
    jest.spyOn(globalThis, "fetch").mockImplementation((address) => {
      asked.push(address as string);
      return Promise.resolve(Response.json(sheet({})));
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const open = (name: string): Promise<unknown> =>
    firstWorkbook({ search: `?${new URLSearchParams({ open: name }).toString()}` });

  it.each([
    "https://elsewhere.example/book.json",
    "//elsewhere.example/book.json",
    "data:application/json,{}",
    "/v3/tasks.json",
    "../functions.json",
    "assets/workbooks/../../functions.json",
    "assets\\workbooks\\a.json",
  ])("opens no address of a link's author, and asks nobody (%s)", async (name) => {
    await expect(open(name)).rejects.toThrow(
      `open must be a sample (NAME.json or assets/workbooks/NAME.json), got "${name}".`,
    );
    expect(asked).toEqual([]);
  });

  it("opens the workbench's own samples", async () => {
    expect(await open("holdings-1200.json")).toMatchObject({ file: { name: "B" } });
    expect(await open("assets/workbooks/goals.json")).toMatchObject({ file: { name: "B" } });
    expect(asked).toEqual(["holdings-1200.json", "/assets/workbooks/goals.json"]);
  });
});
