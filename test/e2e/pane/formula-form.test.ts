import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until";
import type { PanePage } from "./page";
import { addUniverse, argumentInput, openFunction, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5201);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** The form of formulas, with "EU Banks" as the selected universe and C3 as the active cell. */
const open = async (query = ""): Promise<Page> => {
  const page = await stage.open(query);
  page.setDefaultTimeout(10_000);
  await signIn(page);
  await addUniverse(page, stage);
  await page.evaluate(() => (window as never as { pane: PanePage }).pane.workbook.select("Sheet1!C3"));
  await tab(page, "Formula");
  await page.getByLabel("Search functions and questions").waitFor();
  await stage.resetCalls();
  return page;
};

const inserted = async (page: Page): Promise<string | undefined> => {
  await page.getByText("Inserted in Sheet1!C3.").waitFor();
  return page.evaluate(() => (window as never as { pane: PanePage }).pane.workbook.formulas.get("Sheet1!C3"));
};

/** Counts what a person does. */
const counted = ({ keyboard }: Page) => {
  const done = { clicks: 0, keys: 0 };
  return {
    done,
    click: async (control: Locator): Promise<void> => {
      done.clicks += 1;
      await control.click();
    },
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await keyboard.press(key);
      done.keys += keys.length;
    },
    type: async (text: string): Promise<void> => {
      await keyboard.type(text);
      done.keys += text.length;
    },
  };
};

/** A company with an ISIN, whose name no other company begins with. */
const company = (): { readonly name: string; readonly isin: string } => {
  const { entities } = stage.demo;
  const found = entities.find(
    ({ name, isin }) => isin !== null && entities.filter((other) => other.name.startsWith(name)).length === 1,
  );
  return { name: found?.name ?? "", isin: found?.isin ?? "" };
};

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] !== undefined) await page.screenshot({ path: `screenshots/${name}.png` });
};

const events = '=ESG.EVENTS("EU Banks",3)';

