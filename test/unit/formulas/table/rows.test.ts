import { AddinError } from "../../../../src/engine/http/addin-error";
import { entityColumns } from "../../../../src/formulas/table/column-sets";
import { type Column, columnNamed, ownMember } from "../../../../src/formulas/table/columns";
import { CellError } from "../../../../src/formulas/table/matrix";
import { isRecord, refuseTooTall, rowMaker, SizedRows, toCell } from "../../../../src/formulas/table/rows";

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

test("a text that looks like a date is a date only in a column of dates", () => {
  expect([toCell("2026-01-31", "text", style), toCell("2026-01-31", "date", style)]).toEqual(["2026-01-31", 46_053]);
  expect(toCell("2026-01-31", "date", { ...style, dates: "iso" })).toBe("2026-01-31");
});

test("names of places are shown as people write them, anew where the spelling of the service is wanted", () => {
  const columns = [columnNamed(entityColumns, "country"), columnNamed(entityColumns, "isin[1]")];
  const record = { country: "germany", isin: ["DE1"] };
  expect(rowMaker(columns, style, look)(record)).toEqual(["Germany", "DE1"]);
  expect(rowMaker(columns, style, { ...look, rawTexts: true })(record)).toEqual(["germany", "DE1"]);
});

test("a column that reads the whole record shows its value, a blank column nothing", () => {
  const member = ownMember("sum", "integer");
  const sum: Column = {
    name: "sum",
    label: "Sum",
    type: "integer",
    member,
    read: ({ a, b }, { entity }) => (entity === "none" ? undefined : Number(a) + Number(b)),
  };
  const blank: Column = { ...sum, member: undefined };
  const columns = [sum, blank];
  const record = { sum: 9, a: 1, b: 2 };
  const row = (entity: string) =>
    rowMaker(columns, { ...style, empty: { number: "?", other: "" } }, { ...look, entity });
  expect(row("e1")(record)).toEqual([3, ""]);
  expect(row("none")(record)).toEqual(["?", ""]);
  expect(row("e1")(record)).toEqual([3, ""]);
});

test("the same columns with the same options are prepared once", () => {
  const columns = [columnNamed(entityColumns, "name")];
  const maker = rowMaker(columns, style, look);
  expect(rowMaker(columns, { empty: { number: 0, other: "" }, dates: "excel" }, { join: "; " })).toBe(maker);
  expect(rowMaker([...columns], style, look)).not.toBe(maker);
});

/** Rows of one cell with three characters: 6 bytes each, and at most 21 before they are measured. */
const sizedRows = (count: number, limits: Partial<{ maxCharacters: number; maxCells: number }> = {}) => {
  const rows = new SizedRows({ maxCharacters: 1_000_000, maxCells: 1_000_000, ...limits });
  for (let row = 0; row < count; row += 1) rows.add(["abc"]);
  let pauses = 0;
  return {
    rows,
    pause: (): undefined => {
      pauses += 1;
      return undefined;
    },
    pauses: () => pauses,
  };
};

test("rows fit for certain while their upper bounds fit, to the byte and to the cell", () => {
  expect(sizedRows(10, { maxCharacters: 210 }).rows.fits()).toBe(true);
  expect(sizedRows(10, { maxCharacters: 209 }).rows.fits()).toBe(false);
  expect(sizedRows(10, { maxCells: 10 }).rows.fits()).toBe(true);
  expect(sizedRows(10, { maxCells: 9 }).rows.fits()).toBe(false);
  const wide = sizedRows(2, { maxCells: 5 }).rows;
  wide.add(["a", "b"]);
  expect([wide.count, wide.fits(), wide.rows]).toEqual([3, false, [["abc"], ["abc"], ["a", "b"]]]);
});

test("rows are measured 32 at a time, from the first on, until all fit for certain", async () => {
  const enough = sizedRows(100, { maxCharacters: 2_100 });
  await enough.rows.measure(100, enough.pause);
  expect(enough.pauses()).toBe(0);
  // 64 rows of 6 bytes and 36 bounds of 21 are 1,140 bytes.
  const some = sizedRows(100, { maxCharacters: 1_140 });
  await some.rows.measure(100, some.pause);
  expect([some.pauses(), some.rows.fits()]).toEqual([2, true]);
  const all = sizedRows(100, { maxCharacters: 600 });
  await all.rows.measure(100, all.pause);
  expect([all.pauses(), all.rows.fits()]).toEqual([4, true]);
});

