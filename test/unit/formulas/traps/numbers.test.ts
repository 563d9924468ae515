import { AddinError } from "../../../../src/engine/http/addin-error";
import { CellError } from "../../../../src/formulas/table/matrix";
import { toSerial } from "../../../../src/formulas/table/dates";
import { failure } from "../functions/failure";
import type { PlainRecord } from "../functions/plain-records";
import { column, TrapWorld, universe } from "./trap-world";

let world: TrapWorld;

beforeAll(async () => {
  world = await TrapWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.office.forget();
  setCap(10_000);
});

const setCap = (rowCap: number): void => {
  const { settings } = world.office.runtime;
  settings.set({ ...settings.get(), rowCap });
};

const run = (name: string, ...values: readonly unknown[]) => world.office.run(name, ...values);

/** A list of companies: two with events, one outside, one without licence, and a blank cell. */
const holdings = () => {
  const active = world.members.filter(({ id }) => world.countEvents(id) > 0).map(({ id }) => id);
  return {
    first: active[0] ?? "",
    second: active[1] ?? "",
    outside: world.outside.id,
    unlicensed: world.unlicensed.id,
  };
};

const highest = (id: string): number => Math.max(0, ...world.scores(id));

describe("Weights", () => {
  type Name = keyof ReturnType<typeof holdings> | "blank";
  const lists: readonly (readonly [readonly Name[], readonly number[]])[] = [
    [
      ["first", "second"],
      [0.5, 0.5],
    ],
    [
      ["first", "second"],
      [2, 6],
    ],
    [
      ["first", "second"],
      [0.3, 0.3],
    ],
    [
      ["first", "second"],
      [1, 0],
    ],
    [
      ["first", "outside"],
      [0.5, 0.5],
    ],
    [
      ["first", "second", "outside"],
      [1, 2, 3],
    ],
    [
      ["first", "second", "unlicensed"],
      [10, 20, 70],
    ],
    [
      ["first", "blank"],
      [0.96, 0.04],
    ],
    [
      ["first", "first", "second"],
      [0.2, 0.2, 0.6],
    ],
    [
      ["first", "second", "outside", "unlicensed", "blank"],
      [5, 4, 3, 2, 1],
    ],
  ];
  const cells = (names: readonly Name[]) => names.map((name) => (name === "blank" ? null : holdings()[name]));
  const isCovered = (name: Name): boolean => name === "first" || name === "second";

  /** The mean of the highest scores over the covered weight, and the covered part, from plain answers. */
  const truth = (names: readonly Name[], weights: readonly number[]) => {
    const parts = names.map((name, place) => ({ name, weight: weights[place] ?? 0 }));
    const covered = parts.filter(({ name }) => isCovered(name));
    const sum = (list: typeof parts): number => list.reduce((total, { weight }) => total + weight, 0);
    const score = covered.reduce((total, { name, weight }) => total + weight * highest(holdings()[name as "first"]), 0);
    return { score: score / sum(covered), coverage: sum(covered) / sum(parts) };
  };

  test.each(lists)(
    "of %p with %p: the score is over the covered weight, and the coverage says so",
    async (names, weights) => {
      const options = `weights=${weights.join(",")}; headers=no`;
      const rows = await run("ESG.SUMMARY", universe, null, null, null, column(...cells(names)), null, options);
      const { score, coverage } = truth(names, weights);
      expect(rows).toEqual([[expect.closeTo(score, 12), expect.closeTo(coverage, 12)]]);
    },
  );

  test.each(lists)("of %p with %p: UNIVERSE.COVERAGE gives the same coverage", async (names, weights) => {
    const rows = await run("UNIVERSE.COVERAGE", column(...cells(names)), universe, column(...weights), "show=weight");
    expect(rows).toEqual([[expect.closeTo(truth(names, weights).coverage, 12)]]);
  });

  test.each(lists)("of %p with %p: need refuses less than it asks for, and nothing else", async (names, weights) => {
    const { coverage } = truth(names, weights);
    const options = `weights=${weights.join(",")}; headers=no; need=0.95`;
    const call = run("ESG.SUMMARY", universe, null, null, null, column(...cells(names)), null, options);
    if (coverage < 0.95) expect(await failure(call)).toMatchObject({ code: "no-rows" });
    else expect(await call).toHaveLength(1);
  });
});

