import { HostDocumentSettings } from "../../../../src/workbench/office/document-settings";
import {
  EditionVerbs,
  openEditions,
  type WorkbookEditions,
} from "../../../../src/addin/excel/refresh/workbook-editions";
import { LatestResults } from "../../../../src/addin/excel/refresh/latest-results";
import type { Clock } from "../../../../src/engine/clock";
import type { InvocationContext } from "../../../../src/formulas/define/invocation";
import type { Calculation } from "../../../../src/formulas/table/formula-result";
import type { Matrix } from "../../../../src/formulas/table/matrix";
import { failure } from "../functions/failure";
import { type Office, openOffice } from "../functions/office";

let office: Office;
let answers: LatestResults;
let editions: WorkbookEditions;
/** The days that have passed since the world of the tests began. */
let days = 0;
const day = 86_400_000;

const open = (runtime: Office["runtime"], clock = runtime.clock): WorkbookEditions =>
  openEditions({
    runtime,
    recalculation: { follow: () => undefined },
    answers,
    clock,
    crypto: globalThis.crypto,
    locks: { request: ((_: string, work: () => unknown) => work()) as LockManager["request"] },
    document: { url: "", settings: new HostDocumentSettings() },
  });

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(async () => {
  office.forget();
  office.alter = undefined;
  days = 0;
  answers = new LatestResults();
  const { runtime } = office;
  const clock = { ...runtime.clock, now: () => runtime.clock.now() + days * day };
  editions = open(runtime, clock);
  for (const { id } of (await editions.all.store()?.list()) ?? []) await editions.all.store()?.delete(id);
});

const address = "Sheet1!A1";

/** Calls a function as a cell does. */
const run = (changes: Partial<InvocationContext>, name: string, ...values: readonly unknown[]): Promise<Matrix> =>
  office.runWith(
    {
      address,
      onCalculated: (answer) => answers.note(changes.address ?? address, answer),
      loadEditions: () => Promise.resolve(editions),
      ...changes,
    },
    name,
    ...values,
  );

/** Refreshes the cell after so many days, and stores what it answered. */
const refresh = async (after: number, name: string, ...values: readonly unknown[]): Promise<Matrix> => {
  days = after;
  const isWhole = name !== "UNIVERSE.COUNT";
  const before: readonly Calculation[] = answers.of(address);
  const matrix = await run({ reloadSince: Date.now() * 2 }, name, ...values);
  const formula = { address, before, after: answers.of(address), wasDropped: false, function: name, error: undefined };
  expect(await editions.capture([formula], isWhole)).toBe("stored");
  office.forget();
  return matrix;
};

const verbs = (formulas: readonly string[]): EditionVerbs =>
  new EditionVerbs({
    asOf: office.runtime.asOf,
    editions,
    clock: office.runtime.clock,
    cells: { find: () => Promise.resolve(formulas) },
    recalculation: { calculateAll: () => Promise.resolve([]) },
    requestLog: office.runtime.requestLog,
    answers,
  });

const item = (name: string): Promise<Matrix> =>
  run({ address: "Sheet1!Z9", parameterAddresses: [address] }, "QUERY.INFO", "anything", name);

const events = ["ESG.EVENTS", "Holdings", 3, null, null, null, "title,score,last_activity"] as const;
const [name, ...given] = events;
const withAsOf = (asof: string): Promise<Matrix> => run({}, name, ...given, null, `asof=${asof}`);

/** From now on the service gives events other titles. */
const retitle = (title: string): void => {
  office.alter = (path, _, answer) => {
    const { data } = answer as { readonly data: readonly object[] };
    return path.includes("/esg/events")
      ? { ...(answer as object), data: data.map((each) => ({ ...each, title })) }
      : answer;
  };
};

test("a day answers with the latest edition up to its end, without a call, whatever came later", async () => {
  const first = await refresh(0, ...events);
  retitle("Later");
  const second = await refresh(7, ...events);
  expect(second).not.toEqual(first);
  office.forget();
  expect(await withAsOf("2026-11-01")).toEqual(first);
  expect(await withAsOf("2026-11-07")).toEqual(first);
  expect(await withAsOf("2026-11-08")).toEqual(second);
  days = 14;
  expect(await withAsOf("2026-11-15")).toEqual(second);
  expect(office.sent).toEqual([]);
});

