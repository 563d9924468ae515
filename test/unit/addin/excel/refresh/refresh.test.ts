import { virtualOffice, type VirtualOffice } from "../../../../support/virtual-runtime";
import type { FormulaCells } from "../../../../../src/addin/excel/sheet/formula-cells";
import { Recalculation } from "../../../../../src/addin/excel/refresh/recalculation";
import { type CompareRefresh, Refresh, stillMissed } from "../../../../../src/addin/excel/refresh/refresh";
import { type MissedFormula, RefreshNews } from "../../../../../src/addin/excel/refresh/refresh-news";
import type { CaptureResult } from "../../../../../src/formulas/editions/editions";
import { compareRefresh, newsSince } from "../../../../../src/formulas/changes/refresh-changes";
import { type Calculation, FormulaResult } from "../../../../../src/formulas/table/formula-result";
import { RefreshLease } from "../../../../../src/addin/excel/refresh/refresh-lease";
import { HostDocumentSettings } from "../../../../../src/workbench/office/document-settings";
import type { AddinError } from "../../../../../src/engine/http/addin-error";
import type { ServiceModel } from "../../../../support/virtual-service";

interface Sheet extends VirtualOffice {
  readonly refresh: Refresh;
  readonly news: RefreshNews;
  readonly recalculation: Recalculation;
  /** The value of each formula, as its cell shows it. */
  readonly values: Map<string, string>;
  readonly calculated: string[];
  /** The rows of a formula's result, instead of its value. */
  readonly rows: Map<string, readonly string[]>;
  readonly calculate: (address: string) => Promise<void>;
}

/** An answer whose rows are their own keys: a text and, behind a colon, a score. */
const answerWith = (rows: readonly string[]): Calculation => ({
  function: "TEST.EVENTS",
  query: "TEST.EVENTS()",
  incomplete: undefined,
  input: undefined,
  fetchedAt: undefined,
  total: undefined,
  partial: false,
  result: FormulaResult.ofTable(
    undefined,
    rows.map((row) => [Number(row.split(":")[1] ?? 1)]),
    {
      identity: { kind: "event", key: ["id"] },
      columns: [{ name: "score", label: "Score", type: "integer" }],
      origins: rows.map((row) => ({ key: row.split(":")[0] ?? "", entityId: undefined })),
    },
  ),
});

const loadComparison = (): Promise<CompareRefresh> => Promise.resolve(compareRefresh);

const noChanges = { events: 0, documents: 0, companies: 0, others: 0, rose: 0, fell: 0, changed: 0, gone: 0 };

/** What becomes of the answers of a refresh. */
let captured: CaptureResult = "stored";
afterEach(() => (captured = "stored"));

const none = (): Promise<number> => Promise.resolve(0);

/** A sheet with so many look-ups, one a row, calculated once; the cells of the functions that Excel calls. */
const sheetOf = async (
  count: number,
  model: Partial<ServiceModel> = {},
  leaseOf: (now: () => number) => RefreshLease | undefined = () => undefined,
): Promise<Sheet> => {
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
      news.answers.note(address, answerWith(rows.get(address) ?? ["company"]));
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
  const lease = leaseOf(() => clock.now());
  const news = new RefreshNews();
  const refresh = new Refresh({
    news,
    clock,
    cells,
    recalculation,
    requestLog,
    connection,
    ready,
    frozen: none,
    loadComparison,
    loadEditions: () =>
      Promise.resolve({
        capture: () => Promise.resolve(captured),
        earlierAnswers: () => Promise.resolve(() => Promise.resolve(undefined)),
      }),
    asOf: runtime.asOf,
    ...(lease !== undefined && { lease: () => Promise.resolve(lease) }),
  });
  await clock.run(Promise.all(addresses.map(calculate)));
  office.service.reset();
  return { ...office, refresh, news, recalculation, values, calculated, rows, calculate };
};

