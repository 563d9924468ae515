import { VirtualClock } from "../../../../support/virtual-clock";
import type { FormulaCells, RefreshScope } from "../../../../../src/addin/excel/sheet/formula-cells";
import { Recalculation } from "../../../../../src/addin/excel/refresh/recalculation";
import type { RequestLogEntry } from "../../../../../src/engine/requests/request-log";
import type { StoreName } from "../../../../../src/engine/requests/request-context";
import { createStore } from "../../../../../src/engine/store";

type Did = readonly [verb: "find" | "calculate" | "enterAgain", what: unknown];

interface Sheet {
  /** What Excel does with a cell it shall calculate; by default it calls the function. */
  readonly calls: (address: string) => boolean;
  readonly refuses?: string;
  readonly breaks?: (addresses: readonly string[]) => boolean;
}

/** The cells of a workbook: formulas at addresses, called when calculated or entered. */
const workbook = (formulas: readonly string[], sheet: Partial<Sheet> = {}) => {
  const clock = new VirtualClock(1);
  const did: Did[] = [];
  const marks: Record<string, number | undefined> = {};
  const { calls = () => true, refuses, breaks = () => false } = sheet;
  const call = (address: string): void => {
    marks[address] = recalculation.entered(address);
    recalculation.left(address, { latestAt: (store) => readers[store] });
  };
  const cells: FormulaCells = {
    find: (scope: RefreshScope) => {
      did.push(["find", scope]);
      return Promise.resolve(typeof scope === "string" ? formulas : scope);
    },
    calculate: (addresses) => {
      did.push(["calculate", addresses]);
      if (breaks(addresses)) return Promise.reject(new Error("ItemNotFound"));
      addresses.filter(calls).forEach(call);
      return Promise.resolve(refuses === undefined ? [] : [refuses]);
    },
    enterAgain: (addresses) => {
      did.push(["enterAgain", addresses]);
      addresses.forEach(call);
      return Promise.resolve([]);
    },
  };
  const readers: Record<string, RequestLogEntry> = {};
  const recalculation: Recalculation = new Recalculation(cells, clock);
  const stop = (address: string): void => {
    readers[address] = { address, reads: new Set(), stopped: true } as unknown as RequestLogEntry;
  };
  const reads = (address: string, ...stores: StoreName[]): void => {
    readers[address] = { address, reads: new Set(stores) } as unknown as RequestLogEntry;
  };
  return {
    clock,
    did,
    marks,
    call,
    reads,
    stop,
    recalculation,
    done: (verb: Did[0]) => did.filter(([name]) => name === verb).map(([, what]) => what),
  };
};

test("a refresh marks exactly the formulas of its scope; others get no mark", async () => {
  const { clock, marks, call, recalculation } = workbook(["Sheet1!A1", "Sheet1!B1"]);
  const started = clock.now();
  const result = await clock.run(recalculation.refresh("selection"));
  call("Sheet1!C1");
  expect(result).toEqual({ formulas: 2, refused: [] });
  expect(marks).toEqual({ "Sheet1!A1": started, "Sheet1!B1": started, "Sheet1!C1": undefined });
});

test("a mark serves every function of its formula, and is gone a second later", async () => {
  const { clock, marks, call, recalculation } = workbook(["Sheet1!A1"]);
  const started = clock.now();
  const refreshed = recalculation.refresh("sheet");
  await clock.advance(100);
  call("Sheet1!A1");
  expect(marks["Sheet1!A1"]).toBe(started);
  await clock.run(refreshed);
  await clock.advance(2_000);
  call("Sheet1!A1");
  expect(marks["Sheet1!A1"]).toBeUndefined();
});

test("the mark of a formula that a person stopped is gone at once: called again, it makes no call", async () => {
  const { clock, marks, call, stop, recalculation } = workbook(["Sheet1!A1"], { calls: () => false });
  const refreshed = recalculation.refresh("sheet");
  await clock.advance(100);
  stop("Sheet1!A1");
  call("Sheet1!A1");
  await clock.advance(1);
  call("Sheet1!A1");
  expect(marks["Sheet1!A1"]).toBeUndefined();
  await clock.run(refreshed);
});

test.each([
  ["'EU Banks'!B2", "EU Banks!B2"],
  ["'EU Banks'!B2", "'[Model.xlsx]EU Banks'!$B$2"],
  ["'O''Neil'!A1", "O'Neil!A1"],
])("%s is known again where Excel writes it %s", async (found, invoked) => {
  const { clock, marks, call, recalculation } = workbook([found], { calls: () => false });
  const started = clock.now();
  const refreshed = recalculation.refresh("workbook");
  await clock.advance(10);
  call(invoked);
  expect(marks[invoked]).toBe(started);
  await clock.run(refreshed);
});

