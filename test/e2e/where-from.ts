import { waysTo } from "./open-view";
import { axeFindings, firstTheme, inTheme, otherThemes } from "./axe";
import { byKeyboard, type Way } from "./hands";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// An analyst asks where a number comes from, by keyboard: from the cell to the record and its link.

/** An analyst asks for the origin of a number, as tests. */
export const describeWhereFrom = (way: Way): void => {
  const [title, makeHands] = way;
  let stage: Stage;
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    stage = await startStage();
    workbench = await stage.open("?fresh");
    await signIn(workbench);
    await workbench.enterAll({
      A1: '=ESG.EVENTS("Holdings",3,"-6m",,,"title,score,entity.name,last_activity,dashboard_url")',
      H1: 2,
      H2: "=B3*H1",
      H3: "=SUM(B2:B9)",
    });
  }, 240_000);
  afterAll(() => stage.close());

  const pane = () => workbench.pane();
  const button = (name: string | RegExp) => pane().getByRole("button", { name });

  if (way === byKeyboard)
    test("by keyboard: from a cell that the user computed to the formula, its request, the record and its link, without a call", async () => {
      const hands = makeHands(workbench);
      const [[event, , company, , link] = []] = await workbench.values("A3:E3");
      const calls = await stage.during(async () => {
        await hands.select("H2");
        for (const control of waysTo(pane(), "Where from")) await hands.press(control);
        await hands.press(button("Show for Sheet1!H2"));
        await pane().getByRole("heading", { name: "Value of Sheet1!H2" }).waitFor();
      });
      expect(calls.total).toBe(0);
      const result = pane().getByRole("region", { name: "Value of Sheet1!H2" });
      const text = await result.innerText();
      expect(text).toContain("=B3*H1");
      expect(text).toContain("1 cell holds a value that was typed or pasted: Sheet1!H1.");
      expect(text).toContain("Universe: Holdings");
      expect(text).not.toContain("/v3/");
      expect(text).toContain("Complete");
      expect(text).toContain(String(event));
      expect(text).toContain(String(company));
      expect(await result.getByRole("link", { name: "Dashboard URL" }).getAttribute("href")).toBe(link);
      await workbench.screenshot("where-from");
      await hands.press(result.locator("summary", { hasText: "Diagnostics" }));
      expect(await result.innerText()).toContain("GET /v3/universes/{universe_id}/esg/events");
      await hands.press(result.getByRole("link", { name: "Go to Sheet1!A3:E3" }).or(result.getByText("Sheet1!A3:E3")));
      await workbench.settled();
      const selected = await pane().evaluate(() =>
        Excel.run(async (context) => {
          const range = context.workbook.getSelectedRange().load({ address: true });
          await context.sync();
          return range.address;
        }),
      );
      expect(selected).toBe("Sheet1!A3:E3");
    });

  test(`the whole workbook becomes an audit sheet without a call, with no secret and no formula in it, ${title}`, async () => {
    const hands = makeHands(workbench);
    for (const control of waysTo(pane(), "Editions")) await hands.press(control);
    await hands.press(button("Prove: Now"));
    const calls = await stage.during(async () => {
      await hands.press(button("Audit workbook"));
      await pane()
        .getByText(/^1 formula is listed on the sheet “Audit sheet/)
        .waitFor();
    });
    expect(calls.total).toBe(0);
    await workbench.settled();
    await workbench.screenshot("audit-sheet");
    const [name, content] = await pane().evaluate(() =>
      Excel.run(async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet().load({ name: true });
        const range = sheet.getUsedRange().load({ values: true, formulas: true });
        await context.sync();
        return [sheet.name, { values: range.values as unknown[][], formulas: range.formulas as unknown[][] }] as const;
      }),
    );
    expect(name).toMatch(/^Audit sheet/);
    const shown = JSON.stringify(content.values);
    expect(shown).toContain("GET /v3/universes/{universe_id}/esg/events");
    expect(shown).toContain("Universe: Holdings");
    expect(content.formulas).toEqual(content.values);
    for (const { api_key: key, api_secret: secret } of stage.demo.accounts) {
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(secret);
    }
  });

  test.each(way === byKeyboard ? firstTheme : otherThemes)("axe finds nothing in it, %s", async (theme) => {
    expect(await inTheme(workbench, theme, () => axeFindings(pane()))).toEqual([]);
  });
};
