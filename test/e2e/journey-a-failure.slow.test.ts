import type { Route } from "playwright-core";
import { openView } from "./open-view";
import type { WorkbenchPage } from "./workbench/page";
import { recordCalls, searchesOf, type SentCalls } from "./sent-calls";
import { signIn, startStage, type Stage } from "./stage";
import { until } from "../support/until";

let stage: Stage;
let workbench: WorkbenchPage;
let sent: SentCalls;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?open=holdings-1200.json");
  sent = await recordCalls(workbench);
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

const address = "**/v3/entities/msearch**";
const first = (route: Route): string => String(route.request().postData()?.slice(0, 60));

/** The second call is refused with 503 twice and then served; the third never comes to an end. */
const failSecondAndThird = async (): Promise<{ readonly attempts: () => readonly number[] }> => {
  const attempts = new Map<string, number>();
  await workbench.page.route(address, async (route) => {
    const call = first(route);
    const count = (attempts.get(call) ?? 0) + 1;
    attempts.set(call, count);
    const which = [...attempts.keys()].indexOf(call);
    if (which === 1 && count <= 2) await route.fulfill({ status: 503, body: '{"message":"Later.","code":503}' });
    else if (which === 2) await route.abort("timedout");
    else await route.continue();
  });
  return { attempts: () => [...attempts.values()] };
};

const text = (expected: string | RegExp): Promise<void> => workbench.pane().getByText(expected).first().waitFor();
const button = (name: string | RegExp) => workbench.pane().getByRole("button", { name, exact: true });

/** How many rows show an entity, and how many an error. */
const rows = async (): Promise<{ readonly good: number; readonly failed: number }> => {
  const read = await workbench.read("C2:C1201");
  const failed = read.filter(([cell]) => cell?.error !== undefined).length;
  return { failed, good: read.filter(([cell]) => /^[0-9a-f-]{36}$/.test(String(cell?.value))).length };
};

describe("Journey A when the service stumbles", () => {
  test("a call refused twice recovers by itself, one that never ends leaves its inputs as failed", async () => {
    const { attempts } = await failSecondAndThird();
    await workbench.call("select", "A2:A1201");
    await openView(workbench.pane(), "Resolve");
    await text("1,145 to search");
    await button("Resolve").click();
    await button(/^Retry failed/).waitFor({ timeout: 90_000 });
    expect(attempts()[0]).toBe(1);
    expect(attempts()[1]).toBe(3);
    expect(attempts()[2]).toBeGreaterThan(1);
    // A third of the searches: 1,145 inputs and the suggestions for the two invalid ones.
    await text(/3[78]\d Failed|3[78]\d failed/);
    await workbench.screenshot("journey-a-failure-resolve");
  }, 120_000);

  test("the formula keeps the values of the others and says in each failed row why", async () => {
    await workbench.pane().getByLabel("Target cell").fill("C1");
    await button("Insert formula").click();
    await text("Inserted in Holdings!C2.");
    await workbench.settled();
    const { good, failed } = await rows();
    expect(failed).toBeGreaterThanOrEqual(370);
    expect(failed).toBeLessThan(387 + 50);
    expect(good).toBeGreaterThan(700);
    const [broken] = (await workbench.read("C2:C1201")).flat().filter(({ error }) => error !== undefined);
    expect(broken?.error?.code).toBe("#N/A");
    expect(broken?.error?.message).toMatch(/attempt/);
    await workbench.screenshot("journey-a-failure-cells");
  }, 120_000);

  test("Retry failed sends exactly one call, with what failed and nothing else", async () => {
    await workbench.page.unroute(address);
    const calls = await sent.during(async () => {
      await button(/^Retry failed/).click();
      for (const count of ["1,130 exact", "12 ambiguous", "3 none", "2 invalid"]) await button(count).waitFor();
    });
    expect(calls.map(({ path }) => path)).toEqual(["/v3/entities/msearch"]);
    expect(searchesOf(calls[0]!)).toHaveLength(387);
  });

  test("the cells that failed have their values without another call", async () => {
    const calls = await sent.during(() => until("no row has an error", async () => (await rows()).failed === 0));
    expect(calls).toEqual([]);
    await workbench.screenshot("journey-a-failure-healed");
  });
});
