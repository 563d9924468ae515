import path from "node:path";
import { waysTo } from "./open-view";
import { bothHands } from "./hands";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// An analyst reads all about the company of a row, and takes it along as a sheet of live blocks.

const [[, handsByKeyboard]] = bothHands;

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

const pane = () => workbench.pane();
const button = (name: string | RegExp) => pane().getByRole("button", { name });
const heading = (name: string | RegExp) => pane().getByRole("heading", { name });
const focused = (): Promise<string> => pane().evaluate(() => document.activeElement?.textContent ?? "");

const shot = async (name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] === undefined) return;
  await workbench.page.screenshot({ path: path.join(__dirname, `../../screenshots/${name}.png`) });
};

describe.each(bothHands)("%s", (_, handsOf) => {
  beforeAll(async () => {
    workbench = await stage.open("?fresh");
    await signIn(workbench);
    await workbench.enter("A1", '=ESG.EVENTS("Holdings",3,"-1y",,,"title,score,entity.name,last_activity")');
    await workbench.settled();
  }, 120_000);

  test("the company of a row is read with one call for each listing, and a case with two more", async () => {
    const hands = handsOf(workbench);
    const [[, , company] = []] = await workbench.values("A3:C3");
    await hands.select("B3");
    const opened = await stage.during(async () => {
      for (const control of waysTo(pane(), "Company file")) await hands.press(control);
      await hands.press(button("Open the company of Sheet1!B3"));
      await heading(String(company)).waitFor();
      for (const section of ["Events", "Documents", "Sentiment by month", "SDG by goal", "SDG documents"])
        await heading(new RegExp(`^${section} \\(\\d`)).waitFor();
    });
    // The formula has read events of score 3 to 5 only.
    expect(opened.routes["searchEntities"]).toBe(1);
    expect(opened.routes["listEntityUniverses"]).toBe(1);
    expect(opened.routes["listSdgDocuments"]).toBe(1);
    expect(Object.keys(opened.routes).toSorted()).toEqual(
      ["listEntityUniverses", "listEsgDocuments", "listEsgEvents", "listSdgDocuments", "searchEntities"].toSorted(),
    );
    const region = pane().getByRole("region", { name: /^Events \(/ });
    expect(await region.innerText()).toMatch(/Universe .*, since .*as of /s);
    await shot(`company-file-${hands.name}`);
    const list = pane().getByRole("list", { name: "Events" });
    const first = list.getByRole("button").first();
    const read = await stage.during(async () => {
      await hands.press(first);
      await list.getByRole("list", { name: "Time line of the case" }).waitFor();
    });
    expect(read.total).toBe(2);
    await shot(`company-file-case-${hands.name}`);
    await workbench.page.keyboard.press("Escape");
    expect(await first.getAttribute("aria-expanded")).toBe("false");
    expect(await focused()).toBe(await first.innerText().then((text) => text.replaceAll("\n", "")));
  }, 120_000);

  test("a sheet makes at most the ten calls that need no announcement; its blocks follow the company cell", async () => {
    const hands = handsOf(workbench);
    expect(
      await pane()
        .getByText(/^Makes (up to )?\d+ calls?\./)
        .count(),
    ).toBe(0);
    const calls = await stage.during(async () => {
      await hands.press(button("Insert as a sheet"));
      await pane()
        .getByText(/^Inserted in /)
        .waitFor();
      await workbench.settled();
    });
    expect(calls.total).toBeLessThanOrEqual(10);
    const sheetTitles = async () => (await workbench.values("F9:F60")).flat().filter((title) => title !== "");
    const before = await sheetTitles();
    expect(before.length).toBeGreaterThan(0);
    await workbench.screenshot(`company-sheet-${hands.name}`);
    const other = stage.demo.entities.find(({ isin }) => isin !== null);
    await workbench.enter("B4", other?.isin ?? "");
    await workbench.settled();
    expect((await workbench.values("B9"))[0]).toEqual([other?.name]);
    expect(await sheetTitles()).not.toEqual(before);
  }, 120_000);
});

test("Escape returns to the button of Where from that opened the file", async () => {
  const hands = handsByKeyboard(workbench);
  await workbench.call("activate", "Sheet1");
  await hands.select("B3");
  for (const control of waysTo(pane(), "Where from")) await hands.press(control);
  await hands.press(button("Show for Sheet1!B3"));
  const open = button(/^Company file of/);
  const name = await open.getAttribute("aria-label");
  await hands.press(open);
  await heading(/^SDG by goal \(/).waitFor();
  await workbench.page.keyboard.press("Escape");
  await heading("Value of Sheet1!B3").waitFor();
  expect(await pane().evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(name);
}, 120_000);
