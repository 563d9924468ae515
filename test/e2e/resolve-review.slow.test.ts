import { waysTo } from "./open-view";
import { bothHands, type Hands } from "./hands";
import { openScanned } from "./secret-scan";
import { type SentCall } from "./sent-calls";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

/** The sample has 17 rows that need a review; three more are mistyped. */
const mistypedRows = 3;
const open = 20;

/** An ISIN with two neighbours swapped, so that its check digit is wrong. */
const mistyped = (isin: string): string => {
  const at = Array.from(isin).findLastIndex((digit, place) => place < 11 && digit !== isin[place + 1]);
  return isin.slice(0, at) + (isin[at + 1] ?? "") + (isin[at] ?? "") + isin.slice(at + 2);
};

/** Rows of the sheet whose ISIN is known and occurs once. */
const rowsToMistype = ({ demo }: Stage): readonly (readonly [row: number, isin: string])[] => {
  const known = new Set(demo.entities.map(({ isin }) => isin));
  const rows = demo.holdings.flatMap((isin, at) =>
    isin !== "" && !known.has(isin) && demo.holdings.filter((other) => other === isin).length === 1
      ? [[at + 2, isin] as const]
      : [],
  );
  return rows.slice(100, 100 + mistypedRows);
};

/** Finishes the rows one after the other. Returns the number of clicks or keys. */
const finishRows = async (workbench: WorkbenchPage, hands: Hands): Promise<number> => {
  const { keyboard } = workbench.page;
  const pane = workbench.pane();
  if (hands.name === "mouse") {
    for (let row = 0; row < open; row += 1) {
      const item = pane.locator("[data-open]").first();
      const [use, option] = [item.locator("[data-use]").first(), item.getByRole("option").first()];
      const noCompany = item.getByRole("button", { name: "Not a company" });
      if ((await use.count()) > 0) await use.click();
      else if ((await option.count()) > 0) await option.click();
      else await noCompany.click();
      await pane.getByRole("button", { name: `${open - row - 1} row` }).waitFor();
    }
    return open;
  }
  let pressed = 0;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
    pressed += keys.length;
  };
  for (let row = 0; row < open; row += 1) {
    await press("Control+.");
    const focused = await pane.evaluate(() => document.activeElement?.tagName);
    if (focused === "INPUT") await press("Tab", "Tab", "Enter");
    else await press(focused === "BUTTON" ? "Enter" : "Space");
    await pane.getByRole("button", { name: `${open - row - 1} row` }).waitFor();
  }
  return pressed;
};

test.each(bothHands)(
  "20 rows of 1,200 that need a review are finished, corrected in the list and inserted, %s",
  async (_, makeHands) => {
    const stage = await startStage();
    const scanned = await openScanned(stage, "?open=holdings-1200.json", { secrets: [] });
    const { workbench, sent } = scanned;
    const hands = makeHands(workbench);
    const pane = workbench.pane.bind(workbench);
    const button = (name: string) => pane().getByRole("button", { name, exact: true });
    const paths = (calls: readonly SentCall[]): readonly string[] => calls.map(({ path }) => path);
    try {
      const wrong = rowsToMistype(stage);
      await workbench.enterAll(Object.fromEntries(wrong.map(([row, isin]) => [`A${row}`, mistyped(isin)])));
      await hands.ribbon("Open pane");
      await signIn(workbench);
      await hands.select("A1:A1201");
      for (const control of waysTo(pane(), "Resolve")) await hands.press(control);
      await pane().getByText("1 header or n/a, not searched").waitFor();
      const searches = await sent.during(async () => {
        await hands.press(button("Resolve"));
        await button(`${open} rows need your review`).waitFor();
      });
      expect(paths(searches)).toEqual(Array(3).fill("/v3/entities/msearch"));
      let pressed = 0;
      const finishing = await sent.during(async () => {
        pressed = await finishRows(workbench, hands);
        await hands.press(button("Write into the list…"));
        await hands.press(button("Confirm"));
        await pane().getByText("5 cells corrected.").waitFor();
      });
      expect(finishing).toEqual([]);
      expect(pressed).toBeLessThanOrEqual(hands.name === "mouse" ? open : 46);
      for (const [row, isin] of wrong) expect((await workbench.cell(`A${row}`)).value).toBe(isin);
      const inserting = await sent.during(async () => {
        await hands.press(button("Insert formula"));
        await pane().getByText("Inserted in Holdings!B2.").waitFor();
        await workbench.settled();
      });
      expect(inserting).toEqual([]);
      expect((await workbench.cell("B2")).formula).toBe('=ENTITY.RESOLVE(A2:A1201,,,,"headers=no")');
      expect(await workbench.values("B1:F1")).toEqual([["Entity ID", "Name", "Status", "Candidates", "Matched on"]]);
      const statuses = (await workbench.values("D2:D1201")).flat();
      const count = (status: string): number => statuses.filter((each) => each === status).length;
      expect([count("none"), count("invalid"), count("ambiguous"), count("chosen")]).toEqual([0, 0, 0, 12]);
      await workbench.screenshot(`resolve-review-${hands.name}`);
    } finally {
      // The record of the network is complete when the page is closed; with an open page Chromium may wait for it for ever.
      await workbench.close();
      await stage.close();
    }
  },
  240_000,
);
