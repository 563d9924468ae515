import { until } from "../support/until";
import { signIn, startStage, type Stage } from "./stage";
import { runBatch } from "./workbench/run-batch";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open();
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

interface Looks {
  readonly fill: string | null;
  readonly bold: boolean | null;
  readonly wrap: boolean | null;
  readonly numberFormat: string | null;
  readonly isStandardWidth: boolean | null;
  /** The conditional formats of the cells. */
  readonly rules: number;
}

const batch = (code: string): Promise<unknown> =>
  runBatch(
    workbench,
    (0, eval)(`(async (context) => { ${code} })`) as (context: Excel.RequestContext) => Promise<unknown>,
    {
      mergeUndoGroup: true,
    },
  );

const looks = async (address: string): Promise<Looks> =>
  (await batch(`
    const range = context.workbook.worksheets.getActiveWorksheet().getRange("${address}");
    range.load({ numberFormat: true, format: { wrapText: true, useStandardWidth: true, fill: { color: true }, font: { bold: true } } });
    const rules = range.conditionalFormats.getCount();
    await context.sync();
    const formats = [...new Set(range.numberFormat.flat())];
    return {
      fill: range.format.fill.color,
      bold: range.format.font.bold,
      wrap: range.format.wrapText,
      numberFormat: formats.length === 1 ? formats[0] : null,
      isStandardWidth: range.format.useStandardWidth,
      rules: rules.value,
    };`)) as Looks;

const formatSelection = async (address: string): Promise<void> => {
  await workbench.call("select", address);
  await workbench.call("runCommand", "formatResult");
  await workbench.settled();
};

const newSheet = async (name: string): Promise<void> => {
  await workbench.call("addSheet", name);
  await workbench.call("activate", name);
};

const events = (limit: number | string): string =>
  `=ESG.EVENTS("EU Banks",1,,,,"entity.name,score,title,related_documents_count",${limit})`;

