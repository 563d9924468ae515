import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { until } from "../support/until";
import { type SearchedText, textsOfBrowser, textsOfPage } from "./browser-texts";
import { textsOfHar } from "./har-texts";
import { findSecrets } from "./secret-scan";
import { startTeamStage, type TeamStage } from "./team-stage";
import { launch } from "./workbench/page";

// What the gateway alone may know (key, secret and token of the firm's account), and what only headers may carry (the
// tokens of people), is in no page, storage, address or answer.

let stage: TeamStage;
let folder: string;
let har: string;

beforeAll(async () => {
  stage = await startTeamStage();
  folder = mkdtempSync(path.join(tmpdir(), "team-har-"));
  har = path.join(folder, "session.har");
}, 240_000);
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

/** The tokens that the provider issues in this context, as they come. */
const tokensIn = (context: BrowserContext): readonly string[] => {
  const tokens: string[] = [];
  context.on("response", (response) => {
    if (new URL(response.url()).pathname !== "/token" || response.request().method() !== "POST") return;
    void response.json().then((issued: Readonly<Record<string, unknown>>) => {
      for (const name of ["access_token", "refresh_token", "id_token"])
        if (typeof issued[name] === "string") tokens.push(issued[name]);
    });
  });
  return tokens;
};

/** Key, secret and token of the firm's account. */
const vendorSecrets = (): readonly string[] => [
  ...stage.gateway.vendorSecrets,
  ...new Set(stage.gateway.upstream.map(({ headers }) => headers.get("authorization")?.replace("Bearer ", "") ?? "")),
];

/** Ends the recording of a context, and reads it. */
const recordedIn = async (page: Page): Promise<readonly SearchedText[]> => {
  await page.close();
  await page.context().close();
  return textsOfHar(readFileSync(har, "utf8"));
};

/** Puts a text wherever a page can leave one: this must be found. */
const leave = async (page: Page, text: string): Promise<void> => {
  await page.evaluate(async (secret) => {
    localStorage.setItem("left", secret);
    sessionStorage.setItem("left", btoa(`Bearer ${secret}`));
    document.body.dataset["left"] = secret;
    await fetch(`/healthz?token=${encodeURIComponent(secret)}`, { headers: { "x-left": secret } });
    await fetch("/nowhere", { method: "POST", body: secret });
  }, text);
};
const leftIn = ["localStorage", "sessionStorage", "page", "URL", "HAR request headers", "HAR request body"];

test("in the pane of an analyst who calculates, looks at Status and Settings, and is remembered", async () => {
  const workbench = await stage.open({ har });
  const { page } = workbench;
  const tokens = tokensIn(page.context());
  const pane = workbench.pane();
  await pane.getByRole("checkbox", { name: /Remember/ }).check();
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    pane.getByRole("button", { name: "Sign in with Demo provider" }).click(),
  ]);
  await opened.getByRole("button", { name: /Ada Analyst/ }).click();
  await pane.getByText("Signed in · Ada Analyst").first().waitFor();
  const [universe] = stage.gateway.demo.universes;
  await workbench.enterAll({ A1: `=ESG.EVENTS("${universe?.universe_name ?? ""}",3)` });
  expect((await workbench.cell("A1")).error).toBeUndefined();
  await pane.getByRole("tab", { name: "This workbook" }).click();
  await pane.getByText("Signed in as Ada Analyst").waitFor();
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByText("Your requests today").waitFor();
  await until("the tokens were heard", () => tokens.length === 3);
  const secrets = [...vendorSecrets(), ...tokens];
  expect(secrets.map((secret) => secret.length > 10)).toEqual(Array.from({ length: 6 }, () => true));
  const shown = await textsOfBrowser(workbench);
  const urls = page.frames().map((frame) => ({ place: "URL", text: frame.url() }));
  await leave(page, secrets[2] ?? "");
  const left = await textsOfPage(page);
  const recorded = await recordedIn(page);
  const isOfTest = ({ text }: SearchedText): boolean => /\/healthz|\/nowhere|x-left/.test(text) || text === secrets[2];
  expect(findSecrets([...shown, ...urls, ...recorded.filter((text) => !isOfTest(text))], secrets)).toEqual([]);
  expect(findSecrets([...left, ...recorded], secrets)).toEqual(expect.arrayContaining(leftIn));
}, 180_000);

test("in the page of an administrator, who signs in by the provider and by the key", async () => {
  const context = await (await launch()).newContext({ recordHar: { path: har, content: "embed" } });
  const tokens = tokensIn(context);
  const page = await context.newPage();
  await page.goto(`${stage.origin}/team/admin`);
  await page.getByRole("button", { name: "Sign in with Demo provider" }).click();
  await page.getByRole("button", { name: /Olga Operator/ }).click();
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  const { administratorKey } = stage.gateway;
  await page.getByLabel("Administrator key").fill(administratorKey);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await page.getByRole("button", { name: "Refresh" }).click();
  await until("the token was heard", () => tokens.length > 0);
  const secrets = [...vendorSecrets(), ...tokens, administratorKey];
  expect(secrets.length).toBeGreaterThanOrEqual(5);
  const shown = await textsOfPage(page);
  await leave(page, secrets[2] ?? "");
  const left = await textsOfPage(page);
  const recorded = await recordedIn(page);
  const isOfTest = ({ text }: SearchedText): boolean => /\/healthz|\/nowhere|x-left/.test(text) || text === secrets[2];
  expect(findSecrets([...shown, ...recorded.filter((text) => !isOfTest(text))], secrets)).toEqual([]);
  expect(findSecrets([...left, ...recorded], secrets)).toEqual(expect.arrayContaining(leftIn));
}, 120_000);
