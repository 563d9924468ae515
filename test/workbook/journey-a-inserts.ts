import { searchesOf, sizes, type Journey } from "./journey-a-begin";

const rows = 1_200;

/** The steps A7 to A9: what goes into the sheet, and what moves there. */
export const journeyAInserts = (the: () => Journey): void => {
  test("A7: headers and one formula are inserted, 1,200 aligned rows spill, and nothing is asked again", async () => {
    const { workbench, hands, stage, during, button, text, picture } = the();
    const calls = await during(async () => {
      await hands.fill(workbench.pane().getByLabel("Target cell"), "C1");
      await hands.press(button("Insert formula"));
      await text("Inserted in Holdings!C2.");
    });
    expect(calls).toEqual([]);
    expect(await workbench.values("C1:G1")).toEqual([["entity_id", "name", "status", "candidates", "matched_on"]]);
    expect((await workbench.cell("C2")).formula).toBe('=ENTITY.RESOLVE(A2:A1201,,,,"headers=no")');
    const spilled = await workbench.values(`C2:G${rows + 2}`);
    expect(spilled[rows]).toEqual(["", "", "", "", ""]);
    const byStatus = new Map<string, Set<string>>();
    stage.demo.holdings.forEach((isin, row) => {
      const [id, , status] = spilled[row] ?? [];
      byStatus.set(String(status), (byStatus.get(String(status)) ?? new Set()).add(isin));
      expect(["none", "invalid", "blank"].includes(String(status))).toBe(id === "");
    });
    expect(Object.fromEntries([...byStatus].map(([status, isins]) => [status, isins.size]))).toEqual({
      exact: 1_130,
      chosen: 12,
      none: 3,
      invalid: 2,
      blank: 1,
    });
    const rowsChosen = spilled.filter(([, , status]) => status === "chosen");
    expect(
      rowsChosen.every(([, name, , candidates, matched]) => name !== "" && candidates === 1 && matched === "isin"),
    ).toBe(true);
    const choices = Object.values((await workbench.call("save")).settings?.["spillway.choices"] as object);
    expect(new Set(rowsChosen.map(([id]) => id))).toEqual(new Set(choices));
    await picture("7-formula");
  }, 180_000);

  test("A8: fields of the 1,142 companies come in three calls; revenue is numbers, and what is missing is blank", async () => {
    const { workbench, hands, during, picture } = the();
    const fields = '"country, revenue, revenue.currency, isic4.section"';
    const calls = await during(async () => {
      await hands.enter("H2", `=ENTITY.GET(INDEX(C2#,,1),${fields})`);
      await workbench.settled();
      await hands.enter("M1", "=SUM(I2:I1201)");
    });
    expect(calls.map(({ path }) => path)).toEqual(Array(3).fill("/v3/entities/msearch"));
    expect(sizes(calls)).toEqual([381, 381, 380]);
    expect(calls.flatMap(searchesOf).flatMap((search) => Object.keys(search))).toEqual(Array(1_142).fill("entity_id"));
    const found = await workbench.values(`C2:K${rows + 1}`);
    const unknown = found.filter(([id]) => id === "");
    expect(unknown.every((row) => row.slice(5).every((value) => value === ""))).toBe(true);
    const revenues = found.map(([, , , , , , revenue]) => revenue);
    const numbers = revenues.filter((revenue) => typeof revenue === "number");
    expect(numbers.length).toBeGreaterThan(900);
    expect(revenues.every((revenue) => revenue === "" || (typeof revenue === "number" && revenue !== 0))).toBe(true);
    expect(revenues.filter((revenue) => revenue === "").length).toBeGreaterThan(unknown.length);
    const sum = numbers.reduce((total, revenue) => total + revenue, 0);
    expect((await workbench.cell("M1")).value).toBeCloseTo(sum, 0);
    await picture("8-fields");
  }, 180_000);

  test("A9: a row inserted above and an edit elsewhere ask for nothing", async () => {
    const { workbench, hands, stage, during } = the();
    const before = await workbench.values("C1:K1201");
    const calls = await during(async () => {
      await hands.insertRowAbove(1);
      await workbench.settled();
      await hands.enter("B5", "a note");
    });
    expect(calls).toEqual([]);
    expect((await workbench.cell("A3")).value).toBe(stage.demo.holdings[0]);
    expect((await workbench.cell("C3")).formula).toBe('=ENTITY.RESOLVE(A3:A1202,,,,"headers=no")');
    expect(await workbench.values("C2:K1202")).toEqual(before);
  }, 180_000);
};
