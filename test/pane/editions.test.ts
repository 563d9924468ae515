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
import { editionTitle } from "../../src/addin/taskpane/state/editions";
import type { EditionChoice } from "../../src/addin/excel/refresh/workbook-editions";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

const formulas = [
  ["Sheet1!A1", "ESG.EVENTS", "EU Banks", 3],
  ["Sheet1!J1", "UNIVERSE.COUNT", "EU Banks"],
] as const;

/** Refreshes formulas as the cells of the workbook have them: an edition more. */
const refresh = async (pane: ShownPane, some: readonly (typeof formulas)[number][] = formulas): Promise<void> => {
  const answers = [];
  for (const [address, name, ...values] of some) {
    pane.workbook.formulas.set(address, `=${name}()`);
    for (const answer of await calculate(pane, address, name, ...values)) {
      pane.answers.note(address, answer);
      answers.push({ ...answer, address });
    }
  }
  expect(await pane.editions.all.capture(answers, true)).toBe("stored");
};

/** The view, with one edition of two formulas from today. */
const openEditions = async (options?: Parameters<PaneStage["openSignedIn"]>[0]): Promise<ShownPane> => {
  const pane = await stage.openSignedIn(options);
  await addUniverse(stage);
  await refresh(pane);
  await openView("Editions");
  return pane;
};

/** The moment of the edition, as the list writes it. */
const moment = "Nov 2, 2026, 9:00";

describe("Editions", () => {
  test("are listed below what the cells show now, with moment and number of formulas, without a fault of structure", async () => {
    await openEditions();
    const list = await screen.findByRole("list", { name: "Editions of this workbook" });
    expect(list.textContent).toContain("Now");
    expect(list.textContent).toContain(moment);
    expect(list.textContent).toMatch(/2 formulas/);
    expect(await faultsOfView("editions")).toEqual([]);
  });

  test("get a name, which is refused beside its field where it cannot be one", async () => {
    const { editions } = await openEditions();
    await press(/^Name… /);
    await user.keyboard("{Enter}");
    await wrongFieldHasFocus(/^Name of the edition/, "Give the edition a name.");
    await type("Committee");
    await user.keyboard("{Enter}");
    await says("Committee");
    expect((await editions.all.list())[0]?.name).toBe("Committee");
  });

  test("are deleted after a question; Cancel deletes nothing", async () => {
    const { editions } = await openEditions();
    await press(/^Delete… /);
    await press("Cancel");
    expect(await editions.all.list()).toHaveLength(1);
    await press(/^Delete… /);
    await press("Delete");
    await waitFor(async () => expect(await editions.all.list()).toEqual([]));
    await saysNoMore(moment);
  });

  test("are shown after the pane has said what that does; the focus is on the button that does it", async () => {
    const { runtime, workbook, editions } = await openEditions();
    workbook.formulas.set("Sheet1!D4", "=ESG.EVENTS()");
    const [edition] = await editions.all.list();
    await press(/^Show: /);
    await focusIsOn(`Show the workbook as of ${editionTitle(edition!)}`);
    expect(runtime.asOf.get()).toBeUndefined();
    await says("Sheet1!D4");
    expect(await faultsOfView("editions")).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(runtime.asOf.get()?.asof).toMatch(/^2026-11-02T09:0\d:[\d.]+Z$/));
  });
});

describe("An edition", () => {
  test("is compared with what cells show: what is the same, and what only one of them answers", async () => {
    const pane = await openEditions();
    await press("Compare: Now");
    await says("2 formulas have the same records in both.");
    await refresh(pane, [formulas[0]]);
    const smaller = (await pane.editions.all.list()).find(({ answers }) => answers.length === 1);
    const select = await screen.findByLabelText("Compare with");
    await waitFor(() => expect(within(select).getAllByRole("option")).toHaveLength(2));
    await user.selectOptions(select, smaller?.id ?? "");
    await says("1 formula has the same records in both.");
    await says("Only the later edition answers it.");
    await says("Sheet1!J1");
    expect(await faultsOfView("editions")).toEqual([]);
  });

  test("is handed out as it is, and no copy of another one is shown with it", async () => {
    const { deps } = await openEditions();
    const of: unknown[] = [];
    const copy = { bytes: new Uint8Array(), formulas: 2, frozen: 0, unready: [], left: [] };
    Object.assign(deps.share, {
      make: (choice: EditionChoice) => {
        of.push(choice === "now" ? choice : choice.answers.length);
        return Promise.resolve(copy);
      },
    });
    await press(/^Hand out: Nov 2/);
    await says("formulas become the values of this edition");
    await press("Make a copy");
    await says("The copy is ready: 2 formulas became values.");
    await press("Hand out: Now");
    await press("Make a copy");
    await waitFor(() => expect(of).toEqual([2, "now"]));
    expect(screen.getAllByText("The copy is ready: 2 formulas became values.")).toHaveLength(1);
  });

  test("is proved by a sheet with its hashes, and checked against the file of a colleague, of which nothing is stored", async () => {
    const pane = await openEditions();
    const { all } = pane.editions;
    await all.name((await all.list())[0]!, "Q3 report");
    const bytes = await all.toFile((await all.list())[0]?.id ?? "");
    /** jsdom does not read files. */
    const chosen = (content: Uint8Array): File =>
      Object.assign(new File([], "q3.edition.jsonl.gz"), { arrayBuffer: () => Promise.resolve(content) });
    await press("Prove: Q3 report");
    await press("Write the audit sheet");
    await says("2 formulas are listed on the sheet");
    await user.upload(await screen.findByLabelText("Check a file… Q3 report"), chosen(bytes));
    await says(/“Q3 report” of .*: 2 the same, 0 different, 0 only here, 0 only in the file\./);
    expect(await all.list()).toHaveLength(1);
    expect(await faultsOfView("editions")).toEqual([]);
    await user.upload(await screen.findByLabelText("Check a file… Q3 report"), chosen(bytes.slice(0, -30)));
    await says(/not an edition file|damaged or was changed/);
  });
});

test("signed out, what the cells show can still be audited", async () => {
  stage.open();
  await openView("Editions");
  await press("Prove: Now");
  await press("Audit workbook");
  await says("No Spillway formula was found there.");
  expect(await faultsOfView("editions")).toEqual([]);
});

describe("Values that stay", () => {
  const openNow = async (): Promise<ShownPane> => {
    const pane = await stage.openSignedIn();
    await openView("Editions");
    return pane;
  };

  test("freezes the selection: what is left is named before anything changes", async () => {
    const { deps } = await openNow();
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
    expect(await faultsOfView("editions")).toEqual([]);
  });

  test("makes a copy for people without the add-in, which is saved as a file under its own name", async () => {
    const { deps, saved } = await openNow();
    await press("Hand out: Now");
    await press("Make a copy");
    await says("This workbook has no Spillway formulas.");
    const copy = { bytes: new TextEncoder().encode("a file"), formulas: 2, frozen: 0, unready: [], left: [] };
    Object.assign(deps.share, { make: () => Promise.resolve(copy) });
    await press("Make it again");
    await press("Download");
    await waitFor(() => expect(saved).toEqual([{ name: "values.xlsx", text: "a file" }]));
  });
});
