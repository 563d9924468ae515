import { enterCells } from "../../../src/workbench/automation";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import { readRange } from "../../../src/workbench/functions/read-cells";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { spillObstacle } from "../../../src/workbench/univer/spill-obstacle";
import { until } from "../../support/until";
import { startHost } from "./start-host";

let host: OfficeHost;

beforeEach(async () => {
  host = startHost();
  await openWorkbookJson(host, { name: "Book", sheets: [{ name: "Sheet1", cells: {} }] });
});

const settled = async (): Promise<void> => {
  for (let quiet = 0; quiet < 4; quiet = host.functions.unsettled ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
};

const enter = async (cells: Readonly<Record<string, string | number>>): Promise<void> => {
  enterCells(host.book, cells);
  await settled();
};

const values = (range: string): unknown =>
  readRange(host.book, host.functions, range).map((row) => row.map(({ value }) => value));

/** TEST.ROWS answers later, as the add-in does. */
const answerLater = (): void =>
  host.functions.associate("TEST.ROWS", async (rows) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return Array.from({ length: rows as number }, (_, row) => [`row ${row + 1}`, row + 1]);
  });

const standing = [[1, 2, 3, 4]];
const blocked = [["#SPILL!", "", ""]];

describe("a spill that stands keeps standing", () => {
  test.each(["=SEQUENCE(E1,3)", "=TEST.ROWS(E1)"])("where %s does not fit", async (formula) => {
    answerLater();
    await enter({ E1: 5, J3: "=SEQUENCE(1,4)" });
    await enter({ L1: formula });
    expect([values("L1:N1"), values("J3:M3")]).toEqual([blocked, standing]);
    // An argument of the blocked formula changes.
    await enter({ E1: 6 });
    expect([values("L1:N1"), values("J3:M3")]).toEqual([blocked, standing]);
    host.functions.callAllAgain();
    await settled();
    expect([values("L1:N1"), values("J3:M3")]).toEqual([blocked, standing]);
    // The formula that stands is entered again.
    await enter({ J3: "=SEQUENCE(1,4)" });
    expect([values("L1:N1"), values("J3:M3")]).toEqual([blocked, standing]);
  });

  test("while its formula is called again", async () => {
    answerLater();
    await enter({ E1: 2, J3: "=TEST.ROWS(E1)" });
    await enter({ K1: "=TEST.ROWS(5)" });
    expect(values("J3:K4")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
    ]);
    host.functions.callAllAgain();
    await settled();
    expect(values("K1:K4")).toEqual([["#SPILL!"], [""], [1], [2]]);
    await enter({ E1: 3 });
    expect(values("K1:K5")).toEqual([["#SPILL!"], [""], [1], [2], [3]]);
  });

  test("and what a blocked result would need is in nobody's way", async () => {
    const numbers = (count: number): unknown => Array.from({ length: 7 }, (_, at) => [at < count ? at + 1 : ""]);
    await enter({ E1: 6, E2: 5, L3: "here", L1: "=IF(E2=1,1,SEQUENCE(E2,3))" });
    await enter({ M1: "=SEQUENCE(E1)" });
    expect([values("L1"), values("M1:M7")]).toEqual([[["#SPILL!"]], numbers(6)]);
    // The one that stands is calculated alone, then the blocked one.
    await enter({ E1: 7 });
    expect([values("L1"), values("M1:M7")]).toEqual([[["#SPILL!"]], numbers(7)]);
    await enter({ E2: 4 });
    expect([values("L1"), values("M1:M7")]).toEqual([[["#SPILL!"]], numbers(7)]);
    await enter({ E2: 1 });
    expect([values("L1"), values("M1:M7")]).toEqual([[[1]], numbers(7)]);
  });

  test("where it has grown into what a blocked result would need, when that result becomes one value", async () => {
    await enter({ E1: 1, E2: 5, J3: "=SEQUENCE(1,E1)", L5: "here", L1: "=IF(E2=1,1,SEQUENCE(E2,3))" });
    await enter({ E1: 4 });
    expect([values("L1"), values("J3:M3")]).toEqual([[["#SPILL!"]], standing]);
    await enter({ E2: 1 });
    expect([values("L1"), values("J3:M3")]).toEqual([[[1]], standing]);
  });

  test("until its cell is emptied: then a result that a cell had blocked before spills", async () => {
    await enter({ E1: 1, F1: 1, F2: "=F1+1", J3: "=SEQUENCE(1,E1)", L5: "here", L1: "=SEQUENCE(5,3)" });
    // Neither concerns the blocked result.
    await enter({ F1: 2 });
    await enter({ L5: "" });
    expect(values("L1:N1")).toEqual([[1, 2, 3]]);
  });

  test("where a cell and a spill are in the way, until both are gone", async () => {
    await enter({ L3: "here", M1: "=SEQUENCE(6)", L1: "=SEQUENCE(3,2)" });
    await enter({ L3: "" });
    expect(values("L1:M1")).toEqual([["#SPILL!", 1]]);
    await enter({ M1: "", L3: "here" });
    expect(values("L1:M1")).toEqual([["#SPILL!", ""]]);
    await enter({ L3: "" });
    expect(values("L1:M3")).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });
});

describe("a blocked result spills", () => {
  const free = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];

  test.each([
    ["is emptied", { J3: "" }],
    ["is overwritten", { J3: 7 }],
    ["becomes shorter", { E1: 2 }],
  ])("when the spill in its way %s", async (_, change) => {
    await enter({ E1: 4, J3: "=SEQUENCE(1,E1)" });
    await enter({ L1: "=SEQUENCE(3,2)" });
    expect(values("L1")).toEqual([["#SPILL!"]]);
    await enter(change);
    expect(values("L1:M3")).toEqual(free);
  });

  test("when the formula in its way is called again and answers less", async () => {
    answerLater();
    await enter({ E1: 3, J3: "=TEST.ROWS(E1)", J5: "" });
    await enter({ K1: "=SEQUENCE(2,2)", I5: "=SEQUENCE(2,2)" });
    expect(values("I5")).toEqual([["#SPILL!"]]);
    await enter({ E1: 2 });
    expect(values("I5:J6")).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test("when the formula in its way, whose call never ends, is emptied", async () => {
    answerLater();
    await enter({ E1: 3, J3: "=TEST.ROWS(E1)" });
    await enter({ I5: "=SEQUENCE(2,2)" });
    host.functions.associate("TEST.ROWS", () => new Promise(() => undefined));
    enterCells(host.book, { E1: 4 });
    await until("the call has begun", () => String(values("J3")) === "#BUSY!");
    await until("nothing is calculated", () => !host.functions.calculation.running);
    expect(values("I5")).toEqual([["#SPILL!"]]);
    await enter({ J3: "" });
    expect(values("I5:J6")).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

test("what is in the way is named: the first cell of the other spill", async () => {
  await enter({ J3: "=SEQUENCE(1,4)" });
  await enter({ L1: "=SEQUENCE(5,3)" });
  expect(spillObstacle(host.book, host.book.activeSheetId, 0, 11)).toEqual({ kind: "cell", needs: "L1:N5", at: "L3" });
});