test("formulas that stay silent for a second are entered again, the others are not", async () => {
  const { clock, done, recalculation } = workbook(["Sheet1!A1", "Sheet1!B1"], {
    calls: (address) => address === "Sheet1!A1",
  });
  await clock.run(recalculation.refresh("sheet"));
  expect(done("enterAgain")).toEqual([["Sheet1!B1"]]);
});

test("what the workbook refuses is said once", async () => {
  const { clock, recalculation } = workbook(["Sheet1!A1"], { refuses: "The workbook calculates manually." });
  expect(await clock.run(recalculation.refresh("sheet"))).toEqual({
    formulas: 1,
    refused: ["The workbook calculates manually."],
  });
});

test("a refresh of a scope without our formulas asks Excel for nothing", async () => {
  const { clock, done, recalculation } = workbook([]);
  expect(await clock.run(recalculation.refresh("selection"))).toEqual({ formulas: 0, refused: [] });
  expect(done("calculate")).toEqual([]);
});

test("a refresh that Excel refuses rejects with Excel's error", async () => {
  const { clock, recalculation } = workbook(["Sheet1!A1"], { breaks: () => true });
  await expect(clock.run(recalculation.refresh("sheet"))).rejects.toThrow("ItemNotFound");
});

test("when a store changes exactly the cells that read it are calculated, unmarked", async () => {
  const { clock, done, marks, call, reads, recalculation } = workbook([]);
  const session = createStore("signed out");
  recalculation.follow("session", session);
  reads("Sheet1!A1", "session");
  reads("Sheet1!B1", "catalogue");
  reads("Sheet1!C1");
  for (const address of ["Sheet1!A1", "Sheet1!B1", "Sheet1!C1"]) call(address);
  session.set("signed in");
  await clock.advance(3_000);
  expect(done("calculate")).toEqual([["Sheet1!A1"]]);
  expect(marks["Sheet1!A1"]).toBeUndefined();
});

test("several changes of one action make one recalculation", async () => {
  const { clock, done, call, reads, recalculation } = workbook([]);
  const [session, catalogue] = [createStore(0), createStore(0)];
  recalculation.follow("session", session);
  recalculation.follow("catalogue", catalogue);
  reads("Sheet1!A1", "session", "catalogue");
  call("Sheet1!A1");
  session.set(1);
  catalogue.set(1);
  session.set(2);
  await clock.advance(3_000);
  expect(done("calculate")).toHaveLength(1);
});

test("a cell whose formula reads the store no more is left alone", async () => {
  const { clock, done, call, reads, recalculation } = workbook([]);
  const session = createStore(0);
  recalculation.follow("session", session);
  reads("Sheet1!A1", "session");
  call("Sheet1!A1");
  reads("Sheet1!A1");
  call("Sheet1!A1");
  session.set(1);
  await clock.advance(3_000);
  expect(done("calculate")).toEqual([]);
});

test("after rows moved the next change asks every formula of ours, wherever it is now, once", async () => {
  const { clock, done, call, reads, recalculation } = workbook(["Sheet1!A2"]);
  const session = createStore(0);
  recalculation.follow("session", session);
  reads("Sheet1!A1", "session");
  call("Sheet1!A1");
  recalculation.moved();
  reads("Sheet1!A2", "session");
  session.set(1);
  await clock.advance(3_000);
  expect(done("calculate")).toEqual([["Sheet1!A2"]]);
  session.set(2);
  await clock.advance(3_000);
  expect(done("find")).toEqual(["workbook"]);
  expect(done("calculate")).toEqual([["Sheet1!A2"], ["Sheet1!A2"]]);
});

test("after rows moved a change of what no formula has read asks Excel for nothing", async () => {
  const { clock, did, call, reads, recalculation } = workbook(["Sheet1!A2"]);
  const changes = createStore(0);
  recalculation.follow("changes", changes);
  reads("Sheet1!A1", "session");
  call("Sheet1!A1");
  recalculation.moved();
  changes.set(1);
  await clock.advance(3_000);
  expect(did).toEqual([]);
});

test("a sheet that was deleted does not keep the cells of the others from healing", async () => {
  const gone = (addresses: readonly string[]): boolean => addresses.some((address) => address.startsWith("Gone!"));
  const { clock, done, call, reads, recalculation } = workbook(["Sheet1!A1"], { breaks: gone });
  const session = createStore(0);
  recalculation.follow("session", session);
  for (const address of ["Sheet1!A1", "Gone!A1"]) {
    reads(address, "session");
    call(address);
  }
  session.set(1);
  await clock.advance(3_000);
  expect(done("calculate")).toEqual([["Sheet1!A1", "Gone!A1"], ["Sheet1!A1"]]);
});
