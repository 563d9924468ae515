import { readRequirementSets } from "../../../../src/addin/excel/health";
import { isWeb, readCapabilities } from "../../../../src/addin/excel/host";

const office = (platform: string, supported: readonly string[]): void => {
  const requirements = { isSetSupported: (set: string, version: string) => supported.includes(`${set} ${version}`) };
  const PlatformType = { OfficeOnline: "OfficeOnline", PC: "PC", Mac: "Mac" };
  Object.assign(globalThis, { Office: { PlatformType, context: { platform, requirements } } });
};

afterEach(() => void Reflect.deleteProperty(globalThis, "Office"));

test("Excel on the web takes 1.9 million characters, and shows data types where it has them", () => {
  office("OfficeOnline", ["CustomFunctionsRuntime 1.4"]);
  expect(isWeb()).toBe(true);
  expect(readCapabilities()).toEqual({
    formattedValues: true,
    entityCards: true,
    maxCharacters: 1_900_000,
    maxCells: 5_000_000,
  });
});

test("Excel on a desktop without data types gets plain values, and far larger ones", () => {
  office("PC", []);
  expect(isWeb()).toBe(false);
  expect(readCapabilities()).toMatchObject({ formattedValues: false, entityCards: false, maxCharacters: 64_000_000 });
});

test("a page in no Office is taken for the narrowest host", () => {
  const narrowest = { formattedValues: false, entityCards: false, maxCharacters: 1_900_000 };
  expect(readCapabilities()).toMatchObject(narrowest);
  Object.assign(globalThis, { Office: { context: {} } });
  expect(readCapabilities()).toMatchObject(narrowest);
});

test("the health check names each requirement set and whether it is there", () => {
  office("Mac", ["SharedRuntime 1.1", "ExcelApi 1.12"]);
  const there = readRequirementSets().filter(({ supported }) => supported);
  expect(there.map(({ name }) => name)).toEqual(["SharedRuntime 1.1", "ExcelApi 1.12"]);
  expect(readRequirementSets().length).toBeGreaterThan(there.length);
});
