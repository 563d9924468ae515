import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?fresh");
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

test("a result that the row cap ends says so in its last row and in the status of the workbook, and a limit makes it whole", async () => {
  const pane = workbench.pane();
  const { universe_id } = stage.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")!;
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByLabel("Most rows per formula").fill("12");
  await pane.getByRole("region", { name: "This workbook" }).getByRole("button", { name: "Save" }).click();
  await pane.getByText("Saved in the workbook.").waitFor();
  await workbench.enterAll({
    A1: `=ESG.EVENTS("${universe_id}",3,,,,"title,score,last_activity")`,
    E1: "=SUM(B2:B13)",
    E2: "=SUM(B2:B14)",
  });
  const sentence = "12 rows shown, more exist: set limit or narrow the filters";
  const [last] = await workbench.read("A14:C14");
  expect(last?.map(({ value, error }) => error?.code ?? value)).toEqual([sentence, "#N/A", "#N/A"]);
  expect((await workbench.cell("E1")).value).toBeGreaterThanOrEqual(12 * 3);
  expect((await workbench.cell("E2")).error?.code).toBe("#N/A");

  await pane.getByRole("tab", { name: "This workbook" }).click();
  const partial = pane.getByRole("region", { name: "Partial results (1)" });
  await partial.getByText(sentence).waitFor();
  await partial.getByText("first 12 rows of more").waitFor();
  await workbench.call("select", "E9");
  await workbench.screenshot("partial-result");
  expect(await partial.getByLabel("Go to Sheet1!A1").count()).toBe(1);

  await workbench.enter("A1", `=ESG.EVENTS("${universe_id}",3,,,,"title,score,last_activity",30)`);
  await workbench.settled();
  expect((await workbench.cell("A31")).value).not.toBe("");
  await pane.getByRole("region", { name: "Partial results (1)" }).waitFor({ state: "detached" });
}, 120_000);