test("a start with a time of day, such as NOW()-30, is found again by its day, and no other day is", async () => {
  const ask = (from: number): readonly [string, ...unknown[]] => ["ESG.EVENTS", "Holdings", 3, from, null, null, "id"];
  const rows = await refresh(0, ...ask(46_300.4));
  const [functionName, ...values] = ask(46_300.9);
  expect(await run({}, functionName, ...values, null, "asof=2026-11-01")).toEqual(rows);
  const [, ...others] = ask(46_301.4);
  expect(await failure(run({}, functionName, ...others, null, "asof=2026-11-01"))).toMatchObject({ code: "not-found" });
  expect(office.sent).toEqual([]);
});

test("weights that differ in their decimals are different questions, also where they look like days", async () => {
  const ask = (weight: number): readonly [string, ...unknown[]] => {
    const list = office.demo.entities.slice(0, 2).map(({ isin }) => [isin]);
    return ["UNIVERSE.COVERAGE", list, "Holdings", [[weight], [46_000]]];
  };
  await refresh(0, ...ask(46_300.25));
  const [functionName, ...values] = ask(46_300.75);
  expect(await failure(run({}, functionName, ...values, "asof=2026-11-01"))).toMatchObject({ code: "not-found" });
});

test("a day before the first edition, and a formula that no edition holds, are errors that name the nearest day", async () => {
  await refresh(3, ...events);
  const before = await failure(withAsOf("2026-11-03"));
  expect(before).toMatchObject({ code: "not-found" });
  expect(before.message).toContain("The nearest edition that holds it is of 2026-11-04.");
  const other = await failure(run({}, "ESG.EVENTS", "Holdings", 4, null, null, null, "title", null, "asof=2026-11-01"));
  expect(other.message).toContain("no edition of this workbook holds it");
  expect(office.sent).toEqual([]);
});

test("a day answers from at most seven days before, unless asof_within says how many, and a day to come never", async () => {
  const rows = await refresh(0, ...events);
  days = 60;
  expect(await withAsOf("2026-11-08")).toEqual(rows);
  for (const asof of ["2026-11-09", "2026-12-31"]) {
    const refused = await failure(withAsOf(asof));
    expect(refused).toMatchObject({ code: "not-found" });
    const gap = (Date.parse(asof) - Date.parse("2026-11-01")) / day;
    expect(refused.message).toBe(
      `Nothing was captured for this formula in the 7 days until ${asof}. The latest answer before is of 2026-11-01: add asof_within=${gap} to take it.`,
    );
    expect(await withAsOf(`${asof}; asof_within=${gap}`)).toEqual(rows);
    expect(await failure(withAsOf(`${asof}; asof_within=${gap - 1}`))).toMatchObject({ code: "not-found" });
  }
  for (const asof of ["2027-01-03", "2099-12-31", "2099-12-31T10:00:00Z"])
    expect(await failure(withAsOf(`${asof}; asof_within=9999`))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("is after today (2026-12-31).") as string,
    });
  expect(await failure(withAsOf("2026-11-09; asof_within=soon"))).toMatchObject({ code: "invalid-argument" });
  expect(office.sent).toEqual([]);
});

test("blank arguments, the order of options, cache and onerror make no difference; another limit does", async () => {
  const rows = await refresh(
    0,
    "ESG.EVENTS",
    "Holdings",
    3,
    null,
    null,
    null,
    "title",
    5,
    "headers=no; order=score:desc",
  );
  const same = "order=score:desc; asof=2026-11-01; cache=never; onerror=na; headers=no";
  expect(await run({}, "ESG.EVENTS", [["Holdings"]], 3, "", 0, undefined, "title", 5, same)).toEqual(rows);
  const other = failure(run({}, "ESG.EVENTS", "Holdings", 3, null, null, null, "title", 6, same));
  expect(await other).toMatchObject({ code: "not-found" });
});

test("a formula that means the selected universe is not answered with another one", async () => {
  const { universes } = office.runtime;
  universes.select(office.universe("Holdings"));
  const rows = await refresh(0, "UNIVERSE.COUNT");
  expect(await run({}, "UNIVERSE.COUNT", null, null, null, "asof=2026-11-01")).toEqual(rows);
  universes.select(office.universe("EU Banks"));
  expect(await failure(run({}, "UNIVERSE.COUNT", null, null, null, "asof=2026-11-01"))).toMatchObject({
    code: "not-found",
  });
});