describe("Format result", () => {
  test("formats header, titles, widths and scores of the result that holds the selected cell, and calls nothing", async () => {
    await workbench.enterAll({ A1: events(40) });
    const { total } = await stage.during(() => formatSelection("B7"));
    expect(total).toBe(0);
    expect(await looks("A1:D1")).toMatchObject({ fill: "#E3F1F2", bold: true, wrap: true });
    expect(await looks("C2:C41")).toMatchObject({ fill: "#FFFFFF", bold: false, wrap: true, isStandardWidth: false });
    expect(await looks("A2:A41")).toMatchObject({ wrap: false, isStandardWidth: false });
    expect(await looks("B2:B41")).toMatchObject({ rules: 3 });
    expect(await looks("A42:D42")).toMatchObject({ fill: "#FFFFFF", wrap: false, rules: 0 });
    await workbench.screenshot("format-result");
  });

  test("is one step of undo", async () => {
    await workbench.call("undo");
    expect(await looks("A1:D41")).toMatchObject({
      fill: "#FFFFFF",
      bold: false,
      wrap: false,
      isStandardWidth: true,
      rules: 0,
    });
    await workbench.call("redo");
    expect(await looks("A1:D1")).toMatchObject({ fill: "#E3F1F2", bold: true });
  });

  test("a second time adds no second colours", async () => {
    await formatSelection("A1");
    expect(await looks("B2:B41")).toMatchObject({ rules: 3 });
  });

  test("leaves what a person chose: fills, number formats, wrapping, widths, colours of their own", async () => {
    await newSheet("Chosen");
    await workbench.enterAll({ A1: events(30) });
    await batch(`
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:D1").format.fill.color = "#FFCC00";
      sheet.getRange("D2:D31").numberFormat = [["0.000"]];
      sheet.getRange("A:A").format.columnWidth = 311;
      sheet.getRange("C5").format.wrapText = true;
      const rule = sheet.getRange("B2:B31").conditionalFormats.add("CellValue").cellValue;
      rule.format.fill.color = "#00FF00";
      rule.rule = { formula1: "=1", operator: "EqualTo" };
      await context.sync();`);
    await formatSelection("A1");
    expect(await looks("A1:D1")).toMatchObject({ fill: "#FFCC00", bold: false });
    expect(await looks("D2:D31")).toMatchObject({ numberFormat: "0.000" });
    expect(await looks("C2:C31")).toMatchObject({ wrap: null });
    expect(await looks("B2:B31")).toMatchObject({ rules: 1, isStandardWidth: false });
    const width = await batch(`
      const cell = context.workbook.worksheets.getActiveWorksheet().getRange("A1").load({ format: { columnWidth: true } });
      await context.sync();
      return cell.format.columnWidth;`);
    expect(width).toBe(311);
  });

  test("a result that grows gets its format for the new rows, and what a person changed in the old ones stays", async () => {
    await newSheet("Grows");
    await workbench.enterAll({ F1: 5, A1: events("F1") });
    await formatSelection("A1");
    await batch(`
      context.workbook.worksheets.getActiveWorksheet().getRange("C3").format.wrapText = false;
      await context.sync();`);
    await workbench.enterAll({ F1: 60 });
    await until("the new rows are wrapped", async () => (await looks("C7:C61")).wrap === true);
    expect(await looks("C3")).toMatchObject({ wrap: false });
    expect(await looks("B2:B61")).toMatchObject({ rules: 3 });
    expect(await looks("A62:D62")).toMatchObject({ wrap: false, rules: 0 });
  });

  test("a result that nobody formatted gets no format when it grows with one that was", async () => {
    await newSheet("Plain");
    await workbench.enterAll({ F1: 5, A1: events("F1"), H1: events("F1") });
    await formatSelection("H1");
    await workbench.enterAll({ F1: 50 });
    await until("the new rows of the other are wrapped", async () => (await looks("J7:J51")).wrap === true);
    expect(await looks("A1:D51")).toMatchObject({ fill: "#FFFFFF", bold: false, wrap: false, rules: 0 });
  });

  test("after the workbook was closed and opened again, a formatted result still gets its format when it grows", async () => {
    const file = await workbench.call("saveXlsx");
    const before = workbench;
    workbench = await stage.open();
    try {
      await workbench.call("openXlsx", file, "again.xlsx");
      await signIn(workbench);
      await workbench.call("activate", "Grows");
      await workbench.settled();
      await batch(`
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("C9").format.wrapText = false;
        sheet.getRange("A1:D1").format.font.color = "#005A9E";
        await context.sync();`);
      await workbench.enterAll({ F1: 90 });
      await until("the new rows are wrapped", async () => (await looks("C62:C91")).wrap === true);
      expect(await looks("C10:C91")).toMatchObject({ wrap: true });
      expect(await looks("C9")).toMatchObject({ wrap: false });
      expect(await looks("C3")).toMatchObject({ wrap: false });
      expect((await looks("A1:D1")).fill).toMatch(/^#E3F1F2$/i);
      expect(await looks("B2:B91")).toMatchObject({ rules: 3 });
      expect(await looks("A92:D92")).toMatchObject({ wrap: false, rules: 0 });
      await workbench.call("activate", "Plain");
      await workbench.enterAll({ F1: 70 });
      await until(
        "the new rows of the formatted result are wrapped",
        async () => (await looks("J52:J71")).wrap === true,
      );
      expect(await looks("A1:D71")).toMatchObject({ fill: "#FFFFFF", bold: false, wrap: false, rules: 0 });
    } finally {
      await workbench.close();
      workbench = before;
    }
  });

  test("without a result in the selection, the pane says what to select", async () => {
    await newSheet("Nothing");
    await formatSelection("B2");
    await workbench.pane().getByText("There is no Spillway result with several cells in the selection.").waitFor();
  });

  test("a protected sheet stays as it is, and is named", async () => {
    await newSheet("Locked");
    await workbench.enterAll({ A1: events(5) });
    await workbench.call("protect", "Locked", true);
    await formatSelection("A1");
    await workbench
      .pane()
      .getByText(/sheet .?Locked/i)
      .first()
      .waitFor();
    expect(await looks("A1:D6")).toMatchObject({ fill: "#FFFFFF", rules: 0 });
    await workbench.call("protect", "Locked", false);
  });

  test("an SDG score is coloured as good, and a pivot has a header too", async () => {
    await newSheet("Impact");
    await workbench.enterAll({
      A1: '=SDG.DOCUMENTS(TAKE(UNIVERSE.ENTITIES("EU Banks",,,"id",3,"headers=no"),3),,,,,"score,title",5)',
      F1: '=ESG.SUMMARY("EU Banks",,,,,"sector","wide=month")',
    });
    await formatSelection("A2");
    await formatSelection("F1");
    expect(await looks("A2")).toMatchObject({ rules: 2 });
    expect(await looks("F1:H1")).toMatchObject({ fill: "#E3F1F2", bold: true });
    await workbench.screenshot("format-impact-and-pivot");
  });
});
