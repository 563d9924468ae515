import { readFileSync } from "node:fs";
import path from "node:path";
import { until } from "../support/until";
import { bothHands } from "./hands";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// An analyst reads all about the company of a row, and takes it along as a sheet of live blocks.

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

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

const faults = async (): Promise<unknown> => {
  await pane().evaluate(axe);
  return pane().evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
};

const shot = async (name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] === undefined) return;
  await workbench.page.screenshot({ path: path.join(__dirname, `../../screenshots/${name}.png`) });
};

/** The pane in each theme, beside the sheet and as narrow as it may be. */
const pictures = async (name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] === undefined) return;
  const { page } = workbench;
  for (const theme of ["dark", "contrast", "light"] as const) {
    await workbench.call("theme", theme);
    for (const [width, height] of [
      [1024, 768],
      [320, 1600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(400);
      await shot(`${name}-${theme}-${width}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 860 });
};

const saveRowCap = async (rows: string): Promise<void> => {
  await button("Settings").click();
  await pane().getByLabel("Most rows per formula").fill(rows);
  await pane().getByRole("region", { name: "This workbook" }).getByRole("button", { name: "Save" }).click();
  await pane().getByText("Saved in the workbook.").waitFor();
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
    await hands.press(button("Start"));
    const opened = await stage.during(async () => {
      await hands.press(button(/^Read a company file/));
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
    expect(await region.innerText()).toMatch(/Universe .*, since .*as of .*call/s);
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

  test("the pane says how many calls a sheet makes, and it makes no more; its blocks follow the company cell", async () => {
    const hands = handsOf(workbench);
    const promised = pane().getByText(/^(Makes (up to )?\d+ calls?\.|from memory)/);
    const most = Number(/\d+/.exec(await promised.innerText())?.[0] ?? 0);
    const calls = await stage.during(async () => {
      await hands.press(button("Insert as a sheet"));
      await pane()
        .getByText(/^Inserted in /)
        .waitFor();
      await workbench.settled();
    });
    expect(calls.total).toBeLessThanOrEqual(most);
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

describe("what cannot be read, and what is only a part", () => {
  const sections = ["Events", "Documents", "Sentiment by month", "SDG by goal", "SDG documents"];
  const again = () => pane().getByRole("region", { name: "Events", exact: true }).getByRole("button");
  const everyAgain = () => pane().getByRole("region").getByRole("button", { name: "Try again", exact: true });
  const readAll = async (): Promise<void> => {
    for (const section of sections) await heading(new RegExp(`^${section} \\(\\d`)).waitFor();
  };

  test("without a network, Try again makes no call and says why; with one it reads every section", async () => {
    const hands = handsByKeyboard(workbench);
    await workbench.page.context().setOffline(true);
    await pane().getByRole("status").filter({ hasText: "No connection" }).waitFor();
    const { total } = await stage.during(async () => {
      await hands.choose(pane().getByLabel("Period"), "Last 3 years");
      await again().waitFor();
      await until("every section says so", async () => (await everyAgain().count()) === sections.length);
      await pane().getByText("at least 3 calls", { exact: false }).waitFor();
      await hands.press(again());
      await until("the sections are read again", async () => (await everyAgain().count()) === 0);
      await until("every section says so again", async () => (await everyAgain().count()) === sections.length);
    });
    expect(total).toBe(0);
    await pane().getByRole("region", { name: "Events" }).getByText("no connection", { exact: false }).waitFor();
    expect(await heading(/^Events \(/).count()).toBe(0);
    await pictures("company-file-offline");
    await workbench.page.context().setOffline(false);
    await hands.press(again());
    await readAll();
    await pane().getByRole("status").filter({ hasText: "No connection" }).waitFor({ state: "detached" });
    expect(await everyAgain().count()).toBe(0);
  }, 120_000);

  test("a list that was cut has a plus sign and its reason, and so have the cases that are counted from it", async () => {
    const hands = handsByKeyboard(workbench);
    const caseSection = () =>
      pane()
        .getByRole("region", { name: /^Cases/ })
        .innerText();
    expect(await heading(/\+\)$/).count()).toBe(0);
    expect(await caseSection()).not.toContain("cases may be missing");
    expect(await pane().getByText("More than", { exact: false }).count()).toBe(0);
    await saveRowCap("2");
    await workbench.call("activate", "Sheet1");
    await hands.select("B3");
    await hands.press(button("Start"));
    await hands.press(button(/^Read a company file/));
    await hands.press(button("Open the company of Sheet1!B3"));
    await readAll();
    for (const section of ["Events", "Documents"]) {
      await heading(`${section} (2+)`).waitFor();
      const region = pane().getByRole("region", { name: `${section} (2+)`, exact: true });
      await region.getByText("more exist", { exact: false }).waitFor();
    }
    await pane().getByText("More than 2 universes contain the company.", { exact: false }).waitFor();
    await heading(/^Cases \(\d+\+\)$/).waitFor();
    expect(await caseSection()).toContain("Not all events and documents are shown, so cases may be missing");
    await pictures("company-file-cut");
    await saveRowCap("10000");
  }, 120_000);
});

test("Escape returns to the button of Where from that opened the file", async () => {
  const hands = handsByKeyboard(workbench);
  await workbench.call("activate", "Sheet1");
  await hands.select("B3");
  await hands.press(pane().getByRole("tab", { name: "Activity" }));
  await hands.press(pane().getByRole("tab", { name: "Where from" }));
  await hands.press(button("Show for Sheet1!B3"));
  const open = button(/^Company file of/);
  const name = await open.getAttribute("aria-label");
  await hands.press(open);
  await heading(/^SDG by goal \(/).waitFor();
  await workbench.page.keyboard.press("Escape");
  await heading("Value of Sheet1!B3").waitFor();
  expect(await pane().evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(name);
}, 120_000);

test.each(["light", "dark", "contrast"] as const)("axe finds nothing in it, %s", async (theme) => {
  await button(/^Company file of/).click();
  await heading(/^SDG by goal \(/).waitFor();
  await pane().getByRole("list", { name: "Events" }).getByRole("button").first().click();
  await pane().getByRole("list", { name: "Time line of the case" }).waitFor();
  if (theme === "contrast") await workbench.page.emulateMedia({ forcedColors: "active" });
  else await workbench.call("theme", theme);
  // Colours change in steps.
  await workbench.page.waitForTimeout(300);
  const found = await faults();
  await shot(`company-file-${theme}`);
  await workbench.page.emulateMedia({ forcedColors: "none" });
  await workbench.call("theme", "light");
  await button("Back").click();
  expect(found).toEqual([]);
});
