import fc from "fast-check";
import { functions } from "../../../../src/formulas/functions";
import { CellError, type CellValue } from "../../../../src/formulas/table/matrix";
import { failure } from "./failure";
import { goodArguments } from "./good-arguments";
import { type Office, openOffice } from "./office";

let office: Office;
let good: Readonly<Record<string, readonly unknown[]>>;

beforeAll(async () => {
  office = await openOffice();
  const [task] = await office.run("TASKS.LIST", null, null, 1, "headers=no");
  good = {
    ...(await goodArguments(office)),
    "TASKS.STATUS": [task?.find((cell) => typeof cell === "string" && /^[\da-f-]{36}$/.test(cell))],
  };
}, 60_000);
afterAll(() => office.close());

/**
 * Where the error of a cell of a list stands: in the cell of the same place, in the row or column of its cell, in a row behind all others
 * of a table that has no row for each cell. Keys are functions with their arguments.
 */
const places: Readonly<Record<string, "cell" | "row" | "column" | "behind">> = {
  "ENTITY.ID id": "cell",
  "ENTITY.CARD entity": "cell",
  "UNIVERSE.ID name": "cell",
  "ANALYSIS.STATUS instance": "cell",
  "TASKS.STATUS taskId": "cell",
  "DOC.TITLE id": "cell",
  "DOC.TITLE extractDate": "cell",
  "DOC.TEXT id": "cell",
  "DOC.TEXT extractDate": "cell",
  "DOC.SUMMARY id": "cell",
  "DOC.SUMMARY extractDate": "cell",
  "ENTITY.RESOLVE ids": "row",
  "ENTITY.RESOLVE hints": "row",
  "ENTITY.GET entities": "row",
  "UNIVERSE.CONTAINS entities": "row",
  "ESG.DOCUMENT id": "row",
  "SDG.DOCUMENT id": "row",
  "SDG.MATRIX entities": "row",
  "DOC.CONTENT ids": "row",
  "DOC.CONTENT extractDates": "row",
  "DOC.FIELDS ids": "row",
  "DOC.FIELDS extracted": "row",
  "UNIVERSE.CONTAINS universes": "column",
  "ENTITY.SEARCH query": "behind",
  "ENTITY.IDENTIFIERS entities": "behind",
  "ENTITY.REVENUE entities": "behind",
  "ENTITY.INDUSTRIES entities": "behind",
  "ENTITY.UNIVERSES entities": "behind",
  "ESG.EVENTS entities": "behind",
  "ESG.DOCUMENTS entities": "behind",
  "SDG.DOCUMENTS entities": "behind",
  "SDG.SUMMARY entities": "behind",
};

/** Lists that belong together cell by cell. */
const partners: Readonly<Record<string, string>> = {
  id: "extractDate",
  extractDate: "id",
  ids: "extractDates",
  extractDates: "ids",
  extracted: "ids",
};

const parametersOf = (name: string): readonly string[] =>
  functions.find((each) => each.name === name)?.parameters.map((parameter) => parameter.name) ?? [];

const parts = (key: string): { readonly name: string; readonly parameter: string } => {
  const [name = "", parameter = ""] = key.split(" ");
  return { name, parameter };
};

/** The first cell of a working argument. */
const firstCell = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[]).flat()[0] : value);

type Cells = readonly (readonly unknown[])[];

/** The arguments of a function with this list, and with the lists that belong to it as long. */
const argumentsWith = (
  key: string,
  list: Cells,
  changes: Readonly<Record<string, unknown>> = {},
): readonly unknown[] => {
  const { name, parameter } = parts(key);
  const names = parametersOf(name);
  const partner = name === "DOC.FIELDS" && parameter === "ids" ? "extracted" : partners[parameter];
  return names.map((each, place) => {
    if (each === parameter) return list;
    if (each in changes) return changes[each];
    const value = good[name]?.[place];
    if (each === partner) return list.map((row) => row.map(() => firstCell(value)));
    if (name === "ENTITY.RESOLVE" && parameter === "hints" && each === "ids")
      return list.map((row) => row.map(() => firstCell(value)));
    return value;
  });
};

const working = (key: string): unknown => {
  const { name, parameter } = parts(key);
  if (key === "ENTITY.RESOLVE hints") return "sweden";
  return firstCell(good[name]?.[parametersOf(name).indexOf(parameter)]);
};

const codes = ["#N/A", "#DIV/0!", "#REF!", "#NAME?"] as const;

/** A list in which `error` marks the cells that are errors and at least one cell works. */
const drawnList = (height: fc.Arbitrary<number>, width: fc.Arbitrary<number>) =>
  fc
    .tuple(height, width)
    .filter(([rows, columns]) => rows * columns > 1)
    .chain(([rows, columns]) =>
      fc
        .array(fc.constantFrom<"works" | "blank" | "error">("works", "works", "blank", "error"), {
          minLength: rows * columns,
          maxLength: rows * columns,
        })
        .filter((kinds) => kinds.includes("works"))
        .map((kinds) => ({ kinds, columns })),
    );

