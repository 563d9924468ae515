import { IUniverInstanceService } from "@univerjs/core";
import { listLosses } from "../../../src/workbench/file/losses";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { startHost } from "./start-host";
import { writeNote } from "./write-note";
import { cellFormats, enteredCells } from "../../support/sheet-cells";

const site = "https://example.com/";

describe("links in the engine", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });
  beforeEach(async () => {
    await openWorkbookJson(host, {
      name: "Book",
      sheets: [
        {
          name: "S",
          cells: { A1: "c", A2: "b", A3: "a", B1: 3, B2: 2, B3: 1, D1: '=HYPERLINK("https://example.com","shown")' },
          links: [
            { range: "A1", address: `${site}c`, tip: "C" },
            { range: "A2", place: "T!A1" },
            { range: "C1:D9", address: `${site}block` },
          ],
        },
        { name: "T", cells: {} },
      ],
    });
    // Undo is for the workbook that has the focus.
    host.book.engine.injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
  });

  const sheetId = (): string => host.book.activeSheetId;
  const links = (): string[] =>
    host.book.links.list(sheetId()).map(({ range, address, place }) => `${range} ${address ?? `#${place}`}`);
  const sheet = () => host.book.sheet(sheetId());
  const area = (address: string) => host.book.area(address);
  const run = (id: string, params: object) => host.book.engine.api.executeCommand(id, params);
  const before = [`A1 ${site}c`, "A2 #T!A1", `C1:D9 ${site}block`];

  it("follow rows and columns that are inserted and deleted", () => {
    sheet().insertRowsBefore(1, 1);
    expect(links()).toEqual([`A1 ${site}c`, "A3 #T!A1", `C1:D10 ${site}block`]);
    sheet().insertColumnsBefore(0, 1);
    expect(links()).toEqual([`B1 ${site}c`, "B3 #T!A1", `D1:E10 ${site}block`]);
    sheet().deleteRows(0, 1);
    expect(links()).toEqual(["B2 #T!A1", `D1:E9 ${site}block`]);
  });

  it("are copied with their sheet, and so are notes", async () => {
    writeNote(host, "B2", "Ask Ann");
    const original = sheetId();
    await run("sheet.command.copy-sheet", { unitId: host.book.unitId, subUnitId: original });
    const copy = host.book.workbook
      .getSheets()
      .find((one) => one.getSheetId() !== original && one.getSheetName() !== "T")!;
    expect(copy.getSheetId()).not.toBe(original);
    const copied = host.book.links.list(copy.getSheetId());
    expect(copied).toEqual(host.book.links.list(original));
    const notes = (id: string) => host.book.notes.list(id).map(({ cell, text }) => `${cell} ${text}`);
    expect(notes(copy.getSheetId())).toEqual(["B2 Ask Ann"]);
    expect(host.book.notes.list(copy.getSheetId())[0]?.id).not.toBe(host.book.notes.list(original)[0]?.id);
    host.book.links.clear({ ...host.book.area("A1"), sheetId: copy.getSheetId() });
    expect(host.book.links.list(original)).toHaveLength(3);
  });

  it("are pasted with their cells, again and again into larger areas, and around what a filter hides", () => {
    const id = sheetId();
    const block = (rows: number[], columns: number[]) => ({ sheetId: id, rows, columns });
    const pasted = (from: ReturnType<typeof block>, to: ReturnType<typeof block>): string[] => {
      for (const { id: mutation, params } of host.book.links.pasted(from, to).redos) void run(mutation, params);
      return links();
    };
    expect(pasted(block([0, 1], [0]), block([10, 11, 12, 13], [5]))).toEqual([
      ...before,
      `F11 ${site}c`,
      `F13 ${site}c`,
      "F12 #T!A1",
      "F14 #T!A1",
    ]);
    expect(pasted(block([0, 2], [2, 3]), block([20, 21], [2, 3]))).toEqual([
      ...before,
      `F11 ${site}c`,
      `F13 ${site}c`,
      "F12 #T!A1",
      "F14 #T!A1",
      `C21:D22 ${site}block`,
    ]);
    // Cells without a link take the links away.
    expect(pasted(block([30], [0]), block([10, 20], [2, 3, 5]))).toEqual([
      ...before,
      `F13 ${site}c`,
      "F12 #T!A1",
      "F14 #T!A1",
      `C22:D22 ${site}block`,
    ]);
  });

  it("come back by undo, and go again by redo", async () => {
    sheet().deleteRows(0, 2);
    expect(links()).toEqual([`C1:D7 ${site}block`]);
    await host.book.engine.api.undo();
    expect(links()).toEqual(before);
    await host.book.engine.api.redo();
    expect(links()).toEqual([`C1:D7 ${site}block`]);
  });

  it("move with cells that are sorted, and back by undo", async () => {
    const order = { 0: 2, 1: 1, 2: 0 };
    const range = { startRow: 0, endRow: 2, startColumn: 0, endColumn: 1 };
    await run("sheet.command.reorder-range", { unitId: host.book.unitId, subUnitId: sheetId(), range, order });
    expect(host.book.text(area("A1:A3"))).toEqual([["a"], ["b"], ["c"]]);
    expect(links().toSorted()).toEqual([`A3 ${site}c`, "A2 #T!A1", `C1:D9 ${site}block`].toSorted());
    await host.book.engine.api.undo();
    expect(links()).toEqual(before);
  });

  it("move with cells that are cut and pasted, and replace the link that is there", async () => {
    const { book } = host;
    await run("sheet.command.move-range", {
      fromRange: book.range(area("A1")).getRange(),
      toRange: book.range(area("A2")).getRange(),
    });
    expect(links()).toEqual([`C1:D9 ${site}block`, `A2 ${site}c`]);
    await book.engine.api.undo();
    expect(links()).toEqual(before);
  });

  it("go with the contents of their cells, also from a part of several cells, until undo", async () => {
    host.book.range(area("A1:C1")).clearContent();
    expect(links()).toEqual(["A2 #T!A1", `D1 ${site}block`, `C2:D9 ${site}block`]);
    await host.book.engine.api.undo();
    expect(links()).toEqual(before);
    host.book.range(area("A1:D9")).clearFormat();
    expect(links()).toEqual(before);
  });

  it("are put into cells with their text and look, and removed with it, in one step of undo each", async () => {
    const { book } = host;
    book.links.put(area("F1"), { address: `${site}f`, tip: "F" }, "=not a formula");
    expect(book.links.at(sheetId(), 0, 5)).toEqual({ address: `${site}f`, tip: "F" });
    expect(book.values(area("F1"))).toEqual([["=not a formula"]]);
    const sheet = toStoredWorkbook(host).sheets[0]!;
    expect(cellFormats(sheet)["F1"]).toEqual({ color: "#0563C1", underline: true });
    expect(enteredCells(sheet)["F1"]).toBe("=not a formula");
    book.links.remove(area("F1"));
    expect(book.links.at(sheetId(), 0, 5)).toBeUndefined();
    expect(cellFormats(toStoredWorkbook(host).sheets[0]!)["F1"]).toBeUndefined();
    await book.engine.api.undo();
    expect(book.links.at(sheetId(), 0, 5)).toBeDefined();
    await book.engine.api.undo();
    expect(links()).toEqual(before);
    expect(book.values(area("F1"))).toEqual([[""]]);
  });

  it("show where they lead to in an empty cell only", () => {
    host.book.links.put(area("F1"), { address: "mailto:a@b.example" });
    host.book.links.put(area("A3"), { place: "T!A1" });
    expect(host.book.values(area("F1"))).toEqual([["a@b.example"]]);
    expect(host.book.values(area("A3"))).toEqual([["a"]]);
  });

  it("are the same after they were saved and opened again, in JSON and as .xlsx", async () => {
    const json = toStoredWorkbook(host);
    expect(listLosses(host)).toEqual([]);
    const xlsx = toXlsx(host);
    await openWorkbookJson(host, json);
    expect(links()).toEqual(before);
    await openXlsx(host, xlsx, "Book.xlsx");
    expect(links()).toEqual(before);
  });

  it("of a file that no sheet can have are refused with a sentence", async () => {
    const open = (link: object) =>
      openWorkbookJson(host, { name: "x", sheets: [{ name: "S", cells: {}, links: [link] }] });
    await expect(open({ range: "A1" })).rejects.toThrow('"range" and an "address" or a "place"');
    await expect(open({ range: "A1", address: 5 })).rejects.toThrow('"range" and an "address" or a "place"');
    await expect(open({ range: "nowhere", place: "A1" })).rejects.toThrow("addresses between A1 and XFD1048576");
  });

  it("of HYPERLINK() are values like others", async () => {
    await until("HYPERLINK is calculated", () => host.book.values(area("D1"))[0]?.[0] === "shown");
    expect(enteredCells(toStoredWorkbook(host).sheets[0]!)["D1"]).toBe('=HYPERLINK("https://example.com","shown")');
    expect(host.book.sheet(sheetId()).getSheet().getCellRaw(0, 3)?.p ?? undefined).toBeUndefined();
    host.book.write(area("F1:F4"), [
      ['=HYPERLINK("https://example.com/"&SEQUENCE(2))'],
      [null],
      ['=HYPERLINK("https://example.com",B1*2)'],
      ["=HYPERLINK(A1)&HYPERLINK(NA())"],
    ]);
    await until("the others are calculated", () => host.book.values(area("F4"))[0]?.[0] === "#N/A");
    expect(host.book.values(area("F1:F3"))).toEqual([[`${site}1`], [`${site}2`], [6]]);
    host.book.write(area("F4"), [["=HYPERLINK(A1)"]]);
    await until("a reference is calculated", () => host.book.values(area("F4"))[0]?.[0] === "c");
  });
});
