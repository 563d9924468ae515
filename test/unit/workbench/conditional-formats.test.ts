import type { ConditionalRule } from "../../../src/ooxml/conditional-format";
import { openWorkbookJson, toStoredWorkbook } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { startHost } from "./start-host";

const fill = "#ffc7ce";
const format = { fill };

describe("conditional formats in the engine", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });

  /** Opens a workbook with these rules, all for A1:A9. */
  const open = async (cells: Readonly<Record<string, string | number | boolean>>, ...rules: ConditionalRule[]) => {
    const conditionalFormats = rules.map((rule, index) => ({ id: `r${index}`, ranges: ["A1:A9"], rule }));
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells, conditionalFormats }] });
    await until("calculated", () => !host.functions.unsettled);
  };
  const enter = (address: string, text: string): void => host.book.write(host.book.area(address), [[text]]);
  const filled = (): number[] =>
    Array.from({ length: 9 }, (_, row) => row + 1).filter((row) => {
      return host.book.conditionalFormats.look(host.book.activeSheetId, row - 1, 0).fill === fill;
    });
  const fills = (...rows: number[]): Promise<void> =>
    until(`rows ${rows.join()} are filled, got ${filled().join()}`, () => filled().join() === rows.join());

  it("compare as Excel does: nothing is 0, texts and truth values come after numbers, errors are passed over", async () => {
    const cells = { A1: 5, A2: 50, A3: "text", A4: true, A5: "=1/0" };
    await open(cells, { type: "cellIs", operator: "lessThan", formulas: ["10"], format });
    await fills(1, 6, 7, 8, 9);
    await open(cells, { type: "cellIs", operator: "greaterThan", formulas: ["10"], format });
    await fills(2, 3, 4);
    await open(cells, { type: "cellIs", operator: "notBetween", formulas: ["60", "40"], format });
    await fills(1, 3, 4, 6, 7, 8, 9);
  });

  it("find texts without regard to case, and nothing in errors", async () => {
    const cells = { A1: "Deutsche BANK", A2: "bank", A3: 5, A4: "=1/0" };
    await open(cells, { type: "text", operator: "contains", text: "Bank", format });
    await fills(1, 2);
    await open(cells, { type: "text", operator: "notContains", text: "Bank", format });
    await fills(3, 4, 5, 6, 7, 8, 9);
    await open(cells, { type: "preset", preset: "errors", format });
    await fills(4);
    await open(cells, { type: "preset", preset: "blanks", format });
    await fills(5, 6, 7, 8, 9);
  });

  it("apply to spilled results, and again when these change", async () => {
    await open({ A1: "=SEQUENCE(4)" }, { type: "cellIs", operator: "greaterThan", formulas: ["2"], format });
    await fills(3, 4);
    enter("A1", "=SEQUENCE(4)+1");
    await fills(2, 3, 4);
  });

  it("scale colours over a spill, and again when it changes", async () => {
    const points = [
      { type: "min", color: "#000000" },
      { type: "max", color: "#ffffff" },
    ] as const;
    await open({ A1: "=SEQUENCE(3)" }, { type: "colorScale", points });
    const shades = (...colors: string[]): Promise<void> =>
      until(`A1:A3 show ${colors.join()}`, () => {
        const looks = colors.map((_, row) => host.book.conditionalFormats.look(host.book.activeSheetId, row, 0).fill);
        return looks.join() === colors.join();
      });
    await shades("#000000", "#808080", "#ffffff");
    enter("A1", "={0;0;10}");
    await shades("#000000", "#000000", "#ffffff");
  });

  it("evaluate formulas from the first cell of their ranges, and again when what they read changes", async () => {
    await open({ A1: "=SEQUENCE(5)", C1: 2 }, { type: "expression", formula: "AND(A1>$C$1,A1<5)", format });
    await fills(3, 4);
    enter("C1", "3");
    await fills(4);
  });

  it("compare with formulas and texts", async () => {
    const cells = { A1: 5, A2: "High", A3: "low", C1: 4 };
    await open(cells, { type: "cellIs", operator: "equal", formulas: ['"high"'], format });
    await fills(2);
    await open(cells, { type: "cellIs", operator: "between", formulas: ["$C$1", "$C$1*2"], format });
    await fills(1);
  });

  it("end at the first that stops, even if it changes nothing", async () => {
    const conditionalFormats = [
      { id: "a", ranges: ["A1:A9"], stopIfTrue: true, rule: { type: "preset", preset: "blanks", format: {} } },
      { id: "b", ranges: ["A1:A9"], rule: { type: "cellIs", operator: "lessThan", formulas: ["1"], format } },
    ];
    await openWorkbookJson(host, { name: "B", sheets: [{ name: "S", cells: { A1: 0 }, conditionalFormats }] });
    await fills(1);
    expect(toStoredWorkbook(host).sheets[0]?.conditionalFormats).toEqual(conditionalFormats);
  });
});
