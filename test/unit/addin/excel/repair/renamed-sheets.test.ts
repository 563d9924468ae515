import { followRenamedSheets } from "../../../../../src/addin/excel/repair/renamed-sheets";
import { createFormulaCells } from "../../../../../src/addin/excel/sheet/formula-cells";
import { createWhereFrom, type WhereFrom } from "../../../../../src/addin/excel/trace/where-from";
import { systemClock } from "../../../../../src/engine/clock";
import { type SheetWithFunctions, sheetWithFunctions } from "../../../../support/sheet-with-functions";
import { until } from "../../../../support/until";

let sheet: SheetWithFunctions;
let trace: (address: string) => Promise<WhereFrom>;

beforeAll(async () => {
  sheet = await sheetWithFunctions();
  const { runtime, demo, names, answers } = sheet;
  for (const { universe_id, universe_name } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type: "PRIVATE" });
  ({ trace } = createWhereFrom(names, "", { clock: systemClock, requestLog: runtime.requestLog, answers }));
}, 60_000);

const rename = (...names: readonly (readonly [before: string, after: string])[]): Promise<void> =>
  Excel.run(async (context) => {
    for (const [before, after] of names) {
      context.workbook.worksheets.getItem(before).name = after;
      await context.sync();
    }
  });

/** The universe that the origin of a cell names. */
const universeOf = async (address: string): Promise<unknown> => {
  const { sources } = await trace(address);
  return sources[0]?.entries[0]?.scope?.universe;
};

/** `universes` by the sheets whose formula asks for them: the argument is a cell, so that the formulas are equal. */
const enterLists = async (universes: Readonly<Record<string, string>>): Promise<void> => {
  await sheet.open(...Object.keys(universes));
  await followRenamedSheets({ cells: createFormulaCells(sheet.names), requestLog: sheet.runtime.requestLog });
  for (const [name, universe] of Object.entries(universes))
    await sheet.enter({ [`${name}!D1`]: universe, [`${name}!A1`]: '=ESG.EVENTS(D1,3,,,,"title",3)' });
  sheet.sent.length = 0;
};

test("sheets that change their names keep their own origins, without a call", async () => {
  await enterLists({ Banks: "EU Banks", Own: "Holdings" });
  await rename(["Banks", "Next"], ["Own", "Banks"], ["Next", "Own"]);
  await until("the origin of Own!A1 is its own", async () => (await universeOf("Own!A1")) === "EU Banks");
  await until("the origin of Banks!A1 is its own", async () => (await universeOf("Banks!A1")) === "Holdings");
  expect(sheet.sent).toEqual([]);
});

test("a sheet with a name that must be quoted keeps its origins", async () => {
  await enterLists({ Banks: "EU Banks" });
  await rename(["Banks", "It's Q3"]);
  await until("the origin is known", async () => (await universeOf("'It''s Q3'!A1")) === "EU Banks");
  expect(sheet.sent).toEqual([]);
});
