import { IUniverInstanceService } from "@univerjs/core";
import { formatRange } from "../../../src/facts/addresses";
import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import type { SheetTable } from "../../../src/workbench/univer/sheet-tables";
import { until } from "../../support/until";
import { startHost } from "./start-host";

const cells = {
  A1: "Name",
  A2: "a",
  A3: "b",
  A4: "c",
  B1: "Weight",
  B2: 1,
  B3: 2,
  B4: "=B3*10",
  A6: "below",
  C3: "beside",
  E1: "=SUM(T[Weight])",
  E2: "=B3",
  E3: "=SUM(B2:B4)",
  E4: "=A6",
};

describe("rows of a table", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });
  beforeEach(async () => {
    const tables = [{ name: "T", address: "A1:B4" }];
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells, tables }] });
  });

  const table = (): SheetTable => host.book.tables.find("T") ?? ({} as SheetTable);
  const shows = async (address: string, values: unknown[][]): Promise<void> =>
    until(`${address} shows ${JSON.stringify(values)}`, () => {
      const shown = JSON.stringify(host.book.values(host.book.area(address)));
      return !host.functions.unsettled && shown === JSON.stringify(values);
    });
  const results = (...values: unknown[]): Promise<void> =>
    shows(
      "E1:E4",
      values.map((value) => [value]),
    );

  it("come in its middle: cells below move in its columns only, and every reference follows", async () => {
    await results(23, 2, 23, "below");
    await host.book.tables.insertRows(table(), 1, 2);
    await shows("A1:C8", [
      ["Name", "Weight", ""],
      ["a", 1, ""],
      ["", "", "beside"],
      ["", "", ""],
      ["b", 2, ""],
      ["c", 20, ""],
      ["", "", ""],
      ["below", "", ""],
    ]);
    expect(table().area).toMatchObject({ startRow: 0, endRow: 5 });
    host.book.write(host.book.area("B3:B4"), [[5], [6]]);
    await results(34, 2, 34, "below");
  });

  it("come at its end before what stands below", async () => {
    await host.book.tables.insertRows(table(), 3, 2);
    host.book.write(host.book.area("A5:B6"), [
      ["d", 100],
      ["e", 200],
    ]);
    await results(323, 2, 23, "below");
    await shows("A8", [["below"]]);
  });

  it("go, and what stands below moves up", async () => {
    await host.book.tables.deleteRows(table(), 0, 1);
    await shows("A1:B5", [
      ["Name", "Weight"],
      ["b", 2],
      ["c", 20],
      ["", ""],
      ["below", ""],
    ]);
    await results(22, 2, 22, "below");
  });

  it("block each other where tables stand below each other", async () => {
    const tables = [
      { name: "T", address: "A1:B4" },
      { name: "Below", address: "B8:C9" },
      { name: "Beside", address: "D8:D9" },
    ];
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells, tables }] });
    const blocks = host.book.tables.list().map((one) => [one.name, host.book.tables.blocksRows(one)]);
    expect(blocks).toEqual([
      ["T", true],
      ["Below", false],
      ["Beside", false],
    ]);
  });

  it("move a table below that lies within the columns of their own, and undo moves it back", async () => {
    const tables = [
      { name: "T", address: "A1:B4" },
      { name: "Below", address: "A8:B10" },
      { name: "Narrow", address: "B13:B14" },
      { name: "Beside", address: "C8:C9" },
    ];
    const below = { A8: "Name", B8: "Score", A9: "x", B9: 7, A10: "y", B10: 8, B13: "Last", B14: 9, C8: "Own", C9: 1 };
    const sums = { E5: "=SUM(Below[Score])", E6: "=B9", E7: "=SUM(Narrow[Last])" };
    await openWorkbookJson(host, {
      name: "Book",
      sheets: [{ name: "S", cells: { ...cells, ...below, ...sums }, tables }],
    });
    const places = () => Object.fromEntries(host.book.tables.list().map(({ name, area }) => [name, formatRange(area)]));
    const before = places();
    await host.book.tables.insertRows(table(), 1, 2);
    expect(places()).toEqual({ T: "A1:B6", Below: "A10:B12", Narrow: "B15:B16", Beside: "C8:C9" });
    await shows("A10:B12", [
      ["Name", "Score"],
      ["x", 7],
      ["y", 8],
    ]);
    await shows("E5:E7", [[15], [7], [9]]);
    await host.book.tables.deleteRows(table(), 0, 3);
    expect(places()).toEqual({ T: "A1:B3", Below: "A7:B9", Narrow: "B12:B13", Beside: "C8:C9" });
    await shows("E5:E7", [[15], [7], [9]]);
    host.book.engine.injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
    await host.book.engine.api.undo();
    await host.book.engine.api.undo();
    expect(places()).toEqual(before);
    await shows("E5:E7", [[15], [7], [9]]);
  });

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    (makeExcel(host) as typeof Excel)
      .run(batch)
      .catch((error: unknown) => String((error as { code?: string }).code ?? error));

  it("are added by Excel's object model", async () => {
    const answer = await run(async (context) => {
      const table = context.workbook.tables.getItem("T");
      table.rows.add(1, [
        ["Initech", 3],
        ["Hooli", 4],
      ]);
      const range = table.getRange().load("address,values");
      await context.sync();
      return [range.address, range.values.slice(2, 4)];
    });
    expect(answer).toEqual([
      "S!A1:B6",
      [
        ["Initech", 3],
        ["Hooli", 4],
      ],
    ]);
  });

  it.each<[string, (rows: Excel.TableRowCollection) => void]>([
    ["InvalidArgument", (rows) => void rows.add(4, [["d", 1]])],
    ["InvalidArgument", (rows) => void rows.add(0, [["d", 1, 2]])],
    ["NotImplemented", (rows) => rows.getItemAt(3).delete()],
  ])("answer with %s where the table has no such place, or the workbench no such member", async (code, batch) => {
    const answer = await run(async (context) => {
      batch(context.workbook.tables.getItem("T").rows);
      await context.sync();
    });
    expect(answer).toBe(code);
    expect(table().area).toMatchObject({ startRow: 0, endRow: 3 });
  });
});
