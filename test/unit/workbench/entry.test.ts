import { CellValueType, type ICellData } from "@univerjs/core";
import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { openWorkbookJson, openXlsx, toXlsx } from "../../../src/workbench/file/open-and-save";
import { readRows, writeRows } from "../../../src/workbench/univer/clipboard-text";
import { type EntryContext, parseEntry } from "../../../src/workbench/univer/entry";
import { readTypedCell } from "../../../src/workbench/univer/overrides/typed-entries";
import { until } from "../../support/until";
import { startHost } from "./start-host";

const shown = ({ v, f }: ICellData): unknown => f ?? v;

describe("an entry", () => {
  it.each<[entry: string, content: unknown]>([
    ["1,234.5", 1234.5],
    ["1e3", 1000],
    ["1E400", "1E400"],
    ["-1E400", "-1E400"],
    ["5%", 0.05],
    ["0x1F", "0x1F"],
    ["0b11", "0b11"],
    ["Infinity", "Infinity"],
    ["true", 1],
    ["2026-01-31", 46053],
    ["1900-01-01", 1],
    ["1900-02-29", 60],
    ["1900-03-01", 61],
    ["1899-12-31", "1899-12-31"],
    ["2026-02-30", "2026-02-30"],
    ["2026-13-01", "2026-13-01"],
    ["2023-02-29", "2023-02-29"],
    ["+1+1", "=1+1"],
    ["-A1*2", "=-A1*2"],
    ["@SUM(1,2)", "=SUM(1,2)"],
    ["@name", "@name"],
    ["-", "-"],
    ["- a list", "- a list"],
    ["+49 89 1234", "+49 89 1234"],
    ["-5", -5],
    ["'0012", "0012"],
    ["1 1/2", 1.5],
    ["-2 3/4", -2.75],
    ["0 1/8", 0.125],
    ["1 1/0", "1 1/0"],
    ["9:30", 9.5 / 24],
    ["9:30 PM", 21.5 / 24],
    ["24:00", 1],
    ["25:00", 25 / 24],
    ["100:30:30", 100.508333333333333 / 24],
    ["9:60", "9:60"],
    ["25:00 PM", "25:00 PM"],
    ["$1,234.50", 1234.5],
    ["-$5", -5],
    ["5 €", 5],
    ["(5)", -5],
    ["(note 5)", "(note 5)"],
    ["$A5", "$A5"],
    ["5,50 €", "5,50 €"],
    ["€1.234,50", "€1.234,50"],
    ["$1,23,456", "$1,23,456"],
    ["1,5", "1,5"],
    ["(5", "(5"],
    ["(1,234)", -1234],
  ])("of %s is read as Excel reads it", (entry, content) => {
    expect(shown(parseEntry(entry))).toBe(content);
  });

  it.each<[entry: string, serial: number, format: string]>([
    ["1/2/2026", 46024, "m/d/yyyy"],
    ["1/2/26", 46024, "m/d/yyyy"],
    ["1-2-2026", 46024, "m/d/yyyy"],
    ["2026/1/2", 46024, "m/d/yyyy"],
    ["12/31/2026", 46387, "m/d/yyyy"],
    ["1/1/1900", 1, "m/d/yyyy"],
    ["2-Jan-2026", 46024, "d-mmm-yy"],
    ["2 Jan 2026", 46024, "d-mmm-yy"],
    ["January 2, 2026", 46024, "d-mmm-yy"],
    ["Jan 2026", 46023, "mmm-yy"],
    ["1/2026", 46023, "mmm-yy"],
    ["2026-01", 46023, "mmm-yy"],
    ["1/2/2026 14:30", 46024 + 14.5 / 24, "m/d/yyyy h:mm"],
    ["1/2/2026 2:30 PM", 46024 + 14.5 / 24, "m/d/yyyy h:mm"],
    ["2026-01-02 10:00", 46024 + 10 / 24, "yyyy-mm-dd h:mm"],
  ])("of the date %s is the day %s with the format %s", (entry, serial, format) => {
    expect(parseEntry(entry)).toMatchObject({ t: CellValueType.NUMBER, s: { n: { pattern: format } } });
    expect(parseEntry(entry).v).toBeCloseTo(serial, 9);
    expect(parseEntry(entry, { isText: true }).v).toBe(entry);
    if (serial > 1) expect(parseEntry(entry, { from1904: true }).v).toBeCloseTo(serial - 1462, 9);
  });

  it.each(["1/2", "2-Jan", "2 Jan"])("of the day %s without a year is one of the year of the clock", (entry) => {
    expect(parseEntry(entry)).toMatchObject({ t: CellValueType.NUMBER, s: { n: { pattern: "d-mmm" } } });
    expect(Math.abs(Number(parseEntry(entry).v) - (Date.now() / 86_400_000 + 25_569))).toBeLessThan(367);
  });

  it.each([
    ...["13/2/2026", "2/30/2026", "2/29/2026", "31/12/2026", "0/1/2026", "4/31", "1.2.2026", "12/31/1899", "1/2/3"],
    ...["2026-01-02T10:00:00Z", "12 abc 2026", "15 Bank 2026", "Q1 2026", "May", "3 May Street", "-30d", "43/92"],
  ])("of %s, which Excel in English takes for no date, is a text", (entry) => {
    expect(parseEntry(entry)).toMatchObject({ v: entry, t: CellValueType.STRING });
  });

  it.each(["037833100", "0012", "1E5", "TRUE", "=1+1", "2026-01-31", "+1"])(
    "of %s stays a text in a cell of text format",
    (entry) => expect(parseEntry(entry, { isText: true })).toMatchObject({ v: entry, t: CellValueType.FORCE_STRING }),
  );

  it("of a date counts from 1904 where the workbook does, and what is before is a text", () => {
    const context = { from1904: true };
    expect(shown(parseEntry("2026-01-31", context))).toBe(46053 - 1462);
    expect(shown(parseEntry("1904-01-01", context))).toBe(0);
    expect(shown(parseEntry("1903-12-31", context))).toBe("1903-12-31");
  });

  it.each([
    ["1 1/2", "# ?/?"],
    ["1 7/16", "# ??/??"],
    ["9:30", "h:mm"],
    ["25:00", "[h]:mm:ss"],
    ["$5", "$#,##0"],
  ])("of %s has the format %s", (entry, pattern) => {
    expect(parseEntry(entry).s).toEqual({ n: { pattern } });
  });

  it("that is no finite number is a text", () => {
    expect(parseEntry(Number.POSITIVE_INFINITY)).toMatchObject({ v: "Infinity", t: CellValueType.STRING });
  });
});

