import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";
import type { FormulaCells } from "../../../../src/addin/excel/formula-cells";
import { Recalculation } from "../../../../src/addin/excel/recalculation";
import { Refresh } from "../../../../src/addin/excel/refresh";
import type { AddinError } from "../../../../src/engine/http/addin-error";
import type { ServiceModel } from "../../../support/virtual-service";

interface Sheet extends VirtualOffice {
  readonly refresh: Refresh;
  /** The value of each formula, as its cell shows it. */
  readonly values: Map<string, string>;
  readonly calculated: string[];
  /** The rows of a formula's result, instead of its value. */
  readonly rows: Map<string, readonly string[]>;
  readonly calculate: (address: string) => Promise<void>;
}

const none = (): Promise<number> => Promise.resolve(0);

/** A sheet with so many look-ups, one a row, calculated once; the cells of the functions that Excel calls. */
const sheetOf = async (count: number, model: Partial<ServiceModel> = {}): Promise<Sheet> => {
  const office = await virtualOffice({ model });
  const { clock, runtime, open } = office;
  const addresses = Array.from({ length: count }, (_, index) => `Sheet1!A${index + 1}`);
  const values = new Map<string, string>();
  const calculated: string[] = [];
  const rows = new Map<string, readonly string[]>();
  const calculate = async (address: string): Promise<void> => {
    const entry = open({ address, reloadSince: recalculation.entered(address) });
    const query = { name: `eq:company ${address.slice("Sheet1!A".length)}` };
    try {
      const { matches } = await runtime.entities.search(query, { fields: ["name", "lei"], maxCandidates: 1 }, entry);
      const value = JSON.stringify(matches);
      values.set(address, value);
      entry.done(1);
      refresh.results.note(
        address,
        (rows.get(address) ?? [value]).map((row) => [row]),
      );
    } catch (error) {
      values.set(address, "#N/A");
      entry.failed(error as AddinError);
    }
    recalculation.left(address, runtime.requestLog);
  };
  const cells: FormulaCells = {
    find: (scope) => Promise.resolve(typeof scope === "string" ? addresses : scope),
    calculate: (some) => {
      calculated.push(...some);
      for (const address of some) void calculate(address);
      return Promise.resolve([]);
    },
    enterAgain: () => Promise.resolve([]),
  };
  const recalculation: Recalculation = new Recalculation(cells, clock);
  const { requestLog, connection, ready } = runtime;
  const refresh: Refresh = new Refresh({ clock, cells, recalculation, requestLog, connection, ready, frozen: none });
  await clock.run(Promise.all(addresses.map(calculate)));
  office.service.reset();
  return { ...office, refresh, values, calculated, rows, calculate };
};

const reported = async ({ clock, refresh }: Sheet): Promise<unknown> => {
  for (let turn = 0; turn < 2_000 && refresh.report.get() === undefined; turn += 1) await clock.advance(250);
  return refresh.report.get();
};

test("a refresh while signed out leaves all 400 good values, and makes no call", async () => {
  const sheet = await sheetOf(400);
  const { clock, service, runtime, refresh, values, calculated } = sheet;
  const before = [...values];
  await clock.run(runtime.session.signOut());
  const result = await clock.run(refresh.run("workbook"));
  expect(result).toEqual({ formulas: 400, refused: [], reason: "signed-out" });
  expect(refresh.report.get()).toMatchObject({ status: "refused", reason: "signed-out" });
  expect(calculated).toEqual([]);
  expect([...values]).toEqual(before);
  expect(service.counts.calls + service.counts.tokens).toBe(0);
});

test("a refresh without a connection leaves all 400 good values after one call", async () => {
  const sheet = await sheetOf(400);
  const { clock, service, runtime, refresh, values, calculated } = sheet;
  const before = [...values];
  // Nothing was fetched for a while, and nothing is remembered: a call would end in #N/A.
  await clock.advance(60_000);
  await clock.run(runtime.cache.clear());
  service.model = { ...service.model, fault: () => ({ kind: "reset" }) };
  const result = await clock.run(refresh.run("workbook"));
  expect(result.reason).toBe("offline");
  expect(calculated).toEqual([]);
  expect([...values]).toEqual(before);
  expect(service.counts.calls).toBe(1);
  expect(runtime.connection.state.get()).toBe("offline");
  service.model = { ...service.model, fault: () => undefined };
  await clock.run(refresh.run("workbook"));
  expect(await reported(sheet)).toMatchObject({ status: "done", refreshed: 400, missed: [] });
  expect(runtime.connection.state.get()).toBe("online");
});

test("a service that answers with errors can be reached", async () => {
  const { clock, service, runtime } = await sheetOf(1);
  await clock.advance(60_000);
  service.model = { ...service.model, fault: () => ({ kind: "status", status: 503 }) };
  expect(await clock.run(runtime.connection.check())).toBeUndefined();
  expect(service.counts.calls).toBe(1);
});

test("a service that never answers the test call is out of reach after 15 seconds", async () => {
  const { clock, service, runtime } = await sheetOf(1);
  await clock.advance(60_000);
  service.model = { ...service.model, fault: () => ({ kind: "hang" }) };
  expect(await clock.run(runtime.connection.check())).toBe("offline");
  expect(runtime.requestLog.calls.get().at(-1)).toMatchObject({ route: "listTasks" });
});

test("an answer in the last ten seconds proves the connection: a refresh makes no further call for it", async () => {
  const sheet = await sheetOf(10);
  await sheet.clock.run(sheet.refresh.run("sheet"));
  expect(await reported(sheet)).toMatchObject({ status: "done", refreshed: 10 });
  expect(Object.fromEntries(sheet.service.counts.routes)).toEqual({ "/*/entities/msearch": 1 });
});

