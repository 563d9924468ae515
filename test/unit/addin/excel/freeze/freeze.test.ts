import fc from "fast-check";
import { JSDOM } from "jsdom";
import { createFormulaCells } from "../../../../../src/addin/excel/sheet/formula-cells";
import { Freezer } from "../../../../../src/addin/excel/freeze/freeze";
import type { Clock } from "../../../../../src/engine/clock";
import type { RequestLog } from "../../../../../src/engine/requests/request-log";
import { makeExcel } from "../../../../../src/workbench/excel/excel-global";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../../../src/workbench/file/open-and-save";
import type { SheetModel } from "../../../../../src/ooxml/workbook-model";
import type { SheetJson, WorkbookJson } from "../../../../../src/workbench/file/workbook-json";
import type { OfficeHost } from "../../../../../src/workbench/office/office-host";
import { cellFormats, enteredCells } from "../../../../support/sheet-cells";
import { startHost } from "../../../workbench/start-host";

const names = ["TEST.ROWS", "TEST.MIX"];
/** What a cell could take for something else, when it is typed. */
const pool = ["0012", "", true, -1.5, "=1+1", "'quoted", "TRUE", "2026-01-02", 0, "#N/A", "  5 ", false, "plain", 1e21];

let host: OfficeHost;
let freezer: Freezer;

beforeAll(() => {
  host = startHost();
  Object.assign(globalThis, { Excel: makeExcel(host), DOMParser: new JSDOM("").window.DOMParser });
  host.functions.define({
    functions: [
      { id: "TEST.ROWS", name: "TEST.ROWS", parameters: [{ name: "rows", type: "number" }] },
      { id: "TEST.MIX", name: "TEST.MIX", parameters: [{ name: "seed" }, { name: "rows", type: "number" }] },
    ],
  });
  host.functions.associate("TEST.ROWS", (rows) => {
    return Array.from({ length: rows as number }, (_, row) => [`row ${row + 1}`, row + 1]);
  });
  host.functions.associate("TEST.MIX", (seed, rows) => {
    const start = String(seed).length;
    return Array.from({ length: rows as number }, (_, row) =>
      [0, 1].map((column) => pool[(start * 3 + row * 2 + column) % pool.length]),
    );
  });
  // No formula of these tests has an entry of the log; the pane's own tests show what the log adds.
  const requestLog = { latestAt: () => undefined, entries: { get: () => [] } } as unknown as RequestLog;
  freezer = new Freezer({ cells: createFormulaCells(names), requestLog, clock: { now: () => 1 } as Clock });
});

const values = (): unknown[][][] =>
  host.book.workbook.getSheets().map((sheet) => {
    const end = { endRow: 40, endColumn: 20 };
    return host.book.values({ sheetId: sheet.getSheetId(), startRow: 0, startColumn: 0, ...end });
  });

/** Resolves when the values have stayed the same for a while. */
const settled = async (): Promise<void> => {
  let before = "";
  for (let same = 0; same < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = JSON.stringify(values());
    same = now === before && !now.includes("#BUSY!") && !host.functions.unsettled ? same + 1 : 0;
    before = now;
  }
};

const open = async (file: WorkbookJson): Promise<void> => {
  await openWorkbookJson(host, file);
  await settled();
};

const inExcel = async (change: (context: Excel.RequestContext) => unknown): Promise<void> => {
  await Excel.run(async (context) => {
    change(context);
    await context.sync();
  });
  await settled();
};

const read = (address: string): Promise<{ readonly formulas: unknown[][]; readonly values: unknown[][] }> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address);
    range.load({ formulas: true, values: true });
    await context.sync();
    return { formulas: range.formulas as unknown[][], values: range.values as unknown[][] };
  });

