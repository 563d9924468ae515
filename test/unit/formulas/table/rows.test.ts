import { AddinError } from "../../../../src/engine/http/addin-error";
import { entityColumns } from "../../../../src/formulas/table/column-sets";
import { columnNamed, ownMember } from "../../../../src/formulas/table/columns";
import { CellError } from "../../../../src/formulas/table/matrix";
import { isRecord, rowMaker, toCell } from "../../../../src/formulas/table/rows";

const look = { join: "; " };
const style = { empty: { number: 0, other: "" }, dates: "excel" } as const;
const missing = new CellError("#N/A");

test("text over 32,767 characters is cut with an ellipsis, a missing value is blank, a formula stays text", () => {
  const style = { empty: { number: "", other: "" }, dates: "excel" } as const;
  const cut = toCell("x".repeat(40_000), "text", style);
  expect(cut).toHaveLength(32_767);
  expect((cut as string).endsWith("…")).toBe(true);
  expect(toCell(undefined, "integer", style)).toBe("");
  expect(toCell(Number.NaN, "number", style)).toBe("");
  expect(toCell("=1+1", "text", style)).toBe("=1+1");
});

test("where empty is zero, only missing numbers are 0: texts, dates and truth values without a value stay blank", () => {
  const cells = (value: undefined | string) =>
    (["integer", "number", "text", "date", "date-time", "boolean"] as const).map((type) => toCell(value, type, style));
  expect(cells(undefined)).toEqual([0, 0, "", "", "", ""]);
  expect(cells("")).toEqual([0, 0, "", "", "", ""]);
  expect(toCell(Infinity, "number", style)).toBe(0);
});

test("a measured 0 and a false are values, not gaps", () => {
  const blank = { empty: { number: "none", other: "none" }, dates: "excel" } as const;
  expect([toCell(0, "integer", blank), toCell(0, "number", blank), toCell(false, "boolean", blank)]).toEqual([
    0,
    0,
    false,
  ]);
});

test("a row shows 0 where something was counted or measured, and the empty cell where nothing was", () => {
  const columns = ["employee_count", "ticker.count", "alias.count", "name", "created_at"].map((name) =>
    columnNamed(entityColumns, name),
  );
  const record = { employee_count: 0, ticker: [], name: "", created_at: "" };
  const row = (empty: { number: string | number | CellError; other: string }) =>
    rowMaker(columns, { empty, dates: "excel" }, look)(record);
  expect(row({ number: "", other: "" })).toEqual([0, 0, "", "", ""]);
  expect(row({ number: missing, other: "" })).toEqual([0, 0, missing, "", ""]);
  // The same columns with another option are not taken from the last result.
  expect(row({ number: missing, other: "none" })).toEqual([0, 0, missing, "none", "none"]);
});

test("the same columns are shown anew with another separator, spelling of texts or kind of dates", () => {
  const columns = [columnNamed(entityColumns, "isin"), columnNamed(entityColumns, "created_at")];
  const record = { isin: ["DE1", "FR2"], created_at: "2026-01-31T00:00:00Z" };
  const row = (join: string, dates: "excel" | "iso") => rowMaker(columns, { ...style, dates }, { join })(record);
  expect(row("; ", "excel")).toEqual(["DE1; FR2", 46_053]);
  expect(row("|", "excel")).toEqual(["DE1|FR2", 46_053]);
  expect(row("|", "iso")).toEqual(["DE1|FR2", "2026-01-31T00:00:00Z"]);
});

test("a date that is none stays the text it is, in a cell and in a row", () => {
  const column = columnNamed({ members: [ownMember("d", "date")], shown: ["d"] }, "d");
  const row = rowMaker([column], style, look);
  expect([toCell("soon", "date", style), toCell("2026-01-31", "date", style)]).toEqual(["soon", 46_053]);
  expect([{ d: "soon" }, { d: "2026-01-31" }, { d: 7 }, { d: null }].map((record) => row(record))).toEqual([
    ["soon"],
    [46_053],
    [7],
    [""],
  ]);
});

test("an error fills its row, a blank row is blank, and cells stay as they are", () => {
  const columns = ["name", "isin"].map((name) => columnNamed(entityColumns, name));
  const row = rowMaker(columns, style, look);
  const error = new AddinError("not-found", "No entity.");
  expect(row(error)).toEqual([error, error]);
  expect(row(missing)).toEqual([missing, missing]);
  expect(row(undefined)).toEqual(["", ""]);
  expect(row(["a", 1])).toEqual(["a", 1]);
  expect([error, missing, undefined, ["a"], { name: "A" }].map(isRecord)).toEqual([false, false, false, false, true]);
});

test("a text of exactly 32,767 characters is not cut, neither in a cell nor in a row", () => {
  const column = columnNamed({ members: [ownMember("t", "text")], shown: ["t"] }, "t");
  const [fits, cut] = ["x".repeat(32_767), "x".repeat(32_768)];
  expect(toCell(fits, "text", style)).toBe(fits);
  const row = rowMaker([column], style, look);
  expect(row({ t: fits })).toEqual([fits]);
  expect(row({ t: cut })).toEqual([`${"x".repeat(32_766)}…`]);
});
