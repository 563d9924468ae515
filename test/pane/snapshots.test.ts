import {
  addUniverse,
  calculate,
  faultsOfView,
  focusIsOn,
  openStage,
  openView,
  press,
  says,
  saysNoMore,
  screen,
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

/** The list of snapshots, with one snapshot of two formulas from today. */
const openSnapshots = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await addUniverse(stage);
  const answers = [
    ...(await calculate(pane, "Sheet1!A1", "ESG.EVENTS", "EU Banks", 3)),
    ...(await calculate(pane, "Sheet1!J1", "UNIVERSE.COUNT", "EU Banks")),
  ];
  expect(await pane.snapshots.all.capture(answers)).toBe("stored");
  await openView("Copies");
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

describe("Copies", () => {
  const openCopies = async (): Promise<ShownPane> => {
    const pane = await stage.openSignedIn();
    await openView("Copies");
    return pane;
  };

  test("freezes the selection: what is left is named before anything changes", async () => {
    const { deps } = await openCopies();
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
    expect(await faultsOfView("copies")).toEqual([]);
  });

  test("makes a copy for people without the add-in, which is saved as a file under its own name", async () => {
    const { deps, saved } = await openCopies();
    await press("Make a copy");
    await says("This workbook has no Spillway formulas.");
    const copy = { bytes: new TextEncoder().encode("a file"), formulas: 2, frozen: 0, unready: [], left: [] };
    Object.assign(deps.share, { make: () => Promise.resolve(copy) });
    await press("Make it again");
    await press("Download");
    await waitFor(() => expect(saved).toEqual([{ name: "values.xlsx", text: "a file" }]));
  });
});
