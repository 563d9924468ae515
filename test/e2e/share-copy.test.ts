import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { OoxmlPackage } from "../../src/ooxml/package";
import { readWorkbook } from "../../src/ooxml/read-workbook";
import { openView } from "./open-view";
import { holdCalls } from "./hold-calls";
import { listOfEvents, openEditionsWithEvents, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await openEditionsWithEvents(stage, "A1");
  await workbench.pane().getByRole("button", { name: "Hand out: Now" }).click();
}, 240_000);
afterAll(() => stage.close());

const make = (): Promise<void> =>
  workbench
    .pane()
    .getByRole("button", { name: /^Make (a copy|it again)$/ })
    .click();

const downloaded = async (): Promise<Uint8Array> => {
  const coming = workbench.page.waitForEvent("download");
  await workbench.pane().getByRole("button", { name: "Download" }).click();
  return new Uint8Array(readFileSync(await (await coming).path()));
};

test("a copy has the values that the workbook shows, no formula of ours, and a sheet about the data; it makes no call", async () => {
  let bytes: Uint8Array = new Uint8Array();
  const { total } = await stage.during(async () => {
    await make();
    await workbench.pane().getByText("The copy is ready: 2 formulas became values.").waitFor();
    bytes = await downloaded();
  });
  expect(total).toBe(0);
  await workbench.screenshot("share-copy-ready");
  const [sheet, about] = readWorkbook(bytes, { custom: [] }).sheets;
  const shown = (await workbench.values("A1:C5")).flat();
  const copied = sheet?.cells.filter(({ column }) => column < 3);
  expect(copied?.map(({ value }) => value)).toEqual(shown);
  expect(sheet?.cells.flatMap(({ formula }) => formula ?? [])).toEqual(["=ROWS(A1:C5)"]);
  expect(about?.name).toBe("About the data");
  const told = about?.cells.map(({ value }) => value) ?? [];
  expect(told).toContain(listOfEvents);
  expect(told).toContain("Sheet1!A1:C5");
  const parts = OoxmlPackage.read(bytes);
  const all = parts.names.map((name) => parts.text(name)).join("\n");
  expect(all).not.toContain("_xldudf");
  expect(parts.names.filter((name) => name.includes("webextension"))).toEqual([]);
  // The name of the user is the key of the service.
  for (const { api_key: key, api_secret: secret } of stage.demo.accounts)
    for (const text of [key, secret]) expect(all).not.toContain(text);
  // The workbook itself keeps its formulas.
  expect((await workbench.cell("A1")).formula).toBe(listOfEvents);
});

test("it opens as a new workbook", async () => {
  const coming = workbench.page.context().waitForEvent("page");
  await workbench.pane().getByRole("button", { name: "Open as a new workbook" }).click();
  const opened = await coming;
  await opened.getByText("About the data").first().waitFor();
  await opened.close();
});

test("where Excel opens no file, the pane says so and the copy can be downloaded", async () => {
  const pane = workbench.pane();
  await pane.evaluate(() => {
    const opens = Excel.createWorkbook;
    Excel.createWorkbook = () => {
      Excel.createWorkbook = opens;
      return Promise.reject(new Error("The file could not be opened."));
    };
  });
  await pane.getByRole("button", { name: "Open as a new workbook" }).click();
  await pane.getByText("The file could not be opened.").first().waitFor();
  expect(readWorkbook(await downloaded(), { custom: [] }).sheets.map(({ name }) => name)).toEqual([
    "Sheet1",
    "About the data",
  ]);
});

test("a formula that still loads stops the copy and is named; who insists gets a copy that says so", async () => {
  const gate = await holdCalls(workbench, "**/esg/**");
  await workbench.call("enterCells", { A10: '=ESG.EVENTS("EU Banks",4,,,,"title",3)' });
  await workbench.shows("A10", "#BUSY!");
  await make();
  const pane = workbench.pane();
  await pane.getByText("1 formula is incomplete or out of date").first().waitFor();
  await pane.getByText("Still loading.").waitFor();
  expect(await pane.getByRole("button", { name: "Download" }).count()).toBe(0);
  await workbench.screenshot("share-copy-unready");
  await pane.getByRole("button", { name: "Use these values anyway" }).click();
  const about = readWorkbook(await downloaded(), { custom: [] }).sheets[1];
  expect(about?.cells.map(({ value }) => value)).toContain("Still loading.");
  await gate.open();
  await workbench.settled();
});

