import { readFileSync } from "node:fs";
import path from "node:path";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// Monday's refresh: what is new, where it stands in a sorted sheet, and what is left of it after the next one.

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

type Json = Record<string, unknown>;

let stage: Stage;
let workbench: WorkbenchPage;
/** What another week does to the events that the service lists. */
let week: ((events: readonly Json[]) => readonly Json[]) | undefined;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?fresh");
  await signIn(workbench);
  await workbench.page.context().route(/\/esg\/events\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly data: readonly Json[] };
    return route.fulfill({ response, json: week === undefined ? answer : { ...answer, data: week(answer.data) } });
  });
  await workbench.enterAll({
    A1: '=ESG.EVENTS("Holdings",3,"-6m",,,"score,title,entity.name,last_activity")',
    G1: '=SORT(ESG.EVENTS("Holdings",3,"-6m",,,"score,title","all","headers=no"),2)',
    L1: "=QUERY.CHANGES(A1)",
  });
}, 240_000);
afterAll(() => stage.close());

const pane = () => workbench.pane();
const button = (name: string) => pane().getByRole("button", { name, exact: true });
const refreshed = (text: string): Promise<void> => pane().getByRole("status").getByText(text).first().waitFor();

const selected = (): Promise<string> =>
  pane().evaluate(() =>
    Excel.run(async (context) => {
      const range = context.workbook.getSelectedRange().load({ address: true });
      await context.sync();
      return range.address;
    }),
  );

/** The conditional formats of the sheet, by their ranges. */
const marks = async (): Promise<readonly string[]> => {
  const { sheets } = await workbench.call("save");
  return (sheets[0]?.conditionalFormats ?? []).flatMap(({ ranges }) => ranges).toSorted();
};

test("a refresh says in the status line what is new, rose and is gone, each record once", async () => {
  week = (events) => {
    const [first, ...rest] = events;
    const second = rest.find(({ score }) => score === 3);
    const others = rest.filter((event) => event !== second);
    const added = { ...first, id: "00000000-0000-4000-8000-00000000000a", title: "A new strike", score: 5 };
    const risen = { ...second, score: 5, title: "An event that rose" };
    return [added, ...others, risen];
  };
  const before = (await workbench.values("A1:A400")).filter(([value]) => value !== "").length;
  await workbench.call("runCommand", "refreshWorkbook");
  await refreshed("1 new event · ");
  await workbench.settled();
  const text = await pane().getByRole("status").filter({ hasText: "refreshed at" }).textContent();
  expect(text).toMatch(/formulas refreshed at .* · 1 new event · 1 score rose · 1 gone$/);
  expect((await workbench.values("A1:A400")).filter(([value]) => value !== "")).toHaveLength(before);
});

test("QUERY.CHANGES shows the same beside the result, without a call", async () => {
  const rows = await workbench.values("L1:Q5");
  expect(rows[0]?.slice(0, 3)).toEqual(["Change", "Company", "Title"]);
  expect(rows.slice(1).map(([change, , title]) => `${String(change)} ${String(title)}`)).toEqual(
    expect.arrayContaining(["new A new strike", "changed An event that rose"]),
  );
});

test("by keyboard: Show changes opens the list, what rose and severe events come first, a link goes to the row", async () => {
  await button("Show changes").focus();
  await workbench.page.keyboard.press("Enter");
  await pane().getByRole("heading", { name: "Scores that rose (1)" }).waitFor();
  await pane().getByRole("heading", { name: "New events of score 5 (1)" }).waitFor();
  // The formula that shows names lends them to the one that does not.
  expect(
    await pane()
      .getByText(/[0-9a-f]{8}-[0-9a-f]{4}-/)
      .count(),
  ).toBe(0);
  await workbench.screenshot("changes-list");
  await pane().getByRole("link", { name: "A new strike" }).or(button("A new strike")).first().focus();
  await workbench.page.keyboard.press("Enter");
  await workbench.settled();
  const titles = (await workbench.values("B1:B400")).map(([title]) => title);
  const row = titles.indexOf("A new strike") + 1;
  expect(await selected()).toBe(`Sheet1!A${row}:D${row}`);
});

test("Mark in the sheet colors exactly the new rows and the changed values, also where the result is sorted", async () => {
  await button("Mark in the sheet").click();
  await pane().getByText("Rows marked: 2, values marked: 4.", { exact: false }).waitFor();
  await workbench.settled();
  const [left, sorted] = [await workbench.values("B1:B400"), await workbench.values("H1:H400")];
  const at = (titles: readonly unknown[][], title: string): number =>
    titles.findIndex(([value]) => value === title) + 1;
  const [a, b] = [at(left, "A new strike"), at(left, "An event that rose")];
  const [g, h] = [at(sorted, "A new strike"), at(sorted, "An event that rose")];
  expect(g).not.toBe(a);
  expect(await marks()).toEqual([`A${a}:D${a}`, `A${b}`, `B${b}`, `G${g}:H${g}`, `G${h}`, `H${h}`].toSorted());
  await workbench.screenshot("changes-marked");
});

test.each(["light", "dark", "contrast"] as const)("axe finds nothing in the list, %s", async (theme) => {
  if (theme === "contrast") await workbench.page.emulateMedia({ forcedColors: "active" });
  else await workbench.call("theme", theme);
  // Colours change in steps.
  await workbench.page.waitForTimeout(300);
  await pane().evaluate(axe);
  const found = await pane().evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  if (theme === "contrast" && process.env["SCREENSHOTS"] !== undefined)
    await workbench.page.screenshot({ path: path.join(__dirname, "../../screenshots/changes-contrast.png") });
  await workbench.page.emulateMedia({ forcedColors: "none" });
  await workbench.call("theme", "light");
  expect(found).toEqual([]);
});

test("Insert as a sheet writes the list with its values before and after", async () => {
  await button("Insert as a sheet").click();
  await pane().getByText("rows were inserted on the sheet Changes.", { exact: false }).waitFor();
  await workbench.settled();
  await workbench.screenshot("changes-sheet");
  const rows = await workbench.values("Changes!A1:K3");
  expect(rows[0]).toEqual([..."At,Address,Function,Change,Kind,Company,Title,Field,Before,After,Key".split(",")]);
  expect(rows[1]?.[2]).toBe("ESG.EVENTS");
});

test("a further refresh without changes takes the marks away and empties the list", async () => {
  await workbench.call("runCommand", "refreshWorkbook");
  await refreshed("no changes");
  await workbench.settled();
  expect(await marks()).toEqual([]);
  expect((await workbench.values("L2"))[0]?.[0]).toBe("");
});
