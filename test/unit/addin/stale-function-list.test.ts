import { type FunctionCache, findFunctionCache } from "../../../src/addin/excel/function-cache";
import { type NotedList, noteFunctionList } from "../../../src/addin/stale-function-list";

const hour = 3_600_000;
const day = 24 * hour;

/** A workbook on a device, over several openings. */
const makeWorkbook = (device: { noted: NotedList }, { takesSettings = true, listens = true } = {}) => {
  const workbook = { bypassed: false, changes: [] as boolean[] };
  const cache: FunctionCache = {
    isBypassed: () => workbook.bypassed,
    bypass: (on) => {
      if (takesSettings) Object.assign(workbook, { bypassed: on });
      workbook.changes.push(on);
      return Promise.resolve(takesSettings);
    },
  };
  const start = (list: string, now: number) =>
    noteFunctionList({
      list,
      noted: device.noted,
      save: (noted) => {
        device.noted = structuredClone(noted);
        return Promise.resolve();
      },
      cache: listens ? cache : undefined,
      now,
    });
  return { start, changes: workbook.changes };
};
const deviceWith = (list: string): { noted: NotedList } => ({ noted: { list, isSure: true, since: 0, asked: {} } });

describe("A release whose functions are others than at the start before", () => {
  test("tells the workbook to ask for the list; at the next opening Excel has it, and at the one after nothing is asked any more", async () => {
    const device = deviceWith("old");
    const { start, changes } = makeWorkbook(device);
    expect(await start("new", hour)).toBe("reopen");
    expect(changes).toEqual([true]);
    expect(await start("new", 2 * hour)).toBe("current");
    expect(device.noted).toMatchObject({ list: "new", isSure: true });
    expect(changes).toEqual([true]);
    expect(await start("new", 3 * hour)).toBe("current");
    expect(await start("new", 4 * hour)).toBe("current");
    expect(changes).toEqual([true, false]);
  });

  test("writes into one workbook only: in others it says that Excel is not sure to have the list", async () => {
    const device = deviceWith("old");
    const first = makeWorkbook(device);
    const second = makeWorkbook(device);
    expect(await first.start("new", hour)).toBe("reopen");
    expect(await second.start("new", 2 * hour)).toBe("unsure");
    expect(await second.start("new", 3 * hour)).toBe("unsure");
    expect(second.changes).toEqual([]);
    expect(await first.start("new", 4 * hour)).toBe("current");
    expect(await second.start("new", 5 * hour)).toBe("current");
  });

  test("is known to Excel after a day in any case", async () => {
    const device = deviceWith("old");
    await makeWorkbook(device).start("new", hour);
    const { start, changes } = makeWorkbook(device);
    expect(await start("new", hour + day - 1)).toBe("unsure");
    expect(await start("new", hour + day)).toBe("current");
    expect(changes).toEqual([]);
  });

  test("asks once for each of two releases that take turns, however often they do", async () => {
    const device = deviceWith("old");
    const { start } = makeWorkbook(device);
    const others = Array.from({ length: 10 }, () => makeWorkbook(device));
    await start("new", hour);
    for (const [index, other] of others.entries()) await other.start(index % 2 === 0 ? "old" : "new", 2 * hour + index);
    expect(others.flatMap(({ changes }) => changes)).toEqual([true]);
  });

  test("is asked for again in another workbook where the first one did not take the setting", async () => {
    const device = deviceWith("old");
    const readOnly = makeWorkbook(device, { takesSettings: false });
    expect(await readOnly.start("new", hour)).toBe("unsure");
    expect(await makeWorkbook(device).start("new", 2 * hour)).toBe("reopen");
  });

  test("is not asked for where Excel does not listen", async () => {
    const device = deviceWith("old");
    expect(await makeWorkbook(device, { listens: false }).start("new", hour)).toBe("unsure");
    expect(device.noted).toEqual({ list: "new", isSure: false, since: hour, asked: {} });
  });

  test("is not asked for where the device stores nothing: it would be at every start", async () => {
    const { changes, start } = makeWorkbook(
      Object.defineProperty({ noted: deviceWith("old").noted }, "noted", {
        set: () => {
          throw new Error("The device stores nothing.");
        },
        get: () => deviceWith("old").noted,
      }),
    );
    await expect(start("new", hour)).rejects.toThrow("The device stores nothing.");
    expect(changes).toEqual([]);
  });
});

describe("Excel's setting", () => {
  const office = (mode: string, { runtime = "1.1", saved = "succeeded" } = {}) => {
    const stored = new Map<string, unknown>();
    const settings = {
      get: (key: string) => stored.get(key) ?? null,
      set: (key: string, value: unknown) => stored.set(key, value),
      saveAsync: (callback: (result: { status: string }) => void) => callback({ status: saved }),
    };
    const requirements = {
      isSetSupported: (set: string, version: string) => set === "SharedRuntime" && version === runtime,
    };
    Object.assign(globalThis, { Office: { context: { requirements, document: { mode, settings } } } });
    return stored;
  };
  afterEach(() => void Reflect.deleteProperty(globalThis, "Office"));

  test("is the one that Microsoft documents", async () => {
    const stored = office("readWrite");
    const cache = findFunctionCache();
    expect(await cache?.bypass(true)).toBe(true);
    expect([...stored]).toEqual([["Office.ForceRefreshCustomFunctionsCache", true]]);
    expect(cache?.isBypassed()).toBe(true);
    await cache?.bypass(false);
    expect(cache?.isBypassed()).toBe(false);
  });

  test("is not written into a workbook that is read only, and its refusal is noticed", async () => {
    const stored = office("readOnly");
    expect(await findFunctionCache()?.bypass(true)).toBe(false);
    expect(stored.size).toBe(0);
    office("readWrite", { saved: "failed" });
    expect(await findFunctionCache()?.bypass(true)).toBe(false);
  });

  test("is left alone without the shared runtime, for which alone it is documented", () => {
    office("readWrite", { runtime: "none" });
    expect(findFunctionCache()).toBeUndefined();
  });
});