/** The copy names the cell with the reason and gives no file, until somebody insists; then its sheet gives the reason. */
const stopsWith = async (address: string, reason: string | RegExp): Promise<void> => {
  const pane = workbench.pane();
  await openView(pane, "Editions");
  await make();
  await pane.getByRole("button", { name: "Use these values anyway" }).waitFor();
  // The list of formulas stands in an entry of the list of editions.
  const line = pane.getByRole("listitem").filter({ hasText: address }).last();
  await line.getByText(reason).waitFor();
  expect(await pane.getByRole("button", { name: /^(Download|Open as a new workbook)$/ }).count()).toBe(0);
  await pane.getByRole("button", { name: "Use these values anyway" }).click();
  const about = readWorkbook(await downloaded(), { custom: [] }).sheets[1];
  const told = about?.cells.map(({ value }) => (typeof value === "string" ? value : "")) ?? [];
  expect(told.some((text) => (typeof reason === "string" ? text.includes(reason) : reason.test(text)))).toBe(true);
};

const saveRowCap = async (rows: string): Promise<void> => {
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByLabel("Most rows per formula").fill(rows);
  await pane.getByRole("region", { name: "This workbook" }).getByRole("button", { name: "Save" }).click();
  await pane.getByText("Saved in the workbook.").waitFor();
};

test("a part of the rows that nobody asked for stops the copy, and is named", async () => {
  await saveRowCap("3");
  await workbench.enterAll({ A10: '=ESG.EVENTS("EU Banks",4,,,,"title")' });
  await stopsWith("Sheet1!A10:A14", /^3 rows shown, more exist|first 3 rows of more/);
  await workbench.enterAll({ A10: "" });
  await saveRowCap("10000");
});

test("a formula that was stopped stops the copy, and is named", async () => {
  const gate = await holdCalls(workbench, "**/esg/**");
  await workbench.call("enterCells", { A10: '=ESG.EVENTS("EU Banks",5,,,,"title,score",2)' });
  // Excel shows #BUSY! before it calls the function.
  await workbench.pane().getByText("1 running").waitFor();
  await workbench.call("runCommand", "stop");
  await workbench.shows("A10", "#N/A");
  await stopsWith("Sheet1!A10", /[Ss]topped/);
  await gate.open();
  await workbench.enterAll({ A10: "" });
});

test("older values that a failed refresh has left stop the copy, and are named", async () => {
  await stage.faults({ failures: { rate: 1, status: 503 } });
  await workbench.call("runCommand", "refreshWorkbook");
  await workbench.pane().getByText("formulas were not refreshed.", { exact: false }).waitFor({ timeout: 90_000 });
  await stage.faults({});
  await stopsWith("Sheet1!A1:C5", /^Older values\./);
  await workbench.call("runCommand", "refreshWorkbook");
  await workbench.pane().getByRole("status").getByText("2 formulas refreshed at").waitFor();
}, 120_000);

test("values of the account that was signed in before stop the copy, and are named", async () => {
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByRole("button", { name: "Sign out…" }).click();
  await pane.getByRole("button", { name: "Sign out", exact: true }).click();
  await pane.getByText("Signed out").first().waitFor();
  await openView(pane, "Universes");
  const colleague = stage.demo.accounts.find(({ name }) => name === "colleague");
  await pane.getByLabel("API key").fill(colleague?.api_key ?? "");
  await pane.getByLabel("API secret").fill(colleague?.api_secret ?? "");
  await pane.getByLabel("API secret").press("Enter");
  await pane.getByText("2 formulas show values of the account that was signed in before.").waitFor();
  await stopsWith("Sheet1!A1:C5", "These values are of the account that was signed in before.");
  await workbench.screenshot("share-copy-other-account");
  await pane.getByRole("button", { name: "Refresh", exact: true }).first().click();
  await pane.getByRole("status").getByText("2 formulas refreshed at").waitFor();
});

const office = [process.env["SOFFICE_PATH"], "/usr/bin/soffice"].find((one) => one !== undefined && existsSync(one));
(office === undefined ? test.skip : test)(
  "LibreOffice opens the copy and shows the same values",
  async () => {
    await make();
    const file = path.join(mkdtempSync(path.join(tmpdir(), "share-")), "copy.xlsx");
    const coming = workbench.page.waitForEvent("download");
    await workbench.pane().getByRole("button", { name: "Download" }).click();
    await (await coming).saveAs(file);
    const folder = path.dirname(file);
    // 44 and 34 are the codes of comma and quote, 76 is UTF-8.
    const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
    execFileSync(
      office ?? "",
      [profile, "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", "--outdir", folder, file],
      {
        stdio: "ignore",
        timeout: 150_000,
      },
    );
    const lines = readFileSync(path.join(folder, "copy.csv"), "utf8");
    for (const [name] of (await workbench.values("A1:A5")).slice(1)) expect(lines).toContain(String(name));
    expect(lines).not.toMatch(/#NAME|Err:/);
  },
  200_000,
);
