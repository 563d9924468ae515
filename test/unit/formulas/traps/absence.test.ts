import { AddinError } from "../../../../src/engine/http/addin-error";
import { CellError, type Matrix } from "../../../../src/formulas/table/matrix";
import { failure } from "../functions/failure";
import { column, type Kind, kinds, TrapWorld, universe, unknownId } from "./trap-world";

let world: TrapWorld;
/** The name of each company, from plain answers. */
let names: ReadonlyMap<string, string>;

beforeAll(async () => {
  world = await TrapWorld.open();
  names = new Map((await world.plain.members("Whole Catalogue")).map(({ id, name }) => [id, name]));
  names = new Map([...names, ...world.members.map(({ id, name }) => [id, name] as const)]);
}, 60_000);
afterAll(() => world.close());

interface Reason {
  readonly code: string;
  readonly message: RegExp;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Why a row beside counts is no number. */
const reasons: Readonly<Partial<Record<Kind, () => Reason>>> = {
  "a company outside the universe": () => ({
    code: "not-found",
    message: new RegExp(`^${escaped(world.outside.name)} is not in ${universe}: not monitored\\.$`),
  }),
  "a member without licence": () => ({
    code: "no-access",
    // Its name ends with the full stop of `S.A.`, which ends the sentence too.
    message: new RegExp(`no licence for ${escaped(world.unlicensed.name)}$`),
  }),
  "an id that no company has": () => ({ code: "not-found", message: new RegExp(unknownId) }),
  "the id of an event": () => ({ code: "not-found", message: new RegExp(world.eventId) }),
  "the id of a universe": () => ({ code: "not-found", message: new RegExp(world.office.universe("EU Banks")) }),
  "a text that many names have": () => ({ code: "ambiguous", message: /companies match "Bank"/ }),
  "a wrong check digit": () => ({ code: "invalid-argument", message: /SE0ZZ0000013.*check digit/ }),
  "a text that no name has": () => ({ code: "not-found", message: /zzqq nothing/ }),
  "a blank cell": () => ({ code: "no-rows", message: /blank/ }),
  "a dash": () => ({ code: "no-rows", message: /blank/ }),
};

/** The other rows that a function answers without the reason of a row beside counts. */
type Answers = Readonly<Partial<Record<Kind, () => unknown>>>;

interface Trap {
  readonly formula: string;
  readonly run: (list: readonly unknown[][]) => Promise<Matrix>;
  /** The first cell of the row of a company that the function answers, computed from plain answers. */
  readonly covered: (id: unknown) => unknown;
  readonly otherwise?: Answers;
}

const aligned = (options: string) => (list: readonly unknown[][]) =>
  world.office.run("ESG.SUMMARY", universe, null, null, null, list, null, `align=yes; ${options}`);

const firstRecord = (name: string, fields: string, options: string) => (list: readonly unknown[][]) =>
  world.office.run(name, universe, null, null, null, list, fields, null, `align=yes; ${options}`);

const sdg = (name: string, options: string) => (list: readonly unknown[][]) =>
  name === "SDG.MATRIX"
    ? world.office.run(name, list)
    : world.office.run(name, list, null, null, null, null, `align=yes; ${options}`);

const count = async (id: unknown): Promise<number> => (await world.goalDocuments(id)).length;

/** An SDG listing is of a company, so no universe leaves one out. */
const sdgOutside = (covered: (id: unknown) => unknown): Answers => ({
  "a company outside the universe": () => covered(world.outside.id),
});

const firstGoal = async (id: unknown): Promise<number> =>
  (await world.goalDocuments(id)).filter(({ categories }) => categories.includes("SDG:1")).length;

const nameOf = (id: unknown): string => names.get(String(id)) ?? "";

const blankLookups: Answers = { "a blank cell": () => "", "a dash": () => "" };
const lookups: Answers = {
  ...blankLookups,
  "a company outside the universe": () => nameOf(world.outside.id),
  "a member without licence": () => nameOf(world.unlicensed.id),
};
const ids: Answers = {
  ...blankLookups,
  "a company outside the universe": () => world.outside.id,
  "a member without licence": () => world.unlicensed.id,
};

const traps: readonly Trap[] = [
  {
    formula: "ESG.SUMMARY show=events",
    run: aligned("show=events"),
    covered: (id) => world.countEvents(id),
  },
  {
    formula: "ESG.SUMMARY show=events; empty=zero",
    run: aligned("show=events; empty=zero"),
    covered: (id) => world.countEvents(id),
  },
  {
    formula: "ESG.SUMMARY show=documents",
    run: aligned("of=documents; show=documents"),
    covered: (id) => world.countDocuments(id),
  },
  {
    formula: "ESG.SUMMARY show=severe",
    run: aligned("show=severe"),
    covered: (id) => Number(world.scores(id).some((score) => score >= 4)),
  },
  {
    formula: "ESG.SUMMARY show=highest_score",
    run: aligned("show=highest_score"),
    covered: (id) => (world.scores(id).length === 0 ? "" : Math.max(...world.scores(id))),
  },
  {
    formula: "ESG.SUMMARY show=status",
    run: aligned("show=status"),
    covered: () => "covered",
    otherwise: {
      "a company outside the universe": () => "not in universe",
      "a member without licence": () => "no access",
      "an id that no company has": () => "not found",
      "the id of an event": () => "not found",
      "the id of a universe": () => "not found",
      "a text that many names have": () => "ambiguous",
      "a wrong check digit": () => "not found",
      "a text that no name has": () => "not found",
      "a blank cell": () => "blank",
      "a dash": () => "blank",
      "the error of a cell": () => "failed",
    },
  },
  {
    formula: "ESG.EVENTS align=yes",
    run: firstRecord("ESG.EVENTS", "id", "sort=last_activity:desc"),
    covered: (id) => {
      const own = world.events.filter(({ entity_id }) => entity_id === id);
      const newest = [...own].sort((one, other) => (one.last_activity < other.last_activity ? 1 : -1))[0];
      return newest?.id ?? "";
    },
  },
  {
    formula: "ESG.DOCUMENTS align=yes",
    run: firstRecord("ESG.DOCUMENTS", "id", "sort=extract_date:desc"),
    covered: (id) => {
      const own = world.documents.filter(({ entity_id }) => entity_id === id);
      const newest = [...own].sort((one, other) => (one.extract_date < other.extract_date ? 1 : -1))[0];
      return newest?.id ?? "";
    },
  },
  {
    formula: "SDG.SUMMARY show=documents",
    run: sdg("SDG.SUMMARY", "show=documents"),
    covered: count,
    otherwise: sdgOutside(count),
  },
  {
    formula: "SDG.SUMMARY show=status",
    run: sdg("SDG.SUMMARY", "show=status"),
    covered: () => "covered",
    otherwise: {
      "a company outside the universe": () => "covered",
      "a member without licence": () => "no access",
      "an id that no company has": () => "not found",
      "the id of an event": () => "not found",
      "the id of a universe": () => "not found",
      "a text that many names have": () => "ambiguous",
      "a wrong check digit": () => "not found",
      "a text that no name has": () => "not found",
      "a blank cell": () => "blank",
      "a dash": () => "blank",
      "the error of a cell": () => "failed",
    },
  },
  { formula: "SDG.MATRIX", run: sdg("SDG.MATRIX", ""), covered: firstGoal, otherwise: sdgOutside(firstGoal) },
  {
    formula: "UNIVERSE.CONTAINS",
    run: (list) => world.office.run("UNIVERSE.CONTAINS", list, universe),
    covered: () => true,
    otherwise: {
      "a company outside the universe": () => false,
      // Membership needs no licence.
      "a member without licence": () => true,
    },
  },
  {
    formula: "ENTITY.GET name",
    run: (list) => world.office.run("ENTITY.GET", list, "name"),
    covered: nameOf,
    otherwise: lookups,
  },
  {
    formula: "ENTITY.ID",
    run: (list) => world.office.run("ENTITY.ID", list),
    covered: (id) => id,
    otherwise: ids,
  },
  {
    formula: "ENTITY.CARD",
    run: (list) => world.office.run("ENTITY.CARD", list),
    covered: nameOf,
    otherwise: lookups,
  },
];

const answers = new Map<string, Promise<Matrix>>();

/** Each formula is calculated once, over a list with a cell of each kind. */
const rowsFrom = ({ formula, run }: Trap): Promise<Matrix> => {
  const rows = answers.get(formula) ?? run(column(...kinds.map((kind) => world.cells[kind])));
  answers.set(formula, rows);
  return rows;
};

describe.each(traps)("$formula beside a list", (trap) => {
  test.each(kinds)("says what %s is", async (kind) => {
    const [cell] = (await rowsFrom(trap))[kinds.indexOf(kind)] ?? [];
    const isCovered = /^(?:a company with|the same)/.test(kind);
    const expected = isCovered ? () => trap.covered(world.cells[kind]) : trap.otherwise?.[kind];
    if (expected !== undefined) expect(cell).toEqual(await expected());
    else if (kind === "the error of a cell") expect(cell).toMatchObject({ excelCode: "#DIV/0!" });
    else {
      const reason = reasons[kind]?.();
      expect(cell).toBeInstanceOf(AddinError);
      expect(cell).toMatchObject({ code: reason?.code });
      expect((cell as AddinError).message).toMatch(reason?.message ?? /^$/);
    }
  });
});

/** The kinds that are no covered company and no blank. */
const uncovered = kinds.filter((kind) => reasons[kind] !== undefined && kind !== "a blank cell" && kind !== "a dash");

describe("A list that is not aligned", () => {
  /** A list with one cell of a kind beside a company with events. */
  const pair = (kind: Kind) => column(world.cells["a company with events"], world.cells[kind]);
  const run = (kind: Kind, by: string, options: string) =>
    world.office.run("ESG.SUMMARY", universe, null, null, null, pair(kind), by, options);

  const identified = uncovered.filter((kind) => !/^a text|digit/.test(kind));
  const unresolved = uncovered.filter((kind) => !identified.includes(kind));

  test.each(identified)("counts the covered company by entity, and says at its end what %s is", async (kind) => {
    const rows = await run(kind, "entity", "show=events; headers=no");
    expect(rows[0]?.[1]).toBe(world.countEvents(world.cells["a company with events"]));
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[0]).toMatchObject({ code: reasons[kind]?.().code });
  });

  test.each(identified)(
    "counts the covered company by category, and says before the total what %s is",
    async (kind) => {
      const rows = await run(kind, "category", "show=events; total=yes; headers=no");
      expect(rows.at(-2)?.[1]).toMatchObject({ code: reasons[kind]?.().code });
      expect(rows.at(-1)).toEqual(["Total", world.countEvents(world.cells["a company with events"])]);
    },
  );

  test.each(unresolved.flatMap((kind) => ["entity", "category", "month"].map((by) => [by, kind] as const)))(
    "refuses to count by %s where %s stands in the list",
    async (by, kind) => {
      expect(await failure(run(kind, by, "show=events; total=yes"))).toMatchObject({ code: reasons[kind]?.().code });
    },
  );

  test.each(uncovered)("lists the events of the covered company, and says at its end what %s is", async (kind) => {
    const rows = await world.office.run("ESG.EVENTS", universe, null, null, null, pair(kind), "id", null, "headers=no");
    const own = world.events.filter(({ entity_id }) => entity_id === world.cells["a company with events"]);
    expect(rows.slice(0, -1).map(([id]) => id)).toEqual(expect.arrayContaining(own.map(({ id }) => id)));
    expect(rows).toHaveLength(own.length + 1);
    expect(rows.at(-1)?.[0]).toMatchObject({ code: reasons[kind]?.().code });
  });

  test.each(["entity", "category", "month"])("fails with the reason by %s where no company is covered", async (by) => {
    const list = column(world.outside.id);
    const call = world.office.run("ESG.SUMMARY", universe, null, null, null, list, by, "show=events; total=yes");
    expect(await failure(call)).toMatchObject({ code: "not-found" });
  });
});

