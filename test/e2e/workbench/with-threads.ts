import { OoxmlPackage } from "../../../src/ooxml/package";

const relations = "http://schemas.microsoft.com/office/2017/10/relationships";
/** Where the threads stand in the file. */
export const threadsPart = "xl/threadedComments/threadedComment1.xml";
export const threads = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">
<threadedComment ref="B2" dT="2024-05-01T09:30:00.00" personId="{P1}" id="{T1}" done="1"><text>Is this &lt;final&gt;?</text></threadedComment>
<threadedComment ref="B2" dT="2024-05-02T09:30:00.00" personId="{P2}" id="{T2}" parentId="{T1}"><text>Yes.</text></threadedComment>
<threadedComment ref="A4" dT="2024-05-03T09:30:00.00" personId="{P2}" id="{T3}"><text>Empty?</text></threadedComment>
</ThreadedComments>`;

/** Adds two threads of comments, one with a reply, to an .xlsx file. */
export const withThreads = (base64: string): string => {
  const parts = OoxmlPackage.read(Buffer.from(base64, "base64"));
  parts.set(threadsPart, threads, "application/vnd.ms-excel.threadedcomments+xml");
  parts.set(
    "xl/persons/person.xml",
    '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Ann &amp; Co" id="{P1}"/><person displayName="Ben" id="{P2}"/></personList>',
    "application/vnd.ms-excel.person+xml",
  );
  parts.relate("xl/worksheets/sheet1.xml", `${relations}/threadedComment`, threadsPart);
  parts.relate("xl/workbook.xml", `${relations}/person`, "xl/persons/person.xml");
  return Buffer.from(parts.write()).toString("base64");
};
