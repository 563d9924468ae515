import { associate } from "../../src/addin/excel/functions/register-functions";
import { createDeliveryLimit, freePipe } from "../../src/addin/excel/functions/delivery-limit";
import { addSources } from "../../src/addin/excel/functions/number-sources";
import { systemClock } from "../../src/engine/clock";
import { compareAnswers } from "../../src/formulas/changes/compare-answers";
import { functions } from "../../src/formulas/functions";
import type { Calculation, PendingFormats } from "../../src/formulas/table/formula-result";
import { removeExcelFunctions } from "../support/excel-functions";
import { localOffice, type LocalOffice } from "../support/local-runtime";
import { type NativeHost, openHost } from "./native-host";

jest.setTimeout(60_000);

let office: LocalOffice;
let excel: NativeHost;
let formatted: PendingFormats[];
let calculations: Calculation[];

beforeAll(async () => {
  office = await localOffice();
  excel = await openHost();
  const { CustomFunctions: customFunctions } = excel.window as unknown as { readonly CustomFunctions: unknown };
  Object.assign(globalThis, {
    CustomFunctions: customFunctions,
    Office: { context: { requirements: { isSetSupported: () => true } } },
  });
  associate(
    functions,
    Promise.resolve({
      runtime: office.runtime,
      deliveryLimit: createDeliveryLimit(systemClock, freePipe),
      recalculation: { entered: () => undefined, left: () => undefined },
      noteResult: () => undefined,
      noteAnswer: (_, calculation) => void calculations.push(calculation),
      showDates: (_, formats) => void formatted.push(formats),
      loadSources: () => Promise.resolve(addSources),
      // Dates are plain numbers, which the add-in formats in their cells.
      capabilities: () => ({
        formattedValues: false,
        entityCards: true,
        maxCharacters: 1_900_000,
        maxCells: 5_000_000,
      }),
    }),
  );
});
beforeEach(() => {
  formatted = [];
  calculations = [];
});
afterAll(async () => {
  excel.close();
  removeExcelFunctions();
  Reflect.deleteProperty(globalThis, "Office");
  await office.service.close();
});

/** The companies with events in the universe, and one that nobody knows. */
const someAndUnknown = async (universe: string): Promise<readonly (readonly [string])[]> => {
  const { value } = await excel.answer({
    id: "ESG.EVENTS",
    values: [universe, null, null, null, null, "entity_id", 5, "headers=no"],
  });
  return [...(value as [string][]), ["no such company anywhere"]];
};

test.each([
  ["ESG.EVENTS", "last_activity,score", "no"],
  ["ESG.EVENTS", "last_activity,score", "yes"],
  ["ESG.DOCUMENTS", "extract_date,polarity", "no"],
])(
  "%s of %s with an unknown company among its entities keeps formats, sources and records (transpose=%s)",
  async (id, fields, transpose) => {
    const universe = office.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id ?? "";
    const entities = await someAndUnknown(universe);
    formatted = [];
    calculations = [];
    const values = [universe, null, null, null, entities, fields, 20, `source=yes; transpose=${transpose}`];
    const { value, ok } = await excel.answer({ id, values, address: "Sheet1!D1" });
    await excel.answer({ id, values, address: "Sheet1!D1" });
    expect(ok).toBe(true);
    const rows = value as readonly (readonly unknown[])[];
    const records = transpose === "yes" ? (rows[0] ?? []).map((_, column) => rows.map((row) => row[column])) : rows;
    expect(records.at(-1)).toEqual([0, 1].map(() => expect.objectContaining({ type: "Error" }) as unknown));
    expect(formatted[0]).toEqual({
      formats: ["yyyy-mm-dd hh:mm", undefined],
      headers: 1,
      transposed: transpose === "yes",
    });
    const source = expect.stringMatching(/^(event|document) \S+/) as string;
    expect(records[1]?.[0]).toMatchObject({ properties: { source: { basicValue: source } } });
    const [before, after] = calculations;
    expect(before && after && (await compareAnswers(before, after, () => undefined))).toMatchObject({ changes: [] });
  },
);

test("a cell error in a list is shown in its row, and the other rows keep their formats and records", async () => {
  const universe = office.demo.universes[0]?.universe_id ?? "";
  const { value } = await excel.answer({
    id: "ESG.DOCUMENTS",
    values: [universe, null, null, null, null, "id", 2, "headers=no"],
  });
  const [[first], [second]] = value as [[string], [string]];
  calculations = [];
  const shown = await excel.answer({
    id: "ESG.DOCUMENT",
    values: [
      [[first], [{ type: "CustomFunctionError", code: "#DIV/0!" }], [second]],
      "extract_date,polarity",
      "source=yes",
    ],
    errors: true,
  });
  const error = expect.objectContaining({ type: "Error", basicValue: "#DIV/0!" }) as unknown;
  const date = expect.objectContaining({ properties: expect.anything() as unknown }) as unknown;
  expect(shown.value).toEqual([
    [date, expect.anything()],
    [error, error],
    [date, expect.anything()],
  ]);
  expect(formatted).toEqual([{ formats: ["yyyy-mm-dd hh:mm", undefined], headers: 0, transposed: false }]);
  expect(calculations[0]?.result.records.origins.map((origin) => origin?.key)).toEqual([first, "#DIV/0!", second]);
});
