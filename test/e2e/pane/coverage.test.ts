import type { Page } from "playwright-core";
import { addUniverse, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5190);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).last().click();

/** The pane with these cells selected and the form of a coverage request open. */
const opened = async (address: string, values: readonly (readonly string[])[]): Promise<Page> => {
  const page = await stage.open();
  page.setDefaultTimeout(10_000);
  await signIn(page);
  await addUniverse(page, stage);
  await page.evaluate(
    ([at, cells]) => {
      type Cells = Readonly<Record<"fill" | "select", (...given: unknown[]) => void>>;
      const { workbook } = (window as never as { pane: { workbook: Cells } }).pane;
      workbook.fill(at, cells);
      workbook.select(at);
    },
    [address, values] as const,
  );
  await tab(page, "Analyses");
  await tab(page, "Tasks");
  await page.locator("summary").last().click();
  return page;
};

interface Listening {
  requests: Promise<string>[];
}

/** Runs in the page: keeps the bodies of coverage requests; the browser tells none of requests that were cloned. */
const listen = (): void => {
  const { fetch } = window;
  const listening = window as unknown as Listening;
  listening.requests = [];
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/v3/coverage-extension")) listening.requests.push(request.clone().text());
    return fetch(request);
  };
};

const preview = (page: Page): Promise<readonly string[]> =>
  page.getByRole("list", { name: "The request contains" }).getByRole("listitem").allTextContents();

test("the columns of the selected cells are shown as they will be sent, and sent as they were shown", async () => {
  const isin = stage.demo.entities[0]?.isin ?? "";
  const page = await opened("Sheet1!B2:E4", [
    ["Name", "ISIN", "Country", "External id"],
    ["First Company", isin, "DE", "A-1"],
    ["Second Company", "", "", ""],
  ]);
  await press(page, "Use the selected cells");
  await page.getByText("2 companies").waitFor();
  expect(await preview(page)).toEqual([
    `external_id: A-1 · name: First Company · isin: ${isin} · country: germany`,
    "external_id: Second Company · name: Second Company",
  ]);
  await page.getByRole("checkbox", { name: "EU Banks" }).check();
  await stage.resetCalls();
  await press(page, "Request coverage…");
  await page.evaluate(listen);
  await press(page, "Confirm");
  await page.getByText("is pending. You can follow it under Tasks.").waitFor();
  const universe = stage.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id;
  const sent = await page.evaluate(() => Promise.all((window as unknown as Listening).requests));
  expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([
    {
      universe_ids: [universe],
      entities: [
        { external_id: "A-1", name: "First Company", isin, country: "germany" },
        { external_id: "Second Company", name: "Second Company" },
      ],
    },
  ]);
  expect(await stage.calls()).toEqual({ extendCoverage: 1 });
});

test("a cell that cannot be sent is named with what is allowed, and nothing is sent", async () => {
  const page = await opened("Sheet1!B2:C3", [
    ["Name", "ISIN"],
    ["First Company", "US0378331006"],
  ]);
  await press(page, "Use the selected cells");
  await stage.resetCalls();
  await press(page, "Request coverage…");
  await page.getByText('Sheet1!C3: "US0378331006" is not an ISIN. Allowed: 12 characters').waitFor();
  expect(await page.getByRole("list", { name: "The request contains" }).count()).toBe(0);
  const field = page.getByRole("textbox", { name: /^Companies/ });
  await field.fill((await field.inputValue()).replace("ISIN", "Sector"));
  await page
    .getByText(
      'Line 1, column 2: "Sector" is not a column of a request. Allowed: external_id, name, isin, lei, country',
    )
    .waitFor();
  expect(await stage.calls()).toEqual({});
});
