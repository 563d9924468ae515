import { readFileSync } from "node:fs";
import path from "node:path";
import { until } from "../../support/until";
import { partsOf } from "../../unit/ooxml/compare-parts";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("conditional formats", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    runBatch(bench, batch, {});
  /** Runs a batch that answers with nothing, unless it fails. */
  const change = async (batch: (context: Excel.RequestContext) => Promise<void>): Promise<void> => {
    expect(await run(batch)).toBeUndefined();
  };
  const fills = async (...addresses: string[]): Promise<(string | undefined)[]> => {
    const looks = addresses.map((address) => bench.call("conditionalLook", address));
    return (await Promise.all(looks)).map(({ fill }) => fill);
  };
  /** Conditional formats are computed after the cells. */
  const show = (addresses: readonly string[], colors: readonly (string | undefined)[]): Promise<void> =>
    until(`${addresses.join()} show ${colors.join()}`, async () => {
      return JSON.stringify(await fills(...addresses)) === JSON.stringify(colors);
    });

  it("colour cells by their values, as Excel compares them, and by formulas, spilled results too", async () => {
    await bench.enterAll({
      A1: 5,
      A2: 50,
      A3: "text",
      B1: "bank",
      B2: "Deutsche BANK",
      C1: "=SEQUENCE(4)",
      D1: 1,
    });
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const low = sheet.getRange("A1:A4").conditionalFormats.add(Excel.ConditionalFormatType.cellValue);
      low.cellValue.rule = { formula1: "10", operator: "LessThan" };
      low.cellValue.format.fill.color = "#ffc7ce";
      const words = sheet.getRange("B1:B3").conditionalFormats.add("ContainsText");
      words.textComparison.rule = { operator: "Contains", text: "Bank" };
      words.textComparison.format.fill.color = "yellow";
      const custom = sheet.getRange("C1:C5").conditionalFormats.add("Custom");
      custom.custom.rule.formula = "=AND(C1>$D$1,C1<4)";
      custom.custom.format.fill.color = "#00ff00";
      await context.sync();
    });
    // An empty cell is 0 and a text is more than any number.
    await show(["A1", "A2", "A3", "A4"], ["#ffc7ce", undefined, undefined, "#ffc7ce"]);
    await show(["B1", "B2", "B3"], ["#ffff00", "#ffff00", undefined]);
    await show(["C1", "C2", "C3", "C4", "C5"], [undefined, "#00ff00", "#00ff00", undefined, undefined]);
    await bench.enterAll({ A1: 20, D1: 2 });
    await show(["A1", "C2", "C3"], [undefined, undefined, "#00ff00"]);
    await bench.enterAll({ C1: "=SEQUENCE(3)+2" });
    await show(["C1", "C2"], ["#00ff00", undefined]);
  });

  it("scale colours over a spill, and compute them again when it changes", async () => {
    await bench.enterAll({ A1: "=SEQUENCE(3)", C1: 1 });
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const scale = sheet.getRange("A1:A3").conditionalFormats.add("ColorScale");
      scale.colorScale.criteria = {
        minimum: { type: "LowestValue", color: "#000000" },
        maximum: { type: "HighestValue", color: "#ffffff" },
      };
      await context.sync();
    });
    await show(["A1", "A2", "A3"], ["#000000", "#808080", "#ffffff"]);
    await bench.enterAll({ A1: "={0;0;10}" });
    await show(["A2", "A3"], ["#000000", "#ffffff"]);
  });

  it("are listed by priority, found by id, changed, moved and deleted", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const { conditionalFormats } = sheet.getRange("A1:B9");
      const first = conditionalFormats.add("CellValue").load({ id: true });
      first.cellValue.rule = { formula1: "=$D$1", formula2: "=9", operator: "Between" };
      first.cellValue.format.font.color = "#ff0000";
      first.cellValue.format.font.bold = true;
      const second = conditionalFormats.add("TopBottom").load("id,priority");
      second.topBottom.rule = { rank: 3, type: "BottomPercent" };
      second.stopIfTrue = true;
      await context.sync();
      const count = conditionalFormats.getCount();
      const elsewhere = sheet.getRange("C1").conditionalFormats.getCount();
      const items = conditionalFormats.load("items/type,items/priority,items/stopIfTrue");
      first.cellValue.load("rule");
      first.cellValue.format.font.load("color,bold");
      const other = first.customOrNullObject.load("format");
      const range = first.getRange().load("address");
      await context.sync();
      const seen = items.items.map(({ type, priority, stopIfTrue }) => [type, priority, stopIfTrue]);
      const { rule } = first.cellValue;
      const { color, bold } = first.cellValue.format.font;
      first.priority = 0;
      second.delete();
      await context.sync();
      const left = conditionalFormats.load("items/id,items/priority");
      const gone = conditionalFormats.getItemOrNullObject(second.id);
      const same = conditionalFormats.getItem(first.id).load("type");
      await context.sync();
      return {
        counts: [count.value, elsewhere.value],
        seen,
        rule,
        font: [color, bold],
        range: range.address,
        isOther: other.isNullObject,
        left: left.items.map(({ id, priority }) => [id === first.id, priority]),
        gone: gone.isNullObject,
        same: same.type,
      };
    });
    expect(answer).toEqual({
      counts: [2, 0],
      seen: [
        ["TopBottom", 0, true],
        ["CellValue", 1, false],
      ],
      rule: { formula1: "=$D$1", formula2: "=9", operator: "Between" },
      font: ["#FF0000", true],
      range: "Sheet1!A1:B9",
      isOther: true,
      left: [[true, 0]],
      gone: true,
      same: "CellValue",
    });
  });

  it.each<[string, (context: Excel.RequestContext) => Promise<void>]>([
    [
      "ItemNotFound",
      async (context) => {
        context.workbook.worksheets.getActiveWorksheet().getRange("A1").conditionalFormats.getItem("none").delete();
        await context.sync();
      },
    ],
    [
      "InvalidArgument",
      async (context) => {
        const { conditionalFormats } = context.workbook.worksheets.getActiveWorksheet().getRange("A1");
        conditionalFormats.add("CellValue").cellValue.rule = { formula1: "1", operator: "Between" };
        await context.sync();
      },
    ],
    [
      "AccessDenied",
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.protection.protect();
        sheet.getRange("A1").conditionalFormats.add("DataBar");
        await context.sync();
      },
    ],
  ])("answer with %s where Office documents it", async (code, batch) => {
    expect(await run(batch)).toMatch(new RegExp(`^${code}: `));
    await bench.call("protect", "Sheet1", false);
  });

  it("clear a part of their cells only", async () => {
    await bench.enterAll({ A1: 1, A2: 1, A3: 1 });
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const format = sheet.getRange("A1:A3").conditionalFormats.add("CellValue");
      format.cellValue.rule = { formula1: "1", operator: "EqualTo" };
      format.cellValue.format.fill.color = "#00ff00";
      await context.sync();
      sheet.getRange("A2").conditionalFormats.clearAll();
      await context.sync();
    });
    await show(["A1", "A2", "A3"], ["#00ff00", undefined, "#00ff00"]);
  });

  it("move with their cells, formulas too, and are saved at their new ones", async () => {
    await bench.enterAll({ A3: 5, A4: 1, C1: 3 });
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const format = sheet.getRange("A3:A4").conditionalFormats.add("CellValue");
      format.cellValue.rule = { formula1: "=$C$1", operator: "GreaterThan" };
      format.cellValue.format.fill.color = "#00ff00";
      await context.sync();
    });
    await show(["A3", "A4"], ["#00ff00", undefined]);
    await bench.call("insertRow", 1);
    await bench.settled();
    await show(["A3", "A4", "A5"], [undefined, "#00ff00", undefined]);
    const sheet = partsOf(Buffer.from(await bench.call("saveXlsx"), "base64"))["xl/worksheets/sheet1.xml"];
    expect(sheet).toMatch(
      /<conditionalFormatting sqref="A4:A5"><cfRule type="cellIs" operator="greaterThan" dxfId="0" priority="1"><formula>\$C\$2<\/formula>/,
    );
  });

  it("stay one rule when rows come or go in their middle, with every reference at its cell", async () => {
    const rule = { type: "expression" as const, formula: "AND(A1>$C$10,SUM(A$1:A1)>B1)", format: { fill: "#00ff00" } };
    const conditionalFormats = [{ id: "a", ranges: ["A1:A20"], rule }];
    await bench.call("open", { name: "Move", sheets: [{ name: "S", cells: { C10: 2 }, conditionalFormats }] });
    await bench.settled();
    const now = async (): Promise<unknown> =>
      (await bench.call("save")).sheets[0]?.conditionalFormats?.map((one) => [one.ranges, one.rule]);
    const then = (range: string, formula: string): unknown => [[[range], { ...rule, formula }]];
    await bench.call("insertRow", 5);
    expect(await now()).toEqual(then("A1:A21", "AND(A1>$C$11,SUM(A$1:A1)>B1)"));
    await bench.call("undo");
    expect(await now()).toEqual(then("A1:A20", rule.formula));
    await bench.call("deleteRow", 1);
    expect(await now()).toEqual(then("A1:A19", "AND(A1>$C$9,SUM(A$1:A1)>B1)"));
    await bench.call("deleteRow", 9);
    expect(await now()).toEqual(then("A1:A18", "AND(A1>#REF!,SUM(A$1:A1)>B1)"));
  });

  it("of a file are shown, and come back from the next file and after a reload", async () => {
    const rules = path.join(__dirname, "../../unit/ooxml/files/openpyxl-rules.xlsx");
    await bench.call("openXlsx", readFileSync(rules).toString("base64"), "Rules");
    await bench.settled();
    // The first rule has priority over the colour scale.
    await show(["A6", "A10"], ["#ffc7ce", "#ffc7ce"]);
    await show(["A1"], ["#ffffff"]);
    expect(await bench.call("conditionalLook", "A10")).toMatchObject({ bar: 100 });
    const { sheets } = await bench.call("save");
    await bench.call("openXlsx", await bench.call("saveXlsx"), "Rules");
    await bench.settled();
    expect((await bench.call("save")).sheets[0]?.conditionalFormats).toEqual(sheets[0]?.conditionalFormats);
    await bench.page.reload();
    await bench.page.waitForFunction(() => "workbench" in window);
    await bench.call("ready");
    await bench.settled();
    await show(["A1", "A6"], ["#ffffff", "#ffc7ce"]);
  });

  it("fade gradient data bars into the background of the cell in each theme", async () => {
    await bench.enterAll({ A1: 10, A2: 0 });
    await change(async (context) => {
      context.workbook.worksheets.getActiveWorksheet().getRange("A1:A2").conditionalFormats.add("DataBar");
      await context.sync();
    });
    /** The brightness of a pixel of the grid, from 0 to 255. */
    const brightness = (x: number, y: number): Promise<number> =>
      bench.page.evaluate(
        ([left, top]) => {
          const canvas = document.querySelector<HTMLCanvasElement>("canvas[id^=univer-sheet-main]");
          const { data } = canvas?.getContext("2d")?.getImageData(left, top, 1, 1) ?? { data: [] };
          return ((data[0] ?? 0) + (data[1] ?? 0) + (data[2] ?? 0)) / 3;
        },
        [x, y] as const,
      );
    // The bar of A1 is as wide as its cell; its number is below this line.
    const ends = (): Promise<number[]> => Promise.all([brightness(55, 25), brightness(129, 25)]);
    await until("the bar ends brighter than it begins", async () => {
      const [start = 0, end = 0] = await ends();
      return start < 190 && end > 215;
    });
    await bench.call("theme", "dark");
    await until("the bar ends darker than it begins", async () => {
      const [start = 0, end = 0] = await ends();
      return start > 100 && end < 80;
    });
    await bench.call("theme", "light");
  });

  it("colour a scale of negative values up to the highest of them", async () => {
    await bench.enterAll({ A1: -9, A2: -5, A3: -1, A4: "text" });
    await change(async (context) => {
      const scale = context.workbook.worksheets
        .getActiveWorksheet()
        .getRange("A:A")
        .conditionalFormats.add("ColorScale");
      scale.colorScale.criteria = {
        minimum: { type: "LowestValue", color: "#000000" },
        maximum: { type: "HighestValue", color: "#ffffff" },
      };
      await context.sync();
    });
    const shown = async () => (await fills("A1", "A2", "A3", "A4")).map((fill) => fill?.replaceAll(" ", ""));
    await until("the highest value has its colour", async () => /255,255,255|#fff/i.test((await shown())[2] ?? ""));
  });
});
