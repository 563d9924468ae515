import { waysTo } from "./open-view";
import { axeFindings, firstTheme, inTheme, otherThemes } from "./axe";
import { byKeyboard, type Hands, type Way } from "./hands";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// Monday's refresh: what is new, where it stands in a sorted sheet, and what is left of it after the next one.

type Json = Record<string, unknown>;
type Week = (records: readonly Json[]) => readonly Json[];

/** Monday's refresh, as tests. */
export const describeChanges = (way: Way): void => {
  const [title, makeHands] = way;
  let stage: Stage;
  let workbench: WorkbenchPage;
  let hands: Hands;
  /** The company that leaves the universe. */
  let lost: string;
  /** What another week does to the events and to the companies that the service lists. */
  let week: { readonly events: Week; readonly companies: Week } | undefined;

  beforeAll(async () => {
    stage = await startStage();
  }, 240_000);
  afterAll(() => stage.close());

  const pane = () => workbench.pane();
  const button = (name: string) => pane().getByRole("button", { name, exact: true });
  const box = (name: string) => pane().getByRole("checkbox", { name });
  const refreshed = (text: string): Promise<void> => pane().getByRole("status").getByText(text).first().waitFor();
  const refresh = async (text: string): Promise<void> => {
    await hands.ribbon("Refresh");
    await refreshed(text);
    await workbench.settled();
  };

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

  /** The sections of the list, in their order. */
  const sections = (): Promise<readonly string[]> =>
    pane().evaluate(() =>
      [...document.querySelectorAll("main section")].flatMap((section) => section.getAttribute("aria-label") ?? []),
    );

  const nextWeek: NonNullable<typeof week> = {
    events: (events) => {
      const [first, ...rest] = events;
      const second = rest.find(({ score }) => score === 3);
      const others = rest.filter((event) => event !== second);
      const added = { ...first, id: "00000000-0000-4000-8000-00000000000a", title: "A new strike", score: 5 };
      const risen = { ...second, score: 5, title: "An event that rose" };
      return [added, ...others, risen];
    },
    companies: (companies) => companies.filter(({ name }) => name !== lost),
  };

  describe(title, () => {
    beforeAll(async () => {
      week = undefined;
      workbench = await stage.open("?fresh");
      hands = makeHands(workbench);
      await signIn(workbench);
      for (const [address, name] of [
        [/\/esg\/events\?/, "events"],
        [/\/universes\/[^/]+\/entities\?/, "companies"],
      ] as const)
        await workbench.page.context().route(address, async (route) => {
          const response = await route.fetch();
          const answer = (await response.json()) as { readonly data: readonly Json[] };
          return route.fulfill({
            response,
            json: week === undefined ? answer : { ...answer, data: week[name](answer.data) },
          });
        });
      await workbench.enterAll({
        A1: '=ESG.EVENTS("Holdings",3,"-6m",,,"score,title,entity.name,last_activity")',
        G1: '=SORT(ESG.EVENTS("Holdings",3,"-6m",,,"score,title","all","headers=no"),2)',
        L1: "=QUERY.CHANGES(A1)",
        Z1: '=UNIVERSE.ENTITIES("Holdings",,,"name,id")',
      });
      lost = String((await workbench.cell("Z2")).value);
    }, 120_000);

    test("a refresh says in the status line what is new, rose and is gone, each record once", async () => {
      week = nextWeek;
      const before = (await workbench.values("A1:A400")).filter(([value]) => value !== "").length;
      await refresh("1 new event · ");
      const text = await pane().getByRole("status").filter({ hasText: "refreshed at" }).textContent();
      expect(text).toMatch(/formulas refreshed at .* · 1 new event · 1 score rose · 2 gone$/);
      expect((await workbench.values("A1:A400")).filter(([value]) => value !== "")).toHaveLength(before);
    });

    test("QUERY.CHANGES shows the same beside the result, without a call", async () => {
      const rows = await workbench.values("L1:Q5");
      expect(rows[0]?.slice(0, 3)).toEqual(["Change", "Company", "Title"]);
      expect(rows.slice(1).map(([change, , title]) => `${String(change)} ${String(title)}`)).toEqual(
        expect.arrayContaining(["new A new strike", "changed An event that rose"]),
      );
    });

    test("Show changes opens the list with rises, severe events and companies that left first, and a link goes to the row", async () => {
      await hands.press(button("Show changes"));
      await pane().getByRole("heading", { name: "Scores that rose (1)" }).waitFor();
      expect((await sections()).slice(0, 4)).toEqual([
        "Scores that rose (1)",
        "New events of score 5 (1)",
        "Companies that left a universe (1)",
        "Company",
      ]);
      const left = pane().getByRole("region", { name: "Companies that left a universe (1)" });
      await left.getByText(lost, { exact: true }).first().waitFor();
      // The formula that shows names lends them to the one that does not.
      expect(await pane().getByRole("main").innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      await workbench.screenshot(`changes-list-${hands.name}`);
      await hands.press(pane().getByRole("link", { name: "A new strike" }).or(button("A new strike")).first());
      await workbench.settled();
      const titles = (await workbench.values("B1:B400")).map(([title]) => title);
      const row = titles.indexOf("A new strike") + 1;
      expect(await selected()).toBe(`Sheet1!A${row}:D${row}`);
    });

    test.each([
      [["Scores that rose"], ["Scores that rose (1)", "Company"]],
      [["New events of score 5"], ["New events of score 5 (1)", "Company"]],
      [["Companies that left a universe"], ["Companies that left a universe (1)", "Company"]],
      [[], ["Company"]],
      [
        ["Scores that rose", "New events of score 5", "Companies that left a universe"],
        ["Scores that rose (1)", "New events of score 5 (1)", "Companies that left a universe (1)", "Company"],
      ],
    ])("with %p chosen in the settings, the list begins with %p, and has every change once", async (chosen, shown) => {
      await hands.press(button("Settings"));
      for (const name of ["Scores that rose", "New events of score 5", "Companies that left a universe"])
        await (chosen.includes(name) ? hands.tick(box(name)) : hands.untick(box(name)));
      await hands.press(pane().getByRole("region", { name: "This workbook" }).getByRole("button", { name: "Save" }));
      await pane().getByText("Saved in the workbook.").waitFor();
      for (const control of waysTo(pane(), "Changes")) await hands.press(control);
      await pane().getByRole("heading", { name: "Company", exact: true }).waitFor();
      expect((await sections()).slice(0, shown.length)).toEqual(shown);
      expect(await pane().getByText("A new strike", { exact: true }).count()).toBe(1);
      expect(await pane().getByText("An event that rose", { exact: true }).count()).toBe(1);
    });

    test("Mark in the sheet colors exactly the new rows and the changed values, also where the result is sorted", async () => {
      await hands.press(button("Mark in the sheet"));
      await pane().getByText("Rows marked: 2, values marked: 4.", { exact: false }).waitFor();
      await workbench.settled();
      const [left, sorted] = [await workbench.values("B1:B400"), await workbench.values("H1:H400")];
      const at = (titles: readonly unknown[][], title: string): number =>
        titles.findIndex(([value]) => value === title) + 1;
      const [a, b] = [at(left, "A new strike"), at(left, "An event that rose")];
      const [g, h] = [at(sorted, "A new strike"), at(sorted, "An event that rose")];
      expect(g).not.toBe(a);
      expect(await marks()).toEqual([`A${a}:D${a}`, `A${b}`, `B${b}`, `G${g}:H${g}`, `G${h}`, `H${h}`].toSorted());
      await workbench.screenshot(`changes-marked-${hands.name}`);
    });

    test("one press takes the marks away and leaves the cells", async () => {
      const before = await workbench.values("A1:H400");
      await hands.press(button("Remove marks"));
      await pane().getByText("All marks are removed.").waitFor();
      await workbench.settled();
      expect(await marks()).toEqual([]);
      expect(await workbench.values("A1:H400")).toEqual(before);
      await hands.press(button("Mark in the sheet"));
      await pane().getByText("Rows marked: 2, values marked: 4.", { exact: false }).waitFor();
    });

    test("Insert as a sheet writes the list with its values before and after", async () => {
      await hands.press(button("Insert as a sheet"));
      await pane().getByText("rows were inserted on the sheet Changes.", { exact: false }).waitFor();
      await workbench.settled();
      await workbench.screenshot(`changes-sheet-${hands.name}`);
      const rows = await workbench.values("Changes!A1:K3");
      expect(rows[0]).toEqual([..."At,Address,Function,Change,Kind,Company,Title,Field,Before,After,Key".split(",")]);
      expect(rows[1]?.[2]).toBe("ESG.EVENTS");
    });

    test("a further refresh without changes takes the marks away and empties the list", async () => {
      await refresh("no changes");
      expect(await marks()).toEqual([]);
      expect((await workbench.values("Sheet1!L2"))[0]?.[0]).toBe("");
    });
  });

  describe("axe finds nothing in the list", () => {
    beforeAll(async () => {
      week = undefined;
      await refresh("1 new ");
      await pane().getByRole("heading", { name: "Company", exact: true }).waitFor();
    });
    test.each(way === byKeyboard ? firstTheme : otherThemes)("%s", async (theme) => {
      expect(await inTheme(workbench, theme, () => axeFindings(pane()))).toEqual([]);
    });
  });
};
