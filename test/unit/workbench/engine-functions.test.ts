import { BaseFunction, IFunctionService } from "@univerjs/engine-formula";
import { openWorkbookJson, toStoredWorkbook } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { startHost } from "./start-host";

class Broken extends BaseFunction {
  override calculate(): never {
    throw new Error("broken");
  }
}

describe("functions of the engine", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });

  const shows = async (
    cells: Readonly<Record<string, string | number>>,
    range: string,
    expected: unknown,
  ): Promise<void> => {
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells }] });
    await until(
      `${range} shows ${JSON.stringify(expected)}`,
      () => {
        const shown = JSON.stringify(host.book.values(host.book.area(range)));
        return !host.functions.unsettled && shown === JSON.stringify(expected);
      },
      10,
    );
  };

  it("take everything where fewer rows and columns are there than asked for, from either end", async () => {
    const cells = {
      A1: 1,
      A2: 2,
      C1: "=TAKE(A1:A2,-5)",
      D1: "=TAKE(A1:A2,5)",
      E1: "=TAKE(A1:A2,-1)",
      F1: "=TAKE(A1:A2,,-3)",
    };
    await shows(cells, "C1:F2", [
      [1, 1, 2, 1],
      [2, 2, "", 2],
    ]);
  });

  it("for money give numbers without a currency, so that no cell shows dollars", async () => {
    await shows({ A1: "=PMT(0.05,2,-100)", A2: "=FV(0,2,-50)" }, "A2", [[100]]);
    const [sheet] = toStoredWorkbook(host).sheets;
    expect(sheet?.cells.map(({ format }) => format)).toEqual([undefined, undefined]);
    expect(host.book.workbook.getActiveSheet().getRange("A1").getDisplayValue()).toMatch(/^53\.78/);
  });

  it("that fail return #CALC!, and the other cells are calculated", async () => {
    host.book.engine.injector.get(IFunctionService).registerExecutors(new Broken("BROKEN"));
    await shows({ A1: "=BROKEN()", A2: "=1+1", A3: "=A2+1" }, "A1:A3", [["#CALC!"], [2], [3]]);
  });
});
