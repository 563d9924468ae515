import type { UnseenResults } from "../../../../../src/addin/excel/functions/unseen-results";
import { createFormulaCells } from "../../../../../src/addin/excel/sheet/formula-cells";
import { associate } from "../../../../../src/addin/excel/functions/register-functions";
import { Repair } from "../../../../../src/addin/excel/repair/repair";
import { nothingToRepair, type RepairState } from "../../../../../src/addin/excel/repair/repair-state";
import { watchBatches } from "../../../../../src/addin/excel/run-excel";
import { AddinError } from "../../../../../src/engine/http/addin-error";
import { createStore, type WritableStore } from "../../../../../src/engine/store";
import type { CellValue } from "../../../../../src/formulas/table/matrix";
import { makeExcel } from "../../../../../src/workbench/excel/excel-global";
import { defineUnknownNames } from "../../../../../src/workbench/faults/unknown-names";
import { openWorkbookJson } from "../../../../../src/workbench/file/open-and-save";
import { makeCustomFunctions } from "../../../../../src/workbench/office/custom-functions";
import type { OfficeHost } from "../../../../../src/workbench/office/office-host";
import { functionHost } from "../../../../support/function-host";
import { tinyFunction } from "../../../../support/tiny-functions";
import { until } from "../../../../support/until";
import type { VirtualClock } from "../../../../support/virtual-clock";
import { startHost } from "../../../workbench/start-host";

const names = ["TEST.ROWS", "TEST.ONE", "TEST.SLOW"];

let host: OfficeHost;
let clock: VirtualClock;
let unseen: UnseenResults;
let state: WritableStore<RepairState>;
let repair: Repair;
/** How often the functions computed an answer: each time may cost calls to the service. */
let computed: number;
/** What the functions add to their answers, so that an answer can change. */
let version: number;
/** Ends the answer that TEST.SLOW is waiting for. */
let answerSlow = (): void => undefined;

beforeAll(async () => {
  watchBatches((work) => {
    batch = work;
  });
  host = startHost();
  Object.assign(globalThis, { Excel: makeExcel(host), CustomFunctions: makeCustomFunctions(host.functions) });
  defineUnknownNames(host.faults, host.book, host.functions);
  const parameters = [{ name: "rows", type: "number" as const, optional: true }];
  host.functions.define({
    functions: [
      { id: "TEST.ROWS", name: "TEST.ROWS", parameters, options: { requiresAddress: true } },
      { id: "TEST.ONE", name: "TEST.ONE", parameters, options: { requiresAddress: true } },
      { id: "TEST.SLOW", name: "TEST.SLOW", parameters, options: { requiresAddress: true } },
    ],
  });
  const made = await functionHost();
  clock = made.clock;
  const { requestLog } = made.host.runtime;
  const cells = createFormulaCells(names);
  state = createStore(nothingToRepair);
  repair = new Repair({ clock, state, cells, requestLog, names, namespace: "" });
  ({ unseen } = repair);
  associate(
    [
      tinyFunction("TEST.ROWS", ([rows], { memoryOnly }) => {
        if (memoryOnly === true) return Promise.reject(new AddinError("interrupted", "Stopped."));
        computed += 1;
        const row = (index: number): CellValue[] => [`row ${index + 1}`, index === 1 ? version : index];
        return Promise.resolve(Array.from({ length: Number(rows) }, (_, index) => row(index)));
      }),
      tinyFunction(
        "TEST.ONE",
        ([value]) => {
          computed += 1;
          return value === 0
            ? Promise.reject(new AddinError("not-found", "There is none."))
            : Promise.resolve([[Number(value) + version]]);
        },
        { result: "value" },
      ),
      tinyFunction(
        "TEST.SLOW",
        ([value], { runtime, address }) => {
          computed += 1;
          const request = runtime.requestLog.open({ what: "TEST.SLOW", address, query: "TEST.SLOW(8)" });
          return new Promise((resolve) => {
            answerSlow = () => {
              request.done(1, { height: 1, width: 1 });
              resolve([[Number(value)]]);
            };
          });
        },
        { result: "value" },
      ),
    ],
    Promise.resolve({
      ...made.host,
      unseenResults: {
        note: (given) => unseen.note({ ...given, at: clock.steady() }),
        again: (...call) => unseen.again(...call),
        isRepair: (address) => unseen.isRepair(address),
      },
    }),
  );
});

beforeEach(async () => {
  host.faults.switchOff();
  await open({});
  unseen.clear();
  repair.dismiss();
  // The attempts of the test before count no more.
  await clock.advance(3_600_000);
  state.set(nothingToRepair);
  computed = 0;
  version = 0;
});

