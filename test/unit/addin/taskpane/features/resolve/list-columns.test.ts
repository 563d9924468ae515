import { formatAddress, parseAddress } from "../../../../../../src/facts/addresses";
import type { CellContent } from "../../../../../../src/addin/excel/sheet/ranges";
import { freeBeside, isInList } from "../../../../../../src/addin/taskpane/ui/beside-list";
import { readCompanyList, readFactsBeside } from "../../../../../../src/addin/taskpane/features/resolve/list-columns";

type Rows = readonly (readonly CellContent[])[];

/** A sheet whose used range begins in A1; reading it cuts to that range, as in Excel. */
const sheetOf = (rows: Rows) => {
  const reads: string[] = [];
  const read = (address: string) => {
    reads.push(address);
    const area = parseAddress(address)!;
    const endRow = Math.min(area.endRow, rows.length - 1);
    const endColumn = Math.min(area.endColumn, (rows[0]?.length ?? 1) - 1);
    const isUsed = area.startRow <= endRow && area.startColumn <= endColumn;
    const values: Rows = isUsed
      ? rows.slice(area.startRow, endRow + 1).map((row) => row.slice(area.startColumn, endColumn + 1))
      : [[""]];
    const cut = isUsed
      ? { ...area, endRow, endColumn }
      : { ...area, endRow: area.startRow, endColumn: area.startColumn };
    return Promise.resolve({
      address: formatAddress(cut),
      rowCount: values.length,
      columnCount: values[0]?.length ?? 1,
      values,
    });
  };
  return { read, reads };
};

const apple = "US0378331005";
const holdings: Rows = [
  ["Issuer", "ISIN", "Weight", "Pays", "LEI"],
  ["Apple", apple, 0.2, "US", "no lei"],
  ["Nobody", "XS0000000009", 0.1, "n/a", "HWUPKR0MPOU8FGXBT394"],
];

test("of several columns the one with the most identifiers is the list", async () => {
  const selected = await sheetOf(holdings).read("Holdings!A1:E3");
  expect(readCompanyList(selected)).toEqual({ inputs: ["ISIN", apple, "XS0000000009"], address: "Holdings!B1:B3" });
});

test("a column with identifiers is the list also where the header of another names companies", async () => {
  const rows: Rows = [
    ["Company", "Reference"],
    ["Apple", apple],
  ];
  expect(readCompanyList(await sheetOf(rows).read("S!A1:B2")).address).toBe("S!B1:B2");
});

test("ids of events and cases are no companies; the id of an entity is one", async () => {
  const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  const listIn = async (heads: readonly string[], row: readonly string[]): Promise<string> =>
    readCompanyList(await sheetOf([heads, row]).read("S!A1:C2")).address;
  expect(await listIn(["Case ID", "ID", "Entity name"], [id, id, "Apple"])).toBe("S!C1:C2");
  expect(await listIn(["ID", "Entity ISIN", "Score"], [id, apple, "3"])).toBe("S!B1:B2");
  expect(await listIn(["Title", "Entity ID", "Name"], ["x", id, "Apple"])).toBe("S!B1:B2");
  expect(await listIn(["Name", "ID", "Country"], ["Apple", id, "US"])).toBe("S!B1:B2");
});

test("without identifiers the column is the list whose header names companies", async () => {
  const rows: Rows = [
    ["Country", "Company", "Note"],
    ["Sweden", "Wendilund Bank", "x"],
  ];
  expect(readCompanyList(await sheetOf(rows).read("S!A1:C2")).address).toBe("S!B1:B2");
});

test("a row, and a column, are the list as they are", async () => {
  expect(readCompanyList(await sheetOf(holdings).read("S!A2:B2"))).toEqual({
    inputs: ["Apple", apple],
    address: "S!A2:B2",
  });
  expect(readCompanyList(await sheetOf(holdings).read("S!B2:B3")).inputs).toEqual([apple, "XS0000000009"]);
});

test("name, country and LEI come from the columns beside the list; values that are none are left out", async () => {
  const { read, reads } = sheetOf(holdings);
  const facts = await readFactsBeside({ read }, "Holdings!B2:B3", false);
  expect(facts(0)).toEqual({ name: "Apple", country: "US" });
  expect(facts(1)).toEqual({ name: "Nobody", lei: "HWUPKR0MPOU8FGXBT394" });
  expect(reads).toEqual(["Holdings!A1:CV1", "Holdings!A2:A3", "Holdings!D2:D3", "Holdings!E2:E3"]);
});

test("a list that begins with its header has the other headers beside it, and one in the first row has none", async () => {
  expect((await readFactsBeside(sheetOf(holdings), "S!B1:B3", true))(1)).toEqual({ name: "Apple", country: "US" });
  expect((await readFactsBeside(sheetOf(holdings), "S!B1:B3", false))(1)).toEqual({});
});

test("results go to the first free columns right of the list, in the row of their header where there is one", async () => {
  expect(await freeBeside(sheetOf(holdings), "S!B2:B3", false, 5)).toBe("S!F1");
  expect(await freeBeside(sheetOf(holdings), "S!E2:E3", false, 5)).toBe("S!F1");
  expect(await freeBeside(sheetOf(holdings), "S!B1:B3", true, 5)).toBe("S!F1");
  expect(await freeBeside(sheetOf(holdings), "S!B1:B3", false, 5)).toBe("S!F1");
});

test("results belong beside the list while the cursor is in it", () => {
  expect(isInList("Holdings!A2:A1201", "Holdings!A7")).toBe(true);
  expect(isInList("Holdings!A2:A41", "Holdings!C1")).toBe(false);
  expect(isInList("Holdings!A2:A41", "Sheet2!A2")).toBe(false);
});