describe("The formula form", () => {
  test("inserts the severe events of the selected universe after five clicks, without a call", async () => {
    const page = await open();
    const { done, click } = counted(page);
    await click(page.locator("summary", { hasText: "ESG: controversies" }));
    await click(page.getByRole("button", { name: /^ESG\.EVENTS/ }));
    expect(await argumentInput(page, "Universe").inputValue()).toBe("EU Banks");
    await click(argumentInput(page, "Lowest score minScore"));
    await click(page.getByRole("option", { name: "3 or higher" }));
    await click(page.getByRole("button", { name: "Insert formula" }));
    expect(await inserted(page)).toBe(events);
    expect(done).toEqual({ clicks: 5, keys: 0 });
    expect(await stage.calls()).toEqual({});
  });

  test("says in view what was inserted; a field that has the keyboard stays in view", async () => {
    const page = await open();
    await page.setViewportSize({ width: 320, height: 480 });
    const isInView = (element: Locator): Promise<boolean> =>
      element.evaluate((node) => {
        const { top, bottom } = node.getBoundingClientRect();
        return top >= 0 && bottom <= (node.closest("main")?.getBoundingClientRect().bottom ?? 0);
      });
    await page.getByLabel("Search functions and questions").fill("controversy");
    await page.keyboard.press("Enter");
    const score = argumentInput(page, "Lowest score minScore");
    await score.click();
    await page.keyboard.type("3");
    await page.keyboard.press("ControlOrMeta+Enter");
    expect(await inserted(page)).toBe(events);
    expect(await isInView(score)).toBe(true);
    await page.evaluate(() => (window as never as { pane: PanePage }).pane.workbook.select("Sheet1!C9"));
    const insert = page.getByRole("button", { name: "Insert formula" });
    await insert.evaluate((node) => node.scrollIntoView({ block: "end" }));
    await insert.click();
    const message = page.getByText("Inserted in Sheet1!C9.");
    await message.waitFor();
    expect(await isInView(message)).toBe(true);
  });

  test("inserts it after sixteen keys: a search by a synonym, the score, and Ctrl+Enter", async () => {
    const page = await open();
    await page.getByLabel("Search functions and questions").focus();
    const { done, press, type } = counted(page);
    await type("controversy");
    await press("Enter");
    await page.getByText("ESG.EVENTS", { exact: true }).waitFor();
    await press("Tab", "Tab");
    await type("3");
    await press("ControlOrMeta+Enter");
    expect(await inserted(page)).toBe(events);
    expect(done).toEqual({ clicks: 0, keys: 16 });
    expect(await stage.calls()).toEqual({});
  });

  test("finds a company by a part of its name with one call, and takes its ISIN and two columns, by mouse", async () => {
    const page = await open();
    const { name, isin } = company();
    const { done, click, type } = counted(page);
    await click(page.locator("summary", { hasText: /^Companies$/ }));
    await click(page.getByRole("button", { name: /^ENTITY\.GET/ }));
    await click(argumentInput(page, "Companies entities"));
    await type(name);
    await click(page.getByRole("option", { name: isin }));
    expect(await argumentInput(page, "Companies entities").inputValue()).toBe(isin);
    await click(page.getByRole("button", { name: "Choose columns" }));
    await click(page.getByRole("checkbox", { name: "Country country" }));
    await click(page.getByRole("checkbox", { name: "Employee count employee_count" }));
    await click(page.getByRole("button", { name: "Insert formula" }));
    expect(await inserted(page)).toBe(`=ENTITY.GET("${isin}","country,employee_count")`);
    expect(done).toEqual({ clicks: 8, keys: name.length });
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
  });

  test("does the same by keyboard: Enter searches at once, and again takes the best company", async () => {
    const page = await open();
    const { name, isin } = company();
    await page.getByLabel("Search functions and questions").focus();
    const { done, press, type } = counted(page);
    await type("headcount");
    await press("Enter");
    await page.getByText("ENTITY.GET", { exact: true }).waitFor();
    await type(name);
    await press("Enter");
    await page.getByRole("option", { name: isin }).waitFor();
    await press("Enter");
    await until(
      "the field has the identifier",
      async () => (await argumentInput(page, "Companies entities").inputValue()) === isin,
    );
    await page.getByRole("button", { name: "Use the name" }).waitFor();
    await press("Tab", "Tab", "Tab", "Tab");
    await type("country,employee_count");
    await press("ControlOrMeta+Enter");
    expect(await inserted(page)).toBe(`=ENTITY.GET("${isin}","country,employee_count")`);
    expect(done.keys).toBe(10 + name.length + 2 + 4 + 22 + 1);
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
  });

  test("shows beside each column its type, its meaning and an example as a cell shows it, for companies of events too", async () => {
    const page = await open();
    await openFunction(page, "ESG.EVENTS");
    await page.getByRole("button", { name: "Choose columns" }).click();
    const text = async (column: string): Promise<string> =>
      (await page.getByRole("checkbox", { name: column }).locator("xpath=..").innerText()).replaceAll(/\s+/g, " ");
    await page.getByText("Example: Germany").waitFor();
    expect(await text("Score score")).toContain("number: Intensity of the controversy, 1 to 5. Example: 4");
    expect(await text("Country entity.country")).toContain("text: Country. Example: Germany");
    expect(await text("Employee count entity.employee_count")).toMatch(/number: .* Example: 12,500/);
  });

  test("asks before it replaces a formula that came into the cell after its own was opened", async () => {
    const page = await open();
    await page.evaluate(`{
      const put = (formula) => pane.workbook.formulas.set("Sheet1!C3", formula);
      window.put = put;
      put('=ESG.EVENTS("EU Banks",3)');
      pane.workbook.blocked.problem = { kind: "occupied", where: "Sheet1!C3" };
      pane.workbook.select("Sheet1!C4");
    }`);
    await page.evaluate("pane.workbook.select('Sheet1!C3')");
    await page.getByRole("button", { name: "Open the formula in Sheet1!C3" }).click();
    await argumentInput(page, "Lowest score minScore").fill("4");
    await page.evaluate("put('=A1+1')");
    const insert = page.getByRole("button", { name: "Insert formula" });
    const now = (): Promise<string> => page.evaluate("pane.workbook.formulas.get('Sheet1!C3')");
    await insert.click();
    await page.getByText("Sheet1!C3 now has another formula:").waitFor();
    await page.getByText("=A1+1", { exact: true }).waitFor();
    expect(await now()).toBe("=A1+1");
    await page.evaluate("put('=A1+2')");
    await page.getByRole("button", { name: "Replace it" }).click();
    await page.getByText("=A1+2", { exact: true }).waitFor();
    expect(await now()).toBe("=A1+2");
    await page.getByRole("button", { name: "Replace it" }).click();
    expect(await inserted(page)).toBe('=ESG.EVENTS("EU Banks",4)');
    await argumentInput(page, "Lowest score minScore").fill("5");
    await insert.click();
    await until("its own formula is replaced without a question", async () => (await now()).endsWith(",5)"));
  });

  test("takes several companies one after the other, shows them by name, and previews them", async () => {
    const page = await open();
    const [first, second] = stage.demo.entities.filter(
      ({ name, isin }, index, all) =>
        isin !== null && all.filter((other) => other.name.startsWith(name)).length === 1 && index >= 0,
    );
    await openFunction(page, "ENTITY.GET");
    const field = argumentInput(page, "Companies entities");
    await field.pressSequentially(first?.name ?? "");
    await field.press("Enter");
    await page.getByRole("option", { name: first?.isin ?? "" }).click();
    await page.getByRole("button", { name: "Add another company" }).click();
    // The new field has the focus.
    await page.keyboard.type(second?.name ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: second?.isin ?? "" }).click();
    const chosen = page.getByRole("list", { name: "Companies", exact: true }).getByRole("listitem");
    await until("both are listed", async () => (await chosen.count()) === 2);
    expect((await chosen.allTextContents()).map((text) => text.split(" · ")[0])).toEqual([first?.name, second?.name]);
    await argumentInput(page, "Columns fields").fill("name,country");
    await page.getByRole("button", { name: "Preview 5 rows" }).click();
    const table = page.getByRole("table");
    await table.getByText(second?.name ?? "", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Insert formula" }).click();
    expect(await inserted(page)).toBe(`=ENTITY.GET({"${first?.isin}";"${second?.isin}"},"name,country")`);
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
    await until("one is left, as a plain identifier", async () => (await field.inputValue()) === second?.isin);
  });

  test("lists the countries of the world, found by a part of their name, and inserts the English one", async () => {
    const page = await open();
    await openFunction(page, "UNIVERSE.COUNT");
    const field = argumentInput(page, "Country");
    await field.click();
    await page.keyboard.type("zech");
    await page.getByRole("option", { name: "Czechia" }).click();
    expect(await field.inputValue()).toBe("Czechia");
    await page.getByRole("button", { name: "Insert formula" }).click();
    expect(await inserted(page)).toContain('"Czechia"');
  });

  test("takes the name of the company in place of its identifier, and a company that does not exist says so", async () => {
    const page = await open();
    const { name, isin } = company();
    await openFunction(page, "ENTITY.CARD");
    const field = argumentInput(page, "Company entity");
    await field.pressSequentially("Zzzqqx");
    await field.press("Enter");
    await page.getByText("No company found.").waitFor();
    await field.fill("");
    await field.pressSequentially(name);
    await field.press("Enter");
    await page.getByRole("option", { name: isin }).click();
    await page.getByRole("button", { name: "Use the name" }).click();
    expect(await field.inputValue()).toBe(name);
    await page.getByRole("button", { name: `Use ${isin}` }).click();
    expect(await field.inputValue()).toBe(isin);
  });

  test("previews on request only, says what it took, and shows the rows again from memory without a call", async () => {
    const page = await open();
    await openFunction(page, "ESG.EVENTS");
    await page.getByText("Nothing is fetched until you ask.").waitFor();
    expect(await stage.calls()).toEqual({});
    await page.getByRole("button", { name: "Preview 5 rows" }).click();
    await page.getByText(/^Fetched for this preview with \d calls?\.$/).waitFor();
    const calls = await stage.calls();
    expect(calls["listEsgEvents"]).toBe(1);
    await page.getByRole("button", { name: "All functions and questions" }).click();
    await openFunction(page, "ESG.EVENTS");
    await page.getByText("These rows were in memory. No call was made.").waitFor();
    await page.getByRole("region", { name: "5 rows" }).waitFor();
    expect(await stage.calls()).toEqual(calls);
  });

  test("keeps what was typed when Tab leaves a field with a list, and a day is chosen from a calendar", async () => {
    const page = await open();
    await openFunction(page, "ESG.EVENTS");
    const universe = argumentInput(page, "Universe");
    await universe.fill("");
    await universe.pressSequentially("EU");
    await page.getByRole("option", { name: "EU Banks" }).waitFor();
    await universe.press("Tab");
    expect(await universe.inputValue()).toBe("EU");
    await argumentInput(page, "From").click();
    await page.getByRole("option", { name: "last 30 days" }).click();
    expect(await argumentInput(page, "From").inputValue()).toBe("-30d");
    await page.getByRole("button", { name: "Choose a day" }).first().click();
    await page.getByLabel("Day for From").fill("2026-06-30");
    expect(await argumentInput(page, "From").inputValue()).toBe("2026-06-30");
  });

  test("offers the columns of the company beside those of the event, in words and with their types", async () => {
    const page = await open();
    await openFunction(page, "ESG.EVENTS");
    await page.getByRole("button", { name: "Choose columns" }).click();
    await page.getByLabel("Search columns").fill("country");
    await page.getByText("About the company").waitFor();
    await page.getByRole("checkbox", { name: "Country entity.country text" }).click();
    expect(await argumentInput(page, "Columns fields").inputValue()).toMatch(/,entity\.country$/);
  });

  test.each(["light", "dark", "contrast"])("looks right in the %s theme", async (theme) => {
    const page = await open(`&theme=${theme}`);
    if (theme === "contrast") await page.emulateMedia({ forcedColors: "active" });
    await page.locator("summary", { hasText: "ESG: controversies" }).click();
    await shot(page, `formula-tree-${theme}`);
    await page.getByLabel("Search functions and questions").fill("controversy");
    await shot(page, `formula-search-${theme}`);
    await page.getByLabel("Search functions and questions").press("Enter");
    await argumentInput(page, "From").click();
    await shot(page, `formula-from-${theme}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Choose columns" }).click();
    await argumentInput(page, "Companies entities").pressSequentially(company().name.slice(0, 5));
    await argumentInput(page, "Companies entities").press("Enter");
    await page.getByRole("option").first().waitFor();
    await shot(page, `formula-company-${theme}`);
    await page.keyboard.press("Escape");
    await argumentInput(page, "Companies entities").fill("");
    await page.getByRole("button", { name: "Preview 5 rows" }).click();
    await page.getByRole("region", { name: "5 rows" }).waitFor();
    await shot(page, `formula-preview-${theme}`);
    const wide = await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('main'))",
    );
    expect(wide).toBe(false);
  });
});
