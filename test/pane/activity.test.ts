import { AddinError, type ErrorCode } from "../../src/engine/http/addin-error";
import {
  act,
  addUniverse,
  argumentField,
  faultsOfView,
  openStage,
  openView,
  paneText,
  press,
  says,
  saysNoMore,
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

/** Ends a request of a cell with an error, as a formula does that could not be calculated. */
const fail = (
  { runtime, workbook }: ShownPane,
  cell: string,
  what: string,
  sentence: string,
  code: ErrorCode,
): void => {
  const address = `Sheet1!${cell}`;
  workbook.formulas.set(address, `=${what}()`);
  runtime.requestLog.open({ what, query: "EU Banks", address }).failed(new AddinError(code, sentence));
};

/** Fails 300 cells for one reason and one cell for another. */
const failMany = (pane: ShownPane): void => {
  for (let row = 1; row <= 301; row += 1)
    fail(pane, `A${row}`, "ESG.EVENTS", row === 301 ? "Something else." : "No universe is selected.", "unavailable");
};

describe("The note that the service cannot be reached", () => {
  test("leaves when it can be reached again, without a press, and one that refused a refresh says so", async () => {
    let isDown = false;
    const pane = await stage.openSignedIn({
      answer: () => (isDown ? Promise.reject(new TypeError("Failed to fetch")) : undefined),
    });
    pane.setSpeed(200);
    const { clock } = pane.runtime;
    const signedInAt = clock.now();
    // An answer proves the connection for ten seconds.
    await waitFor(() => expect(clock.now() - signedInAt).toBeGreaterThan(11_000), { timeout: 10_000 });
    isDown = true;
    expect(await pane.runtime.connection.check()).toBe("offline");
    await says("The service cannot be reached. Cells keep their last values.");
    act(() => pane.report.set({ status: "refused", reason: "offline", formulas: ["Sheet1!A1"] }));
    await says("The service cannot be reached. The formula keeps its value.");
    isDown = false;
    await says("The service can be reached again.");
    await press("Dismiss");
    await saysNoMore("service can");
  });
});

describe("Problems", () => {
  test("of 300 cells with one cause are one card with its number of cells and links to the first of them", async () => {
    const pane = await stage.openSignedIn();
    failMany(pane);
    await openView("Status");
    const list = await screen.findByRole("list", { name: "Problems (301)" });
    const cards = within(list).getAllByRole("listitem");
    expect(cards).toHaveLength(2);
    const card = cards.find(({ textContent }) => textContent.includes("300 cells"))!;
    expect(card.textContent).toContain("and 295 more");
    // In the order of the sheet, each once.
    const links = within(card).getAllByRole("button").slice(0, 5);
    expect(links.map(({ textContent }) => textContent)).toEqual([1, 2, 3, 4, 5].map((row) => `Sheet1!A${row}`));
    await press("Try 300 cells again");
    expect(pane.refreshed.at(-1)).toHaveLength(300);
  });

  test("are what the status line says first, with a way to them", async () => {
    const pane = await stage.openSignedIn();
    await says("Ready");
    fail(pane, "A1", "ESG.EVENTS", "The service cannot be reached.", "unavailable");
    fail(pane, "B1", "SDG.DOCUMENTS", "The service cannot be reached.", "unavailable");
    await waitFor(() => expect(screen.getAllByRole("status").at(-1)?.textContent).toBe("2 problems"));
    await press("Show problems");
    await screen.findByRole("list", { name: "Problems (2)" });
  });

  test("are results without room, with the cell in the way, until the way is free and the selection has moved", async () => {
    const pane = await stage.openSignedIn();
    const address = "Sheet1!A1";
    pane.workbook.inTheWay.set(address, "Sheet1!B3");
    pane.workbook.formulas.set(address, "=ESG.EVENTS()");
    pane.runtime.requestLog.open({ what: "ESG.EVENTS", query: "EU Banks", address }).done(3, { height: 4, width: 3 });
    await waitFor(() => expect(screen.getAllByRole("status").at(-1)?.textContent).toBe("1 problem"), {
      timeout: 20_000,
    });
    await press("Show problems");
    // The view knows what the status line counts, without another look.
    const card = within(screen.getByRole("list", { name: /^#SPILL!/ })).getByRole("listitem");
    expect(card.textContent).toContain("Sheet1!A1");
    expect(card.textContent).toContain("In the way: Sheet1!B3");
    pane.workbook.inTheWay.clear();
    pane.workbook.select("Sheet1!B3");
    await waitFor(() => expect(screen.getAllByRole("status").at(-1)?.textContent).toBe("Ready"), { timeout: 20_000 });
  });

  test("of several functions with one cause are one card, which names the functions and shows no values", async () => {
    const pane = await stage.openSignedIn();
    fail(pane, "A1", "ESG.EVENTS", "The service cannot be reached.", "unavailable");
    fail(pane, "B1", "SDG.DOCUMENTS", "The service cannot be reached.", "unavailable");
    await openView("Status");
    const card = within(await screen.findByRole("list", { name: "Problems (2)" })).getByRole("listitem");
    expect(card.textContent).toContain("SDG.DOCUMENTS");
    expect(card.textContent).toContain("ESG.EVENTS");
    expect(card.textContent).not.toContain("EU Banks");
  });

  test("with a wrong argument are repaired in the formula: the button goes to the cell and opens its formula", async () => {
    const pane = await stage.openSignedIn();
    fail(pane, "C7", "ESG.EVENTS", "minScore must be 1 to 5, got 9.", "invalid-argument");
    pane.workbook.formulas.set("Sheet1!C7", '=ESG.EVENTS("EU Banks",9)');
    await openView("Status");
    await says("minScore must be 1 to 5");
    expect(screen.queryAllByRole("button", { name: /^Try .* again$/ })).toEqual([]);
    await press("Edit the formula in Sheet1!C7");
    await screen.findByRole("heading", { name: "Build", level: 1 });
    await says("Editing the formula in Sheet1!C7");
    expect((await argumentField("Lowest score minScore")).value).toBe("9");
  });

  test("go with their formulas, as when another workbook is opened", async () => {
    const pane = await stage.openSignedIn();
    failMany(pane);
    pane.workbook.formulas.clear();
    pane.workbook.formulas.set("Sheet1!A301", "=ESG.EVENTS()");
    await openView("Status");
    const list = await screen.findByRole("list", { name: "Problems (1)" });
    expect(list.textContent).toContain("Something else.");
    expect(paneText()).not.toContain("No universe is selected.");
  });
});

test("what runs is counted from the start of the recalculation, and Stop ends it", async () => {
  const { runtime } = await stage.openSignedIn();
  const [first, second, ...running] = ["A1", "A2", "A3", "A4"].map((cell) =>
    runtime.requestLog.open({ what: "ESG.EVENTS", query: "", address: `Sheet1!${cell}` }),
  );
  first!.done(1);
  second!.done(1);
  await openView("Status");
  await says("2 of 4 done");
  const region = await screen.findByRole("region", { name: "Running (2)" });
  await user.click(within(region).getByRole("button", { name: "Stop" }));
  expect(running.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  for (const request of running) request.cancelled();
  await waitFor(() => expect(screen.queryByRole("region", { name: /^Running/ })).toBeNull());
});

test("formulas that could not be compared for the same reason are one entry with all their cells", async () => {
  const { refreshes } = await stage.openSignedIn();
  const first = { function: "ESG.EVENTS", reason: "first" } as const;
  refreshes.set([
    {
      ...{ at: 0, isWhole: true, formulas: [] },
      notCompared: [
        ...["A1", "B7", "C2"].map((cell) => ({ ...first, address: `Sheet1!${cell}` })),
        { function: "UNIVERSE.COUNT", address: "Sheet1!D1", reason: "failed", detail: "It was stopped." },
      ],
    },
  ]);
  await openView("Changes");
  const list = await screen.findByRole("list", { name: "Changes unknown (4)" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/nothing to compare with\.Sheet1!A1Sheet1!B7Sheet1!C2$/),
    "It was stopped.Sheet1!D1",
  ]);
});

/** The file of the diagnostics. */
const diagnostics = async ({ saved }: ShownPane): Promise<string> => {
  await openView("Support");
  await press("Save the file");
  await waitFor(() => expect(saved).toHaveLength(1));
  return saved[0]!.text;
};

describe("The file for support", () => {
  test("has nothing secret, and neither has what the pane keeps", async () => {
    const pane = await stage.openSignedIn();
    await addUniverse(stage);
    const report = await diagnostics(pane);
    const persisted = JSON.stringify([[...pane.persisted], [...pane.settings], [...pane.workbook.cells]]);
    const [account] = stage.demo.accounts;
    for (const text of [report, persisted]) {
      expect(text).not.toContain(account!.api_secret);
      expect(text).not.toMatch(/eyJ[\w-]+\./);
    }
    expect(report).toContain("listUniverseEntities");
  });

  test("leaves out keys and tokens that a formula has by mistake, and keeps the rest of it", async () => {
    const pane = await stage.openSignedIn();
    for (const mistake of [
      `spw_0123456789abcdef_${"A".repeat(43)}`,
      "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl",
      "api_secret=hunter2hunter2",
      "Authorization: Basic YWRhOmxvdmVsYWNl",
    ])
      pane.runtime.requestLog
        .open({ what: "ENTITY.SEARCH", query: `=ENTITY.SEARCH("${mistake}","kept")`, address: "Sheet1!A1" })
        .done(1);
    const report = await diagnostics(pane);
    for (const secret of ["0123456789abcdef", "eyJ", "c2lnbmF0dXJl", "hunter2", "YWRhOmxvdmVsYWNl"])
      expect(report).not.toContain(secret);
    expect(report.match(/\[removed\]/g)).toHaveLength(4);
    expect(report.match(/kept/g)).toHaveLength(4);
  });
});

test("the views of the workbook, and Support, have no fault of structure", async () => {
  const pane = await stage.openSignedIn();
  failMany(pane);
  const faults: string[] = [];
  for (const view of ["Status", "Changes", "Where from", "Editions", "Support"]) {
    await openView(view);
    if (view === "Support") await press("Check now");
    if (view === "Support") await says("The service answers.");
    await screen.findByRole("heading", { name: view, level: 1 });
    faults.push(...(await faultsOfView(view, view === "Support" ? "showsCode" : undefined)));
  }
  expect(faults).toEqual([]);
});
