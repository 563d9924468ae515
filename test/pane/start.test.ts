import {
  addUniverse,
  faultsOfView,
  openStage,
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

const openStart = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await press("Start");
  await screen.findByRole("heading", { name: "Start" });
  return pane;
};

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { name, level: 1 });

describe("Start", () => {
  test("opens the view of each task with one press, and makes no call", async () => {
    await openStart();
    await stage.resetCalls();
    for (const [task, view] of [
      [/^Read a company file/, "Company file"],
      [/^Build a formula/, "Formula"],
      [/^See a portfolio’s events/, "Universes"],
      [/^Resolve my list/, "Resolve"],
    ] as const) {
      await press(task);
      await heading(view);
      await press("Start");
    }
    expect(await stage.calls()).toEqual({});
  });

  test.each([
    ["made-up", "Companies and documents are made up."],
    ["own", "Companies and documents are those that this installation imported."],
    ["none", /^Data come from the service at \S+\.$/],
  ] as const)("says whose data it shows: %s", async (data, sentence) => {
    await stage.openSignedIn({ data });
    await press("Start");
    await screen.findByText(sentence);
    expect(screen.queryByText(/sample list/) !== null).toBe(data === "made-up");
    await press("Settings");
    await screen.findByText(sentence);
  });

  test("shows the events of the selected universe with the form that inserts them open", async () => {
    await stage.openSignedIn();
    await addUniverse(stage);
    await press("Start");
    await press(/^See a portfolio’s events/);
    await heading("Universes");
    await screen.findByRole("button", { name: "Insert", expanded: true });
    await says('=ESG.EVENTS("EU Banks")');
  });

  test("offers to refresh the formulas of the workbook where there are some, and refreshes all of them", async () => {
    const { workbook, refreshed } = await openStart();
    expect(screen.queryByRole("button", { name: /^Refresh this workbook/ })).toBeNull();
    workbook.formulas.set("Sheet1!A1", "=ESG.EVENTS()");
    await press("Settings");
    await press("Start");
    await press(/^Refresh this workbook/);
    expect(refreshed).toEqual(["workbook"]);
  });

  test("opens the snapshots of the device from its section about an earlier day", async () => {
    await openStart();
    await press("Snapshots");
    await heading("Activity");
    await screen.findByRole("tab", { name: "Snapshots", selected: true });
  });

  test("freezes the selection: what is left is named before anything changes", async () => {
    const { deps } = await openStart();
    const froze: unknown[] = [];
    Object.assign(deps.freeze, {
      plan: () =>
        Promise.resolve({
          formulas: ["Sheet1!A1"],
          left: [{ address: "Sheet1!B9", reason: "It is inside of another formula." }],
          doubtful: [],
        }),
      freeze: (addresses: unknown) => {
        froze.push(addresses);
        return Promise.resolve(1);
      },
    });
    const section = await screen.findByRole("region", { name: "Freeze formulas" });
    await user.click(within(section).getAllByRole("button")[0]!);
    await says("It is inside of another formula.");
    expect(froze).toEqual([]);
    expect(await faultsOfView("start")).toEqual([]);
  });

  test("makes a copy for people without the add-in, which is saved as a file under its own name", async () => {
    const { deps, saved } = await openStart();
    await press("Make a copy");
    await says("This workbook has no Spillway formulas.");
    const copy = { bytes: new TextEncoder().encode("a file"), formulas: 2, frozen: 0, unready: [], left: [] };
    Object.assign(deps.share, { make: () => Promise.resolve(copy) });
    await press("Make it again");
    await press("Download");
    await waitFor(() => expect(saved).toEqual([{ name: "values.xlsx", text: "a file" }]));
  });

  test("has no fault of structure", async () => {
    await openStart();
    expect(await faultsOfView("start")).toEqual([]);
  });
});
