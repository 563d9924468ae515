import { readdirSync } from "node:fs";
import path from "node:path";
import type { WorkbenchPage } from "../workbench/page";
import { signIn, startStage, type Stage } from "./stage";

const files = readdirSync(path.join(__dirname, "..", "..", "assets", "workbooks"));

describe("the sample workbooks", () => {
  let stage: Stage;
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    stage = await startStage();
    workbench = await stage.open();
    await workbench.call("showPane", true);
    await signIn(workbench);
  }, 240_000);
  afterAll(() => stage.close());

  it.each(files)(
    "%s calculates without an error",
    async (file) => {
      const answer = await fetch(`${stage.origin}/assets/workbooks/${file}`);
      const workbook = (await answer.json()) as { sheets: { name: string; cells: Record<string, string> }[] };
      await workbench.call("open", workbook);
      await workbench.settled();
      for (const { name, cells } of workbook.sheets)
        for (const [address, content] of Object.entries(cells)) {
          if (!content.startsWith("=")) continue;
          const cell = await workbench.cell(`'${name}'!${address}`);
          expect({ address, error: cell.error }).toEqual({ address, error: undefined });
          expect(cell.value).not.toBe("");
        }
      await workbench.screenshot(`sample-${file.replace(".json", "")}`);
    },
    120_000,
  );
});
