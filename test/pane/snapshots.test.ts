import {
  addUniverse,
  calculate,
  faultsOfView,
  focusIsOn,
  openStage,
  openTab,
  press,
  says,
  saysNoMore,
  screen,
  type,
  user,
  waitFor,
  wrongFieldHasFocus,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

/** The list of snapshots, with one snapshot of two formulas from today. */
const openSnapshots = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await addUniverse(stage);
  const answers = [
    ...(await calculate(pane, "Sheet1!A1", "ESG.EVENTS", "EU Banks", 3)),
    ...(await calculate(pane, "Sheet1!J1", "UNIVERSE.COUNT", "EU Banks")),
  ];
  expect(await pane.snapshots.all.capture(answers)).toBe("stored");
  await openTab("Activity");
  await openTab("Snapshots");
  return pane;
};

const day = "2026-11-02";

describe("Snapshots", () => {
  test("are listed with their day and number of formulas, without a fault of structure", async () => {
    await openSnapshots();
    const list = await screen.findByRole("list", { name: "Snapshots on this device" });
    expect(list.textContent).toContain(day);
    expect(list.textContent).toMatch(/2 formulas/);
    expect(await faultsOfView("snapshots")).toEqual([]);
  });

  test("get a name, which is refused beside its field where it cannot be one", async () => {
    const { snapshots } = await openSnapshots();
    await press(/^Name… /);
    await user.keyboard("{Enter}");
    await wrongFieldHasFocus(/^Name of the snapshot/, "Give the snapshot a name.");
    await type("Committee");
    await user.keyboard("{Enter}");
    await says("Committee");
    expect((await snapshots.all.groups())[0]?.name).toBe("Committee");
  });

  test("are deleted after a question; Cancel deletes nothing", async () => {
    const { snapshots } = await openSnapshots();
    await press(/^Delete… /);
    await press("Cancel");
    expect(await snapshots.all.groups()).toHaveLength(1);
    await press(/^Delete… /);
    await press("Delete");
    await waitFor(async () => expect(await snapshots.all.groups()).toEqual([]));
    await saysNoMore(day);
  });

  test("set the workbook to their day after the pane has said what that does; the focus is on the button that does it", async () => {
    const { runtime } = await openSnapshots();
    await press(/^Set workbook: /);
    await focusIsOn(`Set the workbook to ${day}`);
    expect(runtime.asOf.get()).toBeUndefined();
    await says("Sheet1!C3");
    await says("Sheet1!D4");
    expect(await faultsOfView("snapshots")).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(runtime.asOf.get()).toMatchObject({ asof: day }));
  });
});
