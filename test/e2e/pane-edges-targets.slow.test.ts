import type { SheetJson } from "../../src/workbench/file/workbook-json";
import { enteredCells } from "../support/sheet-cells";
import { openView } from "./open-view";
import type { WorkbenchPage } from "./workbench/page";
import { signIn, startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?fresh");
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

const text = (expected: string | RegExp): Promise<void> => workbench.pane().getByText(expected).first().waitFor();
const button = (name: string | RegExp) => workbench.pane().getByRole("button", { name, exact: true });
const target = () => workbench.pane().getByLabel("Target cell");

/** Five ISINs in A2:A6, resolved, the place to insert typed; what else the sheet has is given. */
const prepare = async (place: string, sheet: Partial<SheetJson> = {}): Promise<void> => {
  const isins = stage.demo.entities.flatMap(({ isin }) => isin ?? []).slice(0, 5);
  const list = Object.fromEntries(isins.map((isin, row) => [`A${row + 2}`, isin]));
  const cells = { A1: "ISIN", ...list, ...sheet.cells };
  await workbench.call("open", { name: "Edges", sheets: [{ name: "List", ...sheet, cells }] });
  await signIn(workbench);
  await workbench.settled();
  await openView(workbench.pane(), "Resolve");
  await workbench.call("select", "A2:A6");
  await button("Take the selection").click();
  await text("5 cells · 5 to search");
  await button("Resolve").click();
  await text("5 exact");
  await target().fill(place);
};

const cellsOf = async (sheet = 0): Promise<unknown> =>
  enteredCells((await workbench.call("save")).sheets[sheet] ?? { cells: [] });

/** Undoes once, and looks whether everything is as it was. */
const undoneIn = async (before: unknown): Promise<void> => {
  await workbench.call("undo");
  await workbench.settled();
  expect(await cellsOf()).toEqual(before);
};

/** Presses Insert formula, and looks that a sentence came and nothing was written. */
const refused = async (sentence: string | RegExp): Promise<void> => {
  const before = await cellsOf();
  await button("Insert formula").click();
  await text(sentence);
  expect(await cellsOf()).toEqual(before);
};

const onNewSheet = async (): Promise<void> => {
  const before = await cellsOf();
  await button("Use a new sheet").click();
  await text("Inserted in Resolve!B2.");
  await workbench.settled();
  expect(await workbench.call("sheets")).toEqual(["List", "Resolve"]);
  expect(await cellsOf()).toEqual(before);
  expect((await workbench.cell("Resolve!B2")).formula).toBe('=ENTITY.RESOLVE(List!A2:A6,,,,"headers=no")');
  const rows = await workbench.values("Resolve!A1:F7");
  expect(rows.map(([, , , status]) => status)).toEqual(["Status", "exact", "exact", "exact", "exact", "exact", ""]);
  // The list stands before its results.
  const list = await workbench.values("List!A1:A7");
  expect(rows.map(([input]) => [input])).toEqual(list);
};

describe("Where the results cannot go, nothing is written, and another place is offered", () => {
  test("a protected sheet", async () => {
    await prepare("C1", { protected: true });
    await refused("The sheet of List is protected. Unprotect it, or choose another cell.");
    await workbench.screenshot("pane-edges-protected");
    await onNewSheet();
  });

  test("merged cells", async () => {
    await prepare("C1", { merged: ["D3:E4"] });
    await refused("List!D3:E4 contains merged cells, so the result cannot spill there.");
    await onNewSheet();
  });

  test("rows that a filter hides", async () => {
    const cells = { H1: "Keep", H2: "yes", H3: "no", H4: "yes", H5: "yes", H6: "yes" };
    const filter = { address: "H1:H6", columns: [{ column: 0, values: ["yes"] }], hiddenRows: [2] };
    await prepare("C1", { cells, filter });
    await refused(/^A filter hides rows in .*, so part of the result would be hidden\.$/);
    await workbench.screenshot("pane-edges-filtered");
    await onNewSheet();
  });

  test("cells that hold something", async () => {
    await prepare("C1", { cells: { E5: "mine" } });
    await refused("List!E5 is not empty, so the result would overwrite it.");
    await onNewSheet();
  });

  test.each(["Nowhere at all", "ZZZ99", "A1048577"])("%s, which is no cell, said beside the field", async (place) => {
    await prepare(place);
    await text("Enter one cell, such as C1 or Sheet1!C1.");
    const before = await cellsOf();
    await button("Insert formula").click();
    await workbench.settled();
    expect(await cellsOf()).toEqual(before);
  });

  test("a sheet that is not there", async () => {
    await prepare("Elsewhere!C1");
    await refused("There is no sheet called Elsewhere.");
    await onNewSheet();
  });

  test("the end of the sheet", async () => {
    await prepare("XFB1");
    await refused(/^The result does not fit on the sheet at .*XFB1\.$/);
  });

  test("a table, in which nothing spills: values are offered, and are one step of undo", async () => {
    const cells = { C1: "a", D1: "b", E1: "c", F1: "d", G1: "e" };
    await prepare("C1", { cells, tables: [{ name: "Book", address: "C1:G7" }] });
    await refused("Book is a table, and a formula cannot spill inside a table. Insert values, or choose another cell.");
    await workbench.screenshot("pane-edges-table");
    await target().fill("C2");
    await refused(/Book is a table/);
    const before = await cellsOf();
    await workbench.pane().getByRole("button", { name: "Insert values" }).last().click();
    await text(/^Inserted in List!C2/);
    const rows = await workbench.values("C2:G7");
    expect(rows.map(([, , status]) => status)).toEqual(["exact", "exact", "exact", "exact", "exact", ""]);
    expect((await workbench.cell("C3")).formula).toBeUndefined();
    await undoneIn(before);
  });
});

describe("Where Excel is not ready, the pane waits or says so", () => {
  test("a cell being edited: the pane says it waits, and inserts once when the cell is finished", async () => {
    await prepare("C1");
    await workbench.call("select", "J9");
    await workbench.page.locator('[data-u-comp="defined-name"] input').click();
    await workbench.page.keyboard.press("Enter");
    await workbench.page.keyboard.type("half a wo");
    await button("Insert formula").click();
    await text("Press Enter to finish editing the cell. Spillway then continues.");
    await workbench.screenshot("pane-edges-cell-edit");
    expect((await workbench.cell("C2")).formula).toBeUndefined();
    expect((await workbench.cell("J9")).value).toBe("");
    // Back to the sheet, over the title bar.
    for (let pressed = 0; pressed < 2; pressed += 1) await workbench.page.keyboard.press("F6");
    await workbench.page.keyboard.type("rd");
    await workbench.page.keyboard.press("Enter");
    await text("Inserted in List!C2.");
    await workbench.settled();
    expect((await workbench.cell("J9")).value).toBe("half a word");
    expect((await workbench.values("C2:E2"))[0]?.[2]).toBe("exact");
    expect(await workbench.pane().getByText("Inserted in List!C2.").count()).toBe(1);
  });

  test("manual calculation: the formula is inserted, and the pane says that F9 shows the rest", async () => {
    await prepare("C1");
    const before = await cellsOf();
    await workbench.call("calculationMode", "manual");
    await button("Insert formula").click();
    await text("Inserted in List!C2.");
    await text("This workbook uses manual calculation. Press F9 to show the result.");
    await workbench.screenshot("pane-edges-manual");
    await workbench.call("calculationMode", "automatic");
    await undoneIn(before);
  });
});

describe("Names of universes that look like formulas", () => {
  test.each(["=cmd|' /C calc'!A0", "=1+1", "+x", "-x", "@x"])(
    "%s stays a text in the formula, in a list and as the name of a sheet",
    async (name) => {
      await workbench.call("open", { name: "Edges", sheets: [{ name: "List", cells: { D1: "in the way" } }] });
      await signIn(workbench);
      await workbench.settled();
      await openView(workbench.pane(), "Universes");
      const universe = workbench.pane().getByRole("button", { name: /60 companies/ });
      if ((await button("More").count()) === 0) await universe.first().click();
      await button("More").click();
      await workbench.pane().getByLabel("Nickname (this computer only)").fill(name);
      await button("Save nickname").click();
      await button("Insert").click();
      await workbench.pane().getByLabel("What to show").selectOption("UNIVERSE.COUNT");
      await target().fill("A1");
      await button("Insert formula").click();
      await text("Inserted in List!A1.");
      await workbench.enterAll({ A3: `=TRANSPOSE(UNIVERSE.LIST())` });
      expect(await workbench.cell("A1")).toMatchObject({ value: 60, formula: `=UNIVERSE.COUNT("${name}")` });
      expect((await workbench.values("B3:Z3"))[0]).toContain(name);
      await target().fill("D1");
      await refused("List!D1 is not empty, so the result would overwrite it.");
      await button("Use a new sheet").click();
      await text(/^Inserted in '.*'!A1\.$/);
      await workbench.settled();
      const [, added = ""] = await workbench.call("sheets");
      expect((await workbench.cell(`'${added.replaceAll("'", "''")}'!A1`)).value).toBe(60);
    },
  );
});

test("the websites of a portfolio are links, with or without the protocol in their text", async () => {
  await prepare("C1");
  await button("Make a universe…").click();
  await workbench.pane().getByLabel("Name of the table").fill("MyBook");
  await button("Make the table").click();
  await text('=ENTITY.GET(MyBook[ISIN],"country")');
  await workbench.settled();
  const made = (await workbench.call("save")).sheets.find(({ name }) => name === "MyBook");
  const sites = Object.entries(enteredCells(made ?? { cells: [] })).filter(([cell]) => /^E([2-9]|1\d)$/.test(cell));
  expect(sites.length).toBeGreaterThan(1);
  expect(made?.links).toEqual(
    sites.map(([range, site]) => ({ range, address: (site as string).replace(/^(?!https?:)/, "https://") })),
  );
  await workbench.screenshot("portfolio-links");
});
