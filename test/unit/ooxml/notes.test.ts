import fc from "fast-check";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { listUnshown } from "../../../src/ooxml/unshown";
import type { NoteModel, WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { partsOf } from "./compare-parts";

const context = { custom: [] };
const size = { width: 144, height: 80 };

const workbook = (notes: readonly NoteModel[]): WorkbookModel => ({
  sheets: [
    {
      name: "Sheet1",
      cells: [],
      columns: [],
      rows: [],
      merged: [],
      tables: [],
      notes,
      frozenRows: 0,
      frozenColumns: 0,
      protected: false,
      defaultWidth: 88,
      defaultHeight: 22,
    },
  ],
  names: [],
  active: 0,
  dates1904: false,
  settings: {},
});

const notesOf = (bytes: Uint8Array): readonly NoteModel[] => readWorkbook(bytes, context).sheets[0]?.notes ?? [];

/** The file with other notes on its sheet. */
const change = (bytes: Uint8Array, next: (notes: readonly NoteModel[]) => readonly NoteModel[]): Uint8Array => {
  const model = readWorkbook(bytes, context);
  const first = model.sheets[0]!;
  return writeWorkbook({ ...model, sheets: [{ ...first, notes: next(first.notes ?? []) }] }, context, bytes);
};

const comments = "xl/comments1.xml";
const drawing = "xl/drawings/vmlDrawing1.vml";

/** A file with parts as another program writes them: formatted text, a coloured box, a thread. */
const fileOfOthers = (): Uint8Array => {
  const parts = OoxmlPackage.read(writeWorkbook(workbook([{ cell: "B2", text: "x", ...size }]), context));
  const entries = [
    '<comment ref="B2" authorId="0" xmlns:xr="urn:xr" xr:uid="{1}"><text><r><rPr><b/></rPr><t>Ann:</t></r><r><t xml:space="preserve">\nwhy?</t></r></text></comment>',
    '<comment ref="C3" authorId="1"><text><t>[Threaded comment] Fine.</t></text></comment>',
  ];
  parts.set(
    comments,
    `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ann</author><author>tc={7}</author></authors><commentList>${entries.join("")}</commentList></comments>`,
  );
  const coloured = parts.text(drawing).replace('fillcolor="#ffffe1"', 'fillcolor="#ff0000"');
  const shape = /<v:shape [^]*<\/v:shape>/.exec(coloured)?.[0] ?? "";
  const ofThread = shape.replace("<x:Row>1<", "<x:Row>2<").replace("<x:Column>1<", "<x:Column>2<");
  parts.set(drawing, new TextEncoder().encode(coloured.replace(shape, shape + ofThread)));
  parts.set("xl/threadedComments/threadedComment1.xml", '<ThreadedComments xmlns="urn:t"/>');
  parts.relate(
    "xl/worksheets/sheet1.xml",
    "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
    "xl/threadedComments/threadedComment1.xml",
  );
  return parts.write();
};

describe("notes of .xlsx files", () => {
  it("are read as they were written, whatever their texts, authors and sizes are", () => {
    const note = fc.record(
      {
        cell: fc.constantFrom("A1", "B2", "C3", "AA10", "XFD1048576"),
        text: fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\r", "\n")),
        author: fc.string({ minLength: 1 }).filter((author) => !author.startsWith("tc=")),
        width: fc.integer({ min: 20, max: 900 }).map((pixels) => pixels * 2),
        height: fc.integer({ min: 20, max: 900 }).map((pixels) => pixels * 2),
        visible: fc.constant(true),
      },
      { requiredKeys: ["cell", "text", "width", "height"] },
    );
    const list = fc.uniqueArray(note as fc.Arbitrary<NoteModel>, { selector: ({ cell }) => cell, maxLength: 4 });
    fc.assert(
      fc.property(list, (notes) => {
        const read = notesOf(writeWorkbook(workbook(notes), context));
        const expected = notes.map((one) => ({ ...one, source: one.cell }));
        expect(new Set(read.map((one) => JSON.stringify(sorted(one))))).toEqual(
          new Set(expected.map((one) => JSON.stringify(sorted(one)))),
        );
      }),
    );
  });

  const sorted = (note: NoteModel): unknown =>
    Object.entries(note).toSorted(([one], [other]) => (one < other ? -1 : 1));

  it("keep the text of formatted ones and the colour of their boxes when they move", () => {
    const bytes = fileOfOthers();
    expect(notesOf(bytes)).toEqual([{ cell: "B2", author: "Ann", text: "Ann:\nwhy?", ...size, source: "B2" }]);
    const moved = change(bytes, ([note]) => [{ ...note!, cell: "B5" }]);
    expect(notesOf(moved)).toEqual([{ cell: "B5", author: "Ann", text: "Ann:\nwhy?", ...size, source: "B5" }]);
    const parts = OoxmlPackage.read(moved);
    expect(parts.text(comments)).toContain(
      '<comment ref="B5" authorId="0" xmlns:xr="urn:xr" xr:uid="{1}"><text><r><rPr><b/>',
    );
    expect(/#ff0000[^]*?<\/v:shape>/.exec(parts.text(drawing))?.[0]).toContain(
      "<x:Row>4</x:Row><x:Column>1</x:Column>",
    );
  });

  /** How each box is shown: by the style of its shape, and by the mark of Excel. */
  const shownBoxes = (bytes: Uint8Array): (readonly [string | undefined, boolean])[] => {
    const shapes = OoxmlPackage.read(bytes)
      .text(drawing)
      .match(/<v:shape [^]*?<\/v:shape>/g);
    return (shapes ?? []).map((shape) => [/visibility:(\w+)/.exec(shape)?.[1], shape.includes("<x:Visible/>")]);
  };

  it("say in the styles of their boxes too whether they are always shown, when they are made and when it changes", () => {
    const made = [
      { cell: "B2", text: "hidden", ...size },
      { cell: "B3", text: "shown", ...size, visible: true },
    ];
    const bytes = writeWorkbook(workbook(made), context);
    expect(shownBoxes(bytes)).toEqual([
      ["hidden", false],
      ["visible", true],
    ]);
    const changed = change(bytes, ([first, second]) => [
      { ...first!, visible: true },
      { ...second!, visible: false },
    ]);
    expect(shownBoxes(changed)).toEqual([
      ["visible", true],
      ["hidden", false],
    ]);
  });

  it("are hidden in a box whose style does not say that it is shown", () => {
    const parts = OoxmlPackage.read(
      writeWorkbook(workbook([{ cell: "B2", text: "x", ...size, visible: true }]), context),
    );
    parts.set(drawing, new TextEncoder().encode(parts.text(drawing).replace(";visibility:visible", "")));
    const changed = change(parts.write(), ([note]) => [{ ...note!, visible: false }]);
    expect(shownBoxes(changed)).toEqual([["hidden", false]]);
  });

  it("leave threads of comments as they are, and say that these are not shown", () => {
    const bytes = fileOfOthers();
    expect(listUnshown(bytes)[0]?.features).toEqual(["comments"]);
    const emptied = change(bytes, () => []);
    expect(notesOf(emptied)).toEqual([]);
    const parts = OoxmlPackage.read(emptied);
    expect(parts.text(comments)).toContain('<comment ref="C3" authorId="1"><text><t>[Threaded comment] Fine.');
    expect(parts.text(drawing).match(/<v:shape /g)).toHaveLength(1);
    expect(parts.has("xl/threadedComments/threadedComment1.xml")).toBe(true);
  });

  it("do not change a file that keeps them", () => {
    const bytes = fileOfOthers();
    expect(partsOf(change(bytes, (notes) => notes))).toEqual(partsOf(bytes));
  });

  it("take their parts with them when the last one is deleted", () => {
    const bytes = writeWorkbook(workbook([{ cell: "B2", text: "gone", ...size }]), context);
    expect(listUnshown(bytes)[0]?.features).toEqual([]);
    const parts = OoxmlPackage.read(change(bytes, () => []));
    expect([parts.has(comments), parts.has(drawing)]).toEqual([false, false]);
    expect(parts.text("xl/worksheets/sheet1.xml")).not.toContain("legacyDrawing");
  });
});
