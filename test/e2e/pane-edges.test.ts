import type { WorkbenchPage } from "./workbench/page";
import { holdCalls } from "./hold-calls";
import { recordCalls, type SentCalls } from "./sent-calls";
import { signIn, startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;
let sent: SentCalls;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
beforeEach(async () => {
  workbench = await stage.open("?open=holdings.json");
  sent = await recordCalls(workbench);
  await signIn(workbench);
}, 60_000);
afterEach(() => workbench.leave());
afterAll(() => stage.close());

const msearch = "**/v3/entities/msearch**";
const text = (expected: string | RegExp): Promise<void> => workbench.pane().getByText(expected).first().waitFor();
const button = (name: string | RegExp) => workbench.pane().getByRole("button", { name, exact: true });
const paths = async (action: () => Promise<unknown>): Promise<readonly string[]> =>
  (await sent.during(action)).map(({ path }) => path);
const fillResolveForm = async (range = "A2:A41"): Promise<void> => {
  await workbench.call("select", range);
  await workbench.pane().getByRole("tab", { name: "Resolve" }).click();
  await text("to search");
};

describe("What may go wrong while the resolve form works", () => {
  test("a second click sends nothing, and inserts nothing a second time", async () => {
    await fillResolveForm();
    expect(
      await paths(() =>
        button("Resolve")
          .dblclick()
          .then(() => text("40 exact")),
      ),
    ).toEqual(["/v3/entities/msearch"]);
    const before = await workbench.call("save");
    const calls = await paths(async () => {
      await workbench.pane().getByLabel("Target cell").fill("C1");
      await button("Insert formula").dblclick();
      await text("Inserted in Holdings!C2.");
    });
    expect(calls).toEqual([]);
    expect((await workbench.values("C42:C42"))[0]?.[0]).toBe("");
    await workbench.call("undo");
    await workbench.settled();
    const after = await workbench.call("save");
    expect(after.sheets[0]?.cells).toEqual(before.sheets[0]?.cells);
  });

  test("a pane closed in mid-work loses nothing: the results are there when it is opened again", async () => {
    await fillResolveForm();
    const calls = await paths(async () => {
      const gate = await holdCalls(workbench, msearch);
      await button("Resolve").click();
      await text("0 of 40");
      await workbench.page.getByRole("button", { name: "Close the task pane" }).click();
      await gate.release();
      await workbench.settled();
      await workbench.page.locator("#ribbon").getByText("Open pane").click();
      await text("40 exact");
      await gate.open();
    });
    expect(calls).toEqual(["/v3/entities/msearch"]);
  });

  test("a token refused in mid-work is renewed once, and the call is made again", async () => {
    await fillResolveForm();
    let refused = 0;
    await workbench.page.route(msearch, async (route) => {
      refused += 1;
      if (refused === 1) await route.fulfill({ status: 401, body: '{"message":"Unauthorized","code":401}' });
      else await route.continue();
    });
    await button("Resolve").click();
    await text("40 exact");
    expect(refused).toBe(2);
    await text("Signed in");
  });

  test("where the account is refused for good, the pane asks to sign in again and the resolve form keeps its list", async () => {
    await fillResolveForm();
    const refuse = { status: 401, body: '{"message":"Unauthorized","code":401}' };
    await workbench.page.route(msearch, (route) => route.fulfill(refuse));
    await workbench.page.route("**/oauth/token", (route) => route.fulfill(refuse));
    await button("Resolve").click();
    await workbench.pane().getByRole("heading", { name: "Sign in" }).waitFor();
    await workbench.screenshot("pane-edges-401");
    await workbench.page.unrouteAll();
    await signIn(workbench);
    await workbench.pane().getByRole("tab", { name: "Resolve" }).click();
    await text("40 cells · 40 to search · 1 call");
    await button(/^(Resolve|Retry failed.*)$/).click();
    await text("40 exact");
  });

  test("a lost network keeps the inputs as failed, says so, and one click asks for them again", async () => {
    await fillResolveForm();
    await workbench.page.context().setOffline(true);
    await button("Resolve").click();
    await button("Retry failed (40)").waitFor({ timeout: 90_000 });
    await workbench.screenshot("pane-edges-offline");
    await workbench.page.context().setOffline(false);
    expect(
      await paths(() =>
        button("Retry failed (40)")
          .click()
          .then(() => text("40 exact")),
      ),
    ).toEqual(["/v3/entities/msearch"]);
  }, 120_000);
});

test("the history writes the formula of a preview with the name of its universe, not with its id", async () => {
  const { universe_id: id } = stage.demo.universes.find(({ universe_name: name }) => name === "EU Banks")!;
  await workbench.enterAll({ C50: `=ESG.EVENTS("${id}",3,,,,"title",2)` });
  await workbench.call("select", "C50");
  await workbench.pane().getByRole("tab", { name: "Formula" }).click();
  await button("Open the formula in Holdings!C50").click();
  await button("Preview 5 rows").click();
  await workbench.pane().getByRole("table").first().waitFor();
  await workbench.pane().getByRole("tab", { name: "Activity" }).click();
  await workbench.pane().getByRole("tab", { name: "History" }).click();
  await text(/ESG\.EVENTS\("EU Banks"/);
  expect(await workbench.pane().locator("body").innerText()).not.toContain(id);
  await workbench.screenshot("pane-edges-history");
});

/** An ISIN with its right check digit: letters count as two digits, every second digit from the right is doubled. */
const isinOf = (number: number): string => {
  const body = `DE${String(number).padStart(9, "0")}`;
  const digits = Array.from(body, (sign) => parseInt(sign, 36).toString()).join("");
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};

const wrong = (isin: string): string => isin.slice(0, -1) + String((Number(isin.at(-1)) + 1) % 10);

test("50,000 rows are counted before anything is sent, in a pane that goes on answering; one more is too many", async () => {
  const isins = Array.from({ length: 50_000 }, (_, row) => (row % 1_000 === 999 ? wrong(isinOf(row)) : isinOf(row)));
  const list = isins.map((isin, row) => [`A${row + 2}`, isin] as const);
  const cells: Record<string, string> = { A1: "ISIN", ...Object.fromEntries(list) };
  await workbench.call("open", {
    name: "Many",
    sheets: [{ name: "Many", cells: { ...cells, A50001: isins[0] ?? "" } }],
  });
  await signIn(workbench);
  await workbench.settled();
  const calls = await paths(async () => {
    await workbench.call("select", "A2:A50001");
    await workbench.pane().getByRole("tab", { name: "Resolve" }).click();
    // The suggestions for the 49 invalid ones are searched in one call more.
    await text("50,000 cells · 1 duplicate · 49 invalid ISIN · 49,950 to search · 101 calls");
  });
  expect(calls).toEqual([]);
  expect(await button("Resolve").isEnabled()).toBe(true);
  await workbench.screenshot("pane-edges-50000");
  await workbench.enterAll({ A50002: isins[0] ?? "" });
  await workbench.call("select", "A2:A50002");
  await text("At most 50,000 inputs at a time. Split the list.");
  await button("Resolve").click({ force: true });
  await workbench.settled();
  expect(await paths(() => workbench.settled())).toEqual([]);
}, 240_000);
