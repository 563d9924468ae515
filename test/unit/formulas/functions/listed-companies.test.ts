import { AddinError } from "../../../../src/engine/http/addin-error";
import { failure } from "./failure";
import { type Company, type CompanyRecord, PortfolioWorld } from "./portfolio-world";

let world: PortfolioWorld;
const unknown = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  world = await PortfolioWorld.open();
}, 60_000);
afterAll(() => world.office.close());
beforeEach(() => world.office.forget());

const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);

const list = (name: "ESG.EVENTS" | "ESG.DOCUMENTS", entities: unknown, options: string, limit: unknown = null) =>
  world.office.run(name, "Demo Portfolio", null, null, null, entities, "id,score", limit, options);

const recordsOf = (name: "ESG.EVENTS" | "ESG.DOCUMENTS", { id }: Company): Promise<readonly CompanyRecord[]> =>
  world.records(name === "ESG.EVENTS" ? "events" : "documents", "Demo Portfolio", id);

const notMonitored = (): unknown =>
  expect.objectContaining({
    code: "not-found",
    message: `${world.outside.name} is not in Demo Portfolio: not monitored.`,
  });

describe.each(["ESG.EVENTS", "ESG.DOCUMENTS"] as const)("%s beside a list", (name) => {
  const options = name === "ESG.EVENTS" ? "align=yes; sort=last_activity:desc" : "align=yes";

  test("shows the first record of each covered company, and a blank row where it has none", async () => {
    const rows = await list(name, column(...world.covered.map(({ id }) => id)), options);
    const first = await Promise.all(world.covered.map(async (company) => (await recordsOf(name, company))[0]));
    expect(rows).toEqual(first.map((record) => (record === undefined ? ["", ""] : [record.id, record.score])));
  });

  test.each([
    ["outside the universe", () => world.outside.id, "not-found"],
    ["that is an id of no company", () => unknown, "not-found"],
    ["that is the id of a universe", () => world.office.universe("EU Banks"), "not-found"],
    ["that is blank", () => null, "no-rows"],
    ["that many names have", () => "Bank", "ambiguous"],
    ["with a wrong check digit", () => "SE0ZZ0000013", "invalid-argument"],
  ])("shows the reason for a cell %s, and the others keep their rows", async (_, cell, code) => {
    const [first, second] = world.covered;
    const rows = await list(name, column(first?.id, cell(), second?.id), options);
    const alone = await list(name, column(first?.id, second?.id), options);
    expect(rows[1]).toEqual([expect.objectContaining({ code }), expect.objectContaining({ code })]);
    expect([rows[0], rows[2]]).toEqual(alone);
  });

  test("names the company and the universe where it is outside, unless outside=blank asks for a blank row", async () => {
    const cells = column(world.covered[0]?.id, world.outside.id);
    expect((await list(name, cells, options))[1]).toEqual([notMonitored(), notMonitored()]);
    expect((await list(name, cells, `${options}; outside=blank`))[1]).toEqual(["", ""]);
  });

  test("asks for no membership of a company that has records", async () => {
    const active: Company[] = [];
    for (const company of world.covered) if ((await recordsOf(name, company)).length > 0) active.push(company);
    world.office.forget();
    await list(name, column(...active.map(({ id }) => id)), `${options}; cache=never`);
    expect(active.length).toBeGreaterThan(3);
    expect([world.calls("/entities?"), world.calls("/sdg/documents")]).toEqual([0, 0]);
  });
});

describe.each(["ESG.EVENTS", "ESG.DOCUMENTS"] as const)("%s of a list", (name) => {
  test("says at its end which companies are not covered, behind all records of the covered ones", async () => {
    const [company] = world.covered;
    const rows = await list(name, column(company?.id, world.outside.id), "headers=no");
    const records = await recordsOf(name, company!);
    expect(records.length).toBeGreaterThan(0);
    expect(rows.slice(0, -1).map(([id]) => id)).toEqual(expect.arrayContaining(records.map(({ id }) => id)));
    expect(rows).toHaveLength(records.length + 1);
    expect(rows.at(-1)).toEqual([notMonitored(), notMonitored()]);
  });

  test("fails with the reason where no company of the list is covered", async () => {
    const rows = await list(name, column(world.outside.id), "headers=no");
    expect(rows).toEqual([[notMonitored(), notMonitored()]]);
  });

  test("with a limit asks for memberships of the companies that it does not show, and for no licence", async () => {
    await list(name, column(...world.covered.map(({ id }) => id)), "cache=never", 1);
    expect(world.calls("/entities?")).toBe(1);
    expect(world.calls("/sdg/documents")).toBe(0);
  });
});

describe("ESG.SUMMARY with show=status,severe", () => {
  const summary = (entities: unknown, options: string, universe = "Demo Portfolio") =>
    world.office.run("ESG.SUMMARY", universe, null, null, null, entities, null, options);

  test("says 1 where a score is 4 or 5 and 0 where a covered company has none, as plain answers do", async () => {
    const rows = await summary(column(...world.covered.map(({ id }) => id)), "align=yes; show=severe,status");
    const severe = await Promise.all(
      world.covered.map(async ({ id }) =>
        Number((await world.records("events", "Demo Portfolio", id)).some(({ score }) => score >= 4)),
      ),
    );
    expect(rows).toEqual(severe.map((value) => [value, "covered"]));
    expect(new Set(severe)).toEqual(new Set([0, 1]));
  });

  test("says of each other row what it is, with #N/A in place of a number", async () => {
    const cells = column(world.covered[0]?.id, world.outside.id, unknown, null, "Bank", "SE0ZZ0000013");
    const rows = await summary(cells, "align=yes; show=severe,status");
    expect(rows.map(([, status]) => status)).toEqual([
      "covered",
      "not in universe",
      "not found",
      "blank",
      "ambiguous",
      "not found",
    ]);
    for (const [severe] of rows.slice(1)) expect(severe).toBeInstanceOf(AddinError);
  });

  test("says that a member without licence has no access", async () => {
    const rows = await summary(column(world.unlicensed), "align=yes; show=events,status", world.unlicensedUniverse);
    expect(rows).toEqual([[expect.objectContaining({ code: "no-access" }), "no access"]]);
  });

  test("says so where an answer fails, and does not call the company covered", async () => {
    world.office.alter = (path, _, answer) => (path.endsWith("/entities") ? { nonsense: true } : answer);
    const cells = column(world.covered[0]?.id, world.outside.id);
    const rows = await summary(cells, "align=yes; show=events,status; cache=never; onerror=na");
    world.office.alter = undefined;
    expect(rows[1]).toEqual([expect.any(AddinError), "failed"]);
  });

  test("shows zeros of companies outside only where outside=zero asks for them, and says so", async () => {
    const cells = column(world.covered[0]?.id, world.outside.id, unknown);
    const rows = await summary(cells, "align=yes; show=severe,status; outside=zero");
    expect(rows[1]).toEqual([0, "not in universe"]);
    expect(rows[2]).toEqual([expect.any(AddinError), "not found"]);
  });

  test.each(["show=status", "align=yes; show=status; wide=month", "align=yes; show=status; compare=year"])(
    "refuses %s, where a status would describe no row of the list",
    async (options) => {
      const result = world.office.run(
        "ESG.SUMMARY",
        "Demo Portfolio",
        null,
        "-1y",
        null,
        world.outside.id,
        null,
        options,
      );
      expect(await failure(result)).toMatchObject({ code: "invalid-argument" });
      expect(world.office.sent).toEqual([]);
    },
  );
});