/** The workbook as a file and as it looks, without what only a thaw leaves: its note for an undo. */
const shown = (): unknown => {
  const { names, ...file } = { ...toStoredWorkbook(host), customXml: [], values: {} };
  const sheets = file.sheets.map((sheet) => ({
    ...sheet,
    cells: withoutOwnName(sheet),
    formats: ownFormats(sheet),
    // The engine, unlike Excel, filters a row again when one of its cells changes.
    rows: sheet.rows.filter(({ height }) => height !== undefined),
    ...(sheet.filter && { filter: { ...sheet.filter, hiddenRows: [] } }),
  }));
  const own = names.filter(({ name }) => !name.startsWith("_Spillway."));
  return JSON.parse(JSON.stringify({ ...file, sheets, shown: values(), names: own }));
};

/** The engine, unlike Excel, drops the name of the own sheet from references that it moves. */
const withoutOwnName = (sheet: SheetModel): unknown => {
  const own = /^\w+$/.test(sheet.name) ? `${sheet.name}!` : `'${sheet.name}'!`;
  return Object.fromEntries(
    Object.entries(enteredCells(sheet)).map(([address, content]) => [
      address,
      typeof content === "string" && content.startsWith("=") ? content.replaceAll(own, "") : content,
    ]),
  );
};

/** The formats of cells, without those that their column has too. */
const ownFormats = ({ cells, columns }: SheetModel): unknown => {
  const formats = new Map(columns.map(({ start, format }) => [start, JSON.stringify(format)]));
  return cellFormats({ cells: cells.filter(({ column, format }) => formats.get(column) !== JSON.stringify(format)) });
};

const freezeAll = async (): Promise<number> => {
  const count = await freezer.freeze((await freezer.plan("workbook")).formulas);
  await settled();
  return count;
};

const thawAll = async () => {
  const result = await freezer.thaw((await freezer.list()).map(({ id }) => id));
  await settled();
  return result;
};

const own = fc.constantFrom(
  "=TEST.ROWS(3)",
  "=TEST.MIX(A1,4)",
  "=TEST.MIX($A$7,5)",
  "=TEST.MIX('Other book'!A2,2)",
  '=A2&"-"&INDEX(TEST.ROWS(2),1,1)',
  "=SUM(A1:A8,INDEX(TEST.ROWS(4),0,2))",
  "=SUM($1:$1)+ROWS(TEST.ROWS(2))",
  "=IFERROR(TEST.MIX(INDEX(Prices,2),3),0)",
  "=test.rows( 2 )",
);
const users = fc.constantFrom(
  "=ROWS(C2#)",
  "=SUM(INDEX(Data!F8#,0,2))",
  "='Other book'!$C$2#",
  "=TEST.MIX(COUNTA(C2#),2)",
  "=IFERROR(ROWS(Found#),-1)",
  "=Data!I$14#",
  "=SUM(A1:A8)",
);
const slots = ["C2", "C8", "C14", "F2", "F8", "F14", "I2", "I8", "I14"];
const places = ["L2", "L8", "L14"];
const format = fc.constantFrom({ numberFormat: "0.00" }, { bold: true, fill: "#e3f1f2" });
/** The engine reads numbers in cells for text as texts, unlike Excel, so no other formula refers to these. */
const textFormat = fc.constantFrom({}, { numberFormat: "@" });

/** Rows of results are hidden by it, also some in the middle of a spill. */
const filter = fc
  .subarray([2, 3, 8, 9])
  .map((hiddenRows) => ({ address: "F1:G12", columns: [{ column: 0, values: ["row 1"] }], hiddenRows }));

