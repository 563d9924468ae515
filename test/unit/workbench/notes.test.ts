import { IUniverInstanceService } from "@univerjs/core";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { listLosses } from "../../../src/workbench/file/losses";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";
import { writeNote } from "./write-note";

const size = { width: 144, height: 80 };

describe("notes in the engine", () => {
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
          cells: { A1: 1, A2: 2, A3: 3 },
          notes: [
            { cell: "A1", text: "one", author: "Ann", ...size },
            { cell: "A2", text: "two", ...size, visible: true },
            { cell: "B2", text: "side", ...size },
          ],
        },
        { name: "T", cells: {} },
      ],
    });
    // Undo is for the workbook that has the focus.
    host.book.engine.injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
  });

  const sheetId = (): string => host.book.activeSheetId;
  const notes = (): string[] => host.book.notes.list(sheetId()).map(({ cell, text }) => `${cell} ${text}`);
  const sheet = () => host.book.sheet(sheetId());
  /** Writes a note as the engine's own box does. */
  const write = (cell: string, note: string): void => writeNote(host, cell, note);

  it("follow rows and columns that are inserted and deleted, also those below and beside each other", () => {
    sheet().insertRowsBefore(0, 1);
    sheet().insertRowsBefore(0, 1);
    expect(notes()).toEqual(["A3 one", "A4 two", "B4 side"]);
    sheet().insertColumnsBefore(0, 1);
    sheet().insertColumnsBefore(0, 1);
    expect(notes()).toEqual(["C3 one", "C4 two", "D4 side"]);
    sheet().deleteRows(0, 2);
    expect(notes()).toEqual(["C1 one", "C2 two", "D2 side"]);
  });

  it("move with cells that are cut and pasted, and replace the note that is there", async () => {
    const { book } = host;
    const range = (cell: string) => book.range(book.area(cell)).getRange();
    await book.engine.api.executeCommand("sheet.command.move-range", { fromRange: range("A1"), toRange: range("A2") });
    expect(notes()).toEqual(["A2 one", "B2 side"]);
    await book.engine.api.undo();
    expect(notes()).toEqual(["A1 one", "A2 two", "B2 side"]);
  });

  it("come back by undo with the text that they had last, and go again by redo", async () => {
    write("A2", "changed");
    sheet().deleteRows(1, 1);
    expect(notes()).toEqual(["A1 one"]);
    await host.book.engine.api.undo();
    expect(notes()).toEqual(["A1 one", "A2 changed", "B2 side"]);
    await host.book.engine.api.redo();
    expect(notes()).toEqual(["A1 one"]);
    await host.book.engine.api.undo();
    await host.book.engine.api.undo();
    expect(notes()).toEqual(["A1 one", "A2 two", "B2 side"]);
  });

  it("are the same after a file was saved and opened again, and after they moved in between", async () => {
    const before = toStoredWorkbook(host).sheets[0]?.notes;
    await openXlsx(host, toXlsx(host), "Again");
    expect(toStoredWorkbook(host).sheets[0]?.notes).toEqual(before?.map((note) => ({ ...note, source: note.cell })));
    sheet().insertRowsBefore(0, 1);
    expect(listLosses(host)).toEqual([]);
    await openXlsx(host, toXlsx(host), "Moved");
    expect(notes()).toEqual(["A2 one", "A3 two", "B3 side"]);
    expect(host.book.notes.list(sheetId())[0]?.author).toBe("Ann");
  });

  it("that a file cannot take beside a thread of comments are named before it is saved", async () => {
    const parts = OoxmlPackage.read(toXlsx(host));
    const comments = parts.names.find((name) => name.includes("comments")) ?? "";
    // Excel gives a thread a note for older programs, by an author with such a name.
    parts.set(comments, parts.text(comments).replace("<author>Ann<", "<author>tc={7}<"));
    await openXlsx(host, parts.write(), "Threads");
    expect(notes()).toEqual(["A2 two", "B2 side"]);
    expect(listLosses(host)).toEqual([]);
    write("A1", "beside the thread");
    expect(listLosses(host)).toEqual([
      '"S" has notes in cells that have comments already, and a file holds one of the two. They are not saved: A1.',
    ]);
  });

  it("are refused with a sentence where a workbook file has wrong ones", async () => {
    const open = (note: object): Promise<void> =>
      openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells: {}, notes: [note] }] });
    await expect(open({ cell: "A1:B2", text: "x", ...size })).rejects.toThrow(
      'notes of the sheet "S" must be of single cells',
    );
    await expect(open({ cell: "A1", text: 7, ...size })).rejects.toThrow('notes A1 of the sheet "S"');
    await expect(open({ cell: "A1", text: "x", width: -1, height: 5 })).rejects.toThrow('notes A1 of the sheet "S"');
  });
});
