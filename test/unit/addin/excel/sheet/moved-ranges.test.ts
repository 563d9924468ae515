import { movedAddress } from "../../../../../src/addin/excel/sheet/moved-ranges";

const after = (changeType: string, address: string): string | undefined =>
  movedAddress("A2:A1201", { changeType, address });

describe("a range after a change of its sheet", () => {
  test("moves with rows inserted above and deleted above", () => {
    expect(after("RowInserted", "1:1")).toBe("A3:A1202");
    expect(after("RowInserted", "2:4")).toBe("A5:A1204");
    expect(after("RowDeleted", "1:1")).toBe("A1:A1200");
  });

  test("grows and shrinks with rows inside of it", () => {
    expect(after("RowInserted", "3:3")).toBe("A2:A1202");
    expect(after("RowDeleted", "3:5")).toBe("A2:A1198");
    expect(after("RowDeleted", "1:3")).toBe("A1:A1198");
    expect(after("RowDeleted", "1200:1300")).toBe("A2:A1199");
  });

  test("stays where rows move below it", () => {
    expect(after("RowInserted", "1202:1202")).toBe("A2:A1201");
    expect(after("RowDeleted", "1202:1210")).toBe("A2:A1201");
  });

  test("moves with columns, past Z too, and is gone with its own", () => {
    expect(after("ColumnInserted", "A:A")).toBe("B2:B1201");
    expect(after("ColumnInserted", "A:Z")).toBe("AA2:AA1201");
    expect(after("ColumnInserted", "B:B")).toBe("A2:A1201");
    expect(after("ColumnDeleted", "A:B")).toBeUndefined();
    expect(movedAddress("AB3:AC4", { changeType: "ColumnDeleted", address: "A:B" })).toBe("Z3:AA4");
    expect(after("RowDeleted", "1:2000")).toBeUndefined();
  });

  test("is lost where cells above or beside it made room, and stays where they did not", () => {
    expect(after("CellInserted", "A1:A3")).toBeUndefined();
    expect(after("CellDeleted", "A1201")).toBeUndefined();
    expect(after("CellInserted", "C5:C6")).toBe("A2:A1201");
    expect(after("CellInserted", "A1202:B1202")).toBe("A2:A1201");
  });

  test("a single cell stays one", () => {
    expect(movedAddress("$B$2", { changeType: "RowInserted", address: "1:1" })).toBe("B3");
  });
});
