import type { AddinError } from "../../../../src/engine/http/addin-error";
import type { Matrix } from "../../../../src/formulas/table/matrix";
import { failure } from "../functions/failure";
import { column, TrapWorld, universe } from "./trap-world";

let world: TrapWorld;

beforeAll(async () => {
  world = await TrapWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.office.forget();
  world.office.alter = undefined;
});

const run = (name: string, ...values: readonly unknown[]) => world.office.run(name, ...values);

/** Two companies with events, and one outside the universe. */
const holdings = () => {
  const active = world.members.filter(({ id }) => world.countEvents(id) > 0).map(({ id }) => id);
  return { first: active[0] ?? "", second: active[1] ?? "", outside: world.outside.id };
};

describe("A request that fails", () => {
  /** From now on answers of these paths cannot be read. */
  const breakAnswers = (part: RegExp): void => {
    world.office.alter = (path, body, answer) => {
      if (!part.test(`${path} ${body}`)) return answer;
      // A licence is the status of an answer, whatever its body.
      if (path.includes("/sdg/")) throw new Error("no connection");
      return { nonsense: true };
    };
  };
  const fresh = "cache=never; onerror=na";

  test.each([
    ["ESG.SUMMARY by company", "ESG.SUMMARY", ["entity", `show=events; ${fresh}`]],
    ["ESG.SUMMARY beside a list", "ESG.SUMMARY", [null, `align=yes; show=events; ${fresh}`]],
    ["ESG.SUMMARY of documents", "ESG.SUMMARY", [null, `of=documents; align=yes; show=documents; ${fresh}`]],
    ["ESG.EVENTS", "ESG.EVENTS", ["id", null, fresh]],
    ["ESG.EVENTS beside a list", "ESG.EVENTS", ["id", null, `align=yes; ${fresh}`]],
    ["ESG.DOCUMENTS", "ESG.DOCUMENTS", ["id", null, fresh]],
  ])("makes %s fail, and is no 0", async (_, name, rest) => {
    breakAnswers(/\/esg\//);
    const list = column(holdings().first, holdings().second);
    const call = run(name, universe, null, null, null, list, ...rest);
    expect(await failure(call)).toMatchObject({ code: "unavailable" });
  });

  test("of one company's SDG documents makes its row fail, and the others answer", async () => {
    const { first, second } = holdings();
    breakAnswers(new RegExp(`${second}/sdg`));
    const list = column(first, second);
    const rows = await run("SDG.SUMMARY", list, null, null, null, null, `align=yes; show=documents; ${fresh}`);
    expect(rows).toEqual([
      [(await world.goalDocuments(first)).length],
      [expect.objectContaining({ code: "unavailable" })],
    ]);
    const total = run("SDG.SUMMARY", list, null, null, null, "goal", `show=documents; ${fresh}`);
    expect(await failure(total)).toMatchObject({ code: "unavailable" });
  });

  describe("for memberships, licences or names", () => {
    const settled = new Map<string, Promise<Matrix | AddinError>>();

    // At the same time, because each call is tried again for seconds. Names share a call, so they come last.
    beforeAll(async () => {
      const { first, outside } = holdings();
      breakAnswers(new RegExp(`${world.office.universe(universe)}/entities |/sdg/documents |msearch.*${outside}`));
      const quiet = column(first, world.cells["a company without events"]);
      const settings = `align=yes; show=events,status; ${fresh}`;
      const start = (name: string, call: Promise<Matrix>): void => {
        settled.set(
          name,
          call.catch((error: unknown) => error as AddinError),
        );
      };
      start("memberships", run("ESG.SUMMARY", universe, null, null, null, quiet, null, settings));
      start("licences", run("ESG.SUMMARY", "Whole Catalogue", null, null, null, quiet, null, settings));
      start("contains", run("UNIVERSE.CONTAINS", column(first, outside), universe, fresh));
      start("weights", run("ESG.SUMMARY", universe, null, null, null, quiet, null, `weights=1,1; ${fresh}`));
      await Promise.all(settled.values());
      start("names", run("ENTITY.GET", column(first, outside), "name", fresh));
      await settled.get("names");
    }, 60_000);

    test.each(["memberships", "licences"])("of %s makes the row without records fail, and no other", async (name) => {
      expect(await settled.get(name)).toEqual([
        [world.countEvents(holdings().first), "covered"],
        [expect.objectContaining({ code: "unavailable" }), "failed"],
      ]);
    });

    test.each(["contains", "names", "weights"])("of %s is neither FALSE, nor blank, nor a score", async (name) => {
      expect(await settled.get(name)).toMatchObject({ code: "unavailable" });
    });
  });

  test("shows the older values only as stale, and as an error with onerror=na", async () => {
    const address = "Sheet1!K1";
    const formula = ["ESG.SUMMARY", universe, 4, null, null, null, "category", "show=events"] as const;
    const [name, ...values] = formula;
    const older = await world.office.runWith({ address }, name, ...values);
    breakAnswers(/\/esg\//);
    const reloadSince = Date.now() * 2;
    expect(await world.office.runWith({ address, reloadSince }, name, ...values)).toEqual(older);
    expect(world.office.runtime.requestLog.latestAt(address)).toMatchObject({ source: "stale" });
    const strict = world.office.runWith(
      { address, reloadSince },
      name,
      ...values.slice(0, -1),
      "show=events; onerror=na",
    );
    expect(await failure(strict)).toMatchObject({ code: "unavailable" });
  });
});