describe("Documents by their ids", () => {
  interface Document {
    readonly id: string;
    readonly datamarts_document_id: string;
    readonly extract_date: string;
    readonly title: string;
  }
  let free: Document;
  let withheld: Document;

  beforeAll(async () => {
    const listing = (await world.list(
      `universes/${world.office.universe("EU Banks")}/esg/documents`,
      "fields=id,datamarts_document_id,extract_date,title",
    )) as unknown as readonly Document[];
    const some = listing.slice(0, 200);
    const keys = some.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
    const answer = await world.plain.post<{ data: readonly { datamarts_document_id: string; error?: unknown }[] }>(
      "/v3/documents?fields=datamarts_document_id,text",
      { documents: keys },
    );
    const isWithheld = new Map(answer.data.map((each) => [each.datamarts_document_id, each.error !== undefined]));
    const find = (wanted: boolean) => some.find((each) => isWithheld.get(each.datamarts_document_id) === wanted);
    free = find(false) ?? free;
    withheld = find(true) ?? withheld;
  });

  const cellsFor = () => ({
    ids: column(free.datamarts_document_id, null, unknownId, world.eventId, withheld.datamarts_document_id),
    dates: column(free.extract_date, null, free.extract_date, free.extract_date, withheld.extract_date),
  });
  const missing = { code: "not-found" };

  test.each(["DOC.TITLE", "DOC.TEXT", "DOC.SUMMARY"])(
    "%s: blank stays blank, an unknown id is not blank",
    async (name) => {
      const { ids: idCells, dates } = cellsFor();
      const rows = await world.office.run(name, idCells, dates);
      expect(rows[0]?.[0]).toEqual(name === "DOC.TITLE" ? free.title : expect.any(String));
      expect(rows[1]).toEqual([""]);
      expect(rows[2]).toMatchObject([missing]);
      expect(rows[3]).toMatchObject([missing]);
    },
  );

  test.each([["title"], ["title,summary"], ["title,status"]])(
    "DOC.CONTENT with %s: an unknown id is an error, and its status says so",
    async (fields) => {
      const { ids: idCells, dates } = cellsFor();
      const rows = await world.office.run("DOC.CONTENT", idCells, dates, fields);
      expect(rows[0]?.[0]).toBe(free.title);
      expect(rows[1]?.every((cell) => cell === "")).toBe(true);
      for (const row of rows.slice(2, 4)) {
        expect(row[0]).toMatchObject(missing);
        expect(row[1]).toEqual(
          fields === "title" ? undefined : fields.endsWith("status") ? "not found" : expect.objectContaining(missing),
        );
      }
    },
  );

  test("DOC.CONTENT: a text that the licence withholds is an error, and no blank text", async () => {
    const { ids: idCells, dates } = cellsFor();
    const rows = await world.office.run("DOC.CONTENT", idCells, dates, "text,status");
    expect(rows[4]).toEqual([expect.objectContaining({ code: "no-access" }), "restricted"]);
    expect(await world.office.run("DOC.TEXT", idCells, dates)).toMatchObject({ 4: [{ code: "no-access" }] });
  });

  test("DOC.FIELDS: an unknown id is an error, and its status says so", async () => {
    const { ids: idCells, dates } = cellsFor();
    const rows = await world.office.run("DOC.FIELDS", idCells, dates, "title,status");
    expect(rows.map(([, status]) => status)).toEqual(["ok", "", "not found", "not found", expect.any(String)]);
    expect(rows[2]?.[0]).toMatchObject(missing);
  });

  test.each([
    ["ESG.DOCUMENT", "an unknown id", unknownId],
    ["ESG.DOCUMENT", "the id of a company", undefined],
    ["SDG.DOCUMENT", "an unknown id", unknownId],
    ["SDG.DOCUMENT", "the id of a company", undefined],
  ])("%s: %s is an error that names it", async (name, _, id) => {
    const wanted = id ?? world.outside.id;
    const error = await failure(world.office.run(name, wanted, "title"));
    expect(error).toMatchObject({ code: "not-found" });
    expect(error.message).toContain(wanted);
  });

  test("ESG.CASE: the id of a company is no case without events", async () => {
    const error = await failure(world.office.run("ESG.CASE", world.outside.id, universe));
    expect(error).toMatchObject({ code: "not-found" });
    expect(error.message).toContain(universe);
    expect(error.message).toContain(world.outside.id);
  });
});