const sheetOf = (name: string) =>
  fc
    .record({
      column: fc.array(fc.constantFrom(1, 22, "text", "'007", true), { minLength: 8, maxLength: 8 }),
      own: fc.array(fc.option(own, { nil: undefined }), { minLength: slots.length, maxLength: slots.length }),
      users: fc.array(fc.option(users, { nil: undefined }), { minLength: places.length, maxLength: places.length }),
      formats: fc.dictionary(fc.constantFrom("C2:D4", "F8:G9", "L:L", "A1:A8"), format),
      texts: textFormat,
      filter: fc.option(filter, { nil: undefined }),
    })
    .map((given) => ({
      name,
      cells: {
        ...Object.fromEntries(given.column.map((value, row) => [`A${row + 1}`, value])),
        ...Object.fromEntries(
          slots.flatMap((slot, index) => (given.own[index] === undefined ? [] : [[slot, given.own[index]]])),
        ),
        ...Object.fromEntries(
          places.flatMap((place, index) => (given.users[index] === undefined ? [] : [[place, given.users[index]]])),
        ),
        Q1: "Key",
        R1: "Rows",
        Q2: "a",
        Q3: "b",
        R2: "=ROWS(TEST.ROWS(2))",
        R3: "=INDEX(TEST.ROWS(3),2,1)",
      },
      formats: { ...given.formats, "I2:J9": given.texts },
      merged: ["N20:O21"],
      tables: [{ name: name === "Data" ? "Keys" : "OtherKeys", address: "Q1:R3" }],
      ...(given.filter && { filter: given.filter }),
    }));
const workbook = fc
  .tuple(sheetOf("Data"), sheetOf("Other book"), fc.boolean())
  .map(([data, other, isProtected]): WorkbookJson => ({
    name: "Book",
    sheets: [data, { ...other, protected: isProtected }],
    active: "Data",
    names: [
      { name: "Found", formula: "Data!$C$2" },
      { name: "Prices", formula: "Data!$A$1:$A$8" },
      { name: "Count", formula: "ROWS(Data!$F$2#)" },
    ],
  }));

/** Changes between the slots, so that they would not change a result. From the end on, so that they do not move each other's place. */
const moves: Readonly<Record<string, (sheet: Excel.Worksheet) => unknown>> = {
  rename: (sheet) => (sheet.name = "Data 2"),
  "insert rows": (sheet) => sheet.getRange("13:14").insert("Down"),
  "delete a row": (sheet) => sheet.getRange("7:7").delete("Up"),
  "insert a column": (sheet) => sheet.getRange("H:H").insert("Right"),
  "insert the first column": (sheet) => sheet.getRange("A:A").insert("Right"),
  "insert the first row": (sheet) => sheet.getRange("1:1").insert("Down"),
};

