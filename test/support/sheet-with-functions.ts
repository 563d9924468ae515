import { associate } from "../../src/addin/excel/functions/register-functions";
import { addSources } from "../../src/addin/excel/functions/number-sources";
import { createDeliveryLimit, freePipe } from "../../src/addin/excel/functions/delivery-limit";
import { LatestResults } from "../../src/addin/excel/refresh/latest-results";
import { type Clock, systemClock } from "../../src/engine/clock";
import { functions } from "../../src/formulas/functions";
import { makeExcel } from "../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../src/workbench/file/open-and-save";
import { makeCustomFunctions } from "../../src/workbench/office/custom-functions";
import type { OfficeHost } from "../../src/workbench/office/office-host";
import type { Service } from "../../src/service/service";
import { startHost } from "../unit/workbench/start-host";
import { localOffice, type LocalOffice } from "./local-runtime";

/** The workbench's engine with all worksheet functions, answered by the local service in this process. */
export interface SheetWithFunctions extends LocalOffice {
  readonly host: OfficeHost;
  readonly answers: LatestResults;
  /** The functions by their names. */
  readonly names: readonly string[];
  /** Opens a workbook with these sheets, all empty. */
  readonly open: (...sheets: readonly string[]) => Promise<void>;
  /** Enters formulas and values by address (`Sheet1!A1`), and waits for their results. */
  readonly enter: (cells: Readonly<Record<string, string | number>>) => Promise<void>;
  readonly values: (address: string) => Promise<unknown[][]>;
}

/**
 * Puts `Excel` and `CustomFunctions` where the add-in finds them. Requirement sets are those of `supported`, by name and version.
 * Clock and service may be those of the test.
 */
export const sheetWithFunctions = async (
  supported: (set: string, version: string) => boolean = () => true,
  given: { readonly clock?: Clock; readonly service?: Service } = {},
): Promise<SheetWithFunctions> => {
  const office = await localOffice(0, given);
  const host = startHost();
  Object.assign(globalThis, {
    Excel: makeExcel(host),
    CustomFunctions: makeCustomFunctions(host.functions),
    Office: { context: { requirements: { isSetSupported: supported } } },
  });
  host.functions.define({
    functions: functions.map(({ name, parameters, result, needsParameterAddresses }) => ({
      id: name,
      name,
      result: result === "matrix" ? { dimensionality: "matrix" } : {},
      parameters: parameters.map(({ name: parameter, type, optional, matrix }) => ({
        ...{ name: parameter, type, optional },
        ...(matrix && { dimensionality: "matrix" as const }),
      })),
      options: { requiresAddress: true, requiresParameterAddresses: needsParameterAddresses === true },
    })),
  });
  const answers = new LatestResults();
  associate(
    functions,
    Promise.resolve({
      runtime: office.runtime,
      deliveryLimit: createDeliveryLimit(systemClock, freePipe),
      recalculation: { entered: () => undefined, left: () => undefined },
      noteResult: () => undefined,
      noteAnswer: (address, answer) => answers.note(address, answer),
      loadSources: () => Promise.resolve(addSources),
      capabilities: () => ({
        formattedValues: true,
        entityCards: true,
        maxCharacters: 1_900_000,
        maxCells: 5_000_000,
      }),
    }),
  );
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 4; quiet = host.functions.unsettled ? 0 : quiet + 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const rangeAt = (context: Excel.RequestContext, address: string): Excel.Range => {
    const [sheet = "", cells = ""] = address.split("!");
    return context.workbook.worksheets.getItem(sheet).getRange(cells);
  };
  return {
    ...office,
    host,
    answers,
    names: functions.map(({ name }) => name),
    open: async (...sheets) => {
      await openWorkbookJson(host, { name: "Book", sheets: sheets.map((name) => ({ name, cells: {} })) });
      await settled();
    },
    enter: async (cells) => {
      for (const [address, content] of Object.entries(cells)) {
        await Excel.run(async (context) => {
          rangeAt(context, address).formulas = [[content]];
          await context.sync();
        });
        await settled();
      }
    },
    values: (address) =>
      Excel.run(async (context) => {
        const range = rangeAt(context, address).load({ values: true });
        await context.sync();
        return range.values as unknown[][];
      }),
  };
};
