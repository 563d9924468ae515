import { about, batch, enter } from "../step";
import { codeOf, type Fact } from "../trace";
import { failure } from "./object-model";

/** What a range tells of its data validation. */
const stateOf = async (sheet: Excel.Worksheet, address: string): Promise<Fact> => {
  const validation = sheet.getRange(address).dataValidation;
  validation.load("type,rule,ignoreBlanks,valid,errorAlert,prompt");
  try {
    await sheet.context.sync();
  } catch (error) {
    return codeOf(error);
  }
  const { type, rule, ignoreBlanks, valid, errorAlert, prompt } = validation;
  return [type, rule, ignoreBlanks, valid, errorAlert, prompt] as unknown as Fact;
};

/** The code of the error that a change of A1:A3 ends in. */
const failureOf = (sheet: Excel.Worksheet, change: (validation: Excel.DataValidation) => unknown): Promise<Fact> =>
  failure(() => {
    change(sheet.getRange("A1:A3").dataValidation);
    return sheet.context.sync();
  });

const rules: Readonly<Record<string, (sheet: Excel.Worksheet) => Excel.DataValidationRule>> = {
  "between two numbers": () => ({ wholeNumber: { formula1: 1, formula2: "=D1*2", operator: "Between" } }),
  "a date": () => ({ date: { formula1: "2024-01-02", operator: "GreaterThan" } }),
  "a time": () => ({ time: { formula1: "09:30", operator: "LessThan" } }),
  "a list in a text": () => ({ list: { inCellDropDown: true, source: "low, high,7" } }),
  "a list in cells": (sheet) => ({ list: { inCellDropDown: false, source: sheet.getRange("D1:D3") } }),
  "a formula": () => ({ custom: { formula: "=COUNTIF($A$1:$A$9,A1)=1" } }),
};

/** Data validation, as an add-in sees it. */
export const dataValidationSteps = about("Data validation", {
  "a range without any": [batch("state", (_context, sheet) => stateOf(sheet, "A1:A3"))],
  ...Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      [
        enter({ A1: 5, A2: "low", D1: 3, D2: "high" }),
        batch("state", (_context, sheet) => {
          sheet.getRange("A1:A3").dataValidation.rule = rule(sheet);
          return stateOf(sheet, "A1:A3");
        }),
      ],
    ]),
  ),
  "empty cells that count": [
    batch("states", async (_context, sheet) => {
      const validation = sheet.getRange("A1:A3").dataValidation;
      validation.rule = { decimal: { formula1: 1, operator: "GreaterThan" } };
      const before = await stateOf(sheet, "A1:A3");
      validation.ignoreBlanks = false;
      return [before, await stateOf(sheet, "A1:A3")];
    }),
  ],
  "a prompt and an alert without a rule": [
    batch("state", (_context, sheet) => {
      const validation = sheet.getRange("A1:A3").dataValidation;
      validation.prompt = { message: "Type", showPrompt: true, title: "Here" };
      validation.errorAlert = { message: "No", showAlert: true, style: "Warning", title: "Stop" };
      return stateOf(sheet, "A1:A3");
    }),
  ],
  "ranges with a rule in a part, and with two rules": [
    batch("states", async (_context, sheet) => {
      sheet.getRange("A1:A3").dataValidation.rule = { decimal: { formula1: 1, operator: "GreaterThan" } };
      sheet.getRange("B1:B3").dataValidation.rule = { decimal: { formula1: 2, operator: "GreaterThan" } };
      return [await stateOf(sheet, "A3:A4"), await stateOf(sheet, "A1:B1"), await stateOf(sheet, "A2")];
    }),
  ],
  "a value that a script writes": [
    batch("values", async (_context, sheet) => {
      sheet.getRange("A1:A3").dataValidation.rule = { decimal: { formula1: 1, operator: "GreaterThan" } };
      sheet.getRange("A1").values = [[0]];
      const range = sheet.getRange("A1").load("values");
      await sheet.context.sync();
      return [range.values as Fact, await stateOf(sheet, "A1")];
    }),
  ],
  "what clear takes": [
    batch("types", async (_context, sheet) => {
      const types: Fact[] = [];
      for (const applyTo of ["Contents", "Formats", "All"] as const) {
        sheet.getRange("A1:A3").dataValidation.rule = { decimal: { formula1: 1, operator: "GreaterThan" } };
        sheet.getRange("A1:A3").clear(applyTo);
        const validation = sheet.getRange("A1:A3").dataValidation.load("type");
        await sheet.context.sync();
        types.push([applyTo, validation.type]);
      }
      return types;
    }),
  ],
  "rules and texts that are wrong": [
    batch("errors", async (_context, sheet) => [
      await failureOf(sheet, (validation) => (validation.rule = {})),
      await failureOf(
        sheet,
        (validation) =>
          (validation.rule = {
            decimal: { formula1: 1, operator: "GreaterThan" },
            custom: { formula: "=TRUE" },
          }),
      ),
      await failureOf(sheet, (validation) => (validation.rule = { decimal: { formula1: 1, operator: "Between" } })),
      await failureOf(
        sheet,
        (validation) => (validation.rule = { list: { inCellDropDown: true, source: "x".repeat(256) } }),
      ),
      await failureOf(
        sheet,
        (validation) => (validation.prompt = { message: "x".repeat(256), showPrompt: true, title: "" }),
      ),
      await failureOf(
        sheet,
        (validation) => (validation.prompt = { message: "", showPrompt: true, title: "x".repeat(33) }),
      ),
    ]),
  ],
});
