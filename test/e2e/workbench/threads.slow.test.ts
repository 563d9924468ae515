import { OoxmlPackage } from "../../../src/ooxml/package";
import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";

const relations = "http://schemas.microsoft.com/office/2017/10/relationships";
const part = "xl/threadedComments/threadedComment1.xml";
const threads = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">
<threadedComment ref="B2" dT="2024-05-01T09:30:00.00" personId="{P1}" id="{T1}" done="1"><text>Is this &lt;final&gt;?</text></threadedComment>
<threadedComment ref="B2" dT="2024-05-02T09:30:00.00" personId="{P2}" id="{T2}" parentId="{T1}"><text>Yes.</text></threadedComment>
<threadedComment ref="A4" dT="2024-05-03T09:30:00.00" personId="{P2}" id="{T3}"><text>Empty?</text></threadedComment>
</ThreadedComments>`;

/** An .xlsx file with two threads, one with a reply. */
const withThreads = (base64: string): string => {
  const parts = OoxmlPackage.read(Buffer.from(base64, "base64"));
  parts.set(part, threads, "application/vnd.ms-excel.threadedcomments+xml");
  parts.set(
    "xl/persons/person.xml",
    '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Ann &amp; Co" id="{P1}"/><person displayName="Ben" id="{P2}"/></personList>',
    "application/vnd.ms-excel.person+xml",
  );
  parts.relate("xl/worksheets/sheet1.xml", `${relations}/threadedComment`, part);
  parts.relate("xl/workbook.xml", `${relations}/person`, "xl/persons/person.xml");
  return Buffer.from(parts.write()).toString("base64");
};

describe("threads of comments", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(async () => {
    bench = opened();
    await bench.enterAll({ A1: "Name", B2: 5 });
    await bench.call("openXlsx", withThreads(await bench.call("saveXlsx")), "Threads");
    await bench.settled();
  });

  const cells = async () => ((await bench.call("save")).sheets[0]?.threads ?? []).map(({ cell }) => cell);

  it("are shown below the sheet with their authors while their cell is selected", async () => {
    const note = bench.page.locator("#cell-note");
    await bench.call("select", "B2");
    await until("the thread is shown", async () => (await note.innerText()).includes("Yes."));
    expect((await note.innerText()).replaceAll(/\s+/g, " ")).toMatch(/^Ann & Co Is this <final>\? Ben Yes\.$/);
    await bench.screenshot("workbench-thread");
    await bench.call("select", "A1");
    await note.waitFor({ state: "hidden" });
  });

  it("follow their cells, come back with undo, and stay in the file as it has them", async () => {
    await bench.call("insertRow", 2);
    expect(await cells()).toEqual(["B3", "A5"]);
    await bench.call("deleteRow", 3);
    expect(await cells()).toEqual(["A4"]);
    await bench.call("undo");
    expect(await cells()).toEqual(["B3", "A5"]);
    await bench.call("undo");
    expect(await cells()).toEqual(["B2", "A4"]);
    const saved = OoxmlPackage.read(Buffer.from(await bench.call("saveXlsx"), "base64"));
    expect(saved.text(part)).toContain(threads);
  });
});