describe("UNIVERSE.COVERAGE", () => {
  test.each([
    ["a company outside the universe", "not in universe"],
    ["a member without licence", "no access"],
    ["an id that no company has", "not found"],
    ["the id of an event", "not found"],
    ["the id of a universe", "not found"],
    ["a text that many names have", "ambiguous"],
    ["a wrong check digit", "not found"],
    ["a text that no name has", "not found"],
  ] as const)("lists %s as %s", async (kind, status) => {
    const list = column(world.cells["a company with events"], world.cells[kind]);
    const rows = await world.office.run("UNIVERSE.COVERAGE", list, universe, null, "show=missing");
    expect(rows.slice(1).map(([holding, shown]) => [holding, shown])).toEqual([[world.cells[kind], status]]);
    const [[sentence] = []] = await world.office.run("UNIVERSE.COVERAGE", list, universe);
    expect(sentence).toBe("1 of 2 holdings");
  });

  test("counts each kind of a whole list", async () => {
    const list = kinds.filter((kind) => kind !== "the error of a cell").map((kind) => world.cells[kind]);
    const show = "show=holdings,resolved,members,licensed";
    // Blank cells are no holdings. A company with events, one without, one outside, one without licence, and three ids of none.
    const distinct = new Set(list.filter((cell) => cell !== null && cell !== "-")).size;
    expect(await world.office.run("UNIVERSE.COVERAGE", column(...list), universe, null, show)).toEqual([
      [distinct, 7, 3, 2],
    ]);
  });
});