test("relative dates mean the day of the answer", async () => {
  const rows = await refresh(0, "ESG.EVENTS", "Holdings", 1, "-30d", null, null, "title");
  days = 60;
  expect(await run({}, "ESG.EVENTS", "Holdings", 1, "-30d", null, null, "title", null, "asof=2026-11-02")).toEqual(
    rows,
  );
});

test("look-ups beside a list, single values and rows without a record are answered too", async () => {
  const ids = office.demo.entities.slice(0, 3).map(({ id }) => [id]);
  const names = await refresh(0, "ENTITY.GET", ids, "name,country");
  expect(await run({}, "ENTITY.GET", ids, "name,country", "asof=today")).toEqual(names);
  const resolved = await refresh(0, "ENTITY.RESOLVE", [["Nobody at all"], ...ids]);
  expect(await run({}, "ENTITY.RESOLVE", [["Nobody at all"], ...ids], null, null, null, "asof=today")).toEqual(
    resolved,
  );
  const matrix = await refresh(0, "SDG.MATRIX", ids);
  expect(await run({}, "SDG.MATRIX", ids, null, null, null, "asof=today")).toEqual(matrix);
  expect(office.sent).toEqual([]);
});

test("a named edition answers by its name, without case; an unknown name is an error that names the nearest", async () => {
  const first = await refresh(0, ...events);
  const [taken] = (await editions.all.store()?.list()) ?? [];
  await editions.all.store()?.rename(taken?.id ?? "", "Q3 report");
  retitle("Later");
  await refresh(7, ...events);
  expect(await withAsOf("q3 Report")).toEqual(first);
  expect((await failure(withAsOf("Q4 report"))).message).toContain('Did you mean "Q3 report"?');
  await refresh(8, "UNIVERSE.COUNT", "Holdings");
  const lacking = await failure(run({}, "UNIVERSE.COUNT", "Holdings", null, null, "asof=Q3 report"));
  expect(lacking.message).toContain("The nearest one that does is of 2026-11-09.");
});

test("a formula that a refresh left alone keeps its answer in the edition, with the time at which it was stored", async () => {
  const first = await refresh(0, ...events);
  await refresh(0.1, "UNIVERSE.COUNT", "Holdings");
  const [latest] = await editions.all.list();
  expect(latest?.answers).toHaveLength(2);
  await editions.all.name(latest!, "Board");
  retitle("Later");
  await refresh(0.2, ...events);
  expect(await withAsOf("Board")).toEqual(first);
  const [[named] = []] = await item("captured_at");
  await run({}, "UNIVERSE.COUNT", "Holdings", null, null, "asof=Board");
  const [[counted] = []] = await item("captured_at");
  expect(Number(counted) - Number(named)).toBeCloseTo(0.1, 2);
  // The last refresh took every formula, so the count is no part of the workbook any more.
  expect((await editions.all.list()).map(({ name, answers }) => [name, answers.length])).toEqual([
    [undefined, 1],
    ["Board", 2],
    [undefined, 1],
  ]);
});

