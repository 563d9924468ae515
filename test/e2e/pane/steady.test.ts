import { openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5184);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** Work that is neither the button's nor the view's: a formula's, say. It ends when the page's `end` is called. */
const begin = `(() => {
  const entry = pane.runtime.requestLog.open({ what: "ESG.EVENTS", query: "", address: "Sheet1!Z1" });
  window.end = () => entry.done(0);
})()`;

test.each([
  ["begins", false],
  ["ends", true],
])("a press counts where work elsewhere %s while the button is down", async (_, running) => {
  const page = await stage.open();
  await signIn(page);
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "All settings" }).click();
  const status = page.getByText("1 running");
  if (running) await page.evaluate(begin);
  if (running) await status.waitFor();
  const button = page.getByRole("button", { name: "Start the analysis" });
  await button.scrollIntoViewIfNeeded();
  await page.locator("main").evaluate((body) => body.scrollTo(0, body.scrollHeight));
  const place = (await button.boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.evaluate(running ? "end()" : begin);
  await (running ? page.getByText("Ready", { exact: true }) : status).waitFor();
  expect(await button.boundingBox()).toEqual(place);
  await page.mouse.up();
  await page.getByText("Enter at least one entity.").waitFor();
});