test("rows that are too large are refused with their number, columns, size, and how many fit", async () => {
  const large = new SizedRows({ maxCharacters: 2_000_000, maxCells: 1_000_000 });
  for (let row = 0; row < 100; row += 1) large.add(["x".repeat(29_997)]);
  const refused = async (total: number | string): Promise<unknown> => {
    const { message, code } = await large
      .measure(total, () => undefined)
      .then(
        () => ({ code: "fits", message: "" }),
        (error: unknown) => error as AddinError,
      );
    return [code, message.slice(0, message.indexOf("Use a smaller limit"))];
  };
  const sentence = (rows: string, size: string): string =>
    `The result is too large: ${rows} rows × 1 columns, ${size} MB. Excel accepts 2.0 MB here, about 66 rows. `;
  expect(await refused(100)).toEqual(["too-large", sentence("100", "3.0")]);
  const { rows, pause } = sizedRows(100, { maxCharacters: 599 });
  await expect(rows.measure(100, pause)).rejects.toMatchObject({ code: "too-large" });
});

test("a row too many for the cells of the host is refused with the number of rows that fit", async () => {
  const { rows, pause } = sizedRows(40, { maxCells: 39 });
  await expect(rows.measure(40, pause)).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("40 rows × 1 columns. Excel accepts 39 cells here, about 39 rows.") as string,
  });
});

test("the widest row counts for the cells, and the cells are named where the size would fit", async () => {
  const rows = new SizedRows({ maxCharacters: 1_000, maxCells: 10 });
  for (const row of [["a", "b"], ["c"], ["d", "e"], ["f"], ["g"]]) rows.add(row);
  expect(rows.fits()).toBe(true);
  rows.add(["h"]);
  expect(rows.fits()).toBe(false);
  await expect(rows.measure(6, () => undefined)).rejects.toThrow(
    "6 rows × 2 columns. Excel accepts 10 cells here, about 5 rows.",
  );
  const exact = sizedRows(2, { maxCharacters: 12, maxCells: 1 });
  await expect(exact.rows.measure(2, exact.pause)).rejects.toThrow("Excel accepts 1 cells here, about 1 rows.");
});

test("a further page is fetched only where one more row of the usual size would fit", async () => {
  const fits = sizedRows(10, { maxCharacters: 231 });
  await fits.rows.requireRoomForOneMore("many", fits.pause);
  expect(fits.pauses()).toBe(0);
  const measured = sizedRows(40, { maxCharacters: 246 });
  await measured.rows.requireRoomForOneMore("many", measured.pause);
  expect(measured.pauses()).toBe(2);
  const full = sizedRows(40, { maxCharacters: 245 });
  await expect(full.rows.requireRoomForOneMore("many", full.pause)).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining(
      "many rows × 1 columns, 0.0 MB. Excel accepts 0.0 MB here, about 39 rows.",
    ) as string,
  });
  const cells = sizedRows(40, { maxCells: 40 });
  await expect(cells.rows.requireRoomForOneMore("many", cells.pause)).rejects.toMatchObject({ code: "too-large" });
  const none = sizedRows(0, { maxCharacters: 0, maxCells: 0 });
  await none.rows.requireRoomForOneMore("many", none.pause);
  expect(none.pauses()).toBe(0);
});

test("the size of a result is exact where the limit is low, and an upper bound where it is high", async () => {
  const low = sizedRows(40, { maxCharacters: 4_000_000 });
  expect([await low.rows.bytes(low.pause), low.pauses()]).toEqual([240, 2]);
  const high = sizedRows(40, { maxCharacters: 4_000_001 });
  expect([await high.rows.bytes(high.pause), high.pauses()]).toEqual([840, 0]);
});

test("a whole column is refused before anything is sent, where even blank cells would not fit", () => {
  const limits = { maxCharacters: 300, maxCells: 200 };
  expect(() => refuseTooTall(limits, 100)).not.toThrow();
  expect(() => refuseTooTall(limits, 101)).toThrow(expect.objectContaining({ code: "too-large" }) as Error);
  expect(() => refuseTooTall(limits, 101)).toThrow(/101.*100/);
  expect(() => refuseTooTall({ maxCharacters: 3_000, maxCells: 200 }, 201)).toThrow(/201.*200/);
});