describe("a workbook that is set to a day or a name", () => {
  afterEach(() => office.runtime.asOf.set(undefined));

  test("answers each formula from it without a call; those with an asof of their own keep theirs", async () => {
    const first = await refresh(0, ...events);
    retitle("Later");
    const second = await refresh(7, ...events);
    office.runtime.asOf.set({ asof: "2026-11-01" });
    expect(await run({}, ...events)).toEqual(first);
    expect(await item("as_of")).toEqual([["2026-11-01"]]);
    expect(await item("source")).toEqual([["edition"]]);
    expect(await withAsOf("2026-11-08")).toEqual(second);
    expect(office.sent).toEqual([]);
    office.runtime.asOf.set(undefined);
    expect(await run({}, ...events)).toEqual(second);
    expect(await item("as_of")).toEqual([[""]]);
  });

  test("a formula that it does not hold is an error that says so, never a current value, and has no hash", async () => {
    await refresh(0, ...events);
    office.runtime.asOf.set({ asof: "2026-11-01" });
    const error = await failure(run({}, "UNIVERSE.COUNT", "Holdings"));
    expect(error).toMatchObject({ code: "not-found" });
    expect(error.message).toMatch(/^Nothing was captured .* The whole workbook is set to this state;/);
    expect(await item("hash")).toEqual([[""]]);
    expect(office.sent).toEqual([]);
  });

  test("the plan counts what is held, and names what is not, what is unknown and what keeps its own day", async () => {
    await refresh(0, ...events);
    const [edition] = await editions.all.list();
    await run({}, ...events);
    await run({ address: "Sheet1!B1" }, "UNIVERSE.COUNT", "Holdings");
    await run({ address: "Sheet1!C1" }, name, ...given, null, "asof=2026-11-01");
    await run({ address: "Sheet1!D1", parameterAddresses: [address] }, "QUERY.INFO", "anything", "rows");
    const formulas = ["Sheet1!A1", "Sheet1!B1", "Sheet1!C1", "Sheet1!D1", "Sheet1!E1"];
    expect(await verbs(formulas).plan(edition!)).toEqual({
      asOf: { asof: new Date(edition!.at).toISOString(), fingerprint: expect.any(String) as string },
      held: 1,
      own: 1,
      missing: ["Sheet1!B1"],
      unknown: ["Sheet1!E1"],
    });
    expect(office.runtime.asOf.get()).toBeUndefined();
  });

  test("another edition of the same name does not answer, and the pane knows that this device lacks the right one", async () => {
    await refresh(0, ...events);
    await editions.all.name((await editions.all.list())[0]!, "Q3 report");
    const { asOf } = await verbs([]).plan((await editions.all.list())[0]!);
    await verbs([]).show(asOf);
    expect(await editions.all.has(asOf)).toBe(true);
    await editions.all.delete(await editions.all.list());
    expect(await editions.all.has(asOf)).toBe(false);
    retitle("Another device");
    office.runtime.asOf.set(undefined);
    await refresh(7, ...events);
    await editions.all.name((await editions.all.list())[0]!, "Q3 report");
    office.runtime.asOf.set(asOf);
    expect(await editions.all.has(asOf)).toBe(false);
    expect((await failure(run({}, ...events))).message).toContain("is not the one that this workbook is set to");
  });
});

test("a day that is older than editions are kept for says so", async () => {
  await refresh(0, ...events);
  days = 40;
  const refused = await failure(withAsOf("2026-10-31"));
  expect(refused.message).toMatch(/is of 2026-11-01\. Editions without a name are kept for 30 days\.$/);
});

test("a copy is made while all formulas show the edition, and not at all where Excel does not calculate one", async () => {
  await refresh(0, ...events);
  const [edition] = await editions.all.list();
  let now = 0;
  /** Nothing waits for it. */
  const clock: Clock = {
    ...office.runtime.clock,
    now: () => now,
    steady: () => now,
    after: (milliseconds, task) => {
      now += milliseconds;
      setImmediate(task);
      return () => undefined;
    },
  };
  // A page that is closed during the copy cannot set the workbook back.
  const stored: unknown[] = [];
  const copy = (calculateAll: () => Promise<readonly string[]>): Promise<string | undefined> =>
    new EditionVerbs({
      asOf: { ...office.runtime.asOf, save: (asOf) => stored.push(asOf) },
      editions: { ...editions, formulaAt: () => Promise.resolve({ address, formulas: ["=ESG.EVENTS()"] }) },
      clock,
      cells: { find: () => Promise.resolve([address]) },
      recalculation: { calculateAll },
      requestLog: office.runtime.requestLog,
      answers,
    }).showDuring(edition!, new AbortController().signal, () => Promise.resolve(office.runtime.asOf.get()?.asof));
  expect(await copy(() => run({}, ...events).then(() => []))).toBe(new Date(edition!.at).toISOString());
  expect(office.runtime.asOf.get()).toBeUndefined();
  const refused = await failure(copy(() => Promise.resolve([])));
  expect(refused.message).toMatch(/^Excel did not calculate all formulas again \(Sheet1!A1\)/);
  expect(office.runtime.asOf.get()).toBeUndefined();
  expect(stored).toEqual([]);
});

test("a text date that could be two days is refused with both readings", async () => {
  await refresh(0, ...events);
  const error = await failure(withAsOf("03/04/2026"));
  const { message } = error;
  expect(error).toMatchObject({ code: "invalid-argument" });
  expect(message).toContain("2026-04-03");
  expect(message).toContain("2026-03-04");
});