describe("Days", () => {
  const between = (
    records: readonly PlainRecord[],
    member: "start_date" | "last_activity",
    first: string,
    last: string,
  ) => records.filter((record) => record[member].slice(0, 10) >= first && record[member].slice(0, 10) <= last).length;
  const total = async (from: unknown, to: unknown, options = "") => {
    const rows = await run(
      "ESG.SUMMARY",
      universe,
      null,
      from,
      to,
      null,
      "score",
      `show=events; total=yes; ${options}`,
    );
    return rows.at(-1)?.slice(1);
  };

  test.each([
    ["2026-10-01", "2026-10-31"],
    ["2026-10-05", "2026-10-11"],
    ["2026-08-10", "2026-10-09"],
    ["2026-10-31", "2026-10-31"],
    ["2026-11-01", "2026-11-01"],
    ["2025-11-01", "2026-10-31"],
  ])("from %s to %s are both counted, by the start of an event and by its last activity", async (first, last) => {
    expect(await total(first, last)).toEqual([between(world.events, "start_date", first, last)]);
    expect(await total(first, last, "date=last_activity")).toEqual([
      between(world.events, "last_activity", first, last),
    ]);
  });

  test.each([
    // A whole month stands beside a whole month.
    ["2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
    ["2026-10-05", "2026-10-11", "2026-09-28", "2026-10-04"],
    ["2026-10-21", "2026-10-30", "2026-10-11", "2026-10-20"],
  ])("from %s to %s stand beside as many days before", async (first, last, before, until) => {
    const now = between(world.events, "start_date", first, last);
    const earlier = between(world.events, "start_date", before, until);
    expect(await total(first, last, "compare=previous")).toEqual([now, earlier, now - earlier]);
  });

  test("a month in which nothing began has a row of 0, and the months add up to the whole", async () => {
    const rows = await run(
      "ESG.SUMMARY",
      universe,
      5,
      "2026-01-01",
      "2026-10-31",
      null,
      "month",
      "show=events; headers=no",
    );
    const severe = world.events.filter(({ score }) => score === 5);
    const months = Array.from({ length: 10 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
    expect(rows.map(([, events]) => events)).toEqual(
      months.map((month) => severe.filter(({ start_date }) => start_date.startsWith(month)).length),
    );
    expect(rows.map(([month]) => month)).toEqual(months.map((month) => toSerial(Date.parse(`${month}-01`))));
  });

  test.each([
    ["a year as a number", 2026],
    ["a year and a month as a number", 202_611],
    ["a day to come", "2027-01-01"],
    ["a text whose day and month could be swapped", "01/02/2026"],
  ])("%s is refused as a start, before a call", async (_, from) => {
    expect(await failure(run("ESG.EVENTS", universe, null, from))).toMatchObject({ code: "invalid-argument" });
    expect(world.office.sent).toEqual([]);
  });

  test("a number with a time asks the same as its day", async () => {
    const day = toSerial(Date.parse("2026-10-05"));
    const rows = await run("ESG.EVENTS", universe, null, day, null, null, "id", null, "date=start_date; headers=no");
    world.office.forget();
    expect(
      await run("ESG.EVENTS", universe, null, day + 0.7, null, null, "id", null, "date=start_date; headers=no"),
    ).toEqual(rows);
    expect(world.office.sent).toEqual([]);
    expect(rows).toHaveLength(between(world.events, "start_date", "2026-10-05", "2026-12-31"));
  });

  test("days says how much of a period is counted", async () => {
    const rows = await run("ESG.SUMMARY", universe, null, "2026-10-10", null, null, "month", "show=days; headers=no");
    expect(rows.map(([, days]) => days)).toEqual(["22/31", "1/30"]);
  });
});

describe("A part is no whole", () => {
  test.each([
    ["ESG.EVENTS", () => run("ESG.EVENTS", universe, null, null, null, null, "id,score")],
    ["ESG.DOCUMENTS", () => run("ESG.DOCUMENTS", universe, null, null, null, null, "id,score")],
    ["UNIVERSE.ENTITIES", () => run("UNIVERSE.ENTITIES", universe, null, null, "id,name")],
    [
      "SDG.DOCUMENTS",
      () =>
        run(
          "SDG.DOCUMENTS",
          column(...world.members.slice(0, 12).map(({ id }) => id)),
          null,
          null,
          null,
          null,
          "id,score",
        ),
    ],
  ])("%s: the row cap ends with a row that is an error", async (_, call) => {
    setCap(15);
    const rows = await call();
    expect(rows).toHaveLength(17);
    expect(rows.at(-1)?.[1]).toBeInstanceOf(CellError);
  });

  test.each([
    [
      "ESG.SUMMARY",
      "events",
      () => run("ESG.SUMMARY", universe, null, null, null, null, "score", "show=events; total=yes"),
    ],
    [
      "ESG.SUMMARY of documents",
      "documents",
      () => run("ESG.SUMMARY", universe, null, null, null, null, "score", "of=documents; show=documents; total=yes"),
    ],
  ] as const)("%s counts all %s, whatever the row cap", async (_, kind, call) => {
    setCap(15);
    expect((await call()).at(-1)?.[1]).toBe(world[kind].length);
  });

  test.each([1, 5, 14, 15])("a limit of %p is what a person asked for, without an error", async (limit) => {
    setCap(15);
    const rows = await run(
      "ESG.EVENTS",
      universe,
      null,
      null,
      null,
      null,
      "id",
      limit,
      "order=last_activity:desc; headers=no",
    );
    const newest = [...world.events].sort((one, other) => (one.last_activity < other.last_activity ? 1 : -1));
    expect(rows.map(([id]) => id)).toEqual(newest.slice(0, limit).map(({ id }) => id));
  });

  test("QUERY.INFO says that a result is cut, also without its last row", async () => {
    setCap(15);
    const address = "Sheet1!L1";
    await world.office.runWith({ address }, "ESG.EVENTS", universe, null, null, null, null, "id", null, "more=no");
    const info = world.office.runWith({ parameterAddresses: [address] }, "QUERY.INFO", "x", "truncated");
    expect((await info)[0]?.[0]).toBe(true);
  });

  test("a category total counts an event of several categories once, and its shares say that they overlap", async () => {
    const rows = await run("ESG.SUMMARY", universe, null, null, null, null, "category", "show=events,share; total=yes");
    const groups = rows.slice(1, -1);
    const letters: Readonly<Record<string, string>> = { Environmental: "E", Social: "S", Governance: "G" };
    for (const [category, events] of groups) {
      const letter = letters[category as string] ?? category;
      expect(events).toBe(world.events.filter(({ categories }) => categories.some((each) => each === letter)).length);
    }
    expect(rows.at(-1)?.[1]).toBe(world.events.length);
    expect(rows[0]?.[2]).toMatch(/overlap/i);
  });
});

describe("Units", () => {
  interface Revenue {
    readonly value: number;
    readonly currency: string;
    readonly date: string;
  }
  interface WithRevenue {
    readonly id: string;
    readonly name: string;
    readonly revenue: readonly Revenue[];
  }
  let companies: readonly WithRevenue[];

  const latest = ({ revenue }: WithRevenue): Revenue | undefined =>
    [...revenue].sort((one, other) => (one.date < other.date ? 1 : -1))[0];
  const inEuros = (least: number) =>
    companies.filter((each) => latest(each)?.currency === "EUR" && (latest(each)?.value ?? 0) > least);

  beforeAll(async () => {
    const path = `universes/${world.office.universe("Whole Catalogue")}/entities`;
    companies = (await world.list(path, "fields=id,name,revenue")) as readonly unknown[] as readonly WithRevenue[];
  });

  test.each([
    [
      "UNIVERSE.ENTITIES sorts",
      () => run("UNIVERSE.ENTITIES", "Whole Catalogue", null, null, "name,revenue", null, "sort=revenue:desc"),
    ],
    [
      "UNIVERSE.ENTITIES filters",
      () => run("UNIVERSE.ENTITIES", "Whole Catalogue", null, null, "name", null, "revenue=gt:1000000"),
    ],
    ["UNIVERSE.COUNT filters", () => run("UNIVERSE.COUNT", "Whole Catalogue", null, null, "revenue=gt:1000000")],
    ["ENTITY.SEARCH filters", () => run("ENTITY.SEARCH", "Bank", null, null, "name", null, "revenue=gt:1000000")],
    ["ENTITY.SEARCH sorts", () => run("ENTITY.SEARCH", "Bank", null, null, "name,revenue", null, "sort=revenue:desc")],
    [
      "ESG.EVENTS sorts",
      () =>
        run(
          "ESG.EVENTS",
          "Whole Catalogue",
          null,
          null,
          null,
          null,
          "entity.revenue",
          null,
          "sort=entity.revenue:desc",
        ),
    ],
    [
      "ENTITY.REVENUE sorts",
      () => run("ENTITY.REVENUE", column(...companies.map(({ id }) => id)), "latest=yes; sort=value:desc"),
    ],
  ])("%s revenue in one currency only", async (_, call) => {
    const error = await failure(call());
    expect(error).toMatchObject({ code: "invalid-argument" });
    expect(error.message).toMatch(/currenc/);
  });

  test.each([0, 1_000_000_000, 20_000_000_000])(
    "more than %p euros are counted and listed by the latest revenue",
    async (least) => {
      const options = `revenue=gt:${least}; currency=EUR`;
      const expected = inEuros(least);
      expect(await run("UNIVERSE.COUNT", "Whole Catalogue", null, null, options)).toEqual([[expected.length]]);
      const rows = await run(
        "UNIVERSE.ENTITIES",
        "Whole Catalogue",
        null,
        null,
        "name",
        null,
        `${options}; headers=no`,
      ).catch(() => []);
      expect(rows.map(([name]) => name).sort()).toEqual(expected.map(({ name }) => name).sort());
    },
  );

  test.each([
    ["an older revenue in another currency", { value: 10 ** 12, currency: "XXX", date: "2001-12-31" }, () => 0],
    [
      "a newer revenue that is too small",
      { value: 1, currency: "EUR", date: "2030-12-31" },
      () => inEuros(1000).length,
    ],
  ])("%s counts only where it is the latest", async (_, also, left) => {
    world.office.alter = (path, __, answer) => {
      const page = answer as { readonly data: readonly WithRevenue[] };
      if (!path.endsWith("/entities")) return answer;
      return { ...page, data: page.data.map((each) => ({ ...each, revenue: [...each.revenue, also] })) };
    };
    const options = "revenue=gt:1000; currency=EUR; cache=never";
    expect(await run("UNIVERSE.COUNT", "Whole Catalogue", null, null, options)).toEqual([
      [inEuros(1000).length - left()],
    ]);
  });

  test("ENTITY.SEARCH leaves out candidates in another currency, and counts them only where it has all", async () => {
    const options = "revenue=gt:0; currency=EUR; headers=no";
    const found = await run(
      "ENTITY.SEARCH",
      column("Bank", "Arakov Bank Oyj"),
      null,
      null,
      "total_candidates,name,revenue.currency",
      10,
      options,
    );
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(([, , currency]) => currency))).toEqual(new Set(["EUR"]));
    for (const [, name] of found.filter(([, each]) => companies.some((company) => company.name === each)))
      expect(inEuros(0).map((company) => company.name)).toContain(name);
    expect(found.filter(([, name]) => name === "Arakov Bank Oyj").at(-1)?.[0]).toBe(1);
    expect(found[0]?.[0]).toBe("");
  });

  test("ENTITY.REVENUE sorts the revenues of one currency", async () => {
    const list = column(...companies.map(({ id }) => id));
    const rows = await run("ENTITY.REVENUE", list, "latest=yes; sort=value:desc; currency=eur; headers=no");
    const values = inEuros(-1).map((company) => latest(company)?.value ?? 0);
    expect(rows.map(([, , value]) => value)).toEqual(values.sort((one, other) => other - one));
  });

  test("documents of an event's whole life are not called documents of a period", async () => {
    const call = run("ESG.SUMMARY", universe, null, null, null, null, "entity", "show=documents");
    expect(await failure(call)).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("so_far") as string,
    });
  });
});

