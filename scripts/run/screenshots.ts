import { mkdirSync } from "node:fs";
import path from "node:path";
import { awaitAnalysis } from "../../test/e2e/ready-analysis";
import { openView } from "../../test/e2e/open-view";
import { signIn, startStage } from "../../test/e2e/stage";
import type { WorkbenchPage } from "../../test/e2e/workbench/page";
import { build } from "../build/build";
import { readOptions, runProgram, text } from "./command-line";

// npm run screenshots [-- --out FOLDER]: the picture of the README, and those for a store, from the workbench in Chromium.

const root = path.join(__dirname, "../..");
const themes = ["light", "dark", "contrast"] as const;
/** So that the records in the pictures do not change from day to day. */
const today = "2026-11-22";

interface View {
  readonly name: string;
  /** A workbook of assets/workbooks. */
  readonly workbook: string;
  readonly view: string;
}

/** Microsoft's store shows five pictures at most. */
const views: readonly View[] = [
  { name: "events", workbook: "controversies", view: "Universes" },
  { name: "portfolio", workbook: "portfolio", view: "Resolve" },
  { name: "questions", workbook: "goals", view: "Build" },
  { name: "analysis", workbook: "analysis", view: "Analyses" },
  { name: "workbook", workbook: "portfolio", view: "Status" },
];
/** Pixels of a picture in Microsoft's store. */
const store = { width: 1366, height: 768 };
const readme = { width: 1440, height: 780 };

const takeScreenshots = async (): Promise<void> => {
  const { out } = readOptions({ out: text("a folder", "screenshots/store") });
  mkdirSync(out, { recursive: true });
  await build({ mode: "development" });
  const stage = await startStage("small", today);
  const save = async ({ page }: WorkbenchPage, file: string): Promise<void> => {
    // Colours that change in steps are at their end.
    await page.screenshot({ path: file, animations: "disabled" });
    process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
  };
  try {
    // The demo analysis is calculated after the service has started.
    const first = await stage.open();
    await signIn(first);
    await awaitAnalysis(first, "A1", stage.demo.analyses[0]?.instance ?? "");
    await first.close();
    for (const { name, workbook, view } of views) {
      const workbench = await stage.open(`?open=assets/workbooks/${workbook}.json`, store);
      await signIn(workbench);
      await openView(workbench.pane(), view);
      await workbench.settled();
      for (const theme of themes) {
        await workbench.call("theme", theme);
        await workbench.settled();
        await save(workbench, path.join(out, `${name}-${theme}.png`));
      }
      if (name === "events") {
        await workbench.call("theme", "light");
        await workbench.page.setViewportSize(readme);
        await workbench.settled();
        await save(workbench, path.join(root, "assets", "screenshot.png"));
      }
      await workbench.close();
    }
  } finally {
    await stage.close();
  }
};

runProgram(takeScreenshots);