test("a member of which the service does not know what happened shows the service's reason in place of 0", async () => {
  const quiet = world.cells["a company without events"];
  const why = "Nobody looked for this company.";
  interface Listed {
    readonly data: readonly { readonly id: string }[];
  }
  const list = column(world.cells["a company with events"], quiet);
  const weights = `show=coverage,benchmark_coverage; benchmark=${universe}; weights=1,1; cache=never`;
  const coverages = async (): Promise<readonly number[]> =>
    (await world.office.run("ESG.SUMMARY", universe, null, null, null, list, null, weights)).at(-1)?.map(Number) ?? [];
  const [own = NaN, benchmark = NaN] = await coverages();
  world.office.alter = (path, _, answer) => {
    const { data } = answer as Listed;
    if (!path.endsWith("/entities")) return answer;
    const marked = data.map((each) => (each.id === quiet ? { ...each, client_code: { not_monitored: why } } : each));
    return { ...(answer as Listed), data: marked };
  };
  const [, row] = await aligned("show=events,status; cache=never")(list);
  const missing = await world.office.run("UNIVERSE.COVERAGE", list, universe, null, "show=missing; cache=never");
  const [ownThen = NaN, benchmarkThen = NaN] = await coverages();
  world.office.alter = undefined;
  expect([own - ownThen, benchmark - benchmarkThen]).toEqual([0.5, expect.closeTo(1 / world.members.length)]);
  expect(row).toEqual([expect.objectContaining({ code: "not-found", message: why }), "not monitored"]);
  expect(missing).toEqual([
    ["Holding", "Status", "Reason"],
    [quiet, "not monitored", why],
  ]);
});

test("the error of a cell is a CellError in every aligned function", async () => {
  for (const trap of traps.filter(({ formula }) => !formula.endsWith("status")))
    expect((await rowsFrom(trap)).at(-1)?.[0]).toBeInstanceOf(CellError);
});
