import { OoxmlPackage } from "../../../src/ooxml/package";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("names, custom XML parts and the file of the document", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    runBatch(bench, batch, {});

  it("adds, reads, changes and deletes names, and formulas use them", async () => {
    await bench.enterAll({ A1: 2, A2: 3 });
    const answer = await run(async (context) => {
      const { names, worksheets } = context.workbook;
      const sheet = worksheets.getActiveWorksheet();
      names.add("Rates", sheet.getRange("A1:A2"));
      names.add("Tax", "=0.19");
      sheet.names.add("Mine", "=Sheet1!$A$2").visible = false;
      await context.sync();
      const [rates, tax] = [names.getItem("rates"), names.getItem("Tax")];
      rates.load("name,formula");
      const none = names.getItemOrNullObject("Mine");
      const mine = sheet.names.getItem("Mine").load("visible");
      const count = names.getCount();
      sheet.getRange("C1").formulas = [["=SUM(Rates)*Tax"]];
      await context.sync();
      tax.formula = "=2";
      await context.sync();
      const sum = sheet.getRange("C1").load("values");
      await context.sync();
      names.getItem("Tax").delete();
      await context.sync();
      names.load("items/name");
      await context.sync();
      return [
        [rates.name, rates.formula],
        [none.isNullObject, mine.visible, count.value],
        sum.values[0]?.[0],
        names.items.map(({ name }) => name),
      ] as unknown[];
    });
    expect(answer).toEqual([["Rates", "=Sheet1!$A$1:$A$2"], [true, false, 2], 10, ["Rates"]]);
    await bench.call("undo");
    await bench.shows("C1", 10);
    await bench.call("redo");
    await bench.shows("C1", "#NAME?");
    const base64 = await bench.call("saveXlsx");
    await bench.call("openXlsx", base64, "Again");
    await bench.settled();
    const names = (await bench.call("save")).names;
    expect(names).toEqual([
      { name: "Rates", formula: "Sheet1!$A$1:$A$2" },
      { name: "Mine", formula: "Sheet1!$A$2", sheet: 0, hidden: true },
    ]);
  });

  it("refuses names that Excel refuses, with its codes", async () => {
    const refused = (name: string, formula: string): Promise<unknown> =>
      bench.pane().evaluate(
        async ([given, text]) =>
          Excel.run(async (context) => {
            context.workbook.names.add("Taken", "=1");
            await context.sync().catch(() => undefined);
            context.workbook.names.add(given, text);
            await context.sync();
          }).catch((error: unknown) => (error as { code: string }).code),
        [name, formula] as const,
      );
    expect(await refused("A1", "=1")).toBe("InvalidArgument");
    expect(await refused("two words", "=1")).toBe("InvalidArgument");
    expect(await refused("taken", "=1")).toBe("ItemAlreadyExists");
  });

  it("keeps custom XML parts by namespace, in the browser and in .xlsx files", async () => {
    const answer = await run(async (context) => {
      const { customXmlParts } = context.workbook;
      const part = customXmlParts.add('<reviewers xmlns="urn:review"><one/></reviewers>');
      customXmlParts.add('<other xmlns="urn:other"/>');
      part.load("id");
      await context.sync();
      const scoped = customXmlParts.getByNamespace("urn:review");
      const [count, none] = [scoped.getCount(), customXmlParts.getByNamespace("urn:none").getCount()];
      scoped.load("items/id");
      await context.sync();
      const [only] = scoped.items;
      only?.setXml('<reviewers xmlns="urn:review"><two/></reviewers>');
      const xml = only?.getXml();
      await context.sync();
      return [only?.id === part.id, count.value, xml?.value, none.value] as unknown[];
    });
    expect(answer).toEqual([true, 1, '<reviewers xmlns="urn:review"><two/></reviewers>', 0]);
    const wrong = await run(async (context) => {
      context.workbook.customXmlParts.add("<open>");
      await context.sync();
    });
    expect(wrong).toMatch(/^InvalidArgument/);
    const kept = (await bench.call("save")).customXml?.map(({ id, xml }) => [id, xml]);
    await bench.call("openXlsx", await bench.call("saveXlsx"), "Again");
    await bench.settled();
    const again = (await bench.call("save")).customXml?.map(({ id, xml }) => [id, xml.replace(/^<\?xml.*\?>\n/, "")]);
    expect(again).toEqual(kept);
  });

  it("gives the .xlsx file in slices, and at most two files at a time", async () => {
    await bench.enterAll({ A1: "sliced" });
    const [base64, told] = await bench.pane().evaluate(async () => {
      const open = (options: object): Promise<Office.AsyncResult<Office.File>> =>
        new Promise((resolve) => Office.context.document.getFileAsync(Office.FileType.Compressed, options, resolve));
      const sliceOf = (file: Office.File, index: number): Promise<Office.AsyncResult<Office.Slice>> =>
        new Promise((resolve) => file.getSliceAsync(index, resolve));
      const { value: file } = await open({ sliceSize: 1_000 });
      const bytes: number[] = [];
      for (let index = 0; index < file.sliceCount; index += 1)
        bytes.push(...((await sliceOf(file, index)).value.data as number[]));
      const second = await open({});
      const third = await open({});
      await new Promise<void>((resolve) => file.closeAsync(() => resolve()));
      const fourth = await open({});
      const late = await sliceOf(file, 0);
      const large = await open({ sliceSize: 5_000_000 });
      const pdf = await new Promise<Office.AsyncResult<Office.File>>((resolve) =>
        Office.context.document.getFileAsync(Office.FileType.Pdf, resolve),
      );
      const sizes = [bytes.length === file.size, second.value.sliceCount];
      const codes = [third, late, large, pdf].map(({ error }) => error.code);
      return [btoa(String.fromCharCode(...bytes)), [sizes, String(fourth.status), codes]] as const;
    });
    expect(told).toEqual([[true, 1], "succeeded", [5_001, 5_001, 5_001, 1_009]]);
    const parts = OoxmlPackage.read(new Uint8Array(Buffer.from(base64, "base64")));
    expect(parts.text("xl/sharedStrings.xml")).toContain("sliced");
  });

  it("opens a workbook in a window of its own, which leaves this one as it is", async () => {
    await bench.enterAll({ A1: "handed over" });
    const base64 = await bench.call("saveXlsx");
    await bench.enterAll({ A1: "stays" });
    const context = bench.page.context();
    const opening = context.waitForEvent("page");
    await bench.pane().evaluate((file) => Excel.createWorkbook(file), base64);
    const page = await opening;
    const first = (): Promise<unknown> =>
      page.evaluate(async () => {
        const { workbench } = window as unknown as {
          workbench: { settled: () => Promise<void>; read: (range: string) => { value: unknown }[][] };
        };
        await workbench.settled();
        return workbench.read("A1")[0]?.[0]?.value;
      });
    await page.waitForFunction(() => "workbench" in window, undefined, { timeout: 60_000 });
    expect(await first()).toBe("handed over");
    await page.reload();
    await page.waitForFunction(() => "workbench" in window, undefined, { timeout: 60_000 });
    expect(await first()).toBe("handed over");
    await page.close();
    expect((await bench.cell("A1")).value).toBe("stays");
    const code = await bench
      .pane()
      .evaluate(() => Excel.createWorkbook("bm8gZmlsZQ==").catch((error: unknown) => (error as { code: string }).code));
    expect(code).toBe("InvalidArgument");
  });
});
