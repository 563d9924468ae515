import {
  argumentField,
  button,
  faultsOfView,
  field,
  fill,
  openStage,
  openView,
  paneText,
  press,
  says,
  screen,
  user,
  waitFor,
  within,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

/** An ISIN with two neighbours swapped, so that its check digit is wrong. */
const mistyped = (isin: string): string => {
  const at = Array.from(isin).findLastIndex((digit, place) => place < 11 && digit !== isin[place + 1]);
  return isin.slice(0, at) + (isin[at + 1] ?? "") + (isin[at] ?? "") + isin.slice(at + 2);
};

/** ISINs of the made-up world; not every company has one. */
const isins = (): readonly string[] => stage.demo.entities.flatMap(({ isin }) => (isin as string | null) ?? []);

/** The view Resolve over a list in A1 and below, which is selected; no call is made yet. */
const openList = async (list: readonly string[], first = "A1"): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  pane.workbook.fill(
    `Sheet1!${first}`,
    list.map((row) => [row]),
  );
  pane.workbook.select(`Sheet1!${first}:A${Number(first.slice(1)) + list.length - 1}`);
  await stage.resetCalls();
  await openView("Resolve");
  return pane;
};

/** The rows of the results. */
const rows = async (): Promise<readonly HTMLElement[]> => {
  const list = await screen.findByRole("list", { name: "Results" });
  return [...list.children] as HTMLElement[];
};

const row = async (at: number): Promise<HTMLElement> => (await rows())[at]!;

/** Waits for the button that counts rows. */
const counts = (text: string): Promise<HTMLElement> => screen.findByRole("button", { name: text });

const cells = ({ workbook }: ShownPane, ...addresses: readonly string[]): readonly unknown[] =>
  addresses.map((address) => workbook.cells.get(`Sheet1!${address}`));

