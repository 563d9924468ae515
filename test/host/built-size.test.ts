import type { Matrix } from "../../src/formulas/table/matrix";
import { openAddin, type Origin, rememberingDevice, startOrigin } from "./addin-page";
import { errorCodes } from "./native-bridge";
import type { NativeHost } from "./native-host";

jest.setTimeout(120_000);

let origin: Origin;
let excel: NativeHost;
let banks: string;

beforeAll(async () => {
  origin = await startOrigin("small");
  banks = origin.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id ?? "";
  excel = await openAddin(origin, await rememberingDevice(origin));
});
afterAll(async () => {
  excel.close();
  await origin.close();
});

const wide = (limit: unknown): readonly unknown[] => [banks, null, null, null, null, "*", limit];

test("a result over Excel's size says rows, size and what fits, and what fits arrives whole", async () => {
  const refused = await excel.answer({ id: "ESG.DOCUMENTS", values: wide("all") });
  expect(refused).toMatchObject({ ok: false, errorCode: errorCodes.invalidValue });
  const sentence =
    /rows × \d+ columns, [\d.]+ MB\. Excel accepts 1\.9 MB here, about ([\d,]+) rows\. Use a smaller limit/;
  const [, fitting = ""] = sentence.exec(String(refused.value)) ?? [];
  const rows = Math.floor(Number(fitting.replaceAll(",", "")) * 0.97);
  expect(rows).toBeGreaterThan(100);

  const delivered = await excel.answer({ id: "ESG.DOCUMENTS", values: wide(rows) });
  expect({ ok: delivered.ok, rows: (delivered.value as Matrix).length }).toEqual({ ok: true, rows: rows + 1 });
  expect(JSON.stringify(delivered.value).length).toBeLessThan(1_900_000);
});

test("five results just under the size together arrive whole, on a host that slices nothing", async () => {
  const own = await openAddin(origin, await rememberingDevice(origin), []);
  const calls = Array.from({ length: 5 }, (_, index) => ({
    id: "ESG.DOCUMENTS",
    address: `Sheet${index + 1}!A1`,
    values: wide(1_900),
  }));
  const answers = await Promise.all(own.call(...calls).map(({ delivered }) => delivered));
  const { refused } = own.bridge;
  own.close();
  expect(answers.map(({ value }) => (value as Matrix).length)).toEqual([1_901, 1_901, 1_901, 1_901, 1_901]);
  expect(refused).toEqual([]);
});
