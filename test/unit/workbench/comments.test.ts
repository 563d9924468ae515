import { IUniverInstanceService } from "@univerjs/core";
import { ReorderRangeCommand } from "@univerjs/sheets";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { lossesOf } from "../../../src/workbench/file/losses";
import { openWorkbookFile, openXlsx, toWorkbookFile, toXlsx } from "../../../src/workbench/file/open-and-save";
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
    await openWorkbookFile(host, {
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
  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    (makeExcel(host) as typeof Excel)
      .run(batch)
      .catch((error: unknown) => String((error as { code?: string }).code ?? error));

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

  it("are added, answered, changed, resolved and deleted by Excel's object model, each as a step of undo", async () => {
    const told = await run(async (context) => {
      const { comments } = context.workbook;
      const added = comments.add("S!D4", "Why?");
      const reply = added.replies.add("Because.");
      const own = comments.getItem("{1}");
      own.content = "3";
      own.resolved = true;
      own.replies.getItemAt(0).content = "Yes";
      comments.getItemByCell("B2").delete();
      await context.sync();
      added.load("content,authorName,resolved,id");
      reply.load("content,resolved,id");
      const parent = reply.getParentComment().load("id");
      const place = reply.getLocation().load("address");
      const count = comments.getCount();
      await context.sync();
      const same = comments.getItemByReplyId(reply.id).load("id");
      await context.sync();
      return [
        [added.content, added.authorName, added.resolved, reply.content, reply.resolved, place.address, count.value],
        [parent.id === added.id, same.id === added.id, added.id === reply.id],
      ];
    });
    expect(told).toEqual([
      ["Why?", "Workbench", false, "Because.", false, "S!D4", 2],
      [true, true, false],
    ]);
    expect(threads()).toEqual(["A1 | 3 | Yes | resolved", "D4 | Why? | Because."]);
    await run(async (context) => {
      context.workbook.comments.getItemByCell("D4").replies.getItemAt(0).delete();
      await context.sync();
    });
    expect(threads()).toEqual(["A1 | 3 | Yes | resolved", "D4 | Why?"]);
    for (let step = 1; step <= 7; step += 1) await undo();
    expect(threads()).toEqual(["A1 | three | Sure?", "B2 | beside one"]);
  });

  it.each<[what: string, code: string, change: (comments: Excel.CommentCollection) => unknown]>([
    ["a comment at two cells", "InvalidArgument", (comments) => comments.add("A5:A6", "text")],
    ["a comment without a text", "InvalidArgument", (comments) => comments.add("A5", "")],
    ["a second thread in a cell", "ItemAlreadyExists", (comments) => comments.add("A1", "again")],
    ["a thread in a cell with a note", "ItemAlreadyExists", (comments) => comments.add("C1", "text")],
    ["a reply of another thread", "ItemNotFound", (comments) => comments.getItem("{1}").replies.getItem("{2}")],
    ["a comment that is no reply", "ItemNotFound", (comments) => comments.getItemByReplyId("{1}")],
    [
      "a text for a comment that was deleted",
      "ItemNotFound",
      (comments) => {
        const comment = comments.getItem("{1}");
        comment.delete();
        comment.content = "gone";
      },
    ],
  ])("refuse %s with %s", async (_, code, change) => {
    const answer = await run(async (context) => {
      change(context.workbook.comments);
      await context.sync();
    });
    expect(answer).toBe(code);
  });

  it("stay as they are on a protected sheet", async () => {
    host.book.protection.protect(host.book.activeSheetId);
    const changes: ((comments: Excel.CommentCollection) => unknown)[] = [
      (comments) => comments.add("A5", "new"),
      (comments) => comments.getItem("{1}").delete(),
      (comments) => comments.getItem("{1}").replies.add("new"),
      (comments) => Object.assign(comments.getItem("{1}"), { resolved: true }),
    ];
    for (const change of changes)
      expect(
        await run(async (context) => {
          change(context.workbook.comments);
          await context.sync();
        }),
      ).toBe("AccessDenied");
    expect(threads()).toEqual(["A1 | three | Sure?", "B2 | beside one"]);
    host.book.protection.unprotect(host.book.activeSheetId);
  });

  it("are saved in .xlsx files where they are now, with a note for programs that know no threads", async () => {
    const first = toXlsx(host);
    await openXlsx(host, first, "Book");
    const unchanged = OoxmlPackage.read(toXlsx(host));
    const part = unchanged.names.find((name) => name.includes("threadedComment")) ?? "";
    expect(unchanged.text(part)).toBe(OoxmlPackage.read(first).text(part));
    sheet().insertRowsBefore(0, 1);
    await run(async (context) => {
      const { comments } = context.workbook;
      comments.getItemByCell("A2").replies.add("One more");
      comments.getItemByCell("B3").resolved = true;
      comments.add("D9", "new <b>");
      await context.sync();
    });
    expect(lossesOf(host)).toEqual([]);
    const saved = toXlsx(host);
    await openXlsx(host, saved, "Book");
    expect(threads()).toEqual(["A2 | three | Sure? | One more", "B3 | beside one | resolved", "D9 | new <b>"]);
    const stored = toWorkbookFile(host).sheets[0]?.threads?.flatMap(({ comments }) => comments) ?? [];
    expect(stored.map(({ author }) => author)).toEqual(["Ann", "Ann", "Workbench", "Ann", "Workbench"]);
    const parts = OoxmlPackage.read(saved);
    const text = (start: string): string => parts.text(parts.names.find((name) => name.startsWith(start)) ?? "");
    const cells = [...text("xl/comments").matchAll(/<comment ref="(\w+)"/g)].map(([, cell]) => cell);
    expect(cells).toEqual(["A2", "C2", "B3", "D9"]);
  });

  it("go from the file with the last of them, and its note goes too", async () => {
    await openXlsx(host, toXlsx(host), "Book");
    await run(async (context) => {
      context.workbook.comments.getItem("{1}").delete();
      context.workbook.comments.getItem("{2}").delete();
      await context.sync();
    });
    const parts = OoxmlPackage.read(toXlsx(host));
    expect(parts.names.filter((name) => name.includes("threadedComment"))).toEqual([]);
    const comments = parts.text(parts.names.find((name) => name.startsWith("xl/comments")) ?? "");
    expect([...comments.matchAll(/<comment ref="(\w+)"/g)].map(([, cell]) => cell)).toEqual(["C1"]);
  });
});
