import type { Page } from "playwright-core";
import { openView } from "./open-view";
import { recordCalls } from "./sent-calls";
import { startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

/** Runs in a frame: its markup with all attributes, what its fields hold, and its shadow trees. */
const readMarkup = (): string => {
  const textOf = (root: Document | ShadowRoot): string => {
    const elements = [...root.querySelectorAll("*")];
    const fields = elements.map((element) => ("value" in element ? String(element.value) : ""));
    const shadows = elements.map(({ shadowRoot }) => (shadowRoot === null ? "" : textOf(shadowRoot)));
    const markup = root instanceof Document ? root.documentElement.outerHTML : root.innerHTML;
    return [markup, document.title, location.href, window.name, ...fields, ...shadows].join("\n");
  };
  return textOf(document);
};

const markupOf = async (page: Page): Promise<string> =>
  (await Promise.all(page.frames().map((frame) => frame.evaluate(readMarkup)))).join("\n");

/** The markup of every view, the last of them Settings. */
const markupOfAllViews = async ({ page, pane }: WorkbenchPage): Promise<string> => {
  const texts: string[] = [await markupOf(page)];
  for (const view of ["Universes", "Resolve", "Build", "Analyses", "Status", "Support"]) {
    await openView(pane(), view);
    texts.push(await markupOf(page));
  }
  await pane().getByRole("button", { name: "Settings" }).click();
  await pane().getByRole("button", { name: "Sign out…" }).waitFor();
  texts.push(await markupOf(page));
  return texts.join("\n");
};

/** Opens a workbench and collects the tokens that are issued to it. */
const opened = async (): Promise<{ readonly workbench: WorkbenchPage; readonly tokens: ReadonlySet<string> }> => {
  const workbench = await stage.open();
  return { workbench, tokens: (await recordCalls(workbench)).tokens };
};

const issueToken = async (): Promise<string> => {
  const [account] = stage.demo.accounts;
  const body = {
    grant_type: "password",
    username: account!.api_key,
    password: account!.api_secret,
    audience: `${stage.origin}/`,
    client_id: stage.demo.client_id,
  };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${stage.origin}/oauth/token`, { method: "POST", headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { access_token: string }).access_token;
};

test("after signing in with key and secret no frame holds either or the token; the key's last four characters name the account", async () => {
  const [account] = stage.demo.accounts;
  const { api_key: key, api_secret: secret } = account!;
  const { workbench, tokens } = await opened();
  const pane = workbench.pane();
  await pane.getByLabel("API key").fill(key);
  await pane.getByLabel("API secret").fill(secret);
  expect(await markupOf(workbench.page)).toContain(key);
  await pane.getByRole("button", { name: "Sign in", exact: true }).click();
  await pane.getByText("Signed in", { exact: false }).first().waitFor();
  const markup = await markupOfAllViews(workbench);
  expect(tokens.size).toBe(1);
  for (const hidden of [key, key.slice(0, -4), secret, ...tokens]) expect(markup.includes(hidden)).toBe(false);
  expect(await pane.getByText(`API key …${key.slice(-4)}`, { exact: true }).count()).toBe(1);
  await workbench.close();
}, 120_000);

test("after signing in with a pasted token no frame holds it or the key", async () => {
  const token = await issueToken();
  const { workbench } = await opened();
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Use a token instead" }).click();
  await pane.getByLabel("Access token").fill(token);
  await pane.getByRole("button", { name: "Sign in", exact: true }).click();
  await pane.getByText("Signed in", { exact: false }).first().waitFor();
  const markup = await markupOfAllViews(workbench);
  for (const hidden of [token, stage.demo.accounts[0]!.api_key]) expect(markup.includes(hidden)).toBe(false);
  await workbench.close();
}, 120_000);
