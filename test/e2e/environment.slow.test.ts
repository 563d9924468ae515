import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProgram } from "../support/run-program";
import { signIn, startStageOf, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

const built = mkdtempSync(path.join(tmpdir(), "spillway-staging-"));
let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  const program = ["scripts/build/build.ts", "--mode", "development", "--workbench", "--environment", "staging"];
  await runProgram(program[0]!, ...program.slice(1), "--out", built);
  stage = await startStageOf(built);
  workbench = await stage.open();
  await signIn(workbench);
}, 240_000);
afterAll(async () => {
  await stage.close();
  rmSync(built, { recursive: true });
});

describe("An environment that stands beside production", () => {
  test("is served with both manifests, for the address where it runs", async () => {
    const texts = await Promise.all(
      ["manifest.xml", "manifest.json"].map(async (file) => (await fetch(`${stage.origin}/${file}`)).text()),
    );
    for (const text of texts) {
      expect(text).toContain(`${stage.origin}/taskpane.html`);
      expect(text).toContain("(staging)");
    }
  });

  test("has functions under its namespace only, so that the other add-in's names are free", async () => {
    const isin = stage.demo.entities.find((entity) => entity.isin !== null)?.isin ?? "";
    await workbench.enterAll({ A1: isin, B1: "=STAGING.ENTITY.ID(A1)", C1: "=ENTITY.ID(A1)" });
    const [[, own, other] = []] = await workbench.read("A1:C1");
    expect(own).toMatchObject({ value: expect.stringMatching(/\S/) as string });
    expect(other?.error?.code).toBe("#NAME?");
  });

  test("refreshes its formulas from the ribbon", async () => {
    await workbench.call("select", "B1");
    const calls = await stage.during(async () => {
      await workbench.call("runCommand", "refreshSelection");
      await workbench.call("settled");
    });
    expect(calls.total).toBeGreaterThan(0);
  });

  test("inserts formulas under its namespace", async () => {
    const pane = workbench.pane();
    await workbench.call("select", "E1");
    await pane.getByRole("tab", { name: "Build" }).click();
    await pane.getByLabel("Search functions, questions and columns").fill("TASKS.LIST");
    await pane.getByLabel("Search functions, questions and columns").press("Enter");
    await pane.getByRole("button", { name: "Insert formula" }).click();
    await pane.getByText("Inserted in", { exact: false }).first().waitFor();
    expect((await workbench.cell("E1")).formula).toMatch(/^=STAGING\.TASKS\.LIST\(/);
  });
});
