import type { Page } from "playwright-core";
import { addUniverse, openStage, signIn, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5186);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

const company = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

const opened = async (): Promise<Page> => {
  const page = await stage.open();
  await signIn(page);
  await addUniverse(page, stage);
  await stage.resetCalls();
  return page;
};

interface Listening {
  changes: Promise<string>[];
}

/** Runs in the page: keeps the bodies of changes; the browser tells none of requests that were cloned. */
const listen = (): void => {
  const { fetch } = window;
  const listening = window as unknown as Listening;
  listening.changes = [];
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.method === "PATCH") listening.changes.push(request.clone().text());
    return fetch(request);
  };
};

/** The bodies that were sent to change a universe while an action ran. */
const sentBodies = async (page: Page, action: () => Promise<void>): Promise<readonly unknown[]> => {
  await page.evaluate(listen);
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await action();
  await answered;
  const texts = await page.evaluate(() => Promise.all((window as unknown as Listening).changes));
  return texts.map((text) => JSON.parse(text) as unknown);
};

test("the provider's type is offered neither for a new universe nor for a change", async () => {
  const page = await opened();
  const types = (): Promise<readonly string[]> => page.getByLabel("Type").locator("option").allTextContents();
  await press(page, "Edit");
  await page.getByLabel("Type").waitFor();
  expect(await types()).toEqual(["Do not change", "Private", "Shared"]);
  await press(page, "Edit");
  await press(page, "Create");
  await page.getByLabel("Type").waitFor();
  expect(await types()).toEqual(["Private", "Shared"]);
});

test("setting the company is sent only when somebody has agreed that the other links go", async () => {
  const page = await opened();
  await press(page, "Edit");
  await page.getByLabel("Company", { exact: true }).fill(company);
  await press(page, "Save changes");
  await page.getByText("Setting the company removes all links to other companies.").first().waitFor();
  await press(page, "Cancel");
  await press(page, "Save changes");
  await page.getByRole("button", { name: "Confirm" }).waitFor();
  expect(await stage.calls()).toEqual({});
  expect(await sentBodies(page, () => press(page, "Confirm"))).toEqual([{ company }]);
});

test("what is left alone is not sent, what is cleared is null, and a second click sends nothing more", async () => {
  const page = await opened();
  await press(page, "Edit");
  const description = page.getByLabel("Description").first();
  expect(await description.inputValue()).not.toBe("");
  await description.fill("");
  const save = page.getByRole("button", { name: "Save changes" });
  expect(await sentBodies(page, () => save.dblclick())).toEqual([{ description: null }]);
  await page.getByText("Saved: EU Banks").waitFor();
  expect(await stage.calls()).toEqual({ updateUniverse: 1 });
});

test("a new universe has ordinary optional boxes, and what is empty is not sent", async () => {
  const page = await opened();
  await press(page, "Create");
  await page.getByRole("textbox", { name: /^Name/ }).last().fill("Quarterly review");
  await page.getByLabel("Description").first().fill("For the risk committee");
  await page.getByText("Optional note for your team.").waitFor();
  await page.getByLabel("Owner").first().fill("nobody");
  await page.getByRole("button", { name: "Create the universe" }).click();
  await page.getByText("An id looks like").first().waitFor();
  expect(await stage.calls()).toEqual({});
  await page.getByLabel("Owner").first().fill("");
  await page.getByRole("button", { name: "Create the universe" }).click();
  await page.getByText("Saved: Quarterly review").waitFor();
  expect(await stage.calls()).toEqual({ createUniverse: 1 });
});
