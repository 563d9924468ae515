import {
  addUniverse,
  faultsOfView,
  fill,
  openStage,
  openView,
  press,
  says,
  screen,
  toggleFold,
  type,
  user,
  waitFor,
  within,
  wrongFieldHasFocus,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

/** The tasks, with the form of a coverage request open and these cells selected. */
const openCoverage = async (address: string, values: readonly (readonly string[])[]): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await addUniverse(stage);
  pane.workbook.fill(address, values);
  pane.workbook.select(address);
  await openView("Status");
  await toggleFold("Request coverage");
  return pane;
};

describe("A request for coverage", () => {
  test("the columns of the selected cells are shown as they will be sent, and sent as they were shown", async () => {
    const isin = stage.demo.entities[0]!.isin;
    const { sent } = await openCoverage("Sheet1!B2:E4", [
      ["Name", "ISIN", "Country", "External id"],
      ["First Company", isin, "DE", "A-1"],
      ["Second Company", "", "", ""],
    ]);
    await press("Use the selected cells");
    await says("2 companies");
    const preview = within(await screen.findByRole("list", { name: "The request contains" })).getAllByRole("listitem");
    expect(preview.map(({ textContent }) => textContent)).toEqual([
      `External id: A-1 · Name: First Company · ISIN: ${isin} · Country: germany`,
      "External id: Second Company · Name: Second Company",
    ]);
    const universeBox = screen.getByRole<HTMLInputElement>("checkbox", { name: "EU Banks" });
    if (!universeBox.checked) await user.click(universeBox);
    await stage.resetCalls();
    sent.length = 0;
    await press("Request coverage…");
    await press("Confirm");
    const requested = await screen.findByRole("list", { name: "Requested from here" });
    expect(requested.textContent).toContain("First Company, Second Company");
    expect(requested.textContent).toContain("For EU Banks");
    const universe = stage.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id;
    const requests = sent.filter(({ path }) => path.endsWith("/v3/coverage-extension"));
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        universe_ids: [universe],
        entities: [
          { external_id: "A-1", name: "First Company", isin, country: "germany" },
          { external_id: "Second Company", name: "Second Company" },
        ],
      },
    ]);
    // The states of tasks are read from then on, without a press.
    await waitFor(async () => expect(await stage.calls()).toEqual({ extendCoverage: 1, listTasks: 1 }));
    await waitFor(() => expect(requested.textContent).not.toContain("sent"));
  });

  test("is followed without a press while its task is open, and the task is listed with its companies", async () => {
    const pane = await openCoverage("Sheet1!B2:B3", [["Name"], ["Third Company"]]);
    await press("Use the selected cells");
    const universeBox = screen.getByRole<HTMLInputElement>("checkbox", { name: "EU Banks" });
    if (!universeBox.checked) await user.click(universeBox);
    await press("Request coverage…");
    await press("Confirm");
    await stage.resetCalls();
    pane.setSpeed(500);
    const tasks = await screen.findByRole("list", { name: "Tasks" });
    await waitFor(() => expect(tasks.textContent).toContain("Third Company"));
    await waitFor(async () => expect((await stage.calls())["listTasks"]).toBeGreaterThan(1), { timeout: 20_000 });
  });

  test("a cell that cannot be sent is named with what is allowed, and nothing is sent", async () => {
    await openCoverage("Sheet1!B2:C3", [
      ["Name", "ISIN"],
      ["First Company", "US0378331006"],
    ]);
    await press("Use the selected cells");
    await stage.resetCalls();
    await press("Request coverage…");
    await says('Sheet1!C3: "US0378331006" is not an ISIN. Allowed: 12 characters');
    expect(screen.queryByRole("list", { name: "The request contains" })).toBeNull();
    const companies = await screen.findByRole("textbox", { name: /^Companies/ });
    await fill(companies, (companies as HTMLTextAreaElement).value.replace("ISIN", "Sector"));
    await says(
      'Line 1, column 2: "Sector" is not a column of a request. Allowed: External id, Name, ISIN, LEI, Country',
    );
    expect(await stage.calls()).toEqual({});
  });

  test("that is refused puts the focus into the first wrong field; a group without a box to tick takes it itself", async () => {
    await stage.openSignedIn();
    await openView("Status");
    await toggleFold("Request coverage");
    await press("Request coverage…");
    await wrongFieldHasFocus(/^Companies/, "Fill this in.");
    await type("Zzzqqx");
    await press("Request coverage…");
    await wrongFieldHasFocus(/^Add them to these universes/, "Choose at least one universe.");
  });
});

describe("Tasks", () => {
  test("are listed on request with their state, without a fault of structure", async () => {
    await stage.openSignedIn();
    await openView("Status");
    await stage.resetCalls();
    await press("Show tasks");
    await says("completed");
    expect(await stage.calls()).toEqual({ listTasks: 1 });
    expect(await faultsOfView("tasks")).toEqual([]);
  });
});
