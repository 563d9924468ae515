import {
  addUniverse,
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
  saysNoMore,
  screen,
  toggleFold,
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

const isins = (count: number): readonly string[] => stage.demo.entities.slice(0, count).map(({ isin }) => isin);

/** The formula form with five banks in A2:A6, which are selected, and the weights beside them. */
const openQuestions = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await addUniverse(stage);
  pane.workbook.fill(
    "Sheet1!A2",
    isins(5).map((isin) => [isin, 0.2]),
  );
  pane.workbook.select("Sheet1!A2:A6");
  await openView("Build");
  await screen.findByRole("heading", { name: "What do you want to know?" });
  return pane;
};

/** Searches for a question and opens it. */
const choose = async (words: string, question: RegExp): Promise<void> => {
  await fill("Search functions, questions and columns", words);
  await press(question);
  await button("All functions and questions");
};

/** Rows and header cells of the preview. */
const preview = async (name: string | RegExp = "5 rows"): Promise<{ rows: HTMLElement[]; headers: HTMLElement[] }> => {
  await press("Preview 5 rows");
  const region = await screen.findByRole("region", { name });
  return { rows: within(region).getAllByRole("row"), headers: within(region).queryAllByRole("columnheader") };
};

describe("What do you want to know?", () => {
  test("questions stand in groups, and a search shows first what fits its words best", async () => {
    await openQuestions();
    for (const group of ["Portfolio", "Sector", "Time", "Change", "Content", "Sentiment", "Goals", "Coverage"])
      expect(screen.getAllByText(new RegExp(`^${group}`), { selector: "summary" })).not.toEqual([]);
    await toggleFold("Coverage");
    const coverage = await screen.findByRole("list", { name: "Coverage" });
    expect(within(coverage).getAllByRole("button")).not.toEqual([]);
    expect(await faultsOfView("questions")).toEqual([]);
    await fill("Search functions, questions and columns", "severe list");
    const results = await screen.findByRole("list", { name: "Results" });
    expect(within(results).getAllByRole("button")[0]?.textContent).toMatch(/severe/i);
    await fill("Search functions, questions and columns", "zzzqqx");
    await says("No function, question or column fits these words.");
  });

  test("the chosen question has the person's universe and selected list, is previewed, and inserted into the active cell", async () => {
    const { workbook } = await openQuestions();
    await choose("how many events list", /How many events does each company of my list/);
    expect((await field("Universe")).value).toBe("EU Banks");
    expect((await field("List of companies")).value).toBe("Sheet1!A2:A6");
    expect((await preview()).rows).toHaveLength(6);
    expect(await faultsOfView("question", "showsCode")).toEqual([]);
    await fill("Target cell", "E9");
    await press("Insert formula");
    await says("Inserted in Sheet1!E1.");
    expect(workbook.formulas.get("Sheet1!E1")).toBe(
      '=ESG.SUMMARY("EU Banks",,"-1y",,A2:A6,,"align=yes; show=events,highest_score; empty=zero; headers=yes")',
    );
  });

  test("a formula inside functions of Excel is previewed by its call, with the weights beside the list", async () => {
    const { workbook } = await openQuestions();
    await choose("weighted", /weighted score of my portfolio/);
    expect((await field("Weights")).value).toBe("Sheet1!B2:B6");
    await preview();
    await says("The preview shows ESG.SUMMARY alone.");
    await fill("Target cell", "Answer!A1");
    await press("Insert formula");
    await says("Inserted in Answer!A1.");
    expect(workbook.formulas.get("Answer!A1")).toBe(
      '=SUMPRODUCT(Sheet1!B2:B6,ESG.SUMMARY("EU Banks",,"-1y",,Sheet1!A2:A6,,"align=yes; show=highest_score; empty=zero"))/SUM(Sheet1!B2:B6)',
    );
  });

  test("a result with a row for each cell of the list goes beside it: the header above the first row, or no header", async () => {
    const { workbook } = await openQuestions();
    await choose("who are", /Who are the companies of my list/);
    await waitFor(async () => expect((await field("Target cell")).placeholder).toBe("Sheet1!C1"));
    await press("Insert formula");
    await says("Inserted in Sheet1!C1.");
    expect(workbook.formulas.get("Sheet1!C1")).toMatch(/^=ENTITY\.GET\(A2:A6,"name,.*","headers=yes"\)$/);
    workbook.fill(
      "Sheet1!H1",
      isins(3).map((isin) => [isin]),
    );
    await fill("List of companies", "H1:H3");
    await fill("Target cell", "K3");
    await press("Insert formula");
    await says("Inserted in Sheet1!K1.");
    expect(workbook.formulas.get("Sheet1!K1")).toMatch(/^=ENTITY\.GET\(H1:H3,"name,[^"]*"\)$/);
  });

  test("the same goes for a formula of the form", async () => {
    const { workbook } = await openQuestions();
    await choose("who are", /Who are the companies of my list/);
    await press("Change the arguments in the form");
    await waitFor(async () => expect((await field("Target cell")).placeholder).toBe("Sheet1!C1"));
    await press("Insert formula");
    await says("Inserted in Sheet1!C1.");
    expect(workbook.formulas.get("Sheet1!C1")).toMatch(/,"headers=yes"\)$/);
  });

  test("on a new sheet the list itself stands before a result with a row for each of its cells", async () => {
    const { workbook } = await openQuestions();
    await choose("latest severe", /latest severe event of each company/);
    await press("Use a new sheet");
    await says(/Inserted in Answer/);
    const [[names, list], [result, formula]] = [...workbook.formulas] as [[string, string], [string, string]];
    expect([names, result]).toEqual(["Answer!A2", "Answer!B1"]);
    expect(list).toBe('=Sheet1!A2:A6&""');
    expect(workbook.cells.get("Answer!A1")).toBe("List");
    expect(formula).toContain(
      'Sheet1!A2:A6,"last_activity,score,title",,"align=yes; sort=last_activity:desc; headers=yes")',
    );
  });

  test("on a new sheet companies that the list has as ids stand there by their names, under a header", async () => {
    const { workbook } = await openQuestions();
    const ids = stage.demo.entities.slice(0, 3).map(({ id }) => [id]);
    workbook.fill("Sheet1!D1", [["Entity ID"], ...ids]);
    workbook.select("Sheet1!D2:D4");
    await choose("latest severe", /latest severe event of each company/);
    await press("Use a new sheet");
    await says(/Inserted in Answer/);
    expect(workbook.formulas.get("Answer!A2")).toBe('=ENTITY.GET(Sheet1!D2:D4,"name")');
    expect(workbook.cells.get("Answer!A1")).toBe("Name");
  });

  test("the preview of a result that stands beside the list has a header and five rows of it", async () => {
    const { workbook } = await openQuestions();
    workbook.fill(
      "Sheet1!D2",
      isins(8).map((isin) => [isin]),
    );
    workbook.select("Sheet1!D2:D9");
    for (const [words, question] of [
      ["latest severe", /latest severe event of each company/],
      ["who are", /Who are the companies of my list/],
    ] as const) {
      await choose(words, question);
      const { rows, headers } = await preview();
      expect([rows.length, within(rows[0]!).getAllByRole("columnheader").length]).toEqual([6, headers.length]);
      await press("All functions and questions");
    }
    await choose("most severe events", /Which companies of my list have the most severe events/);
    const { rows, headers } = await preview(/rows?$/);
    expect(headers.map(({ textContent }) => textContent)).toContain("Entity name");
    expect(within(rows[0]!).getAllByRole("columnheader")).toEqual(headers);
  });

  test("another question shows neither what was inserted for the one before nor why that failed", async () => {
    await openQuestions();
    await choose("who are", /Who are the companies of my list/);
    await fill("Target cell", "F2");
    await press("Insert formula");
    await says("Inserted in Sheet1!F1.");
    await press("All functions and questions");
    await choose("weighted", /weighted score of my portfolio/);
    expect(paneText()).not.toContain("Inserted in");
    expect((await field("Target cell")).value).toBe("");
    await fill("List of companies", "H50:H60");
    await press("Preview 5 rows");
    await says("is empty.");
    await press("All functions and questions");
    await choose("violate", /violate the UN Global Compact/);
    await saysNoMore("is empty.");
  });

  test("a question about an analysis says where to start one where there is none", async () => {
    await openQuestions();
    await choose("sentiment week", /sentiment develop by week/);
    await press("Insert formula");
    await says("Start an analysis in Analyses first.");
    expect(paneText()).not.toContain("Fill this in.");
  });

  test("a missing list is told beside its field, no formula with a gap is shown, and nothing is inserted", async () => {
    const { workbook } = await openQuestions();
    workbook.select("Sheet1!C1");
    await choose("revenue", /latest revenue/);
    expect(paneText()).not.toContain("=ENTITY");
    await stage.resetCalls();
    await press("Insert formula");
    await says("Fill this in.");
    await fill("List of companies", "no address");
    await says("This is not a cell address. Enter a range such as A2:A41.");
    await press("Insert formula");
    expect(workbook.formulas.get("Sheet1!C1")).toBeUndefined();
    await fill("List of companies", "A2:A6");
    await says("=ENTITY");
    await press("Insert formula");
    await says("Inserted in Sheet1!C1.");
    expect(workbook.formulas.get("Sheet1!C1")).toBe(
      '=ENTITY.GET(A2:A6,"name,revenue,revenue.currency,revenue.date","headers=yes")',
    );
    expect(await stage.calls()).toEqual({});
  });

  test("a formula that is one call opens in the form, from where the questions can be reached again", async () => {
    await openQuestions();
    await choose("violate", /violate the UN Global Compact/);
    await press("Change the arguments in the form");
    await screen.findByText("ESG.SUMMARY");
    expect((await argumentField("Count for each by")).value).toBe("sector");
    expect((await argumentField("Universe")).value).toBe("EU Banks");
    await press("All functions and questions");
    await field("Search functions, questions and columns");
  });
});