const line = fc.oneof(
  drawnList(fc.integer({ min: 2, max: 6 }), fc.constant(1)),
  drawnList(fc.constant(1), fc.integer({ min: 2, max: 6 })),
);
const block = drawnList(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }));

interface Drawn {
  readonly kinds: readonly ("works" | "blank" | "error")[];
  readonly columns: number;
}

/** The list with its errors, and the same with blank cells in their places. */
const listsOf = ({ kinds, columns }: Drawn, cell: unknown) => {
  const errors = new Map<number, CellError>();
  const cells = kinds.map((kind, place) => {
    if (kind !== "error") return kind === "works" ? cell : "";
    const error = new CellError(codes[place % codes.length] ?? "#N/A");
    errors.set(place, error);
    return error;
  });
  const inRows = (all: readonly unknown[]): Cells =>
    Array.from({ length: all.length / columns }, (_, row) => all.slice(row * columns, (row + 1) * columns));
  return {
    errors,
    withErrors: inRows(cells),
    withBlanks: inRows(cells.map((each) => (each instanceof CellError ? "" : each))),
  };
};

const rowsOf = async (key: string, list: Cells, changes: Readonly<Record<string, unknown>>) =>
  (await office.resultWith({}, parts(key).name, ...argumentsWith(key, list, changes))).rows();

const keysWith = (...wanted: readonly string[]): readonly string[] =>
  Object.keys(places).filter((key) => wanted.includes(places[key] ?? ""));

const layouts = ["", "headers=yes", "headers=no", "transpose=yes", "transpose=yes; headers=yes"];

test.each(keysWith("cell"))(
  "%s: the error of a cell stands in the same cell, and all others are as without",
  async (key) => {
    const property = fc.asyncProperty(block, async (drawn) => {
      const isPair = parts(key).name.startsWith("DOC.");
      fc.pre(!isPair || drawn.columns === 1 || drawn.columns === drawn.kinds.length);
      const { errors, withErrors, withBlanks } = listsOf(drawn, working(key));
      // A blank date is refused in its cell, and a cell without an id is blank.
      const [shown, without] = await Promise.all([rowsOf(key, withErrors, {}), rowsOf(key, withBlanks, {})]);
      const expected = without.flat().map((cell, place): CellValue => errors.get(place) ?? cell);
      expect(shown.flat()).toEqual(expected);
      expect([shown.length, shown[0]?.length]).toEqual([withErrors.length, withErrors[0]?.length]);
    });
    await fc.assert(property, { numRuns: 15, seed: 31 });
  },
);

const checkRows = async (key: string, changes: Readonly<Record<string, unknown>>, drawn: Drawn): Promise<void> => {
  const { errors, withErrors, withBlanks } = listsOf(drawn, working(key));
  const [shown, without] = await Promise.all([rowsOf(key, withErrors, changes), rowsOf(key, withBlanks, changes)]);
  expect(shown).toHaveLength(without.length);
  for (const [place, row] of shown.entries()) {
    const error = errors.get(place);
    if (error === undefined) expect(row).toEqual(without[place]);
    else for (const cell of row) expect(cell).toBe(error);
  }
};

test.each(keysWith("row"))("%s: the error of a cell fills its row, and all other rows are as without", async (key) => {
  const takesLayouts = parametersOf(parts(key).name).includes("options");
  const layout = takesLayouts ? fc.constantFrom(...layouts) : fc.constant("");
  const property = fc.asyncProperty(line, layout, (drawn, options) => checkRows(key, { options }, drawn));
  await fc.assert(property, { numRuns: 15, seed: 31 });
});

test.each(["ESG.EVENTS entities", "ESG.DOCUMENTS entities", "ESG.SUMMARY entities", "SDG.SUMMARY entities"])(
  "%s with align=yes: the error of a cell fills its row, and all other rows are as without",
  async (key) => {
    const property = fc.asyncProperty(line, fc.constantFrom(...layouts), (drawn, options) =>
      checkRows(key, { options: `align=yes; ${options}`, limit: null, by: "entity" }, drawn),
    );
    await fc.assert(property, { numRuns: 15, seed: 31 });
  },
);

test("ENTITY.MATCH: an error in a row of the table fills its row, whichever column and size the table has", async () => {
  const property = fc.asyncProperty(block, fc.constantFrom(...layouts), async ({ kinds, columns }, options) => {
    const { errors, withErrors, withBlanks } = listsOf({ kinds, columns }, "sweden");
    const headers = ["country", "city", "region", "name"].slice(0, columns);
    const rowsWith = async (list: Cells) =>
      (await office.resultWith({}, "ENTITY.MATCH", [headers, ...list], "status,candidates,name", options)).rows();
    const [shown, without] = await Promise.all([rowsWith(withErrors), rowsWith(withBlanks)]);
    for (const [place, row] of shown.entries()) {
      const error = [...errors].find(([cell]) => Math.floor(cell / columns) === place)?.[1];
      if (error === undefined) expect(row).toEqual(without[place]);
      else for (const cell of row) expect(cell).toBe(error);
    }
    expect(shown).toHaveLength(withErrors.length);
  });
  await fc.assert(property, { numRuns: 15, seed: 31 });
});

