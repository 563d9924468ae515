import { OfficeFunctionCache } from "../../../src/workbench/office/function-cache";

const hour = 3_600_000;
let now = 0;
let served = "one";
let store: Storage;

beforeEach(() => {
  const items = new Map<string, string>();
  store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  now = 0;
  served = "one";
  jest.spyOn(Date, "now").mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** The function that a workbook with these settings gets when it is opened. */
const open = async (settings: Readonly<Record<string, unknown>> = {}): Promise<string | undefined> => {
  const fetchFile = () => Promise.resolve({ functions: [{ id: served, name: served, parameters: [] }] });
  return (await new OfficeFunctionCache(store).read(fetchFile, settings)).functions[0]?.name;
};

test("by default functions.json is fetched at each opening", async () => {
  expect(await open()).toBe("one");
  served = "two";
  expect(await open()).toBe("two");
});

test("cached as in Excel it is the same for a day, and then the one that is served", async () => {
  new OfficeFunctionCache(store).use = "cached";
  expect(await open()).toBe("one");
  served = "two";
  now = 24 * hour - 1;
  expect(await open()).toBe("one");
  now = 24 * hour;
  expect(await open()).toBe("two");
});

test("a workbook that asks for it anew gets the one that is served, and so do other workbooks from then on", async () => {
  new OfficeFunctionCache(store).use = "cached";
  await open();
  served = "two";
  expect(await open({ "Office.ForceRefreshCustomFunctionsCache": false })).toBe("one");
  expect(await open({ "Office.ForceRefreshCustomFunctionsCache": true })).toBe("two");
  expect(await open()).toBe("two");
});
