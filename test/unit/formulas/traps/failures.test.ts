import type { AddinError } from "../../../../src/engine/http/addin-error";
import type { Matrix } from "../../../../src/formulas/table/matrix";
import { column, TrapWorld, universe } from "./trap-world";

let world: TrapWorld;

const fresh = "cache=never; onerror=na";
const outcomes = new Map<string, Matrix | AddinError>();
/** A result before its calls fail. */
let older: Matrix;

const note = async (name: string, call: Promise<Matrix>): Promise<void> =>
  void outcomes.set(name, await call.catch((error: unknown) => error as AddinError));

/** From now on answers of these paths cannot be read. */
const breakAnswers = (part: RegExp): void => {
  world.office.alter = (path, body, answer) => {
    if (!part.test(`${path} ${body}`)) return answer;
    // A licence is the status of an answer, whatever its body.
    if (path.includes("/sdg/")) throw new Error("no connection");
    return { nonsense: true };
  };
};

const listings = [
  ["ESG.SUMMARY by company", "ESG.SUMMARY", ["entity", `show=events; ${fresh}`]],
  ["ESG.SUMMARY beside a list", "ESG.SUMMARY", [null, `align=yes; show=events; ${fresh}`]],
  ["ESG.SUMMARY of documents", "ESG.SUMMARY", [null, `of=documents; align=yes; show=documents; ${fresh}`]],
  ["ESG.EVENTS", "ESG.EVENTS", ["id", null, fresh]],
  ["ESG.EVENTS beside a list", "ESG.EVENTS", ["id", null, `align=yes; ${fresh}`]],
  ["ESG.DOCUMENTS", "ESG.DOCUMENTS", ["id", null, fresh]],
] as const;

/** A formula whose result is refreshed in vain. */
const formula = ["ESG.SUMMARY", "EU Banks", 4, null, null, null, "category"] as const;
const cell = (address: string, options: string) =>
  world.office.runWith({ address, reloadSince: Date.now() * 2 }, ...formula, options);

// All at the same time, because each call is tried again for seconds. Names share a call, so they come last.
beforeAll(async () => {
  world = await TrapWorld.open();
  const { first, second, outside } = holdings();
  const quiet = world.cells["a company without events"] as string;
  older = await world.office.runWith({ address: "Sheet1!K1" }, ...formula, "show=events");
  const [members, banks] = [universe, "EU Banks"].map((name) => world.office.universe(name));
  breakAnswers(
    new RegExp(`${members}/entities |${banks}/esg/|(?:${quiet}|${second})/sdg/documents |msearch.*${outside}`),
  );
  const bank = column((await world.plain.members("EU Banks"))[0]?.id);
  const pair = column(first, quiet);
  const settings = `align=yes; show=events,status; ${fresh}`;
  const goals = `align=yes; show=documents; ${fresh}`;
  await Promise.all([
    ...listings.map(([title, name, rest]) => note(title, run(name, "EU Banks", null, null, null, bank, ...rest))),
    note("memberships", run("ESG.SUMMARY", universe, null, null, null, pair, null, settings)),
    note("licences", run("ESG.SUMMARY", "Whole Catalogue", null, null, null, pair, null, settings)),
    note("weights", run("ESG.SUMMARY", universe, null, null, null, pair, null, `weights=1,1; ${fresh}`)),
    note("contains", run("UNIVERSE.CONTAINS", column(first, outside), universe, fresh)),
    note("goals", run("SDG.SUMMARY", column(first, second), null, null, null, null, goals)),
    note("goals by goal", run("SDG.SUMMARY", column(first, second), null, null, null, "goal", fresh)),
    note("older", cell("Sheet1!K1", "show=events")),
    note("strict", cell("Sheet1!K2", "show=events; onerror=na")),
  ]);
  await note("names", run("ENTITY.GET", column(first, outside), "name", fresh));
}, 120_000);
afterAll(() => world.close());

const run = (name: string, ...values: readonly unknown[]) => world.office.run(name, ...values);

/** Two companies with events, and one outside the universe. */
const holdings = () => {
  const active = world.members.filter(({ id }) => world.countEvents(id) > 0).map(({ id }) => id);
  return { first: active[0] ?? "", second: active[1] ?? "", outside: world.outside.id };
};

describe("A request that fails", () => {
  test.each(listings)("makes %s fail, and is no 0", (name) => {
    expect(outcomes.get(name)).toMatchObject({ code: "unavailable" });
  });

  test.each(["memberships", "licences"])("for %s makes the row without records fail, and no other", (name) => {
    expect(outcomes.get(name)).toEqual([
      [world.countEvents(holdings().first), "covered"],
      [expect.objectContaining({ code: "unavailable" }), "failed"],
    ]);
  });

  test.each(["contains", "names", "weights"])("for %s is neither FALSE, nor blank, nor a score", (name) => {
    expect(outcomes.get(name)).toMatchObject({ code: "unavailable" });
  });

  test("for one company's SDG documents makes its row fail, and the others answer", async () => {
    world.office.alter = undefined;
    expect(outcomes.get("goals")).toEqual([
      [(await world.goalDocuments(holdings().first)).length],
      [expect.objectContaining({ code: "unavailable" })],
    ]);
    expect(outcomes.get("goals by goal")).toMatchObject({ code: "unavailable" });
  });

  test("shows the older values as stale, or an error with onerror=na", () => {
    expect(outcomes.get("older")).toEqual(older);
    expect(world.office.runtime.requestLog.latestAt("Sheet1!K1")).toMatchObject({ source: "stale" });
    expect(outcomes.get("strict")).toMatchObject({ code: "unavailable" });
  });
});