test("a refresh reports formulas, changed rows, and for the others the time of their values and the reason", async () => {
  const sheet = await sheetOf(3);
  const { clock, service, runtime, refresh } = sheet;
  const fetchedAt = runtime.requestLog.latestAt("Sheet1!A1")?.fetchedAt;
  await clock.advance(3_600_000);
  let calls = 0;
  service.model = {
    ...service.model,
    fault: (request) =>
      request.url.includes("msearch") && (calls += 1) > 0 ? { kind: "status", status: 503 } : undefined,
  };
  await clock.run(refresh.run(["Sheet1!A1"]));
  const report = await reported(sheet);
  expect(report).toMatchObject({
    status: "done",
    refreshed: 0,
    missed: [{ address: "Sheet1!A1", fetchedAt, reason: expect.stringContaining("503") as string }],
  });
  expect(runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ source: "stale", fetchedAt });
  await clock.advance(2_000);
  // A later recalculation answers from memory: the values are still older than asked for.
  await clock.run(sheet.calculate("Sheet1!A1"));
  expect(runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ source: "stale" });
  const missed = report as { missed: Parameters<Refresh["stillMissed"]>[0] };
  expect(refresh.stillMissed(missed.missed)).toHaveLength(1);
  service.model = { ...service.model, fault: () => undefined };
  await clock.run(refresh.run(["Sheet1!A1"]));
  expect(await reported(sheet)).toMatchObject({ refreshed: 1, rowsChanged: 0, notCompared: 0, missed: [] });
  expect(runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ source: "live", staleReason: undefined });
  expect(refresh.stillMissed(missed.missed)).toEqual([]);
});

test("rows that are new, gone or different are counted in any order; a formula without an earlier result is not", async () => {
  const sheet = await sheetOf(2);
  const { clock, refresh, rows } = sheet;
  const refreshWith = async (...shown: readonly string[]): Promise<unknown> => {
    rows.set("Sheet1!A1", shown);
    await clock.run(refresh.run(["Sheet1!A1"]));
    return reported(sheet);
  };
  await refreshWith("a", "b", "c");
  expect(await refreshWith("c", "b", "a")).toMatchObject({ rowsChanged: 0 });
  expect(await refreshWith("c", "a", "new", "newer")).toMatchObject({ refreshed: 1, rowsChanged: 2 });
  expect(await refreshWith("c")).toMatchObject({ rowsChanged: 3, notCompared: 0 });
  await clock.run(refresh.run(["Sheet1!A1", "Sheet1!B1"]));
  expect(await reported(sheet)).toMatchObject({ refreshed: 2, rowsChanged: 0, notCompared: 1 });
});

test("a result of 5,000 rows has a fingerprint for each row", async () => {
  const { clock, refresh } = await sheetOf(1);
  const many = Array.from({ length: 5_000 }, (_, index) => [index, `row ${index}`]);
  refresh.results.note("Sheet1!A1", many);
  const [found] = [...(await clock.run(refresh.results.of(["Sheet1!A1"]))).values()];
  expect(new Set(found).size).toBe(5_000);
});

test("a refresh that cannot begin keeps its scope and reason for Retry, and the next one that begins clears it", async () => {
  const sheet = await sheetOf(3);
  const { clock, refresh, runtime } = sheet;
  const { requestLog, connection, ready } = runtime;
  let isMissing = true;
  const find: FormulaCells["find"] = () =>
    isMissing ? Promise.reject(new Error("A part of the add-in is missing.")) : Promise.resolve(["Sheet1!A1"]);
  const recalculation = new Recalculation(
    { find, calculate: () => Promise.resolve([]), enterAgain: () => Promise.resolve([]) },
    clock,
  );
  const own = new Refresh({ clock, cells: { find }, recalculation, requestLog, connection, ready, frozen: none });
  expect(await clock.run(own.run("sheet"))).toMatchObject({ formulas: 0, reason: "failed" });
  expect(own.report.get()).toEqual({
    status: "failed",
    message: "A part of the add-in is missing.",
    scope: "sheet",
  });
  isMissing = false;
  await clock.run(own.run("sheet"));
  expect(own.report.get()?.status).not.toBe("failed");
  expect(refresh.report.get()).toBeUndefined();
});

test("after a change of account, cells keep their values and count as those of the earlier account until they are refreshed", async () => {
  const sheet = await sheetOf(3);
  const { clock, runtime, refresh, service } = sheet;
  const of = (index: number) => runtime.requestLog.latestAt(`Sheet1!A${index}`);
  const before = [...sheet.values];
  await clock.run(runtime.session.signOut());
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  expect([1, 2, 3].map((index) => of(index)?.earlierAccount)).toEqual([false, false, false]);
  await clock.run(runtime.session.signOut());
  service.reset();
  await clock.run(runtime.session.signIn({ key: "another", secret: "secret" }, false));
  await clock.advance(5_000);
  expect([1, 2, 3].map((index) => of(index)?.earlierAccount)).toEqual([true, true, true]);
  expect(of(1)?.source).toBe("stale");
  expect([...sheet.values]).toEqual(before);
  expect(service.counts.calls).toBe(0);
  await clock.run(refresh.run(["Sheet1!A1"]));
  await reported(sheet);
  expect([1, 2, 3].map((index) => of(index)?.earlierAccount)).toEqual([false, true, true]);
  expect(of(1)?.source).toBe("live");
});
