import { about, batch, enterCells, lookAtRange, startCells, settleAction, values, answerCall } from "../step";
import { errorCode, type Fact } from "../trace";

/** The code of the error that an action ends with. */
export const failure = async (action: () => Promise<unknown>): Promise<Fact> => {
  try {
    await action();
    return "no error";
  } catch (error) {
    return errorCode(error);
  }
};

const wrongCellValue = [[{ type: "Double", basicValue: "5" }]] as unknown as Excel.CellValue[][];

/** Cells of each type that an add-in can write. */
const givenValues: unknown = [
  [
    { type: "String", basicValue: "=1+1" },
    { type: "Double", basicValue: 2 },
    { type: "Boolean", basicValue: true },
    { type: "FormattedNumber", basicValue: 0.5, numberFormat: "0%" },
    { type: "Error", errorType: "NotAvailable" },
  ],
];
const cellValues = givenValues as Excel.CellValue[][];

/** What Excel.run allows. */
export const objectModelSteps = about("`Excel.run`", {
  "a property that is not loaded": [
    batch("error", (_context, sheet) => failure(() => Promise.resolve(sheet.getRange("A1").values))),
  ],
  "a property that is loaded and not synchronized": [
    batch("error", (_context, sheet) => failure(() => Promise.resolve(sheet.getRange("A1").load("values").values))),
  ],
  "a sheet that does not exist": [
    batch("error", (context) => {
      context.workbook.worksheets.getItem("No such sheet, surely");
      return failure(() => context.sync());
    }),
  ],
  "a sheet that may not exist": [
    batch("isNullObject", async (context) => {
      const sheet = context.workbook.worksheets.getItemOrNullObject("No such sheet, surely");
      sheet.load("name");
      await context.sync();
      return sheet.isNullObject;
    }),
  ],
  "an address that is none": [
    batch("error", (context, sheet) => {
      sheet.getRange("no address").load("values");
      return failure(() => context.sync());
    }),
  ],
  "a block of another size": [
    batch("error", (context, sheet) => {
      sheet.getRange("A1:B2").values = [[1, 2, 3]];
      return failure(() => context.sync());
    }),
  ],
  "one value for a block": [
    batch("values", async (context, sheet) => {
      sheet.getRange("A1:B2").values = 7 as never;
      const range = sheet.getRange("A1:B2").load("values");
      await context.sync();
      return range.values as Fact;
    }),
  ],
  "null in a written block": [
    enterCells({ A1: "stays", B1: "goes" }),
    batch("values", async (context, sheet) => {
      sheet.getRange("A1:B1").values = [[null, ""]];
      const range = sheet.getRange("A1:B1").load("values");
      await context.sync();
      return range.values as Fact;
    }),
  ],
  "a write to a protected sheet": [
    batch("error", async (context, sheet) => {
      sheet.protection.protect();
      await context.sync();
      sheet.getRange("A1").values = [[1]];
      const error = await failure(() => context.sync());
      sheet.protection.unprotect();
      await context.sync();
      return error;
    }),
  ],
  "the address of a range": [
    batch("address", async (context, sheet) => {
      const range = sheet.getRange("B2:A1").load("address");
      await context.sync();
      return range.address;
    }),
  ],
  "the addresses of a whole column and row": [
    batch("addresses", async (context, sheet) => {
      const ranges = [sheet.getRange("C:C"), sheet.getRange("3:3")].map((range) => range.load("address"));
      await context.sync();
      return ranges.map(({ address }) => address);
    }),
  ],
  "the used range of an empty sheet": [
    batch("address", async (context, sheet) => {
      const range = sheet.getUsedRange(true).load("address");
      const orNull = sheet.getUsedRangeOrNullObject(true);
      orNull.load("address");
      await context.sync();
      return [range.address, orNull.isNullObject];
    }),
  ],
  "the used range with a spill": [
    enterCells({ B2: "=PROBE.ROWS(2,2)" }),
    batch("address", async (context, sheet) => {
      const range = sheet.getUsedRange(true).load("address");
      await context.sync();
      return range.address;
    }),
  ],
  "a read after a write in one batch": [
    batch("values", async (context, sheet) => {
      sheet.getRange("A1").values = [[2]];
      sheet.getRange("B1").formulas = [["=A1*10"]];
      const range = sheet.getRange("B1").load("values");
      await context.sync();
      return range.values as Fact;
    }),
  ],
  "a read of a custom function after its write in one batch": [
    batch("values", async (context, sheet) => {
      sheet.getRange("A1").formulas = [["=PROBE.NUMBER(1)"]];
      const range = sheet.getRange("A1").load("values");
      await context.sync();
      return range.values as Fact;
    }),
  ],
  "formulas of values, formulas and spilled cells": [
    enterCells({ A1: 1, B1: "=1+1", C1: "=PROBE.ROWS(2,1)", D1: "'=text" }),
    lookAtRange("formulas", "A1:D2"),
  ],
  "texts of numbers and truth values": [
    enterCells({ A1: 1.5, B1: true, C1: "=1/4" }),
    lookAtRange("texts", "A1:C1"),
    lookAtRange("types", "A1:D1"),
  ],
  "entries that look like something else": [
    enterCells({ A1: "5%", B1: "2024-01-02", C1: "TRUE", D1: "1e3" }),
    values("A1:D1"),
    lookAtRange("types", "A1:D1"),
    lookAtRange("formats", "A1:D1"),
  ],
  "events of an edit": [
    batch("events", (context, sheet) => collectEvents(context, sheet, () => (sheet.getRange("B2").values = [[1]]))),
  ],
  "events of a block": [
    batch("events", (context, sheet) =>
      collectEvents(
        context,
        sheet,
        () =>
          (sheet.getRange("B2:C3").values = [
            [1, 2],
            [3, 4],
          ]),
      ),
    ),
  ],
  "events of a result that arrives": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    batch("events", (context, sheet) => collectEvents(context, sheet, () => sheet.getRange("C9").load("values"))),
    answerCall("a", 5),
    settleAction,
    values("A1"),
  ],
  "events of an inserted row": [
    batch("events", (context, sheet) => collectEvents(context, sheet, () => sheet.getRange("2:2").insert("Down"))),
  ],
  "the state of the calculation, calm and with a pending call": [
    batch("calm", calculationState),
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    batch("pending", calculationState),
    answerCall("a", 1),
    settleAction,
  ],
  "where a cell is spilled from": [
    enterCells({ A1: "=PROBE.ROWS(2,2)" }),
    batch("parent", async (context, sheet) => {
      const parent = sheet.getRange("B2").getSpillParentOrNullObject();
      parent.load("address");
      const none = sheet.getRange("D4").getSpillParentOrNullObject();
      none.load("address");
      await context.sync();
      return [parent.isNullObject ? null : parent.address, none.isNullObject];
    }),
  ],
  "cell values, written and read as JSON": [
    batch("values", async (context, sheet) => {
      const range = sheet.getRange("A1:E1");
      range.valuesAsJson = cellValues;
      await context.sync();
      range.load("values,numberFormat,valuesAsJson");
      await context.sync();
      return [range.values, range.numberFormat, range.valuesAsJson] as Fact;
    }),
  ],
  "cell values that cannot be": [
    batch("another type", (context, sheet) => {
      sheet.getRange("A1").valuesAsJson = wrongCellValue;
      return failure(() => context.sync());
    }),
    batch("no type", (context, sheet) => {
      sheet.getRange("A1").valuesAsJson = [[5 as never]];
      return failure(() => context.sync());
    }),
  ],
  "20 batches at once": [
    batch("errors", async (_context, sheet) => {
      sheet.load("name");
      const name = await readName(sheet);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () =>
          Excel.run(async (context) => {
            const range = context.workbook.worksheets.getItem(name).getRange("A1").load("values");
            await context.sync();
            return range.values as Fact;
          }),
        ),
      );
      return [...new Set(results.map((one) => (one.status === "fulfilled" ? "no error" : errorCode(one.reason))))];
    }),
  ],
});

