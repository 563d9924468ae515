import { readFileSync } from "node:fs";
import path from "node:path";
import type { ConditionalRule } from "../../../src/ooxml/conditional-format";
import type { CellContent } from "../../../src/workbench/univer/entry";
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
  /** Opens a workbook with these cells and one conditional format. */
  const open = async (
    cells: Readonly<Record<string, CellContent>>,
    range: string,
    rule: ConditionalRule,
  ): Promise<void> => {
    const conditionalFormats = [{ id: "a", ranges: [range], rule }];
    await bench.call("open", { name: "Book", sheets: [{ name: "Sheet1", cells, conditionalFormats }] });
    await bench.settled();
  };
  const scale: ConditionalRule = {
    type: "colorScale",
    points: [
      { type: "min", color: "#000000" },
      { type: "max", color: "#ffffff" },
    ],
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
      C1: "=SEQUENCE(4)",
      D1: 1,
    });
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const low = sheet.getRange("A1:A4").conditionalFormats.add(Excel.ConditionalFormatType.cellValue);
      low.cellValue.rule = { formula1: "10", operator: "LessThan" };
      low.cellValue.format.fill.color = "#ffc7ce";
      const custom = sheet.getRange("C1:C5").conditionalFormats.add("Custom");
      custom.custom.rule.formula = "=AND(C1>$D$1,C1<4)";
      custom.custom.format.fill.color = "#00ff00";
      await context.sync();
    });
    // An empty cell is 0 and a text is more than any number.
    await show(["A1", "A2", "A3", "A4"], ["#ffc7ce", undefined, undefined, "#ffc7ce"]);
    await show(["C1", "C2", "C3", "C4", "C5"], [undefined, "#00ff00", "#00ff00", undefined, undefined]);
    await bench.enterAll({ A1: 20, D1: 2 });
    await show(["A1", "C2", "C3"], [undefined, undefined, "#00ff00"]);
    await bench.enterAll({ C1: "=SEQUENCE(3)+2" });
    await show(["C1", "C2"], ["#00ff00", undefined]);
  });

  it("scale colours over a spill, and compute them again when it changes", async () => {
    await open({ A1: "=SEQUENCE(3)" }, "A1:A3", scale);
    await show(["A1", "A2", "A3"], ["#000000", "#808080", "#ffffff"]);
    await bench.enterAll({ A1: "={0;0;10}" });
    await show(["A2", "A3"], ["#000000", "#ffffff"]);
  });

  it("are listed by priority, changed and deleted by the object model", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const { conditionalFormats } = sheet.getRange("A1:B9");
      const first = conditionalFormats.add("CellValue");
      first.cellValue.rule = { formula1: "=$D$1", formula2: "=9", operator: "Between" };
      first.cellValue.format.font.color = "#ff0000";
      first.cellValue.format.font.bold = true;
      const second = conditionalFormats.add("Custom");
      second.custom.rule.formula = "=A1>1";
      await context.sync();
      conditionalFormats.load("items/type,items/id");
      const elsewhere = sheet.getRange("C1").conditionalFormats.getCount();
      first.cellValue.load("rule");
      first.cellValue.format.font.load("color,bold");
      second.custom.rule.load("formula");
      await context.sync();
      const types = conditionalFormats.items.map(({ type }) => type as string);
      const { color, bold } = first.cellValue.format.font;
      const seen = [first.cellValue.rule, second.custom.rule.formula, color, bold, elsewhere.value];
      second.delete();
      conditionalFormats.load("items/type");
      await context.sync();
      return [types, seen, conditionalFormats.items.map(({ type }) => type as string)] as unknown[];
    });
    expect(answer).toEqual([
      ["Custom", "CellValue"],
      [{ formula1: "=$D$1", formula2: "=9", operator: "Between" }, "=A1>1", "#FF0000", true, 0],
      ["CellValue"],
    ]);
  });

  it.each<[string, (context: Excel.RequestContext) => Promise<void>]>([
    [
      "ItemNotFound",
      async (context) => {
        const { conditionalFormats } = context.workbook.worksheets.getActiveWorksheet().getRange("A1");
        conditionalFormats.add("Custom").cellValue.load("rule");
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
        sheet.getRange("A1").conditionalFormats.add("Custom");
        await context.sync();
      },
    ],
    [
      "NotImplemented",
      async (context) => {
        context.workbook.worksheets.getActiveWorksheet().getRange("A1").conditionalFormats.add("DataBar");
        await context.sync();
      },
    ],
  ])("answer with %s where Office documents it", async (code, batch) => {
    expect(await run(batch)).toMatch(new RegExp(`^${code}: `));
    await bench.call("protect", "Sheet1", false);
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
    const ends = { min: { type: "min" }, max: { type: "max" } } as const;
    await open({ A1: 10, A2: 0 }, "A1:A2", { type: "dataBar", ...ends, color: "#638ec6", negativeColor: "#ff0000" });
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
    const brightnesses = (): Promise<number[]> => Promise.all([brightness(55, 25), brightness(129, 25)]);
    await until("the bar ends brighter than it begins", async () => {
      const [start = 0, end = 0] = await brightnesses();
      return start < 190 && end > 215;
    });
    await bench.call("theme", "dark");
    await until("the bar ends darker than it begins", async () => {
      const [start = 0, end = 0] = await brightnesses();
      return start > 100 && end < 80;
    });
    await bench.call("theme", "light");
  });

  it("colour a scale of negative values up to the highest of them", async () => {
    await open({ A1: -9, A2: -5, A3: -1, A4: "text" }, "A1:A1048576", scale);
    const shown = async () => (await fills("A1", "A2", "A3", "A4")).map((fill) => fill?.replaceAll(" ", ""));
    await until("the highest value has its colour", async () => /255,255,255|#fff/i.test((await shown())[2] ?? ""));
  });
});