describe("what a user types", () => {
  const typed = (text: string, context: EntryContext = {}): unknown => {
    const cell = text.startsWith("=") ? { f: text, v: null } : { v: text };
    // The engine reads what JavaScript takes for a number.
    const read = readTypedCell(cell, context, (one) =>
      Number.isNaN(Number(one?.v)) ? one : { ...one, v: Number(one?.v) },
    );
    return shown(read ?? {});
  };

  it.each(["0x1F", "0b11", "1E400", "2026-02-30", "5,50 €", "1,5"])("of %s stays a text", (text) =>
    expect(typed(text)).toBe(text),
  );

  it("is read by the format of row and column, by the date system, and else by the engine", () => {
    expect(typed("=1+1", { isText: true })).toBe("=1+1");
    expect(readTypedCell({ f: "=1+1" }, { isText: true }, (cell) => cell)).toMatchObject({ v: "=1+1", f: null });
    expect(typed("0012", { isText: true })).toBe("0012");
    expect(typed("2026-01-31", { from1904: true })).toBe(46053 - 1462);
    expect(typed("+1+1")).toBe("=1+1");
    expect(typed("=A1")).toBe("=A1");
    expect(typed("12")).toBe(12);
    expect(readTypedCell({ v: "$5" }, {}, (cell) => ({ ...cell, v: 5 }))).toMatchObject({ v: 5 });
  });
});

describe("a text on the clipboard", () => {
  it.each<[text: string, rows: string[][]]>([
    [
      "\tISIN\nA\tB",
      [
        ["", "ISIN"],
        ["A", "B"],
      ],
    ],
    ["\nA\n", [[""], ["A"]]],
    ["ISIN\r\n\r\nISIN2\r\n", [["ISIN"], [""], ["ISIN2"]]],
    ['"two\nlines"\tB\r\nC', [["two\nlines", "B"], ["C"]]],
    ['"say ""yes"""', [['say "yes"']]],
    ['5" pipe\tB', [['5" pipe', "B"]]],
    ["Smith <Jones> & Co\tAT&amp;T", [["Smith <Jones> & Co", "AT&amp;T"]]],
    ["a\rb", [["a"], ["b"]]],
    ["a;b,c", [["a;b,c"]]],
  ])("of %j has its rows and cells", (text, rows) => expect(readRows(text)).toEqual(rows));
});

describe("a copied block", () => {
  it("is a text that can be pasted again, with quotes only where a cell needs them", () => {
    const rows = [
      ["a", "two\nlines", ""],
      ['say "yes"', "tab\there", " b, c "],
    ];
    expect(writeRows(rows)).toBe('a\t"two\nlines"\t\n"say ""yes"""\t"tab\there"\t b, c ');
    expect(readRows(writeRows(rows))).toEqual(rows);
  });
});

describe("in the engine", () => {
  const host = startHost();
  const shows = (address: string, value: unknown): Promise<void> =>
    until(`${address} shows ${String(value)}`, () => host.book.values(host.book.area(address))[0]?.[0] === value, 10);

  it("TODAY is the whole part of NOW, in each date system", async () => {
    for (const from1904 of [false, true]) {
      host.book.engine.dateSystem.from1904 = from1904;
      await openWorkbookJson(host, { name: "B", sheets: [{ name: "S", cells: { A1: "=TODAY()=INT(NOW())" } }] });
      await shows("A1", true);
    }
    host.book.engine.dateSystem.from1904 = false;
  });

  it("a result that is not finite is an error, and the file can be saved and opened", async () => {
    const cells = { A1: '=VALUE("1E400")', A2: "=1E308*10", A3: "=SUM({1E308,1E308})", A4: "1E400" };
    await openWorkbookJson(host, { name: "B", sheets: [{ name: "S", cells }] });
    await shows("A1", "#VALUE!");
    await shows("A2", "#NUM!");
    await shows("A3", "#NUM!");
    await shows("A4", "1E400");
    await openXlsx(host, toXlsx(host), "B");
    await shows("A4", "1E400");
  });

  it("entries take the format of their column", async () => {
    await openWorkbookJson(host, { name: "B", sheets: [{ name: "S", cells: {} }] });
    await (makeExcel(host) as typeof Excel).run(async (context) => {
      context.workbook.worksheets.getItem("S").getRange("A:A").numberFormat = [["@"]];
      await context.sync();
    });
    host.book.write(host.book.area("A1:A3"), [["037833100"], ["=1+1"], ["TRUE"]]);
    expect(host.book.values(host.book.area("A1:A3")).flat()).toEqual(["037833100", "=1+1", "TRUE"]);
  });
});