async function calculationState(context: Excel.RequestContext): Promise<Fact> {
  const application = context.workbook.application.load("calculationState");
  await context.sync();
  return application.calculationState;
}

const readName = async (sheet: Excel.Worksheet): Promise<string> => {
  await sheet.context.sync();
  return sheet.name;
};

/** Milliseconds. Events come after the batch. */
const eventWait = 400;

const collectEvents = async (
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  change: () => unknown,
): Promise<Fact> => {
  const events: Fact[] = [];
  const handler = sheet.onChanged.add((event) => {
    events.push([event.changeType, event.address, event.source]);
    return Promise.resolve();
  });
  await context.sync();
  change();
  await context.sync();
  await new Promise((resolve) => setTimeout(resolve, eventWait));
  handler.remove();
  await context.sync();
  return events;
};

/** What needs a person at the keyboard; each can be skipped. */
export const personSteps = about("By hand", {
  "undo of an entered custom function": [
    enterCells({ A1: "before" }),
    enterCells({ A1: "=PROBE.ROWS(2,1)" }),
    { do: "ask", sentence: "Select cell C1 of this sheet and press Ctrl+Z (Mac: ⌘Z) once." },
    settleAction,
    values("A1:A2"),
  ],
  "undo of a batch with mergeUndoGroup": [
    batch(
      "written",
      async (context, sheet) => {
        sheet.getRange("A1").values = [["one"]];
        await context.sync();
        sheet.getRange("A2").values = [["two"]];
        await context.sync();
        return true;
      },
      { mergeUndoGroup: true },
    ),
    { do: "ask", sentence: "Select cell C1 of this sheet and press Ctrl+Z (Mac: ⌘Z) once." },
    values("A1:A2"),
  ],
  "undo of an edit after a result has arrived": [
    enterCells({ C3: "typed" }),
    enterCells({ A1: "=PROBE.ROWS(2,1)" }),
    { do: "ask", sentence: "Select cell D1 of this sheet and press Ctrl+Z (Mac: ⌘Z) twice." },
    settleAction,
    values("A1:C3"),
  ],
});
