import type { ProbeFunctions } from "./probe-functions";
import type { Action, ProbeStep } from "./step";
import { errorCode, type Fact, type StepTrace, toFact, type Trace } from "./trace";

export interface ProbeOptions {
  readonly functions: ProbeFunctions;
  readonly steps: readonly ProbeStep[];
  /** Milliseconds without a change after which Excel counts as calm. */
  readonly quiet: number;
  /** Milliseconds after which a step goes on, calm or not. */
  readonly patience: number;
  /** Shows what a person has to do. Resolves to false if it is skipped. */
  readonly ask: (sentence: string) => Promise<boolean>;
  readonly progress: (done: number, name: string) => void;
  /** True when the person has stopped the probe. */
  readonly stopped: () => boolean;
}

const sheetName = "Spillway probe";
/** What a step may use of its sheet. */
const clearedRange = "A1:Z80";

/** Runs the steps in a new sheet and removes it. @throws if a sheet of that name is there already */
export const runProbe = async (options: ProbeOptions): Promise<Trace> => {
  await makeSheet();
  const traces: StepTrace[] = [];
  const leftovers: Leftovers = new Set();
  try {
    for (const [index, step] of options.steps.entries()) {
      if (options.stopped()) break;
      options.progress(index, step.name);
      traces.push(await runStep(step, options, leftovers));
    }
  } finally {
    options.functions.reset();
    await Excel.run({ delayForCellEdit: true }, async (context) => {
      context.workbook.application.calculationMode = Excel.CalculationMode.automatic;
      context.workbook.worksheets.getItem(sheetName).delete();
      await context.sync();
    });
  }
  return { format: 1, host: readHost(), recorded: new Date().toISOString().slice(0, 10), steps: traces };
};

const makeSheet = (): Promise<void> =>
  Excel.run({ delayForCellEdit: true }, async (context) => {
    const present = context.workbook.worksheets.getItemOrNullObject(sheetName);
    present.load("name");
    await context.sync();
    if (!present.isNullObject)
      throw new Error(`There is a sheet "${sheetName}" already. Delete or rename it, then run again.`);
    context.workbook.worksheets.add(sheetName).activate();
    await context.sync();
  });

const readHost = (): Trace["host"] => {
  const { host, platform, version } = Office.context.diagnostics;
  return {
    name: String(host),
    platform: String(platform),
    version,
    language: Office.context.displayLanguage,
    sets: Object.fromEntries(
      (
        [
          ["ExcelApi", 30],
          ["CustomFunctionsRuntime", 9],
          ["SharedRuntime", 5],
          ["RibbonApi", 5],
          ["KeyboardShortcuts", 3],
        ] as const
      ).map(([set, most]) => [set, highestSet(set, most)]),
    ),
  };
};

const highestSet = (set: string, most: number): string => {
  for (let minor = most; minor > 0; minor -= 1)
    if (Office.context.requirements.isSetSupported(set, `1.${minor}`)) return `1.${minor}`;
  return "none";
};

type SheetBatch<Value> = (context: Excel.RequestContext, sheet: Excel.Worksheet) => Promise<Value>;

const runOnSheet = <Value>(run: SheetBatch<Value>, options: object = { delayForCellEdit: true }): Promise<Value> =>
  Excel.run(options as Excel.RunOptions, (context) => run(context, context.workbook.worksheets.getItem(sheetName)));

const runStep = async (step: ProbeStep, options: ProbeOptions, leftovers: Leftovers): Promise<StepTrace> => {
  const began = performance.now();
  const facts: Record<string, Fact> = {};
  options.functions.reset();
  const run: StepRun = { facts, options, leftovers, isClean: false };
  try {
    for (const action of step.actions) if (!(await act(action, run))) break;
  } catch (error) {
    addFact(facts, "error", errorCode(error));
  }
  return { name: step.name, topic: step.topic, facts, milliseconds: Math.round(performance.now() - began) };
};

/** What earlier steps have left in the sheet besides contents and formats of cells. */
type Leftovers = Set<"table" | "merge" | "mode" | "format">;

interface StepRun {
  readonly facts: Record<string, Fact>;
  readonly options: ProbeOptions;
  readonly leftovers: Leftovers;
  /** Whether the sheet is as new. The first action clears it, in the same batch if it writes. */
  isClean: boolean;
}

/** A second fact of the same label gets a number. */
const addFact = (facts: Record<string, Fact>, label: string, fact: Fact): void => {
  let free = label;
  for (let count = 2; free in facts; count += 1) free = `${label} (${count})`;
  facts[free] = withoutSheetNames(fact);
};

/** Addresses name the sheet of the probe; facts are shorter without it. */
const withoutSheetNames = (fact: Fact): Fact =>
  JSON.parse(JSON.stringify(fact).replaceAll(`'${sheetName}'!`, "Probe!")) as Fact;