test("QUERY.INFO says that an edition answered, when it was stored, and the hash that the live values had", async () => {
  await refresh(0, ...events);
  const [[live] = []] = await item("hash");
  expect(live).toMatch(/^[0-9a-f]{16}$/);
  expect(await item("captured_at")).toEqual([[""]]);
  await withAsOf("2026-11-01");
  expect(await item("source")).toEqual([["edition"]]);
  expect(await item("hash")).toEqual([[live]]);
  const [[captured] = []] = await item("captured_at");
  expect(captured).toBeCloseTo(46_327 + 9 / 24, 1);
  const [[fetched] = []] = await item("fetched_at");
  expect(fetched).toBeLessThanOrEqual(Number(captured));
  expect(await item("requests")).toEqual([[0]]);
});

test("other values have another hash", async () => {
  await refresh(0, ...events);
  const [[one] = []] = await item("hash");
  retitle("Later");
  await refresh(7, ...events);
  expect(await item("hash")).not.toEqual([[one]]);
});

test("a partial result stays partial, with its last row and its reason", async () => {
  office.runtime.settings.set({ ...office.runtime.settings.get(), rowCap: 3 });
  const rows = await refresh(0, "ESG.EVENTS", "Whole Catalogue", null, null, null, null, "title,score");
  expect(rows.at(-1)?.[0]).toContain("3 rows shown");
  office.runtime.settings.set({ ...office.runtime.settings.get(), rowCap: 10_000 });
  const again = await run(
    {},
    "ESG.EVENTS",
    "Whole Catalogue",
    null,
    null,
    null,
    null,
    "title,score",
    null,
    "asof=today",
  );
  expect(again).toEqual(rows);
  expect(office.runtime.requestLog.latestAt(address)).toMatchObject({ partial: true, source: "edition", rows: 3 });
});

test("outside of cells, asof is an error and never the live values", async () => {
  await refresh(0, ...events);
  const outside = run({ loadEditions: undefined }, name, ...given, null, "asof=2026-11-01");
  expect(await failure(outside)).toMatchObject({ code: "not-found" });
});

test("sign-out leaves nothing on the device, and no edition of another account answers", async () => {
  const other = await openOffice();
  office = other;
  const { runtime, demo } = other;
  const [, colleague] = demo.accounts;
  const keysOfAccounts = async (): Promise<readonly string[]> =>
    (await runtime.ofAccount.storage.keys()).filter((key) => key.startsWith("of account"));
  editions = open(runtime);
  await refresh(0, ...events);
  expect(await keysOfAccounts()).not.toEqual([]);
  await runtime.session.signIn({ key: colleague?.api_key ?? "", secret: colleague?.api_secret ?? "" }, false);
  expect(await failure(withAsOf("2026-11-01"))).toMatchObject({ code: "not-found" });
  await runtime.session.signOut();
  expect(await failure(withAsOf("2026-11-01"))).toMatchObject({ code: "signed-out" });
  const [own] = demo.accounts;
  await runtime.session.signIn({ key: own?.api_key ?? "", secret: own?.api_secret ?? "" }, false);
  expect(await withAsOf("2026-11-01")).toHaveLength((await run({}, ...events)).length);
  await runtime.session.signOut();
  await runtime.session.signIn({ key: own?.api_key ?? "", secret: own?.api_secret ?? "" }, false);
  expect(await keysOfAccounts()).toEqual([]);
  expect(await failure(withAsOf("2026-11-01"))).toMatchObject({ code: "not-found" });
  await other.close();
});

test("after signing out and in again at once there is no edition, and what is stored then is whole", async () => {
  const office = await openOffice();
  try {
    const { runtime } = office;
    const { all } = open(runtime);
    const noted: Calculation[] = [];
    const capture = async (): Promise<Matrix> => {
      const matrix = await office.runWith({ address, onCalculated: (answer) => noted.push(answer) }, name, ...given);
      expect(
        await all.capture(
          noted.splice(0).map((answer) => ({ ...answer, address })),
          true,
        ),
      ).toBe("stored");
      return matrix;
    };
    await capture();
    expect(await all.list()).toHaveLength(1);
    const who = office.demo.accounts.find((each) => each.name === "demo");
    await runtime.session.signOut();
    await runtime.session.signIn({ key: who?.api_key ?? "", secret: who?.api_secret ?? "" }, false);
    expect(await all.list()).toEqual([]);
    const rows = await capture();
    expect(await all.list()).toHaveLength(1);
    const answered = {
      address,
      loadEditions: () => Promise.resolve({ ...editions, readResult: all.readResult.bind(all) }),
    };
    expect(await office.runWith(answered, name, ...given, null, "asof=2026-11-01")).toEqual(rows);
  } finally {
    await office.close();
  }
}, 60_000);
