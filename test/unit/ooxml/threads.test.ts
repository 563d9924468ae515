import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import type { CommentThread } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { workbookOf } from "./models";

const context = { custom: [] };
const relations = "http://schemas.microsoft.com/office/2017/10/relationships";
const part = "xl/threadedComments/threadedComment1.xml";
const namespace = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments";

/** A file whose first sheet has this text as its part of threads. */
const fileWith = (text: string, persons?: string): Uint8Array => {
  const parts = OoxmlPackage.read(writeWorkbook(workbookOf({}), context));
  parts.set(part, text);
  parts.relate("xl/worksheets/sheet1.xml", `${relations}/threadedComment`, part);
  if (persons !== undefined) {
    parts.set("xl/persons/person.xml", persons);
    parts.relate("xl/workbook.xml", `${relations}/person`, "xl/persons/person.xml");
  }
  return parts.write();
};

const threadsOf = (bytes: Uint8Array): readonly CommentThread[] =>
  readWorkbook(bytes, context).sheets[0]?.threads ?? [];

const entry = (attributes: string, text: string): string =>
  `<threadedComment ${attributes}><text>${text}</text></threadedComment>`;

describe("threads of comments in .xlsx files", () => {
  it("have a cell, an author, a date, a text and replies, and stay in the file that is written", () => {
    const text = `<ThreadedComments xmlns="${namespace}">${entry('ref="B2" dT="2024-05-01T09:30:00.00" personId="{A}" id="{1}" done="1"', "a &lt; b")}${entry('ref="B2" dT="2024-05-02T09:30:00.00" personId="{B}" id="{2}" parentId="{1}"', "Yes")}</ThreadedComments>`;
    const persons = `<personList xmlns="${namespace}"><person displayName="Ann" id="{A}"/></personList>`;
    const bytes = fileWith(text, persons);
    expect(threadsOf(bytes)).toEqual([
      {
        cell: "B2",
        resolved: true,
        comments: [
          { id: "{1}", author: "Ann", text: "a < b", date: "2024-05-01T09:30:00.00" },
          // Nobody is listed with this id.
          { id: "{2}", author: "", text: "Yes", date: "2024-05-02T09:30:00.00" },
        ],
      },
    ]);
    const written = OoxmlPackage.read(writeWorkbook(readWorkbook(bytes, context), context, bytes));
    expect(written.bytes(part)).toEqual(OoxmlPackage.read(bytes).bytes(part));
  });

  it.each([
    ["no XML", "<ThreadedComments"],
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><ThreadedComments/>'],
    ["a reply to nothing", `<ThreadedComments>${entry('ref="A1" id="{2}" parentId="{1}"', "lost")}</ThreadedComments>`],
    ["no cell", `<ThreadedComments>${entry('ref="A1:B2" id="{1}"', "lost")}</ThreadedComments>`],
    ["another element", "<other/>"],
  ])("are none if their part has %s, and the file opens", (_, text) => {
    expect(threadsOf(fileWith(text))).toEqual([]);
  });
});
