import type { Locator } from "playwright-core";
import { operations } from "../../src/service/http/operations";
import { drift } from "../conformance/drift";
import { openView } from "./open-view";
import type { WorkbenchPage } from "./workbench/page";
import { signIn } from "./stage";
import { startValidatedStage, type ValidatedStage } from "./validated-stage";

let stage: ValidatedStage;
let workbench: WorkbenchPage;
beforeAll(async () => {
  stage = await startValidatedStage();
  workbench = stage.workbench;
}, 240_000);
afterAll(() => stage.close());

/** Enters formulas and waits until each has an answer, which may take several polls. */
const enter = async (cells: Readonly<Record<string, string>>): Promise<void> => {
  await workbench.enterAll(cells);
  for (const address of Object.keys(cells)) {
    const { value, error } = await workbench.cell(address);
    expect([address, value === "" ? "empty" : "filled", error]).toEqual([address, "filled", undefined]);
  }
};

const open = (view: string): Promise<void> => openView(workbench.pane(), view);
const button = (name: string): Locator => workbench.pane().getByRole("button", { name, exact: true }).first();
const press = (name: string): Promise<void> => button(name).click();
const field = (name: RegExp): Locator => workbench.pane().getByRole("textbox", { name }).first();
const textOf = async (text: string | RegExp): Promise<string> => {
  const place = workbench.pane().getByText(text).first();
  await place.waitFor();
  return (await place.textContent()) ?? "";
};

const day = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);
const isins = (): string[] =>
  stage.stage.demo.entities.flatMap(({ isin }) => (isin === null ? [] : [isin])).slice(0, 8);

describe("a workbook's journey through a validating proxy", () => {
  test("signs in, resolves and reads companies", async () => {
    await signIn(workbench);
    await enter(Object.fromEntries(isins().map((isin, row) => [`A${row + 1}`, isin])));
    await enter({ B1: "=ENTITY.RESOLVE(A1:A8)" });
    await enter({ A12: '=ENTITY.SEARCH("bank",,,"*",5)', A20: '=UNIVERSE.ENTITIES("EU Banks")' });
    await enter({ A70: "=ENTITY.UNIVERSES(B1)", A85: '=KG.CANDIDATES("Acme")' });
  });

  test("reads events and documents, translated, page after page", async () => {
    await enter({ A101: '=ESG.EVENTS("EU Banks",3,"-30d",,,"*",1500,"order=score:desc,last_activity:desc")' });
    await enter({ A400: '=ESG.DOCUMENTS("EU Banks",,,,,"+datamarts_document_id,id,summary",50,"translate=fr")' });
    await enter({ A500: '=SDG.DOCUMENTS(B1:B8,,,,,"+id",20)' });
    await enter({ AA1: '=ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id,extract_date,id",3)' });
    await enter({ AA10: '=SDG.DOCUMENTS(B1,,,,,"id",1)' });
    await enter({
      AF1: '=DOC.CONTENT(AA2:AA4,AB2:AB4,"*","translate=de")',
      AF10: "=ESG.DOCUMENT(AC2)",
      AF15: "=SDG.DOCUMENT(AA11)",
      AF20: `=DOC.FIELDS(AA2:AA4,AB2:AB4,"summary")`,
    });
    await workbench.screenshot("proxy-documents");
  });

  test("creates a universe, changes it, and asks for coverage", async () => {
    await open("Universes");
    await press("Create");
    await field(/^Name/).fill("Through the proxy");
    await press("Create the universe");
    await textOf("Saved: Through the proxy");
    await press("Edit");
    await field(/^Name/).fill("Through the proxy, renamed");
    await press("Save changes");
    await textOf("Saved: Through the proxy, renamed");
    await open("Status");
    await workbench.pane().locator("summary", { hasText: "Request coverage" }).click();
    await field(/^Companies/).fill("An unheard-of company");
    await workbench
      .pane()
      .getByRole("checkbox", { name: /^Through the proxy/ })
      .check();
    await press("Request coverage…");
    await press("Confirm");
    await workbench
      .pane()
      .getByRole("list", { name: "Requested from here" })
      .getByText(/pending|running|completed/)
      .first()
      .waitFor();
    await press("Show tasks");
    await enter({ BQ1: "=TASKS.LIST()" });
    await workbench.screenshot("proxy-tasks");
  });

  test("starts an analysis and reads its documents and its series", async () => {
    await open("Analyses");
    await press("All settings");
    await press("Start the analysis");
    await field(/^Name/).fill("Acme in the press");
    await workbench.pane().getByLabel("From").first().fill(daysAgo(60));
    await workbench.pane().getByLabel("To").first().fill(daysAgo(1));
    await field(/^Entity 1/).fill("Acme");
    await press("Start the analysis");
    const instance = (await textOf(/^Started: /)).replace("Started: ", "").trim();
    await enter({
      AS1: `=ANALYSIS.STATUS("${instance}")`,
      AU1: `=ANALYSIS.DOCUMENTS("${instance}","*",20)`,
      AU40: `=ANALYSIS.SERIES("${instance}")`,
    });
    await workbench.screenshot("proxy-analysis");
  });

  test("translates documents of an analysis by the deprecated route", async () => {
    await press("Use Acme in the press");
    await press("Translate");
    await press("Translate…");
    await workbench.pane().getByRole("button", { name: "Translate", exact: true }).last().click();
    await button("Insert values").waitFor();
    await workbench.screenshot("proxy-translated");
  });
});

test("no call of the journey violated the contract, in either direction", async () => {
  const { log } = await stage.leave();
  const broken = log.entries.filter(
    ({ response }) => response.status >= 400 || (response.content.text ?? "").includes("prism/errors"),
  );
  expect(broken.map(({ request, response }) => [request.method, request.url, response.status])).toEqual([]);
  expect(stage.prism.output()).not.toMatch(/violation/i);
  const { routes } = await stage.stage.calls();
  expect(operations.map(({ name }) => name).filter((name) => routes[name] === undefined)).toEqual([]);
});

test("the proxy would have told: a wrong request is answered as a violation", async () => {
  const answer = await fetch(`${stage.origin}/v3/tasks?size=0`, { headers: { authorization: "Bearer x" } });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("prism/errors")]);
  expect(stage.prism.output()).toMatch(/violation|size/i);
});

test("the recording of the browser's calls shows no drift from the contract", async () => {
  const { code, output } = await drift(stage.harFile, ["--server", stage.origin]);
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
});
