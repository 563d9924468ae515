import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "../support/until";
import type { Demo } from "./stage";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./workbench/page";

const root = path.join(__dirname, "../..");
/** A copy of the sources, so that nothing here edits the repository. */
const copy = mkdtempSync(path.join(tmpdir(), "dev-"));
const copied = ["assets", "layers.json", "manifest.xml", "package.json", "scripts", "src", "tsconfig.json"];

let dev: ChildProcess;
let said = "";
let workbench: WorkbenchPage;

const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(path.join(copy, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(
    path.join(copy, file),
    text.replace(from, () => to),
  );
};

/** Edits a file and prints how long it takes until the page shows it. */
const measured = async (what: string, change: () => void, shown: () => Promise<void>): Promise<void> => {
  const begin = performance.now();
  change();
  await shown();
  console.log(`${what}: ${((performance.now() - begin) / 1_000).toFixed(1)} s from the edit to the result`);
};

beforeAll(async () => {
  for (const name of [...copied, "webpack.config.js", "webpack.workbench.js"])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const program = ["--import", "tsx", "scripts/run/dev.ts", "--port", "0", "--size", "test", "--local-controls"];
  dev = spawn(process.execPath, program, { cwd: copy });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the workbench is served", () => said.includes("ready http"), 110);
  workbench = await openWorkbench(/ready (\S+)/.exec(said)?.[1] ?? "");
});

afterAll(async () => {
  dev.kill("SIGTERM");
  await until("npm run dev has ended", () => dev.exitCode !== null || dev.signalCode !== null);
  await closeBrowser();
  rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

test("an edited function and an edited view are in the open page; workbook, place and sign-in stay", async () => {
  const { page } = workbench;
  const demo = (await (await fetch(new URL("/_local/demo", page.url()))).json()) as Demo;
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  const isin = demo.entities.find((entity) => entity.isin !== null)?.isin ?? "";
  const pane = workbench.pane;
  await pane().getByLabel("API key").fill(key);
  await pane().getByLabel("API secret").fill(secret);
  await pane().getByRole("button", { name: "Sign in", exact: true }).click();
  await pane().getByRole("tab", { name: "This workbook" }).click();
  await workbench.enterAll({ A1: isin, B1: "=ENTITY.ID(A1)", C1: "=ENTITY.RESOLVE(A1)", A2: "typed" });
  const [before] = await workbench.values("A1:C2");
  await workbench.call("select", "A2");
  const calls = await workbench.call("invocations");

  const file = "src/formulas/functions/entity/entity-id.ts";
  await measured(
    "a function",
    () => edit(file, "return readEntityId(", `return "edited " + await readEntityId(`),
    () => workbench.shows("B1", `edited ${String(before?.[1])}`),
  );
  // Only the formula of the edited function was calculated again, and everything else is as it was.
  expect(await workbench.call("invocations")).toBe(calls + 1);
  expect((await workbench.values("A1:C1"))[0]?.[2]).toBe(before?.[2]);
  expect((await workbench.values("A2:A2"))[0]?.[0]).toBe("typed");
  expect(await page.locator('[data-u-comp="defined-name"] input').inputValue()).toBe("A2");
  await pane().getByRole("tab", { name: "This workbook", selected: true }).waitFor();
  expect(await pane().getByLabel("API key").count()).toBe(0);

  await measured(
    "a view",
    () => edit("src/i18n/locales/en/pane.ts", `"view.status": "Status"`, `"view.status": "Events"`),
    () => pane().getByRole("tab", { name: "Events" }).waitFor(),
  );

  edit(file, "calculate: (invocation) => {", "calculate: (invocation) => {{");
  await page.locator("#failed-build").waitFor();
  expect(await page.locator("#failed-build").textContent()).toContain("entity-id.ts");
  expect(said).toContain("The last good build goes on.");
  await workbench.enterAll({ D1: "=ENTITY.ID(A1)" });
  await workbench.shows("D1", `edited ${String(before?.[1])}`);
  edit(file, "calculate: (invocation) => {{", "calculate: (invocation) => {");
  await page.locator("#failed-build").waitFor({ state: "hidden" });

  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((each) => Object.entries(each)).join(),
  );
  expect(stored).not.toContain(secret);
});