const reported = async ({ clock, news }: Sheet): Promise<unknown> => {
  for (let turn = 0; turn < 2_000 && news.report.get() === undefined; turn += 1) await clock.advance(250);
  return news.report.get();
};

test("a refresh while signed out leaves all 400 good values, and makes no call", async () => {
  const sheet = await sheetOf(400);
  const { clock, service, runtime, refresh, values, calculated } = sheet;
  const before = [...values];
  await clock.run(runtime.session.signOut());
  const result = await clock.run(refresh.run("workbook"));
  expect(result).toEqual({ formulas: 400, refused: [], reason: "signed-out" });
  expect(sheet.news.report.get()).toMatchObject({ status: "refused", reason: "signed-out" });
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

test("a refresh of a workbook that is set to an earlier day calculates nothing; a planned one is left out without a word", async () => {
  const sheet = await sheetOf(3);
  const { clock, service, runtime, refresh, calculated } = sheet;
  runtime.asOf.set({ asof: "2026-09-30" });
  await clock.run(refresh.run("workbook", { isPlanned: true }));
  expect(sheet.news.report.get()).toBeUndefined();
  expect(await clock.run(refresh.run("workbook"))).toMatchObject({ formulas: 0, reason: "as-of" });
  expect(sheet.news.report.get()).toEqual({ status: "as-of", scope: "workbook" });
  expect(calculated).toEqual([]);
  expect(service.counts.calls + service.counts.tokens).toBe(0);
  runtime.asOf.set(undefined);
  await clock.run(refresh.run("workbook"));
  expect(await reported(sheet)).toMatchObject({ status: "done", refreshed: 3 });
});

test.each(["full", "refused"] as const)("a refresh that could not be stored says so: %s", async (result) => {
  captured = result;
  const sheet = await sheetOf(2);
  await sheet.clock.run(sheet.refresh.run("workbook"));
  await reported(sheet);
  await sheet.clock.advance(1_000);
  expect(sheet.news.report.get()).toMatchObject({ status: "done", refreshed: 2, notStored: result });
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
  const missed = report as { missed: readonly MissedFormula[] };
  expect(stillMissed(missed.missed, sheet.recalculation, sheet.runtime.requestLog)).toHaveLength(1);
  service.model = { ...service.model, fault: () => undefined };
  await clock.run(refresh.run(["Sheet1!A1"]));
  expect(await reported(sheet)).toMatchObject({ refreshed: 1, counts: noChanges, notCompared: 0, missed: [] });
  expect(runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ source: "live", staleReason: undefined });
  expect(stillMissed(missed.missed, sheet.recalculation, sheet.runtime.requestLog)).toEqual([]);
});

/** The number of each kind of news, for the cells that the last refresh of each formula took. */
const listNews = ({ news }: Sheet, since?: number): readonly string[] =>
  newsSince(news.changes.get(), since).flatMap((each) =>
    each.compared
      ? each.news.changes.map(({ change, key }) => `${each.news.address} ${change} ${key}`)
      : [`${each.news.address} ${each.news.reason}`],
  );

test("a refresh says which records are new, gone or changed, in any order; without changes the list is empty", async () => {
  const sheet = await sheetOf(2);
  const { clock, refresh, rows } = sheet;
  const refreshWith = async (...shown: readonly string[]): Promise<unknown> => {
    rows.set("Sheet1!A1", shown);
    await clock.run(refresh.run(["Sheet1!A1"]));
    return reported(sheet);
  };
  await refreshWith("a:1", "b:2", "c:3");
  expect(await refreshWith("c:3", "b:2", "a:1")).toMatchObject({ counts: noChanges });
  expect(listNews(sheet)).toEqual([]);
  const counts = { ...noChanges, events: 2, rose: 1, gone: 1 };
  expect(await refreshWith("new", "c:3", "newer", "a:4")).toMatchObject({ refreshed: 1, counts });
  const first = listNews(sheet);
  expect(first).toEqual(["new new", "new newer", "changed a", "gone b"].map((text) => `Sheet1!A1 ${text}`));
  const firstAt = sheet.news.changes.get().at(-1)?.at;
  await clock.advance(1_000);
  expect(await refreshWith("newer", "a:4", "c:3", "new")).toMatchObject({ counts: noChanges, notCompared: 0 });
  expect(listNews(sheet)).toEqual([]);
  expect(listNews(sheet, firstAt)).toEqual(first);
});

test("a formula without an earlier answer is not compared, and one that is fetched alone leaves the news of the others", async () => {
  const sheet = await sheetOf(2);
  const { clock, refresh, rows } = sheet;
  const run = async (scope: Parameters<Refresh["run"]>[0]): Promise<unknown> => {
    await clock.run(refresh.run(scope));
    return reported(sheet);
  };
  rows.set("Sheet1!A1", ["a"]);
  await run("workbook");
  rows.set("Sheet1!A1", ["a", "b"]);
  expect(await run(["Sheet1!A1", "Sheet1!B1"])).toMatchObject({ refreshed: 2, notCompared: 1 });
  expect(listNews(sheet)).toContain("Sheet1!B1 first");
  await run(["Sheet1!A2"]);
  expect(listNews(sheet)).toContain("Sheet1!A1 new b");
  // A refresh of the workbook is the last one of every formula that exists.
  await run("workbook");
  expect(listNews(sheet)).toEqual([]);
});

test("a formula that was not fetched is not compared: none of its records is gone", async () => {
  const sheet = await sheetOf(1);
  const { clock, refresh, rows, service } = sheet;
  rows.set("Sheet1!A1", ["a", "b"]);
  await clock.run(refresh.run("workbook"));
  await reported(sheet);
  rows.set("Sheet1!A1", []);
  await clock.advance(60_000);
  let calls = 0;
  const fault = (request: Request) =>
    request.url.includes("msearch") && (calls += 1) > 0 ? ({ kind: "status", status: 503 } as const) : undefined;
  service.model = { ...service.model, fault };
  await clock.run(refresh.run("workbook"));
  expect(await reported(sheet)).toMatchObject({ refreshed: 0, counts: undefined });
  expect(listNews(sheet)).toEqual(["Sheet1!A1 failed"]);
});

test("whoever signs out leaves no answers and no news", async () => {
  const sheet = await sheetOf(1);
  const { clock, refresh, rows } = sheet;
  rows.set("Sheet1!A1", ["a"]);
  await clock.run(refresh.run("workbook"));
  await reported(sheet);
  expect(sheet.news.answers.of("Sheet1!A1")).toHaveLength(1);
  sheet.news.forget();
  expect([sheet.news.answers.of("Sheet1!A1"), sheet.news.changes.get(), sheet.news.report.get()]).toEqual([
    [],
    [],
    undefined,
  ]);
});

test("answers of more than a million cells leave, the longest untouched first, and are reported as too large", async () => {
  const sheet = await sheetOf(2);
  const { clock, refresh } = sheet;
  const large = {
    ...answerWith(["a"]),
    query: "LARGE()",
    result: FormulaResult.ofCells(Array.from({ length: 1_000 }, () => Array<number>(999).fill(1))),
  };
  sheet.news.answers.note("Sheet1!A1", answerWith(["a"]));
  sheet.news.answers.note("Sheet1!A2", large);
  sheet.news.answers.note("Sheet1!A3", { ...large, result: FormulaResult.ofCells(large.result.cells.slice(0, 10)) });
  expect([1, 2, 3].map((row) => sheet.news.answers.of(`Sheet1!A${row}`).length)).toEqual([0, 0, 1]);
  await clock.run(refresh.run(["Sheet1!A1"]));
  await reported(sheet);
  expect(listNews(sheet)).toEqual(["Sheet1!A1 large"]);
});

test("a refresh that cannot begin keeps its scope and reason for Retry, and the next one that begins clears it", async () => {
  const sheet = await sheetOf(3);
  const { clock, runtime } = sheet;
  const { requestLog, connection, ready } = runtime;
  let isMissing = true;
  const find: FormulaCells["find"] = () =>
    isMissing ? Promise.reject(new Error("A part of the add-in is missing.")) : Promise.resolve(["Sheet1!A1"]);
  const recalculation = new Recalculation(
    { find, calculate: () => Promise.resolve([]), enterAgain: () => Promise.resolve([]) },
    clock,
  );
  const ownNews = new RefreshNews();
  const own = new Refresh({
    news: ownNews,
    clock,
    cells: { find },
    recalculation,
    requestLog,
    connection,
    ready,
    frozen: none,
    loadComparison,
  });
  expect(await clock.run(own.run("sheet"))).toMatchObject({ formulas: 0, reason: "failed" });
  expect(ownNews.report.get()).toEqual({
    status: "failed",
    message: "A part of the add-in is missing.",
    scope: "sheet",
  });
  isMissing = false;
  await clock.run(own.run("sheet"));
  expect(ownNews.report.get()?.status).not.toBe("failed");
  expect(sheet.news.report.get()).toBeUndefined();
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

describe("people who edit a workbook together", () => {
  let settings: HostDocumentSettings;
  let isShared: boolean;

  beforeEach(() => {
    settings = new HostDocumentSettings();
    isShared = false;
    Object.assign(globalThis, { Office: { context: { document: { settings } } } });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, "Office"));

  const key = "spillway.refreshing";
  const shared = (count: number): Promise<Sheet> =>
    sheetOf(count, {}, (now) => new RefreshLease("mine", now, () => isShared));

  test("one refreshes at a time: the others make no call, and may refresh anyway", async () => {
    const sheet = await shared(3);
    const { clock, service, refresh, calculated } = sheet;
    const since = clock.now();
    settings.receive({ [key]: { by: "colleague", since, until: since + 120_000 } });
    expect(await clock.run(refresh.run("workbook"))).toEqual({ formulas: 0, refused: [], reason: "co-author" });
    expect(sheet.news.report.get()).toEqual({ status: "co-author", since, scope: "workbook" });
    expect({ calculated, calls: service.counts.calls }).toEqual({ calculated: [], calls: 0 });
    await clock.run(refresh.run("workbook", { anyway: true }));
    expect(await reported(sheet)).toMatchObject({ status: "done", refreshed: 3 });
  });

  test("a planned refresh is left out without a message", async () => {
    const { clock, refresh, news, calculated } = await shared(3);
    settings.receive({ [key]: { by: "colleague", since: clock.now(), until: clock.now() + 120_000 } });
    await clock.run(refresh.run("workbook", { isPlanned: true }));
    expect({ report: news.report.get(), calculated }).toEqual({ report: undefined, calculated: [] });
  });

  test("a lease that was never given back ends after two minutes", async () => {
    const sheet = await shared(3);
    const { clock, refresh } = sheet;
    settings.receive({ [key]: { by: "colleague", since: clock.now(), until: clock.now() + 120_000 } });
    await clock.advance(120_000);
    await clock.run(refresh.run("workbook"));
    expect(await reported(sheet)).toMatchObject({ status: "done", refreshed: 3 });
  });

  test("a refresh writes a lease without a name, and gives it back, once somebody else has changed the workbook", async () => {
    const sheet = await shared(3);
    const { clock, refresh } = sheet;
    let saved: unknown[] = [];
    settings.onSaved(() => saved.push(settings.saved[key]));
    await clock.run(refresh.run("workbook"));
    await reported(sheet);
    expect(saved).toEqual([]);
    isShared = true;
    saved = [];
    const began = clock.now();
    await clock.run(refresh.run("workbook"));
    await reported(sheet);
    expect(saved).toEqual([{ by: "mine", since: began, until: began + 120_000 }, undefined]);
  });
});
