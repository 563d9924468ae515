import { IUniverInstanceService } from "@univerjs/core";
import { ReorderRangeCommand } from "@univerjs/sheets";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { listLosses } from "../../../src/workbench/file/losses";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";

const thread = (cell: string, id: string, ...texts: string[]) => ({
  cell,
  resolved: false,
  comments: texts.map((text, index) => ({
    id: index === 0 ? id : `${id}.${index}`,
    author: "Ann",
    text,
    date: "2024-05-01T09:30:00.00",
  })),
});

describe("comments in the engine", () => {
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
          cells: { A1: 3, A2: 1, A3: 2, B2: "b" },
          threads: [thread("A1", "{1}", "three", "Sure?"), thread("B2", "{2}", "beside one")],
          notes: [{ cell: "C1", text: "a note", width: 144, height: 80 }],
        },
        { name: "T", cells: {} },
      ],
    });
    // Undo is for the workbook that has the focus.
    host.book.engine.injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
  });

  const threads = (): string[] =>
    host.book.threads
      .list(host.book.activeSheetId)
      .map(({ cell, resolved, comments }) =>
        [cell, ...comments.map(({ text }) => text), ...(resolved ? ["resolved"] : [])].join(" | "),
      );
  const sheet = () => host.book.sheet(host.book.activeSheetId);
  const undo = () => host.book.engine.api.undo();
  it("follow their cells when rows and columns come and go, and return with undo", async () => {
    sheet().insertRowsBefore(1, 2);
    sheet().insertColumnsBefore(0, 1);
    expect(threads()).toEqual(["B1 | three | Sure?", "C4 | beside one"]);
    sheet().deleteRows(0, 1);
    expect(threads()).toEqual(["C3 | beside one"]);
    for (let step = 1; step <= 3; step += 1) await undo();
    expect(threads()).toEqual(["A1 | three | Sure?", "B2 | beside one"]);
  });

  it("follow their cells when these are sorted, also beside each other, and return with undo", async () => {
    const { book } = host;
    const range = book.range(book.area("A1:B3")).getRange();
    // Ascending by the first column: the second row, the third, the first.
    await book.engine.api.executeCommand(ReorderRangeCommand.id, {
      ...{ unitId: book.unitId, subUnitId: book.activeSheetId },
      ...{ range, order: { 0: 1, 1: 2, 2: 0 } },
    });
    expect(book.values(book.area("A1:A3")).flat()).toEqual([1, 2, 3]);
    expect(threads()).toEqual(["B1 | beside one", "A3 | three | Sure?"]);
    await undo();
    expect(threads()).toEqual(["A1 | three | Sure?", "B2 | beside one"]);
  });

  it("move with cells that are cut and pasted, and return with undo", async () => {
    const { book } = host;
    const range = (cell: string) => book.range(book.area(cell)).getRange();
    const move = { fromRange: range("A1"), toRange: range("D5") };
    await book.engine.api.executeCommand("sheet.command.move-range", move);
    expect(threads()).toEqual(["B2 | beside one", "D5 | three | Sure?"]);
    await undo();
    expect(threads()).toEqual(["A1 | three | Sure?", "B2 | beside one"]);
  });

  it("are saved in .xlsx files where they are now, with a note for programs that know no threads", async () => {
    const first = toXlsx(host);
    await openXlsx(host, first, "Book");
    const unchanged = OoxmlPackage.read(toXlsx(host));
    const part = unchanged.names.find((name) => name.includes("threadedComment")) ?? "";
    expect(unchanged.text(part)).toBe(OoxmlPackage.read(first).text(part));
    sheet().insertRowsBefore(0, 1);
    expect(listLosses(host)).toEqual([]);
    const saved = toXlsx(host);
    await openXlsx(host, saved, "Book");
    expect(threads()).toEqual(["A2 | three | Sure?", "B3 | beside one"]);
    const stored = toStoredWorkbook(host).sheets[0]?.threads?.flatMap(({ comments }) => comments) ?? [];
    expect(stored.map(({ author }) => author)).toEqual(["Ann", "Ann", "Ann"]);
    const parts = OoxmlPackage.read(saved);
    const text = (start: string): string => parts.text(parts.names.find((name) => name.startsWith(start)) ?? "");
    const cells = [...text("xl/comments").matchAll(/<comment ref="(\w+)"/g)].map(([, cell]) => cell);
    expect(cells).toEqual(["A2", "C2", "B3"]);
  });

  it("go from the file with the last of them, and its note goes too", async () => {
    await openXlsx(host, toXlsx(host), "Book");
    sheet().deleteColumns(0, 2);
    const parts = OoxmlPackage.read(toXlsx(host));
    expect(parts.names.filter((name) => name.includes("threadedComment"))).toEqual([]);
    const comments = parts.text(parts.names.find((name) => name.startsWith("xl/comments")) ?? "");
    expect([...comments.matchAll(/<comment ref="(\w+)"/g)].map(([, cell]) => cell)).toEqual(["A1"]);
  });
});