/** Makes the sheet as new. The batch is not synchronized where nothing must be read. */
const clean = async (run: StepRun, context: Excel.RequestContext, sheet: Excel.Worksheet): Promise<void> => {
  if (run.isClean) return;
  run.isClean = true;
  const { leftovers } = run;
  if (leftovers.has("mode")) context.workbook.application.calculationMode = Excel.CalculationMode.automatic;
  if (leftovers.has("table")) {
    const tables = sheet.tables.load({ name: true });
    await context.sync();
    for (const table of tables.items) table.delete();
  }
  const range = sheet.getRange(clearedRange);
  if (leftovers.has("merge")) range.unmerge();
  range.clear();
  if (leftovers.has("format")) sheet.getRange("A:F").numberFormat = "General" as never;
  leftovers.clear();
};

const properties = {
  values: "values",
  types: "valueTypes",
  texts: "text",
  formats: "numberFormat",
  formulas: "formulas",
  json: "valuesAsJson",
} as const;

/** Returns false if the rest of the step is skipped. */
const act = async (action: Action, run: StepRun): Promise<boolean> => {
  const { facts, options } = run;
  const { functions } = options;
  switch (action.do) {
    case "enter":
    case "start":
      await runOnSheet(async (context, sheet) => {
        await clean(run, context, sheet);
        for (const [address, content] of Object.entries(action.cells)) sheet.getRange(address).formulas = [[content]];
        await context.sync();
      });
      if (action.do === "enter") await waitUntilSettled(options);
      return true;
    case "answer":
      functions.answer(action.tag, action.result);
      return true;
    case "send":
      functions.send(action.tag, action.result);
      return true;
    case "settle":
      await waitUntilSettled(options);
      return true;
    case "ask":
      if (await options.ask(action.sentence)) return true;
      addFact(facts, "skipped", true);
      return false;
    case "look":
      addFact(facts, "range" in action ? `${action.at} ${action.range}` : action.at, await lookAt(action, functions));
      return true;
    case "batch":
      await runOnSheet(async (context, sheet) => {
        await clean(run, context, sheet);
        await context.sync();
      });
      addFact(facts, action.label, toFact(await runOnSheet(action.run, { delayForCellEdit: true, ...action.options })));
      return true;
    default:
      await runOnSheet(async (context, sheet) => {
        await clean(run, context, sheet);
        change(action, context, sheet);
        await context.sync();
      });
      if (isLeft(action.do)) run.leftovers.add(action.do);
      return true;
  }
};

const isLeft = (action: EventChange["do"]): action is "table" | "merge" | "mode" | "format" =>
  ["table", "merge", "mode", "format"].includes(action);

type EventChange = Exclude<
  Action,
  { readonly do: "enter" | "start" | "answer" | "send" | "settle" | "ask" | "look" | "batch" }
>;

const change = (action: EventChange, context: Excel.RequestContext, sheet: Excel.Worksheet): void => {
  const { application } = context.workbook;
  switch (action.do) {
    case "clear":
      sheet.getRange(action.range).clear("Contents");
      break;
    case "calculate":
      sheet.getRange(action.range).calculate();
      break;
    case "merge":
      sheet.getRange(action.range).merge();
      break;
    case "unmerge":
      sheet.getRange(action.range).unmerge();
      break;
    case "table":
      sheet.tables.add(action.range, true);
      break;
    case "insert":
      sheet.getRange(action.range).insert(action.shift as "Down" | "Right");
      break;
    case "delete":
      sheet.getRange(action.range).delete(action.shift as "Up" | "Left");
      break;
    case "calculate all":
      application.calculate(action.type);
      break;
    case "mode":
      application.calculationMode = action.mode;
      break;
    case "format":
      sheet.getRange(action.range).numberFormat = action.pattern as never;
  }
};

const lookAt = async (action: Extract<Action, { readonly do: "look" }>, functions: ProbeFunctions): Promise<Fact> => {
  if (!("range" in action)) {
    const calls = functions.events.filter((event) => Array.isArray(event) && event[0] === "called");
    if (action.at === "number of calls") return calls.length;
    return action.at === "calls" ? calls.map((event) => (event as Fact[]).slice(1)) : functions.events.map(toFact);
  }
  const { at, range: address } = action;
  return runOnSheet(async (context, sheet) => {
    if (at === "spill") {
      const spill = sheet.getRange(address).getSpillingToRangeOrNullObject();
      spill.load("address");
      await context.sync();
      return spill.isNullObject ? null : spill.address;
    }
    const range = sheet.getRange(address).load(properties[at]);
    await context.sync();
    return toFact(range[properties[at]]);
  });
};

/** Milliseconds between two looks. */
const interval = 25;

/**
 * Waits until Excel shows what it has got: nothing has changed for a while, and no cell is busy except those whose calls
 * are held.
 */
const waitUntilSettled = async ({ functions, quiet, patience }: ProbeOptions): Promise<void> => {
  const end = performance.now() + patience;
  let last = "";
  let since = performance.now();
  while (performance.now() < end) {
    const values = await runOnSheet(async (context, sheet) => {
      const range = sheet.getRange("A1:H60").load("values");
      await context.sync();
      return JSON.stringify(range.values);
    });
    const now = `${functions.events.length} ${values}`;
    if (now !== last) since = performance.now();
    last = now;
    const isBusy = functions.held === 0 && /#BUSY!|#GETTING_DATA/.test(values);
    if (!isBusy && performance.now() - since >= quiet) return;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
};