test("frozen, moved and thawed, a workbook is as if it was only moved", async () => {
  let frozen = 0;
  await fc.assert(
    fc.asyncProperty(
      workbook,
      fc.subarray(Object.keys(moves)),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      async (file, chosen, isFrozen, isFirst) => {
        const move = (): Promise<void> =>
          inExcel(({ workbook: { worksheets } }) => {
            const sheet = worksheets.getItem("Data");
            for (const [name, change] of Object.entries(moves)) if (chosen.includes(name)) change(sheet);
          });
        await open(file);
        const before = shown();
        await move();
        const wanted = shown();

        await open(file);
        expect(shown()).toEqual(before);
        const { formulas } = await freezer.plan("workbook");
        const some = formulas.filter((_, index) => isFrozen[index % 40]);
        frozen += await freezer.freeze(some);
        await settled();
        await move();
        const ids = (await freezer.list()).map(({ id }) => id);
        expect(ids).toHaveLength(some.length);
        const first = ids.filter((_, index) => isFirst[index % 40]);
        expect(await freezer.thaw(first)).toEqual({ formulas: first.length, left: [] });
        await settled();
        expect(await freezer.thaw(ids)).toEqual({ formulas: ids.length - first.length, left: [] });
        await settled();
        expect(shown()).toEqual(wanted);
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
  expect(frozen).toBeGreaterThan(0);
}, 400_000);

const book = (cells: SheetJson["cells"], more: Partial<WorkbookJson> & { readonly isProtected?: boolean } = {}) => {
  const { isProtected = false, ...rest } = more;
  const sheets = [
    { name: "Data", cells },
    { name: "Other book", cells: { A1: "x", B1: "=ROWS(Data!C2#)" }, protected: isProtected },
  ];
  return { name: "Book", sheets, active: "Data", ...rest } as unknown as WorkbookJson;
};

test("a frozen formula has the values that it showed, with their types, and no formula of ours is left", async () => {
  await open(book({ C2: "=TEST.MIX(1,7)" }));
  const before = await read("C2:D8");
  expect(await freezeAll()).toBe(1);
  const after = await read("C2:D8");
  expect(after.values).toEqual(before.values);
  expect(after.formulas).toEqual(before.values);
  expect((await freezer.plan("workbook")).formulas).toEqual([]);
  expect(await freezer.list()).toEqual([
    {
      id: 1,
      address: "Data!C2:D8",
      formula: "=TEST.MIX(1,7)",
      frozenAt: 1,
      fetchedAt: undefined,
      changed: [],
      isProtected: false,
    },
  ]);
});

test("a formula that refers to the spill reads its range while it is frozen", async () => {
  await open(
    book({ C2: "=TEST.ROWS(3)", A1: "=SUM(INDEX($C$2#,0,2))" }, { names: [{ name: "Found", formula: "Data!$C$2#" }] }),
  );
  await freezeAll();
  expect((await read("A1")).formulas).toEqual([["=SUM(INDEX($C$2:$D$4,0,2))"]]);
  expect((await read("A1")).values).toEqual([[6]]);
  await inExcel(({ workbook: { worksheets } }) => (worksheets.getItem("Data").getRange("D2").values = [[100]]));
  expect((await read("A1")).values).toEqual([[105]]);
});

test("values that were changed are listed, and neither they nor the formula are lost", async () => {
  await open(book({ C2: "=TEST.ROWS(3)", F2: "=TEST.ROWS(2)" }));
  await freezeAll();
  await inExcel(({ workbook: { worksheets } }) => (worksheets.getItem("Data").getRange("D3").values = [["mine"]]));
  expect((await freezer.list()).map(({ changed }) => changed)).toEqual([["Data!C3:D3"], []]);
  const ids = (await freezer.list()).map(({ id }) => id);
  expect(await freezer.thaw(ids)).toEqual({
    formulas: 1,
    left: [{ address: "Data!C2:D4", reason: "Changed since: Data!C3:D3." }],
  });
  await settled();
  expect((await read("C2:D4")).formulas).toEqual([
    ["row 1", 1],
    ["row 2", "mine"],
    ["row 3", 3],
  ]);
  expect(await freezer.thaw(ids.slice(0, 1), ids)).toEqual({ formulas: 1, left: [] });
  await settled();
  expect((await read("C2:D4")).formulas).toEqual([
    ["=TEST.ROWS(3)", 1],
    ["row 2", 2],
    ["row 3", 3],
  ]);
});

test("a row inserted into frozen values is a change", async () => {
  await open(book({ C2: "=TEST.ROWS(3)" }));
  await freezeAll();
  await inExcel(({ workbook: { worksheets } }) => worksheets.getItem("Data").getRange("3:3").insert("Down"));
  expect((await freezer.list()).map(({ address, changed }) => [address, changed])).toEqual([
    ["Data!C2:D5", ["Data!C2:D5"]],
  ]);
});

test("a formula of the user that was changed meanwhile keeps its range, and is named", async () => {
  await open(book({ C2: "=TEST.ROWS(3)", A1: "=ROWS(C2#)" }));
  await freezeAll();
  await inExcel(
    ({ workbook: { worksheets } }) => (worksheets.getItem("Data").getRange("A1").formulas = [["=ROWS(C2:D4)*2"]]),
  );
  expect(await thawAll()).toEqual({
    formulas: 1,
    left: [
      {
        address: "Data!A1",
        reason: "It was changed while its source was frozen, so it still refers to a fixed range.",
      },
    ],
  });
  expect((await read("A1")).formulas).toEqual([["=ROWS(C2:D4)*2"]]);
});

test("formulas on protected sheets, formulas whose spill a protected sheet uses, and unfinished ones stay, and are named", async () => {
  const cells = { C2: "=TEST.ROWS(3)", F2: "=TEST.ROWS(3)", F4: "in the way", H2: "=TEST.MIX(1,2)" };
  await open(book(cells, { isProtected: true }));
  const plan = await freezer.plan("workbook");
  expect(plan.formulas).toEqual(["Data!H2"]);
  expect(plan.left).toEqual([
    { address: "Data!C2", reason: "'Other book'!B1 refers to its result and is on a protected sheet." },
    { address: "Data!F2", reason: "Its result has no room. Clear the cells in its way." },
  ]);
  expect(await freezer.freeze(["Data!C2", "Data!F2", "Data!H2"])).toBe(1);
});

test("values of a sheet that was protected after the freeze stay frozen, and are named", async () => {
  await open(book({ C2: "=TEST.ROWS(3)" }));
  await freezeAll();
  await inExcel(({ workbook: { worksheets } }) => worksheets.getItem("Data").protection.protect());
  expect(await thawAll()).toEqual({
    formulas: 0,
    left: [{ address: "Data!C2:D4", reason: "The sheet “Data” is protected." }],
  });
});

test("deleted references come back as #REF!, and deleted formulas do not come back", async () => {
  await open(book({ A5: 1, A9: 2, C2: "=TEST.MIX(A5,2)", F9: "=TEST.ROWS(2)" }));
  await freezeAll();
  await inExcel(({ workbook: { worksheets } }) => worksheets.getItem("Data").getRange("9:10").delete("Up"));
  await inExcel(({ workbook: { worksheets } }) => worksheets.getItem("Data").getRange("5:5").delete("Up"));
  expect((await freezer.list()).map(({ formula }) => formula)).toEqual(["=TEST.MIX(#REF!,2)"]);
});

test("a thaw that Excel refuses in the middle leaves every value and every formula", async () => {
  await open(book({ C2: "=TEST.ROWS(3)", F2: "=TEST.MIX(1,4)" }));
  await freezeAll();
  const before = [await freezer.list(), await read("C2:G5")];
  const write = host.book.write.bind(host.book);
  const refusal = jest.spyOn(host.book, "write").mockImplementation((area, rows) => {
    if (String(rows[0]?.[0]).startsWith("=TEST.MIX")) throw new Error("Refused.");
    write(area, rows);
  });
  await expect(thawAll()).rejects.toThrow("Refused.");
  refusal.mockRestore();
  await settled();
  expect([await freezer.list(), await read("C2:G5")]).toEqual(before);
  expect(await thawAll()).toEqual({ formulas: 2, left: [] });
  expect((await read("C2:F2")).formulas).toEqual([["=TEST.ROWS(3)", 1, "", "=TEST.MIX(1,4)"]]);
});

test.each([
  ["refuses", "Refused.", undefined],
  ["keeps otherwise than written", "Data!F2:G5", "another value"],
])("a freeze whose second value Excel %s leaves every formula, no record and no name", async (_, message, instead) => {
  await open(book({ C2: "=TEST.ROWS(3)", F2: "=TEST.MIX(1,4)", A1: "=ROWS(C2#)" }));
  const before = await read("A1:G5");
  const write = host.book.write.bind(host.book);
  const refusal = jest.spyOn(host.book, "write").mockImplementation((area, rows) => {
    const isValues = area.startColumn === 5 && rows[0]?.[0] === before.values[1]?.[5];
    if (isValues && instead === undefined) throw new Error("Refused.");
    write(area, isValues ? rows.map((row) => row.map(() => instead ?? "")) : rows);
  });
  await expect(freezeAll()).rejects.toThrow(message);
  refusal.mockRestore();
  await settled();
  expect(await read("A1:G5")).toEqual(before);
  expect(await freezer.list()).toEqual([]);
  expect(host.customXml.list).toEqual([]);
  expect(toStoredWorkbook(host).names).toEqual([]);
});

test("a thaw enters a formula before those that refer to its spill", async () => {
  await open(book({ C2: "=TEST.ROWS(3)", A1: "=ROWS(C2#)" }));
  await freezeAll();
  const entered: string[] = [];
  const write = host.book.write.bind(host.book);
  const writing = jest.spyOn(host.book, "write").mockImplementation((area, rows) => {
    entered.push(String(rows[0]?.[0]));
    write(area, rows);
  });
  await thawAll();
  writing.mockRestore();
  expect(entered.filter((text) => text.startsWith("="))).toEqual(["=TEST.ROWS(3)", "=ROWS(C2#)", "=ROWS(Data!C2#)"]);
});

test("the names of a freeze are hidden from the user", async () => {
  await open(
    book({ A1: 3, C2: "=TEST.ROWS(A1)", F2: "=ROWS(C2#)" }, { names: [{ name: "Found", formula: "Data!$C$2" }] }),
  );
  await freezeAll();
  const names = toStoredWorkbook(host).names;
  expect(names.filter(({ hidden }) => hidden !== true).map(({ name }) => name)).toEqual(["Found"]);
  expect(names.length).toBeGreaterThan(2);
});

test("frozen formulas are listed by sheet, row and column, whatever was frozen first", async () => {
  await open(book({ C9: "=TEST.ROWS(2)", F2: "=TEST.ROWS(2)", C2: "=TEST.ROWS(3)" }));
  for (const address of ["Data!C9", "Data!F2", "Data!C2"]) await freezer.freeze([address]);
  expect((await freezer.list()).map(({ address }) => address)).toEqual(["Data!C2:D4", "Data!F2:G3", "Data!C9:D10"]);
});

test("an undone thaw is frozen again", async () => {
  await open(book({ C2: "=TEST.ROWS(3)" }));
  await freezeAll();
  const frozen = await freezer.list();
  const { values: before } = await read("C2:D4");
  await thawAll();
  expect(await freezer.list()).toEqual([]);
  await inExcel(({ workbook: { worksheets } }) => {
    worksheets.getItem("Data").getRange("C2:D4").clear("Contents");
    worksheets.getItem("Data").getRange("C2:D4").values = before;
  });
  expect(await freezer.list()).toEqual(frozen);
});

test("an undone freeze is no longer listed", async () => {
  await open(book({ C2: "=TEST.ROWS(3)" }));
  await freezeAll();
  await inExcel(({ workbook: { worksheets } }) => {
    worksheets.getItem("Data").getRange("C2:D4").clear("Contents");
    worksheets.getItem("Data").getRange("C2").formulas = [["=TEST.ROWS(3)"]];
  });
  expect(await freezer.list()).toEqual([]);
});

test("values that are kept for good have no formula any more", async () => {
  await open(book({ C2: "=TEST.ROWS(3)" }));
  await freezeAll();
  await freezer.forget((await freezer.list()).map(({ id }) => id));
  expect(await freezer.list()).toEqual([]);
  expect(host.customXml.list).toEqual([]);
  expect(toStoredWorkbook(host).names).toEqual([]);
  expect((await read("C3")).values).toEqual([["row 2"]]);
});

test("a workbook that was saved frozen as .xlsx thaws when it is opened again", async () => {
  await open(book({ A1: 3, C2: "=TEST.ROWS(A1)", F2: "=ROWS(C2#)" }));
  await freezeAll();
  const bytes = toXlsx(host);
  await open(book({}));
  await openXlsx(host, bytes, "Book");
  await settled();
  expect(await thawAll()).toEqual({ formulas: 1, left: [] });
  expect((await read("C2:F2")).formulas).toEqual([["=TEST.ROWS(A1)", 1, "", "=ROWS(C2#)"]]);
});

test("a record whose place is gone is not listed", async () => {
  await open(book({ C2: "=TEST.ROWS(3)" }));
  await Excel.run(async (context) => {
    context.workbook.customXmlParts.add(
      '<frozen xmlns="urn:spillway:frozen-formulas:1"><formula place="7" text="=1"/></frozen>',
    );
    await context.sync();
  });
  expect(await freezer.list()).toEqual([]);
});