const values = (address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address).load({ values: true });
    await context.sync();
    return range.values as unknown[][];
  });

const enter = (cells: Readonly<Record<string, string>>): Promise<void> =>
  Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    for (const [address, formula] of Object.entries(cells)) sheet.getRange(address).formulas = [[formula]];
    await context.sync();
  });

const protect = (on: boolean): Promise<void> =>
  Excel.run(async (context) => {
    const { protection } = context.workbook.worksheets.getActiveWorksheet();
    if (on) protection.protect();
    else protection.unprotect();
    await context.sync();
  });

const formula = async (address: string): Promise<unknown> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address).load({ formulas: true });
    await context.sync();
    return (range.formulas as unknown[][])[0]?.[0];
  });

const open = async (cells: Readonly<Record<string, string>>): Promise<void> => {
  await openWorkbookJson(host, { name: "Test", sheets: [{ name: "Sheet1", cells }] });
  await new Promise((resolve) => setTimeout(resolve, 60));
};

let batch: Promise<unknown> = Promise.resolve();

/** Resolves when no batch is under way and the sheet is calculated. A dropped result counts as calculated, and a batch that waits for a cell edit as none. */
const atRest = async (): Promise<void> => {
  for (let quiet = 0; quiet < 3;) {
    const before = batch;
    if (!host.faults.has("cell-edit")) await batch;
    await new Promise((resolve) => setTimeout(resolve, 10));
    quiet = before === batch && !host.functions.calculation.running ? quiet + 1 : 0;
  }
};

/** Lets so many seconds pass, with real time in between in which the sheet calculates. */
const wait = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1_000);
    await atRest();
  }
};

const shows = (address: string, value: unknown): Promise<void> =>
  until(`${address} shows ${String(value)}`, async () => (await values(address))[0]?.[0] === value);

describe("a result that Excel took and does not show", () => {
  test("is given again from memory, and the cell is listed as repaired", async () => {
    host.faults.switchOn({ kind: "drop-result", cells: "A1", times: 1 });
    await enter({ A1: "=TEST.ROWS(3)", A9: "=TEST.ONE(7)" });
    await shows("A9", 7);
    expect((await values("A1"))[0]).toEqual(["#BUSY!"]);
    await wait(6);
    expect(await values("A1:B3")).toEqual([
      ["row 1", 0],
      ["row 2", 0],
      ["row 3", 2],
    ]);
    expect(computed).toBe(2);
    expect(state.get()).toMatchObject({ repaired: [{ address: "Sheet1!A1" }], failed: [] });
  });

  test("is given again after the system time was set forward and back", async () => {
    host.faults.switchOn({ kind: "drop-result", cells: "A1", times: 1 });
    clock.jump(3_600_000);
    await enter({ A1: "=TEST.ROWS(3)" });
    clock.jump(-3_600_000);
    await wait(6);
    expect((await values("A1"))[0]).toEqual(["row 1"]);
    expect(state.get()).toMatchObject({ repaired: [{ address: "Sheet1!A1" }], failed: [] });
  });

  test("is repaired by entering the formula again, where calculating does not help", async () => {
    host.faults.switchOn({ kind: "drop-result", cells: "A1", times: 2 });
    await enter({ A1: '=IF(TRUE,TEST.ONE(7),"")' });
    await wait(9);
    expect(await values("A1")).toEqual([[7]]);
    expect({ computed, repaired: state.get().repaired.length }).toEqual({ computed: 1, repaired: 1 });
  });

  test("is told after two attempts, without a third, and no more once it is shown", async () => {
    const fault = host.faults.switchOn({ kind: "drop-result", cells: "A1" });
    await enter({ A1: "=TEST.ONE(7)" });
    await wait(60);
    expect(host.faults.list()).toMatchObject([{ hits: 3 }]);
    expect(state.get().failed).toEqual([{ address: "Sheet1!A1", kind: "not-shown", reason: undefined }]);
    host.faults.switchOff(fault);
    await repair.tryAgain();
    await wait(6);
    expect(await values("A1")).toEqual([[7]]);
    expect({ failed: state.get().failed, computed }).toEqual({ failed: [], computed: 1 });
  });

  test("is tried three times an hour, also when it is lost again and again", async () => {
    const again = async (): Promise<void> => {
      host.faults.switchOn({ kind: "drop-result", cells: "C1", times: 1 });
      version += 1;
      await enter({ C1: "=TEST.ONE(7)" });
      await wait(9);
    };
    await again();
    await again();
    await again();
    expect((await values("C1"))[0]).toEqual([10]);
    await again();
    expect((await values("C1"))[0]).toEqual(["#BUSY!"]);
    expect(state.get().failed).toMatchObject([{ address: "Sheet1!C1" }]);
    await clock.advance(3_600_000);
    await wait(40);
    expect((await values("C1"))[0]).toEqual([11]);
    expect(state.get().failed).toEqual([]);
    expect(computed).toBe(4);
  });

  test("is looked at every 30 seconds while it cannot be repaired, and no more often as time goes on", async () => {
    host.faults.switchOn({ kind: "drop-result", cells: "F1" });
    await enter({ F1: "=TEST.ONE(7)" });
    await wait(60);
    const looks = jest.spyOn(repair, "look");
    for (let minute = 0; minute < 10; minute += 1) await clock.advance(60_000);
    expect(looks.mock.calls.length).toBe(20);
    looks.mockRestore();
  });

  test("also where it is an error", async () => {
    host.faults.switchOn({ kind: "drop-result", cells: "A1", times: 1 });
    await enter({ A1: "=TEST.ONE(0)" });
    await wait(6);
    expect({ shown: await values("A1"), computed }).toEqual({ shown: [["#N/A"]], computed: 1 });
  });
});

