import {
  faultsOfView,
  field,
  openStage,
  openView,
  press,
  says,
  screen,
  type,
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

const sections = ["Events", "Documents", "Sentiment by month", "SDG by goal", "SDG documents"];

const heading = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole("heading", { name });

const readAll = async (): Promise<void> => {
  for (const section of sections) await heading(new RegExp(`^${section} \\(\\d`));
};

/** A company of the made-up world that has an ISIN. */
const company = (): { readonly name: string; readonly isin: string } =>
  stage.demo.entities.find(({ isin }) => (isin as string | null) !== null)!;

/** The view with a cell of a company selected. */
const openFile = async (options: Parameters<PaneStage["openSignedIn"]>[0] = {}): Promise<ShownPane> => {
  const pane = await stage.openSignedIn(options);
  pane.workbook.fill("Sheet1!B3", [[company().isin]]);
  pane.workbook.select("Sheet1!B3");
  await openView("Company file");
  await stage.resetCalls();
  return pane;
};

const open = (): Promise<void> => press("Open the company of Sheet1!B3");

/** The retry buttons of the sections. */
const retries = (): readonly HTMLElement[] =>
  screen.queryAllByRole("region").flatMap((region) => within(region).queryAllByRole("button", { name: "Try again" }));

describe("The company file", () => {
  test("of a cell is read with one call for each listing, and a case with two more; Escape folds it and keeps the focus", async () => {
    await openFile();
    await open();
    await heading(company().name);
    await readAll();
    const { listEsgEvents: events, listEsgDocuments: documents, ...others } = await stage.calls();
    expect(others).toEqual({ searchEntities: 1, listEntityUniverses: 1, listSdgDocuments: 1 });
    // Pages of them.
    expect([events, documents].every((count) => count === 1 || count === 2)).toBe(true);
    const region = await screen.findByRole("region", { name: /^Events \(/ });
    expect(region.textContent).toMatch(/Universe .*, since .*as of /);
    const list = await screen.findByRole("list", { name: "Events" });
    const [first] = within(list).getAllByRole("button");
    await stage.resetCalls();
    await user.click(first!);
    await within(list).findByRole("list", { name: "Time line of the case" });
    expect(list.textContent).toMatch(/Environment|Social|Governance/);
    expect(Object.values(await stage.calls()).reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await faultsOfView("company")).toEqual([]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(first!.getAttribute("aria-expanded")).toBe("false"));
    expect(document.activeElement).toBe(first);
  });

  test("has the focus on the name of the company when it was opened", async () => {
    await openFile();
    await open();
    const name = await heading(company().name);
    await waitFor(() => expect(document.activeElement).toBe(name));
  });

  test("translates a document where it is read, after asking for the quota, without an id or a date", async () => {
    const { sent } = await openFile();
    await open();
    await readAll();
    const list = await screen.findByRole("list", { name: "Documents" });
    await user.click(within(list).getAllByRole("button")[0]!);
    await press("Translate…");
    expect((await field("Translate into")).value).toBe("french");
    await says("Use 1 document of your company’s quota of translations?");
    const before = sent.length;
    await press("Cancel");
    expect(sent).toHaveLength(before);
    await press("Translate…");
    await press("Translate");
    await within(list).findByText("Text in French");
    const [request] = sent.slice(before);
    expect(request?.path).toMatch(/translate/);
    // The title says what the text is in, not what is chosen now.
    await press("Translate…");
    await user.selectOptions(await field("Translate into"), "German");
    await press("Cancel");
    within(list).getByText("Text in French");
    expect(within(list).queryByText("Text in German")).toBeNull();
    expect(await faultsOfView("company")).toEqual([]);
  });

  test("is found by a part of its name", async () => {
    await openFile();
    await user.click((await screen.findAllByRole("combobox"))[0]!);
    await type(company().name);
    await user.keyboard("{Enter}");
    await user.click((await screen.findAllByRole("option"))[0]!);
    await heading(company().name);
    expect((await stage.calls())["searchEntities"]).toBeGreaterThan(0);
  });

  test("without a network, Try again makes no call and says why; with one it reads every section", async () => {
    let isOffline = false;
    const { setSpeed } = await openFile({
      answer: () => (isOffline ? Promise.reject(new TypeError("Failed to fetch")) : undefined),
    });
    await open();
    await readAll();
    isOffline = true;
    setSpeed(10);
    await stage.resetCalls();
    await user.selectOptions(await field("Period"), "Last 3 years");
    await waitFor(() => expect(retries()).toHaveLength(sections.length));
    await user.click(retries()[0]!);
    await waitFor(() => expect(retries()).toEqual([]));
    await says("no connection");
    await waitFor(() => expect(retries()).toHaveLength(sections.length));
    expect(await stage.calls()).toEqual({});
    expect(screen.queryByRole("heading", { name: /^Events \(/ })).toBeNull();
    setSpeed(1);
    isOffline = false;
    await user.click(retries()[0]!);
    await readAll();
    expect(retries()).toEqual([]);
  });

  test("shows a list that was cut with a plus sign and its reason, and so the cases that are counted from it", async () => {
    const { runtime } = await openFile();
    runtime.settings.set({ ...runtime.settings.get(), rowCap: 2 });
    await open();
    await readAll();
    for (const section of ["Events", "Documents"]) {
      await heading(`${section} (2+)`);
      const region = await screen.findByRole("region", { name: `${section} (2+)` });
      expect(region.textContent).toContain("more exist");
    }
    await says("More than 2 universes contain the company.");
    await heading(/^Cases \(\d+\+\)$/);
    await says("Not all events and documents are shown, so cases may be missing");
  });
});
