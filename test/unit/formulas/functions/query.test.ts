import type { Clock } from "../../../../src/engine/clock";
import type { FormulaChanges, RefreshChanges } from "../../../../src/formulas/changes/refresh-changes";
import { CellError, type Matrix } from "../../../../src/formulas/table/matrix";
import type { ShownFormula, EditionReader } from "../../../../src/formulas/define/invocation";
import { functions } from "../../../../src/formulas/functions";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

describe("QUERY.INFO", () => {
  const info = (address: string, item?: string) =>
    office.runWith({ parameterAddresses: [address] }, "QUERY.INFO", "anything", item);

  test("shows where the formula in a cell got its data, for any cell of its spill, without a call", async () => {
    await office.runWith({ address: "Sheet1!B2" }, "ESG.EVENTS", "Holdings", 3, null, null, null, "score,title", 5);
    office.forget();
    const all = new Map((await info("Sheet1!C4")).map(([item, value]) => [item, value]));
    expect(Object.fromEntries(all)).toMatchObject({
      function: "ESG.EVENTS",
      rows: 5,
      status: "done",
      truncated: true,
      error: "",
    });
    expect(all.get("query")).toContain('"Holdings"');
    expect(await info("Sheet1!B2", "rows")).toEqual([[5]]);
    expect(await info("Sheet1!B2", "source")).toEqual([["live"]]);
    expect(await failure(info("Sheet1!D2"))).toMatchObject({ code: "not-found" });
    expect(office.sent).toEqual([]);
  });

  describe("where the host says what a cell shows now", () => {
    const events = (limit: number) => ["Holdings", 3, null, null, null, "score,title", limit] as const;
    const infoOf = (address: string, shown: ShownFormula | undefined | Error, item = "source") => {
      const formulaAt = (): Promise<ShownFormula | undefined> =>
        shown instanceof Error ? Promise.reject(shown) : Promise.resolve(shown);
      const reader = { formulaAt, hashOf: () => Promise.resolve(undefined) } as unknown as EditionReader;
      const context = { parameterAddresses: [address], loadEditions: () => Promise.resolve(reader) };
      return office.runWith(context, "QUERY.INFO", "anything", item);
    };
    const at = (address: string, ...formulas: string[]): ShownFormula => ({ address, formulas });
    beforeAll(() => office.runWith({ address: "Now!B2" }, "ESG.EVENTS", ...events(5)));

    test.each([
      ["its formula was deleted", undefined],
      ["a formula of Excel stands there", at("Now!B2", "=SUM(A1:A3)")],
      ["the spill of another formula covers it", at("Now!A1", "=SEQUENCE(9,9)")],
      ["another function of ours stands there that was not calculated yet", at("Now!B2", "=SDG.SUMMARY(A1)")],
    ])("nothing is told of the earlier result if %s", async (_, shown) => {
      for (const address of ["Now!B2", "Now!C3"])
        expect(await failure(infoOf(address, shown))).toMatchObject({
          code: "not-found",
          message: "The formula of this cell was deleted or replaced: nothing is known of what stands there now.",
        });
    });

    test.each([
      ["its formula is there, in other letters and with names", at("'Now'!$B$2", '=Let(x,esg.events("Holdings"),x)')],
      ["a file's name of the function stands there", at("Now!B2", '=_xldudf_SPILLWAY_ESG_EVENTS("Holdings")')],
      ["it is called by a name", at("Now!B2", "=Mine()", '=LAMBDA(ESG.EVENTS("Holdings"))')],
      ["its formula moved, and is logged at the earlier place", at("Now!B3", '=ESG.EVENTS("Holdings")')],
      ["the host cannot say it", new Error("a cell is edited")],
    ])("the result is told if %s", async (_, shown) => {
      expect(await infoOf("Now!C4", shown, "rows")).toEqual([[5]]);
    });

    test("a cell that was overwritten by a larger result is told that one", async () => {
      await office.runWith({ address: "Now!A1" }, "ESG.EVENTS", ...events(9));
      expect(await infoOf("Now!B2", at("Now!A1", '=ESG.EVENTS("Holdings")'), "rows")).toEqual([[9]]);
    });
  });

  test("an error in the referred cell is ignored: only the address counts", async () => {
    await failure(office.runWith({ address: "Sheet1!Z1" }, "ESG.EVENTS", "EU Banks", 9));
    const [[sentence] = []] = await info("Sheet1!Z1", "error");
    expect(sentence).toMatch(/^minScore/);
  });

  test("a cell that shows an error which its formula did not return is not told to be complete", async () => {
    const read = (error: CellError, item: string) =>
      office.runWith({ parameterAddresses: ["Sheet1!Y1"] }, "QUERY.INFO", [[error]], item);
    await office.runWith({ address: "Sheet1!Y1" }, "ESG.EVENTS", "Holdings", 3, null, null, null, "score", 5);
    const shown = new CellError("#VALUE!");
    expect([await read(shown, "status"), await read(shown, "source"), await read(shown, "rows")]).toEqual([
      [["failed"]],
      [[""]],
      [[""]],
    ]);
    expect((await read(shown, "error"))[0]?.[0]).toMatch(/^The cell shows #VALUE!/);
    expect(await read(new CellError("#SPILL!"), "status")).toEqual([["done"]]);
    // The first row beside a list may be an error of the result itself.
    await office.runWith({ address: "Sheet1!Y1" }, "ENTITY.ID", [["none such"], ["SE0ZZ0000012"]]);
    expect(await read(new CellError("#N/A"), "status")).toEqual([["done"]]);
  });
});

test("QUERY.PENDING sends the count at once and after each change, at most once a second", async () => {
  const definition = functions.find(({ name }) => name === "QUERY.PENDING")!;
  const sent: Matrix[] = [];
  const seconds: (() => void)[] = [];
  const clock: Clock = {
    ...office.runtime.clock,
    after: (milliseconds, task) => {
      expect(milliseconds).toBe(1_000);
      seconds.push(task);
      return () => undefined;
    },
  };
  const controller = new AbortController();
  const context = {
    runtime: { ...office.runtime, clock },
    host: { formattedValues: false, entityCards: false, maxCharacters: 1, maxCells: 1 },
    address: "S!A1",
    signal: controller.signal,
    preview: false,
    reloadSince: undefined,
  };
  definition.stream?.([null], context, ({ cells }) => sent.push(cells));
  expect(sent).toEqual([[[0]]]);
  const running = ["Colleague's Drafts", "Global 500"].map((name) =>
    office.run("ESG.EVENTS", name).catch(() => undefined),
  );
  expect(sent).toEqual([[[0]]]);
  seconds.shift()?.();
  expect(sent).toEqual([[[0]], [[2]]]);
  await Promise.all(running);
  expect(sent).toEqual([[[0]], [[2]]]);
  seconds.shift()?.();
  expect(sent).toEqual([[[0]], [[2]], [[0]]]);
  seconds.shift()?.();
  controller.abort();
  await office.run("ESG.EVENTS", "Rival Holdings").catch(() => undefined);
  expect(sent).toEqual([[[0]], [[2]], [[0]]]);
});

describe("QUERY.CHANGES", () => {
  const at = Date.parse("2026-11-01T08:00:00Z");
  const formula = (address: string, changes: FormulaChanges["changes"]): FormulaChanges => ({
    address,
    function: "ESG.EVENTS",
    query: "ESG.EVENTS()",
    kind: "event",
    changes,
    newUnknown: undefined,
    goneUnknown: undefined,
  });
  const record = { key: "id-1", title: "A strike", company: "Wendilund Bank", score: 5, fields: [] };
  const score = { field: "score", label: "Score", type: "integer", before: 3, after: 5 } as const;
  const date = {
    field: "last_activity",
    label: "Last activity",
    type: "date-time",
    before: "",
    after: 46_327.5,
  } as const;
  const monday: RefreshChanges = {
    at,
    isWhole: true,
    formulas: [
      formula("Sheet1!A1", [
        { ...record, change: "new" },
        { ...record, key: "id-2", change: "changed", fields: [score, date] },
      ]),
      {
        ...formula("'EU Banks'!B2", [{ ...record, key: "id-3", change: "gone" }]),
        newUnknown: "5 rows shown, more exist.",
      },
    ],
    notCompared: [{ address: "Sheet1!C9", function: "ESG.EVENTS", reason: "first" }],
  };
  const changesOf = (refreshes: readonly RefreshChanges[], address: string | undefined, ...rest: readonly unknown[]) =>
    office.runWith(
      { parameterAddresses: [address], changes: { get: () => refreshes } },
      "QUERY.CHANGES",
      address === undefined ? undefined : "anything",
      ...rest,
    );

  test("shows new, gone and changed records of one formula with values before and after, and makes no call", async () => {
    const [header, ...rows] = await changesOf([monday], "Sheet1!A1", null, "headers=names");
    expect(header).toEqual(["change", "company", "title", "field", "before", "after", "key", "at"]);
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      ["new", "Wendilund Bank", "A strike", "", "", "", "id-1"],
      ["changed", "Wendilund Bank", "A strike", "score", 3, 5, "id-2"],
      ["changed", "Wendilund Bank", "A strike", "last_activity", "", "2026-11-01 12:00", "id-2"],
    ]);
    expect(office.sent).toEqual([]);
  });

  test("without a cell it shows all formulas with their addresses, and what was not compared with the reason", async () => {
    const rows = (await changesOf([monday], undefined, "last refresh", "headers=no")).map((row) => row.slice(0, 4));
    expect(rows.map(([address, change]) => [address, change])).toEqual([
      ["Sheet1!A1", "new"],
      ["Sheet1!A1", "changed"],
      ["Sheet1!A1", "changed"],
      ["'EU Banks'!B2", "gone"],
      ["'EU Banks'!B2", "not compared"],
      ["Sheet1!C9", "not compared"],
    ]);
    expect(rows.slice(-2).map((row) => row[3])).toEqual([
      "5 rows shown, more exist.",
      "Neither this session nor a stored refresh of this workbook has an earlier answer, so there is nothing to compare with.",
    ]);
    const gone = await changesOf([monday], undefined, null, "change=gone; fields=title; headers=no");
    expect(gone).toEqual([["A strike"]]);
  });

  test("since a moment it shows every refresh after it; the last refresh of a formula empties its list", async () => {
    const quiet: RefreshChanges = {
      ...monday,
      at: at + 3_600_000,
      formulas: [formula("Sheet1!A1", [])],
      notCompared: [],
    };
    expect(await changesOf([monday, quiet], "Sheet1!A1")).toHaveLength(1);
    expect(await changesOf([monday, quiet], "Sheet1!A1", "2026-11-01")).toHaveLength(4);
    expect(await changesOf([monday, quiet], "Sheet1!A1", "2026-11-01T08:30:00Z")).toHaveLength(1);
  });

  test("a formula that was never refreshed is an error and no empty list, and a value is no cell", async () => {
    expect(await failure(changesOf([monday], "Sheet1!Z1"))).toMatchObject({ code: "not-found" });
    const noCell = office.runWith({ parameterAddresses: [""] }, "QUERY.CHANGES", "text");
    expect(await failure(noCell)).toMatchObject({ code: "invalid-argument" });
  });
});