describe("an old value that stands although a new result was given", () => {
  test("is replaced, also where only one row of a spill differs", async () => {
    await enter({ D1: "3", A1: "=TEST.ROWS(D1)" });
    await wait(4);
    host.faults.switchOn({ kind: "old-value", times: 1 });
    version = 5;
    await enter({ D1: "=1+2" });
    await wait(1);
    expect((await values("B2"))[0]).toEqual([0]);
    await wait(6);
    expect((await values("B2"))[0]).toEqual([5]);
    expect(computed).toBe(2);
    expect(state.get().repaired).toMatchObject([{ address: "Sheet1!A1" }]);
  });

  test("is not suspected where Excel's own functions stand around ours", async () => {
    await enter({ A1: "=TEST.ONE(7)*2", A2: "=TEST.ONE(1)+TEST.ONE(2)" });
    await wait(9);
    expect(await values("A1:A2")).toEqual([[14], [3]]);
    expect({ computed, repaired: state.get().repaired }).toEqual({ computed: 3, repaired: [] });
  });

  test("is not suspected where a spill is blocked or another formula was entered meanwhile", async () => {
    await enter({ A1: "=TEST.ROWS(3)", A2: "in the way", C1: "=TEST.ONE(7)" });
    await shows("C1", 7);
    await enter({ C1: "=1+1" });
    await wait(9);
    expect(await values("A1:C1")).toEqual([["#SPILL!", "", 2]]);
    expect({ computed, repaired: state.get().repaired }).toEqual({ computed: 2, repaired: [] });
  });
});

test("a formula that is entered while Excel is asked what its cell shows is left to its own request", async () => {
  await enter({ A1: "=TEST.ONE(7)" });
  await shows("A1", 7);
  // The result becomes due, and is looked at.
  const looking = clock.advance(2_000);
  await enter({ A1: "=TEST.SLOW(8)" });
  await looking;
  answerSlow();
  await wait(6);
  expect(await values("A1")).toEqual([[8]]);
  expect({ computed, repaired: state.get().repaired }).toEqual({ computed: 2, repaired: [] });
});

test("nothing is repaired while a cell is edited, and then everything", async () => {
  const fault = host.faults.switchOn({ kind: "drop-result", cells: "A1", times: 1 });
  await enter({ A1: "=TEST.ONE(7)" });
  const editing = host.faults.switchOn({ kind: "cell-edit" });
  await wait(12);
  host.faults.switchOff(editing);
  expect((await values("A1"))[0]).toEqual(["#BUSY!"]);
  await wait(12);
  expect((await values("A1"))[0]).toEqual([7]);
  expect(computed).toBe(1);
  host.faults.switchOff(fault);
});