const checkColumns = async (key: string, drawn: Drawn, options: string): Promise<void> => {
  const { errors, withErrors, withBlanks } = listsOf(drawn, working(key));
  const [shown, without] = await Promise.all([
    rowsOf(key, withErrors, { options }),
    rowsOf(key, withBlanks, { options }),
  ]);
  expect(shown).toHaveLength(without.length);
  for (const [row, cells] of shown.entries())
    expect(cells).toEqual(
      cells.map((_, column): unknown => {
        const replaced = without[row]?.every((cell) => cell instanceof Error) ? without[row][column] : undefined;
        return replaced ?? errors.get(column) ?? without[row]?.[column];
      }),
    );
};

test("UNIVERSE.CONTAINS universes: the error of a cell fills its column, and all other columns are as without", async () => {
  const property = fc.asyncProperty(line, fc.constantFrom(...layouts), (drawn, options) =>
    checkColumns("UNIVERSE.CONTAINS universes", drawn, options),
  );
  await fc.assert(property, { numRuns: 15, seed: 31 });
});

const withFields = functions
  .filter(({ name, parameters }) => name !== "ENTITY.CARD" && parameters.some((each) => each.name === "fields"))
  .map(({ name }) => name);

test.each(withFields)(
  "%s fields: the error of a cell fills its column, and all other columns are as without",
  async (name) => {
    const columns = functions.find((each) => each.name === name)?.columns.filter(({ shown }) => shown) ?? [];
    const [one = "", other = ""] = columns.map((column) => column.name).filter((field) => field !== "entity_id");
    const error = new CellError("#REF!");
    const rowsFor = async (fields: Cells) => {
      const place = parametersOf(name).indexOf("fields");
      const values = [...(good[name] ?? [])];
      values[place] = fields;
      return (await office.resultWith({}, name, ...values)).rows();
    };
    const [shown, without] = await Promise.all([rowsFor([[one, error, other]]), rowsFor([[one, "", other]])]);
    const start = (without[0]?.length ?? 0) - 3;
    expect(shown).toEqual(without.map((row) => row.map((cell, column) => (column === start + 1 ? error : cell))));
  },
);

test.each(keysWith("behind"))(
  "%s: the errors of cells stand in rows behind all others, which are as without",
  async (key) => {
    const property = fc.asyncProperty(line, async (drawn) => {
      const { errors, withErrors, withBlanks } = listsOf(drawn, working(key));
      const changes = key.startsWith("SDG.SUMMARY") ? { by: "entity" } : {};
      const [shown, without] = await Promise.all([rowsOf(key, withErrors, changes), rowsOf(key, withBlanks, changes)]);
      expect(shown.slice(0, without.length)).toEqual(without);
      const behind = shown.slice(without.length).map((row) => (row[0] as CellError).excelCode);
      expect(new Set(behind)).toEqual(new Set([...errors.values()].map(({ excelCode }) => excelCode)));
    });
    await fc.assert(property, { numRuns: 15, seed: 31 });
  },
);

test("a list of errors alone shows them, and one cell that is an error is the result", async () => {
  const [one, other] = [new CellError("#N/A"), new CellError("#REF!")];
  expect(await office.run("ENTITY.GET", [[one], [other]], "name")).toEqual([[one], [other]]);
  expect(await office.run("ENTITY.ID", [[one, other]])).toEqual([[one, other]]);
  expect(await failure(office.run("ENTITY.GET", [[one]], "name,country"))).toBe(one);
  expect(await failure(office.run("ENTITY.ID", other))).toBe(other);
});

test("a summary that needs all companies is the error of a cell of the list", async () => {
  const list = [[working("ENTITY.GET entities")], [new CellError("#DIV/0!")]];
  const call = office.run("ESG.SUMMARY", "Demo Portfolio", null, null, null, list, "category");
  expect(await failure(call)).toMatchObject({ excelCode: "#DIV/0!" });
});

test("every other argument that holds an error in a range makes the error the result", async () => {
  const kept = (name: string, parameter: string): boolean =>
    `${name} ${parameter}` in places || (parameter === "fields" && name !== "ENTITY.CARD");
  const wrong: string[] = [];
  for (const { name, parameters, streaming } of functions)
    for (const [place, parameter] of parameters.entries()) {
      if (streaming || kept(name, parameter.name) || ["cell", "range"].includes(parameter.control)) continue;
      const error = new CellError("#NUM!");
      const values = [...(good[name] ?? [])];
      values[place] = [[firstCell(values[place])], [error]];
      const answer: unknown = await office.run(name, ...values).catch((reason: unknown) => reason);
      if (answer !== error) wrong.push(`${name} ${parameter.name}`);
    }
  expect(wrong).toEqual([]);
});