describe("The resolve form", () => {
  test("takes the list around one selected cell, and nothing where the cell stands alone", async () => {
    const pane = await stage.openSignedIn();
    pane.workbook.fill(
      "Sheet1!C3",
      isins()
        .slice(0, 4)
        .map((isin) => [isin]),
    );
    pane.workbook.select("Sheet1!F9");
    await openView("Resolve");
    await button("Take the selection");
    expect(paneText()).not.toContain("to search");
    pane.workbook.around.list = "Sheet1!C3:C6";
    pane.workbook.select("Sheet1!C4");
    await says("4 cells · 4 to search");
  });

  test("counts before it calls, resolves once for two presses, and a candidate is chosen by keyboard", async () => {
    const known = isins().slice(0, 20);
    const list = [...known, "", known[0]!, "US0378331006", "Bank", "Zzzqqx"];
    const { workbook } = await openList(list);
    await says("25 cells · 1 blank · 1 duplicate · 1 invalid ISIN · 22 to search");
    expect(await stage.calls()).toEqual({});
    await user.dblClick(await button("Resolve"));
    await counts("3 rows need your review");
    // The second one is for the names that the first has not found.
    expect(await stage.calls()).toEqual({ searchEntities: 2 });
    const [candidates] = screen.getAllByRole("listbox");
    within(candidates!).getAllByRole("option")[0]!.focus();
    await user.keyboard("{ArrowDown} ");
    await counts("1 chosen");
    await press("Insert formula");
    await says("Inserted in");
    expect([...workbook.formulas.values()]).toEqual(['=ENTITY.RESOLVE(A1:A25,,,,"headers=no")']);
    expect(await stage.calls()).toEqual({ searchEntities: 2 });
  });

  test("counts headers and n/a as no companies, and offers only suggestions that exist, in one call", async () => {
    const [first = "", second = ""] = isins();
    await openList(["ISIN", first, "n/a", mistyped(second), "-", "ZA0000000000"]);
    await says("6 cells · 3 headers or n/a, not searched · 2 invalid ISIN · 1 to search");
    await press("Resolve");
    await counts("2 rows need your review");
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
    const [suggested, unknown] = await rows();
    expect(suggested!.textContent).toContain(`Did you mean ${second}?`);
    expect(unknown!.textContent).not.toContain("Did you mean");
    expect(unknown!.textContent).toContain("The check digit is wrong.");
  });

  test("finishes each open row where it is, and its counts show the rows of one status", async () => {
    const [first = "", second = "", third = ""] = isins();
    await openList([first, mistyped(second), "Zzzqqx", "Total of the fund", "Bank"]);
    await press("Resolve");
    await counts("4 rows need your review");
    await stage.resetCalls();
    await user.click(within(await row(0)).getByRole("button", { name: `Use ${second}` }));
    await counts("3 rows need your review");
    expect(await stage.calls()).toEqual({});
    await fill(within(await row(1)).getByLabelText("Another identifier or name for Zzzqqx"), third);
    await user.keyboard("{Enter}");
    await counts("2 rows need your review");
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
    await user.click(within(await row(2)).getByRole("button", { name: "Not a company" }));
    await counts("1 row needs your review");
    await press("1 blank");
    await waitFor(async () =>
      expect((await rows()).map(({ textContent }) => textContent.includes("Total of the fund"))).toEqual([true]),
    );
    await user.click(within(await row(0)).getByRole("button", { name: "Undo" }));
    await press("2 rows need your review");
    await waitFor(async () => expect(await rows()).toHaveLength(4));
    await user.click(within(await row(3)).getAllByRole("option")[0]!);
    await press("3 chosen");
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  test("writes corrections into the list after a question, leaves a cell that has changed, and does not search again", async () => {
    const [first = "", second = "", third = ""] = isins();
    const pane = await openList([mistyped(first), second, mistyped(first).toLowerCase(), "Zzzqqx"]);
    await press("Resolve");
    await press(`Use ${first}`);
    await fill("Another identifier or name for Zzzqqx", third);
    await user.keyboard("{Enter}");
    await says("2 corrections are not in the list yet.");
    await stage.resetCalls();
    pane.workbook.fill("Sheet1!A4", [["by hand"]]);
    await press("Write into the list…");
    await says("Replace 3 cells in Sheet1!A1:A4?");
    expect(cells(pane, "A1")).toEqual([mistyped(first)]);
    await press("Confirm");
    await says("2 cells corrected.");
    await says("1 cell was left as it is");
    expect(cells(pane, "A1", "A3", "A4")).toEqual([first, first, "by hand"]);
    await says("1 correction is not in the list yet.");
    await counts("2 exact");
    expect(await stage.calls()).toEqual({});
  });

  test("goes from open row to open row with Ctrl+., and Enter or Space finishes each", async () => {
    const [first = "", second = ""] = isins();
    await openList([mistyped(first), "Bank", mistyped(second)]);
    await press("Resolve");
    await counts("3 rows need your review");
    for (const finish of ["{Enter}", " ", "{Enter}"]) await user.keyboard(`{Control>}.{/Control}${finish}`);
    await counts("3 chosen");
    await counts("0 rows need your review");
  });

  test("puts results into the free columns beside the list, and a header of the list becomes that of the results", async () => {
    const [first = "", second = ""] = isins();
    const pane = await openList(["ISIN", first, second]);
    pane.workbook.fill("Sheet1!B1", [["Weight"], [0.5], [0.5]]);
    await press("Resolve");
    await counts("2 exact");
    const target = await field("Target cell");
    await waitFor(() => expect(target.placeholder).toBe("Sheet1!C1"));
    await press("Insert formula");
    await says("Inserted in");
    expect([...pane.workbook.formulas]).toEqual([["Sheet1!C2", '=ENTITY.RESOLVE(A2:A3,,,,"headers=no")']]);
    expect(cells(pane, "D1")).toEqual(["Name"]);
  });

  test.each([
    ["a target in another row", "A2", "W9", ["W2", "W1"]],
    ["a target in the list's own row", "A2", "W2", ["W2", "W1"]],
    ["a list from row 1, which has no room for a header", "A1", "W1", ["W1", undefined]],
    ["a list from row 1 and a target below", "A1", "W7", ["W1", undefined]],
  ] as const)("writes each result into the row of its input: %s", async (_, place, typed, [cell, header]) => {
    const [first = "", second = ""] = isins();
    const pane = await openList([first, second], place);
    await press("Resolve");
    await counts("2 exact");
    await fill("Target cell", typed);
    await press("Insert formula");
    await says("Inserted in");
    expect([...pane.workbook.formulas.keys()]).toEqual([`Sheet1!${cell}`]);
    if (header !== undefined) expect(cells(pane, header)).toEqual(["Entity ID"]);
  });

  test("leaves the header out where something stands above the first row", async () => {
    const [first = "", second = ""] = isins();
    const pane = await openList([first, second], "A2");
    pane.workbook.fill("Sheet1!W1", [["Fund of the month"]]);
    await press("Resolve");
    await counts("2 exact");
    await fill("Target cell", "W2");
    await press("Insert formula");
    await says("Inserted in");
    expect([[...pane.workbook.formulas.keys()], cells(pane, "W1")]).toEqual([["Sheet1!W2"], ["Fund of the month"]]);
  });

  test("fills in a coverage request with the rows that were not found, and what the columns beside them say", async () => {
    const [first = ""] = isins();
    const { workbook } = await openList(["ISIN", first, "XS0000000009", "Zzzqqx", mistyped(first)]);
    workbook.fill("Sheet1!B1", [
      ["Issuer", "Country", "Price"],
      ["A", "Sweden", 1],
      ["Nobody plc", "GB", 2],
      ["", "n/a", 3],
      ["B", "FR", 4],
    ]);
    await press("Resolve");
    await counts("3 rows need your review");
    await press("Request coverage…");
    const companies = await field("Companies, one identifier per line");
    expect(companies.value).toBe("Name\tISIN\tCountry\nNobody plc\tXS0000000009\tGB\nZzzqqx");
    await says("External id: XS0000000009 · Name: Nobody plc · ISIN: XS0000000009");
  });

  test("takes two identifiers pasted into one line for one row that cannot be searched; the other rows are found", async () => {
    const [first = "", second = ""] = isins();
    await stage.openSignedIn();
    await openView("Resolve");
    await press("Paste a list");
    await fill("One identifier or name per line", `${first}\n${first};${second}\n${second}`);
    await says("2 to search");
    await press("Resolve");
    await counts("1 row needs your review");
    expect((await rows())[0]!.textContent).toContain(`${first};${second}`);
  });
});

describe("What the companies of a list become", () => {
  test("a universe: Stop keeps it, and it is there when the pane is shown again", async () => {
    const [first = "", second = ""] = isins();
    const { hide, show, persisted } = await openList([first, second, "Zzzqqx"]);
    await press("Resolve");
    await press("Make a universe…");
    await says("3 companies · 1 of them was not found and is requested as a new company · 1 request of up to 25");
    await press("Fill the universe…");
    await says("Fill this in.");
    await fill("Name of the universe", "Resolved book");
    await stage.resetCalls();
    await press("Fill the universe…");
    await says("Add 3 companies to Resolved book?");
    expect(await stage.calls()).toEqual({});
    await user.dblClick(await button("Confirm"));
    await says("Filling Resolved book: 3 of 3");
    expect(await stage.calls()).toMatchObject({ createUniverse: 1, extendCoverage: 1 });
    hide();
    show();
    await says("Filling Resolved book: 3 of 3");
    await user.click((await screen.findAllByRole("button", { name: "Stop" }))[0]!);
    await says("Resolved book is not filled yet: 3 of 3 companies are requested. Stopped.");
    expect(await faultsOfView("resolve")).toEqual([]);
    expect(JSON.stringify([...persisted])).toContain("Resolved book");
    await press("Discard");
    await field("Name of the universe");
  });

  test("a portfolio: a table on a new sheet, and the form of its events says what is read", async () => {
    const [first = "", second = ""] = isins();
    const { workbook } = await openList([first, second]);
    await press("Resolve");
    await press("Make a universe…");
    await fill("Name of the table", "1 book");
    await press("Make the table");
    await says("Begin with a letter");
    await fill("Name of the table", "MyBook");
    await stage.resetCalls();
    await press("Make the table");
    await says('=ENTITY.GET(MyBook[ISIN],"country")');
    const { header, rows: companies } = workbook.tables.get("MyBook")!;
    expect(header).toEqual(["Name", "ISIN", "LEI", "Country", "Website", "Entity ID"]);
    expect(companies.map((company) => company[1])).toEqual([first, second]);
    expect(await stage.calls()).toEqual({});
    await press("Show their events");
    await says('=ESG.EVENTS(,3,"-90d",,MyBook[ISIN])');
    await says("The service cannot filter by company. Everything in the selected universe that matches");
    expect(await stage.calls()).toEqual({});
    await fill(await argumentField("Universe"), "EU Banks");
    await says("Everything in EU Banks that matches");
    expect(await button("Preview 5 rows")).toHaveProperty("disabled", false);
  });
});

test("has no fault of structure in open rows, and in each use of the results", async () => {
  const [first = "", second = "", third = ""] = isins();
  // Another unknown name than above: a request for that one may have ended, and then it is a company.
  await openList([first, mistyped(second), "Qqwwvv", "Bank", mistyped(third)]);
  await press("Resolve");
  await counts("4 rows need your review");
  await press(`Use ${second}`);
  const faults = [...(await faultsOfView("resolve"))];
  for (const panel of ["Exceptions", "Request coverage…", "Make a universe…", "Insert"]) {
    await press(panel);
    await screen.findByRole("button", { name: panel, expanded: true });
    faults.push(...(await faultsOfView(panel, panel === "Request coverage…" ? "showsCode" : undefined)));
  }
  expect(faults).toEqual([]);
});

/** Puts something into the draft of the view that it cannot show, as no user can. */
const breakView = ({ state }: ShownPane): void =>
  state.draft<unknown>("resolve", undefined).set({ inputs: null, by: "auto", answers: null, address: undefined });

const stopped = "Something went wrong in this view";

describe("A view that fails", () => {
  beforeEach(() => jest.spyOn(console, "error").mockReturnValue());
  afterEach(() => jest.restoreAllMocks());

  const openBroken = async (): Promise<ShownPane> => {
    const pane = await stage.openSignedIn();
    await openView("Resolve");
    await press("Paste a list");
    breakView(pane);
    await says(stopped);
    return pane;
  };

  test("says so in one sentence and works again after Start over, without a reload", async () => {
    await openBroken();
    expect(screen.getAllByRole("tab")).toHaveLength(7);
    await press("Start over");
    await press("Paste a list");
    await fill("One identifier or name per line", "Bank");
    await says("1 to search");
  });

  test("works again after another tab was opened, and says that its fields were cleared", async () => {
    await openBroken();
    await openView("Status");
    await screen.findByRole("heading", { name: "Status" });
    await openView("Resolve");
    await says("so its fields were cleared");
    await button("Paste a list");
    expect(paneText()).not.toContain(stopped);
  });

  test("leaves its input alone where it can be shown when it is opened again", async () => {
    const pane = await stage.openSignedIn();
    await openView("Resolve");
    await press("Paste a list");
    await fill("One identifier or name per line", "Bank");
    const draft = pane.state.draft<unknown>("resolve", undefined);
    const before = draft.get();
    breakView(pane);
    await says(stopped);
    await openView("Status");
    draft.set(before);
    await openView("Resolve");
    await says("1 to search");
  });
});
