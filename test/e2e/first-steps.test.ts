import type { WorkbenchPage } from "./workbench/page";
import { signIn, startStageAsUser, type Stage } from "./stage";
import { until } from "../support/until";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStageAsUser();
  workbench = await stage.open("?open=holdings.json");
}, 240_000);
afterAll(() => stage.close());

const isins = "A2:A41";

describe("A newcomer pastes ISINs, resolves them and spills their events", () => {
  test("the page opens signed out and nothing was asked of the service", async () => {
    await workbench.pane().getByRole("heading", { name: "Sign in" }).waitFor();
    expect((await workbench.cell("A1")).value).toBe("ISIN");
    expect((await stage.calls()).total).toBe(0);
    await workbench.screenshot("first-steps-signed-out");
  });

  test("a formula entered before signing in says what to do", async () => {
    await workbench.enterAll({ H1: '=ENTITY.SEARCH("bank",,,"name",1,"headers=no")' });
    expect((await workbench.cell("H1")).error).toEqual({
      code: "#N/A",
      message: expect.stringContaining("sign in") as string,
    });
  });

  test("one click signs in with the demo account, and the cell that waited heals by itself", async () => {
    const calls = await stage.during(async () => {
      await signIn(workbench);
      await until("H1 has no error", async () => (await workbench.cell("H1")).error === undefined);
      await workbench.settled();
    });
    expect(calls.routes).toEqual({ createToken: 1, searchEntities: 1 });
    expect((await workbench.cell("H1")).error).toBeUndefined();
    await workbench.enterAll({ H1: "" });
  });

  test("=ENTITY.RESOLVE of 40 ISINs spills 40 aligned rows after exactly one call", async () => {
    const calls = await stage.during(() => workbench.enterAll({ B2: `=ENTITY.RESOLVE(${isins})` }));
    expect(calls.routes).toEqual({ searchEntities: 1 });
    const rows = await workbench.values("A2:F42");
    expect(rows.slice(0, 40).every(([isin, id, , status]) => isin !== "" && id !== "" && status === "exact")).toBe(
      true,
    );
    expect(rows[40]).toEqual(["", "", "", "", "", ""]);
    const known = new Map(stage.demo.entities.map(({ isin, id }) => [isin, id]));
    expect(rows[0]?.[1]).toBe(known.get(String(rows[0]?.[0])));
  });

  test("=ESG.EVENTS of a universe spills real dates, company names and scores, paged by 1,000", async () => {
    const calls = await stage.during(() => workbench.enterAll({ I1: '=ESG.EVENTS("EU Banks",3,,,,,"all")' }));
    const rows = (await workbench.values("I2:I9999")).filter(([date]) => typeof date === "number");
    expect(rows.length).toBeGreaterThan(1_000);
    expect(calls.routes["listEsgEvents"]).toBe(Math.ceil(rows.length / 1_000));
    const [header, first] = await workbench.values("I1:O2");
    expect(header).toEqual([
      "Last activity",
      "Entity name",
      "Score",
      "Title",
      "Categories",
      "Sub categories",
      "Related documents count",
    ]);
    expect(first?.[0]).toBeGreaterThan(40_000);
    expect(first?.[1]).not.toBe("");
    expect(first?.[2]).toBeGreaterThanOrEqual(3);
    await workbench.screenshot("first-steps-events");
  });

  test("with entities in a range only those companies' events come", async () => {
    await workbench.enterAll({ I1: "" });
    const universe = '"Demo Portfolio"';
    await workbench.enterAll({ I1: `=ESG.EVENTS(${universe},3,,,B2:B11,"entity_id,score")` });
    const rows = (await workbench.values("I2:J200")).filter(([id]) => id !== "");
    const members = new Set((await workbench.values("B2:B11")).map(([id]) => id));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(([id]) => members.has(id ?? ""))).toBe(true);
  });

  test("a score of 9 is #VALUE! with a sentence that names minScore, and no call is made", async () => {
    const calls = await stage.during(() => workbench.enterAll({ I1: '=ESG.EVENTS("EU Banks",9)' }));
    expect(calls.total).toBe(0);
    const { error } = await workbench.cell("I1");
    expect(error?.code).toBe("#VALUE!");
    expect(error?.message).toMatch(/minScore must be a whole number from 1 to 5.*got 9/);
  });

  test("an unknown universe name is #N/A and names what to do", async () => {
    const calls = await stage.during(() => workbench.enterAll({ I1: '=ESG.EVENTS("EU Bonks",3)' }));
    expect(calls.total).toBe(0);
    expect((await workbench.cell("I1")).error).toEqual({
      code: "#N/A",
      message: expect.stringContaining("EU Banks") as string,
    });
  });

  test("an ISIN with a wrong check digit is marked invalid in its row and never sent", async () => {
    const wrong = `${String((await workbench.cell("A2")).value).slice(0, -1)}X`;
    await workbench.enterAll({
      S1:
        wrong.replace(/X$/, "9") === String((await workbench.cell("A2")).value)
          ? wrong.replace(/X$/, "8")
          : wrong.replace(/X$/, "9"),
    });
    const calls = await stage.during(() => workbench.enterAll({ T1: "=ENTITY.RESOLVE(S1:S1)" }));
    expect(calls.total).toBe(0);
    expect((await workbench.values("T1:V1"))[0]?.[2]).toBe("invalid");
  });
});