describe("A company is never guessed", () => {
  let names: readonly string[];

  beforeAll(async () => {
    names = (await world.plain.members("EU Banks")).map(({ name }) => name);
  });

  test.each(Array.from({ length: 12 }, (_, place) => place))("a part of the name of bank %p is none", async (place) => {
    const name = names[place * 3] ?? "";
    const [word = ""] = name.split(" ");
    for (const part of [word.slice(0, -1), word.slice(1), name.slice(2)])
      expect(await failure(run("ENTITY.ID", part))).toBeInstanceOf(AddinError);
  });

  test("a part of a name beside events is an error in its row", async () => {
    const list = column(holdings().first, names[0]?.slice(2));
    const rows = await run("ESG.SUMMARY", universe, null, null, null, list, null, "align=yes; show=events");
    expect(rows).toEqual([[world.countEvents(holdings().first)], [expect.any(AddinError)]]);
  });
});

test("a year to compare with that overlaps the period counts no event twice", async () => {
  const options = "show=events; compare=year; total=yes; headers=no";
  const rows = await world.office.run("ESG.SUMMARY", universe, null, "2024-02-29", null, null, "category", options);
  const started = (first: string, last: string): number =>
    world.events.filter(({ start_date }) => start_date >= first && start_date < last).length;
  const [now, before] = [started("2024-02-29", "2026-11-02"), started("2023-02-28", "2025-11-01T10")];
  expect(rows.at(-1)).toEqual(["Total", now, before, now - before]);
});