test("each cell that cannot be repaired has its own reason", async () => {
  const sheetNames = ["Sheet1", "Free"];
  const onSheets = (work: (sheet: Excel.Worksheet) => void): Promise<void> =>
    Excel.run(async (context) => {
      for (const name of sheetNames) work(context.workbook.worksheets.getItem(name));
      await context.sync();
    });
  await Excel.run(async (context) => {
    context.workbook.worksheets.add("Free");
    await context.sync();
  });
  const fault = host.faults.switchOn({ kind: "drop-result" });
  await onSheets((sheet) => (sheet.getRange("A1").formulas = [["=TEST.ONE(7)"]]));
  await protect(true);
  await wait(20);
  await protect(false);
  host.faults.switchOff(fault);
  const { failed } = state.get();
  await repair.tryAgain();
  await wait(6);
  expect(state.get().failed).toEqual([]);
  await Excel.run((context) => {
    context.workbook.worksheets.getItem("Free").delete();
    return context.sync();
  });
  expect(failed.toSorted((one, other) => (one.address < other.address ? -1 : 1))).toEqual([
    { address: "Free!A1", kind: "not-shown", reason: undefined },
    { address: "Sheet1!A1", kind: "not-shown", reason: expect.stringContaining("Sheet1") as string },
  ]);
});

test("a cell that Excel refuses does not keep the others from being entered again, and its reason is told", async () => {
  await enter({ A1: "=TEST.ONE(7)", A2: "=TEST.ONE(8)", A3: "=TEST.ONE(9)" });
  await wait(1);
  unseen.clear();
  computed = 0;
  const cells = ["Sheet1!A1", "Gone!A1", "Sheet1!A2", "Sheet1!XFE1", "Sheet1!A3"];
  expect(await createFormulaCells(names).enterAgain(cells)).toHaveLength(2);
  await wait(1);
  expect(computed).toBe(3);
});

test("cells that wait for an earlier run of the add-in are answered from memory, or told", async () => {
  host.faults.switchOn({ kind: "drop-result", times: 2 });
  await enter({ A1: "=TEST.ROWS(2)", A5: "=TEST.ONE(7)" });
  await wait(1);
  // What the page knew is gone with it.
  unseen.clear();
  host.faults.switchOff();
  expect(await repair.scan()).toBe(2);
  await wait(6);
  expect([(await values("A1"))[0]?.[0], (await values("A5"))[0]?.[0]]).toEqual(["#N/A", 7]);
  expect(state.get()).toMatchObject({ interrupted: ["Sheet1!A1"], repaired: [{ address: "Sheet1!A5" }] });
});

describe("formulas whose names Excel does not know", () => {
  const cells = {
    A1: "=TEST.ONE(1)",
    A2: '=LEN(TEST.ONE(2)&"_xldudf_TEST_ONE(2)")',
    A3: "=_xldudf_OTHER_ONE(1)",
    A4: "=1+1",
  };

  test("are listed with the names that they get, and put right when the user says so", async () => {
    await open(cells);
    host.faults.switchOn({ kind: "unknown-name" });
    await wait(1);
    expect((await values("A1:A2")).flat()).toEqual(["#NAME?", "#NAME?"]);
    await repair.scan();
    expect(state.get().unknownNames).toEqual([
      { address: "Sheet1!A1", formula: "=_xldudf_TEST_ONE(1)", repaired: cells.A1 },
      { address: "Sheet1!A2", formula: '=LEN(_xldudf_TEST_ONE(2)&"_xldudf_TEST_ONE(2)")', repaired: cells.A2 },
    ]);
    expect((await values("A1"))[0]).toEqual(["#NAME?"]);
    const refused = repair.putNamesRight();
    await wait(3);
    expect(await refused).toEqual([]);
    expect([await formula("A1"), await formula("A2"), await formula("A3")]).toEqual([cells.A1, cells.A2, cells.A3]);
    expect((await values("A1:A2")).flat()).toEqual([1, 20]);
    expect(state.get()).toMatchObject({ unknownNames: [], failed: [] });
  });

  test("are told once, where entering them does not help", async () => {
    await open({ A1: "=TEST.ONE(NoSuchName)" });
    await repair.scan();
    expect(state.get().unknownNames).toHaveLength(1);
    const refused = repair.putNamesRight();
    await wait(3);
    await refused;
    expect(state.get().failed).toEqual([{ address: "Sheet1!A1", kind: "unknown-name", reason: undefined }]);
    await repair.scan();
    expect(state.get().unknownNames).toEqual([]);
  });

  test("are left alone on a protected sheet, with the reason", async () => {
    await open({ A1: "=TEST.ONE(1)" });
    host.faults.switchOn({ kind: "unknown-name" });
    await wait(1);
    await repair.scan();
    await protect(true);
    const refused = repair.putNamesRight();
    await wait(3);
    await protect(false);
    expect(await refused).toEqual([expect.stringContaining("Sheet1")]);
    expect(state.get().unknownNames).toHaveLength(1);
  });
});
