import { OoxmlPackage } from "../../../src/ooxml/package";
import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { threads, threadsPart, withThreads } from "./with-threads";

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
    expect(saved.text(threadsPart)).toContain(threads);
  });
});
