import type { WorkbenchPage } from "./workbench/page";
import { signIn, startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?open=holdings.json");
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

const enterAndCount = (cells: Record<string, string>) => stage.during(() => workbench.enterAll(cells));

describe("Bad input gets its sentence and loses nothing", () => {
  test("a blocked spill is #SPILL! and comes when the way is free", async () => {
    await workbench.enterAll({ J3: "in the way", J1: '=ENTITY.SEARCH("bank",,,"name",5)' });
    expect((await workbench.cell("J1")).value).toBe("#SPILL!");
    expect((await workbench.cell("J3")).value).toBe("in the way");
    const calls = await enterAndCount({ J3: "" });
    expect((await workbench.cell("J1")).value).toBe("Query");
    expect(calls.total).toBe(0);
    await workbench.enterAll({ J1: "" });
  });

  test("a cell error passed in comes out again and nothing is sent", async () => {
    const calls = await enterAndCount({ J1: "=1/0", J2: "=ENTITY.SEARCH(J1)" });
    expect((await workbench.cell("J2")).value).toBe("#DIV/0!");
    expect(calls.total).toBe(0);
    await workbench.enterAll({ J1: "", J2: "" });
  });

  test("in a list an error stands in its own row", async () => {
    const isin = String((await workbench.cell("A2")).value);
    await workbench.enterAll({ J1: isin, J2: "=1/0", K1: "=ENTITY.RESOLVE(J1:J2)" });
    const rows = await workbench.values("K1:M2");
    expect(rows[0]?.[2]).toBe("exact");
    expect(rows[1]?.[0]).toBe("#DIV/0!");
    await workbench.enterAll({ J1: "", J2: "", K1: "" });
  });

  test("an empty range is named as an empty list, and makes no call", async () => {
    const calls = await enterAndCount({ K1: "=ENTITY.RESOLVE(Z1:Z3)" });
    expect(calls.total).toBe(0);
    expect((await workbench.cell("K1")).error).toEqual({
      code: "#N/A",
      message: "ids (Z1:Z3) is empty.",
    });
    await workbench.enterAll({ K1: "" });
  });

  test("more than 500 distinct identifiers make two calls", async () => {
    const inCell = (await workbench.cell("A2")).value;
    const isins = [...new Set(stage.demo.holdings.filter((isin) => isin !== "" && isin !== inCell))].slice(60, 570);
    await workbench.enterAll(Object.fromEntries(isins.map((isin, index) => [`X${index + 1}`, isin])));
    const calls = await enterAndCount({ Z1: "=ENTITY.RESOLVE(X1:X510)" });
    expect(calls.routes).toEqual({ searchEntities: 2 });
    expect((await workbench.values("AB510:AB510"))[0]?.[0]).not.toBe("");
    await workbench.enterAll({ Z1: "" });
  });

  test("a refusal of the service comes as #VALUE! with the service's field and sentence", async () => {
    await workbench.enterAll({ J1: '=ESG.EVENTS("EU Banks",,,,,,10,"order=score:desc; category=XYZ")' });
    const { error } = await workbench.cell("J1");
    expect(error?.code).toBe("#VALUE!");
    expect(error?.message).toMatch(/category/);
    await workbench.enterAll({ J1: "" });
  });

  test("a token that the service refuses is renewed once, and the formula has its rows", async () => {
    const id = stage.demo.entities[0]?.id ?? "";
    await stage.faults({ failures: { every: 2, status: 401, routes: ["listEntityUniverses"] } });
    // Every second request is refused; this one is the first.
    await fetch(`${stage.origin}/v3/entities/${id}/universes`);
    const calls = await enterAndCount({ J1: `=ENTITY.UNIVERSES("${id}")` });
    await stage.faults({});
    expect(calls.routes["createToken"]).toBe(1);
    expect((await workbench.cell("J1")).value).toBe("Universe name");
    await workbench.enterAll({ J1: "" });
  });

  test("several selected areas: all their formulas are fetched again, and a list from them is refused with a sentence", async () => {
    const ids = stage.demo.entities.map(({ id }) => id);
    await workbench.enterAll({
      J1: `=ENTITY.GET("${ids[0] ?? ""}","name")`,
      L1: `=ENTITY.UNIVERSES("${ids[1] ?? ""}")`,
      Q1: `=ENTITY.UNIVERSES("${ids[2] ?? ""}")`,
      V1: `=ENTITY.UNIVERSES("${ids[3] ?? ""}")`,
    });
    // The last area is a cell of a spill, which stands for its formula.
    await workbench.call("select", "J1", "L1", "Q2");
    const calls = await stage.during(async () => {
      await workbench.call("runCommand", "refreshSelection");
      await workbench.settled();
    });
    expect(calls.routes).toMatchObject({ searchEntities: 1, listEntityUniverses: 2 });
    await workbench.call("runCommand", "resolveSelection");
    const pane = workbench.pane();
    await pane
      .getByRole("button", { name: /selection/i })
      .first()
      .click();
    await pane.getByText("3 areas are selected. Select one.").first().waitFor();
    expect(await pane.getByText(/InvalidSelection|current selection is invalid/).count()).toBe(0);
    await workbench.call("select", "J1");
    await workbench.enterAll({ J1: "", L1: "", Q1: "", V1: "" });
  });

  test("an unreachable service keeps the last good rows", async () => {
    await workbench.enterAll({ J1: '=ENTITY.SEARCH("bank",,,"name",3)' });
    const before = await workbench.values("J1:J4");
    await stage.faults({ drop: { every: 1 } });
    await workbench.call("select", "J1");
    await workbench.call("runCommand", "refreshSelection");
    await workbench.settled();
    await stage.faults({});
    expect(await workbench.values("J1:J4")).toEqual(before);
  }, 150_000);
});
