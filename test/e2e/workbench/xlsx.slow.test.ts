import { readFileSync } from "node:fs";
import path from "node:path";
import { byHand } from "../../unit/ooxml/by-hand";
import { partsOf } from "../../unit/ooxml/compare-parts";
import { workbookOf } from "../../unit/ooxml/models";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { type FixtureServer, serveFixture } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";

const fixture = (name: string): string => path.join(__dirname, "../../unit/ooxml/files", name);

describe(".xlsx files", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;

  beforeAll(async () => {
    server = await serveFixture();
  }, 180_000);
  beforeEach(async () => {
    bench = await openWorkbench(`${server.address}?fresh`);
  });
  afterEach(() => bench.leave());
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  const pick = async (
    file: string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void> => {
    await bench.page.getByLabel("Workbook file").setInputFiles(file);
  };
  const pickBytes = (name: string, bytes: Uint8Array): Promise<void> =>
    pick({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  const named = (name: string): Promise<unknown> =>
    bench.page.waitForFunction((title) => document.title === `${title} – Workbench`, name);
  const save = async (): Promise<{ readonly name: string; readonly bytes: Uint8Array }> => {
    const downloading = bench.page.waitForEvent("download");
    await bench.page.getByRole("button", { name: "Save", exact: true }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
  };

  it("have values that are not calculated here, and the note below the sheet says which", async () => {
    const cells = [1, 2, 3, 4].map((value, row) => ({ row, column: 1, formula: '=GETPIVOTDATA("Sum",$H$1)', value }));
    const result = { row: 0, column: 2, formula: "=B1*2", value: 2 };
    await pickBytes(
      "Pivot.xlsx",
      writeWorkbook(workbookOf({ name: "Figures", cells: [...cells, result] }), { custom: [] }),
    );
    await named("Pivot");
    await bench.settled();
    const note = bench.page.locator("#cell-note");
    const says = (sentence: string): Promise<void> => note.getByText(sentence, { exact: true }).waitFor();
    const first = "GETPIVOTDATA (Figures!B1)";
    await says(`Not calculated here: ${first}, GETPIVOTDATA (Figures!B2), GETPIVOTDATA (Figures!B3) and 1 more.`);
    await bench.screenshot("values-of-the-file");
    await bench.call("select", "B2");
    await says(
      "The workbench has no GETPIVOTDATA. The cell keeps the value of the file until its formula is entered again.",
    );
    await bench.enterAll({ B2: 5, B3: '=GETPIVOTDATA("Sum",$H$1)', B4: "=1+1" });
    expect(await bench.values("B1:C4")).toEqual([
      [1, 2],
      [5, ""],
      ["#NAME?", ""],
      [2, ""],
    ]);
    await bench.call("select", "A1");
    await says(`Not calculated here: ${first}.`);
    await bench.enterAll({ B1: 5 });
    await bench.call("select", "A2");
    await note.waitFor({ state: "hidden" });
  });

  it("are opened, extended by a formula, saved, and opened again with its value", async () => {
    await pick(fixture("openpyxl-table.xlsx"));
    await named("openpyxl-table");
    await bench.settled();
    expect(await bench.values("A1:B3")).toEqual([
      ["Name", "Amount"],
      ["Acme", 10],
      ["Beta", 20],
    ]);
    expect((await bench.cell("D1")).value).toBe(30);
    await bench.enterAll({
      D2: "=SUM(SalesTable[Amount])*Rate",
      F1: "=SEQUENCE(2,2)",
      F5: "=FIXTURE.ROWS(2)",
      H1: "=SUM(F1#)",
    });
    const { name, bytes } = await save();
    expect(name).toBe("openpyxl-table.xlsx");
    const sheet = partsOf(bytes)["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).toContain('<f t="array" ref="F5:G6">_xldudf_FIXTURE_ROWS(2)</f>');
    expect(sheet).toContain("SUM(_xlfn.ANCHORARRAY(F1))");
    await pickBytes("again.xlsx", bytes);
    await named("again");
    await bench.settled();
    const calls = await bench.call("invocations");
    expect((await bench.cell("D2")).value).toBe(300);
    expect(await bench.values("F1:H2")).toEqual([
      [1, 2, 10],
      [3, 4, ""],
    ]);
    expect(await bench.values("F5:G6")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
    ]);
    expect((await bench.cell("F5")).formula).toBe("=FIXTURE.ROWS(2)");
    expect(await bench.call("invocations")).toBe(calls);
    await bench.call("recalculate", "full");
    await bench.settled();
    expect(await bench.call("invocations")).toBe(calls + 1);
  });

  it.each(["openpyxl-formats.xlsx", "openpyxl-chart.xlsx", "openpyxl-rules.xlsx", "openpyxl-notes.xlsx"])(
    "keep every part byte for byte that nobody changed: %s",
    async (name) => {
      const given = partsOf(new Uint8Array(readFileSync(fixture(name))));
      await pick(fixture(name));
      await named(name.replace(".xlsx", ""));
      await bench.settled();
      const saved = partsOf((await save()).bytes);
      expect(Object.keys(given).filter((part) => saved[part] !== given[part])).toEqual([]);
      if (name === "openpyxl-notes.xlsx") {
        await expect(bench.enterAll({ A40: "more" })).rejects.toThrow("The sheet is protected.");
        return;
      }
      await bench.enterAll({ A40: "more" });
      const changed = partsOf((await save()).bytes);
      const others = Object.keys(given).filter((part) => changed[part] !== given[part]);
      expect(
        others.filter((part) => !/sheet1\.xml$|\[Content_Types\]|workbook\.xml\.rels$|sharedStrings/.test(part)),
      ).toEqual([]);
    },
  );

  it("come back after a reload with what the workbench does not show, and keep macros under their name", async () => {
    await pickBytes("macros.xlsm", byHand["parts"] ?? new Uint8Array());
    await named("macros");
    await bench.settled();
    await bench.page.reload();
    await bench.page.waitForFunction(() => "workbench" in window);
    await bench.call("ready");
    await bench.settled();
    const { name, bytes } = await save();
    expect(name).toBe("macros.xlsm");
    expect(partsOf(bytes)).toEqual(partsOf(byHand["parts"] ?? new Uint8Array()));
  });

  it("contain formats, sizes, names, settings and several sheets of the workbench", async () => {
    const file = {
      name: "Mine",
      sheets: [
        {
          name: "One",
          cells: { A1: "Head", A2: "'0012", A3: "=1/0", B2: 0.5, B3: true },
          formats: { "A1:B1": { bold: true, fill: "#e3f1f2" }, B2: { numberFormat: "0.0%" }, "D:D": { italic: true } },
          widths: { A: 140 },
          heights: { 1: 44 },
          merged: ["A5:B6"],
          frozenRows: 1,
          frozenColumns: 1,
        },
        { name: "It's two", cells: { A1: "=Half*2" }, hiddenRows: [3] },
      ],
      names: [{ name: "Half", formula: "One!$B$2" }],
      active: "It's two",
      settings: { universe: "u-1" },
    };
    await bench.call("open", file);
    await bench.settled();
    const [before, base64] = [await bench.call("save"), await bench.call("saveXlsx")];
    expect((await bench.cell("A1")).value).toBe(1);
    await bench.call("openXlsx", base64, "Mine");
    await bench.settled();
    const { source, ...after } = await bench.call("save");
    const withoutParts = after.sheets.map((sheet) => ({ ...sheet, part: undefined }));
    expect({ ...after, sheets: withoutParts }).toEqual(before);
    expect(source).toBeDefined();
    expect((await bench.cell("One!A3")).error?.code).toBe("#DIV/0!");
  });

  it("say before they are saved what stays behind when rows move, and are saved only if the user agrees", async () => {
    await pickBytes("lists.xlsx", byHand["lists"] ?? new Uint8Array());
    await named("lists");
    await bench.settled();
    await bench.call("insertRow", 2);
    await bench.settled();
    const saveButton = bench.page.getByRole("button", { name: "Save", exact: true });
    const dialog = bench.page.getByRole("dialog", { name: "Some of this file cannot be kept as it is" });
    await saveButton.click();
    expect(await dialog.locator("p").allTextContents()).toEqual([
      '"Sheet1" has parts that stay at their old cells, because rows or columns have moved: data validation.',
    ]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await saveButton.click();
    const downloading = bench.page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save anyway" }).click();
    expect((await downloading).suggestedFilename()).toBe("lists.xlsx");
  });

  it("that are damaged are refused with a sentence, and the open workbook stays", async () => {
    await bench.enterAll({ A1: "kept" });
    await pickBytes("broken.xlsx", (byHand["least"] ?? new Uint8Array()).subarray(0, 300));
    const note = bench.page.locator("#cell-note");
    await note.getByText("The file is no .xlsx file: it is no zip file.").waitFor();
    expect((await bench.cell("A1")).value).toBe("kept");
  });
});
