import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { WorkbenchPage } from "./workbench/page";
import { awaitAnalysis } from "./ready-analysis";
import { signIn, startStage, type Stage } from "./stage";

interface Sample {
  readonly active?: string;
  readonly sheets: readonly { readonly name: string; readonly cells: Readonly<Record<string, string>> }[];
}

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const files = readdirSync(path.join(__dirname, "..", "..", "assets", "workbooks"));

describe("the sample workbooks", () => {
  let stage: Stage;
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    stage = await startStage();
    workbench = await stage.open();
    await workbench.call("showPane", true);
    await signIn(workbench);
    await awaitAnalysis(workbench, "A1", stage.demo.analyses[0]?.instance ?? "");
  }, 240_000);
  afterAll(() => stage.close());

  const open = async (name: string): Promise<Sample> => {
    const answer = await fetch(`${stage.origin}/assets/workbooks/${name}.json`);
    const sample = (await answer.json()) as Sample;
    await workbench.call("open", sample);
    await signIn(workbench);
    await workbench.settled();
    return sample;
  };

  it.each(files.map((file) => file.replace(".json", "")))(
    "%s calculates without an error",
    async (name) => {
      const { sheets } = await open(name);
      for (const sheet of sheets) {
        for (const [address, content] of Object.entries(sheet.cells)) {
          if (!content.startsWith("=")) continue;
          const cell = await workbench.cell(`'${sheet.name}'!${address}`);
          expect({ address, error: cell.error }).toEqual({ address, error: undefined });
          expect(cell.value).not.toBe("");
        }
        await workbench.call("activate", sheet.name);
        await workbench.screenshot(`sample-${name}-${sheet.name.toLowerCase()}`);
      }
    },
    120_000,
  );

  it("portfolio leads from 40 ISINs to companies to the universes of one", async () => {
    await open("portfolio");
    const rows = await workbench.values("Portfolio!A2:G41");
    for (const [isin, name, , , , resolved, status] of rows) {
      expect(isin).toMatch(/^[A-Z]{2}[A-Z0-9]{9}\d$/);
      expect({ isin, resolved, status }).toEqual({ isin, resolved: name, status: "exact" });
    }
    expect(await workbench.values("Universes!A4")).not.toEqual([[""]]);
  });

  it("controversies has the text of each document beside it, or says why not", async () => {
    await open("controversies");
    const rows = await workbench.values("Documents!A2:G21");
    expect(rows.filter(([id]) => id !== "")).toHaveLength(20);
    const statuses = rows.map(([, , , , , text, status]) => [status, text !== ""]);
    for (const [status, hasText] of statuses) expect([status, hasText]).toEqual([status, status === "ok"]);
    expect(statuses.filter(([status]) => status === "ok").length).toBeGreaterThan(15);
  });

  it("goals is a matrix of 20 companies and 17 goals", async () => {
    await open("goals");
    const [header, ...rows] = await workbench.values("A1:S22");
    expect(header?.slice(2).map((goal) => Number(/\d+/.exec(String(goal))?.[0]))).toEqual(
      Array.from({ length: 17 }, (_, index) => index + 1),
    );
    expect(rows.filter(([id]) => id !== "")).toHaveLength(20);
    for (const row of rows.slice(0, 20)) expect(row.slice(2).every((count) => typeof count === "number")).toBe(true);
  });

  it("analysis has a row per day and columns per company", async () => {
    await open("analysis");
    const [header, ...rows] = await workbench.values("Series!A4:E100");
    expect(header?.slice(1).join(" ")).toMatch(/Acme.*Volta.*Acme.*Volta/);
    const days = rows.map(([day]) => day).filter((day) => day !== "");
    expect(days.length).toBeGreaterThan(80);
    expect(new Set(days).size).toBe(days.length);
  });

  describe("in the Open menu", () => {
    const menu = () => workbench.page.getByRole("menu", { name: "Open" });
    const sample = (name: string | RegExp) =>
      menu().getByRole("group", { name: "Samples" }).getByRole("menuitem", { name });

    beforeEach(async () => {
      // Without edits that a question would be asked about.
      await workbench.call("open", { name: "Empty", sheets: [{ name: "Sheet1", cells: {} }] });
      await workbench.page.locator("#title-bar").getByRole("button", { name: "Open", exact: true }).click();
      await menu().waitFor();
    });
    afterEach(async () => {
      await workbench.page.keyboard.press("Escape");
      await workbench.call("theme", "light");
    });

    it("each has a sentence, and a picture that is drawn from it", async () => {
      await menu().locator(".picture svg").nth(7).waitFor();
      const names = await menu().getByRole("group", { name: "Samples" }).getByRole("menuitem").allTextContents();
      expect(names).toHaveLength(8);
      for (const name of names) expect(name).toMatch(/^[\w, ]+ [A-Z0-9].+\.$/);
      const fills = await sample(/^Controversies report/)
        .locator("rect")
        .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("fill")))]);
      // The charts' colours, the tiles and the blue cells.
      expect(fills).toEqual(expect.arrayContaining(["#f5c242", "#c5283d", "#1b7f8a", "#f1f7f8", "#0033aa"]));
      const lines = await sample(/^Holdings/)
        .locator("rect[opacity]")
        .count();
      expect(lines).toBeGreaterThan(10);
    });

    it.each(["light", "dark", "contrast"] as const)("axe finds nothing in it, %s", async (theme) => {
      await workbench.call("theme", theme);
      await menu().locator(".picture svg").nth(7).waitFor();
      // Colours change in steps.
      await workbench.page.waitForTimeout(300);
      await workbench.page.evaluate(axe);
      const found = await workbench.page.evaluate(
        `axe.run("#title-bar .menu:not([hidden])").then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html.slice(0, 160)))`,
      );
      expect(found).toEqual([]);
    });

    it("by keyboard: arrow keys reach the report, Enter opens it", async () => {
      const { keyboard } = workbench.page;
      await keyboard.press("Home");
      for (let step = 0; step < 12; step += 1) {
        const focused = await workbench.page.evaluate(() => document.activeElement?.textContent ?? "");
        if (focused.startsWith("Controversies report")) break;
        await keyboard.press("ArrowDown");
      }
      await keyboard.press("Enter");
      await workbench.page.waitForFunction(() => document.title.startsWith("Controversies report"));
      await workbench.settled();
      expect((await workbench.cell("Report!M1")).value).toBe("Holdings");
    });
  });
});
