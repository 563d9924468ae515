import { AddinError } from "../../src/engine/http/addin-error";
import {
  act,
  addUniverse,
  faultsOfView,
  openStage,
  press,
  says,
  screen,
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
      [/^Build a formula/, "Build"],
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

  test("names the problems of the workbook, and leads to them", async () => {
    const { runtime, workbook } = await openStart();
    expect(screen.queryByRole("button", { name: /problem/ })).toBeNull();
    workbook.formulas.set("Sheet1!A1", "=ESG.EVENTS()");
    act(() =>
      runtime.requestLog
        .open({ what: "ESG.EVENTS", query: "", address: "Sheet1!A1" })
        .failed(new AddinError("not-found", "No universe has that name.")),
    );
    await press(/^1 problem in this workbook/);
    await heading("Status");
    await says("No universe has that name.");
  });

  test("makes no universe the default by showing its events", async () => {
    const { runtime } = await openStart();
    act(() => runtime.universes.add({ universe_id: "7d2f4c1e-0b7a-4f53-9c1d-2a6e8b90c314", name: "My holdings" }));
    await press(/^See a portfolio’s events/);
    await says('=ESG.EVENTS("My holdings")');
    expect(runtime.universes.selected.get()).toBeUndefined();
  });

  test("has no fault of structure", async () => {
    await openStart();
    expect(await faultsOfView("start")).toEqual([]);
  });
});
