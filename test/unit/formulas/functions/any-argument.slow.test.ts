import fc from "fast-check";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { CellError, type Matrix } from "../../../../src/formulas/table/matrix";
import { functions } from "../../../../src/formulas/functions";
import { goodArguments } from "./good-arguments";
import { type Office, openOffice } from "./office";

let office: Office;
let good: Readonly<Record<string, readonly unknown[]>>;

beforeAll(async () => {
  office = await openOffice();
  good = await goodArguments(office);
}, 60_000);
afterAll(() => office.close());

/** Texts that look like something: operators, dates, identifiers, options, formulas. */
const telling = fc.constantFrom(
  "",
  " ",
  "all",
  "auto",
  "*",
  "default",
  "+summary,-url",
  "-id",
  "isin[1]",
  "isin[99999999999]",
  "entity.name",
  "revenue.currency",
  "eq:",
  "gte:3",
  "in:3;5",
  "between:5;1",
  "between:1",
  "nin:",
  "lt:9",
  "2026-02-30",
  "2026-01-31T25:00",
  "-30d",
  "-9999y",
  "wtd",
  "ytd",
  "SE0ZZ0000012",
  "SE0ZZ0000013",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "order=score:desc",
  "sector=Z",
  "sort=title:desc; distinct=score; headers=names; transpose=yes",
  "empty=na; dates=iso; join='; '",
  "explode=isin",
  "cache=never",
  "source=yes",
  "a=b;c",
  "x='",
  "=HYPERLINK(1)",
  "ünïcödé 漢字 🙂",
  "%",
  "a;b",
  "a,b",
  "__proto__",
  "constructor",
  "toString",
);

const cell = fc.oneof(
  telling,
  telling,
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.double(),
  fc.integer({ min: -3, max: 60_000 }),
  fc.boolean(),
  fc.constantFrom<unknown>(null, undefined, 0),
  fc.constantFrom("#N/A", "#DIV/0!").map((code) => new CellError(code)),
  fc.double({ noNaN: true }).map((basicValue) => ({ type: "FormattedNumber", basicValue, numberFormat: "0.0" })),
  fc.string({ maxLength: 8 }).map((text) => ({ type: "Entity", text, properties: {} })),
);

const range = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([height, width]) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
  );

const argument = fc.oneof({ arbitrary: cell, weight: 3 }, { arbitrary: range, weight: 1 });

/** Sets whose values the specification does not show: only the service can refuse them. */
const openSets = /country|translate|"entity"|"concept"|"date"|category|ungc_/;

/** Values of the wrong type for most arguments and options. */
const wrongTypes: readonly (readonly [string, unknown])[] = [
  ["TRUE", true],
  ["-1", -1],
  ["0.5", 0.5],
  ["1E+308", 1e308],
  ["a date", 46053],
  ["40,000 letters", "x".repeat(40_000)],
  ["a comma", ","],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["a range without cells", []],
  ["an error", new CellError("#DIV/0!")],
];

const isFine = (value: unknown): boolean => {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return value.length <= 32_767;
  if (value instanceof AddinError) return value.code !== "unexpected" && value.message !== "";
  return typeof value === "boolean" || value instanceof CellError;
};

const check = (matrix: Matrix): void => {
  expect(matrix.length).toBeGreaterThan(0);
  const width = matrix[0]?.length ?? 0;
  expect(width).toBeGreaterThan(0);
  for (const row of matrix) {
    expect(row).toHaveLength(width);
    expect(row.filter((value) => !isFine(value))).toEqual([]);
  }
};

const refuse = (error: unknown): void => {
  if (error instanceof CellError) return;
  if (!(error instanceof AddinError)) throw error;
  expect({ code: error.code, message: error.message, cause: error.cause }).not.toMatchObject({ code: "unexpected" });
  expect(error.message).toMatch(/\S.*[.?]$/su);
  expect(error.message.length).toBeLessThan(1_000);
};

const tryOut = async (name: string, values: readonly unknown[]): Promise<void> => {
  office.forget();
  await office.run(name, ...values).then(check, refuse);
  const refused = office.refusals.filter((body) => !openSets.test(body));
  expect({ sent: office.sent, refused }).toMatchObject({ refused: [] });
};

describe.each(functions.map((definition) => [definition.name, definition] as const))("%s", (name, definition) => {
  test.each(definition.parameters.map((parameter, index) => [parameter.name, index] as const))(
    "%s may be anything: a result or a sentence, and never a query the service refuses",
    async (_, index) => {
      const property = fc.asyncProperty(argument, (value) => {
        const values = [...(good[name] ?? [])];
        values[index] = value;
        return tryOut(name, values);
      });
      await fc.assert(property, { numRuns: 20, seed: 4 + index });
    },
    30_000,
  );

  test.each(wrongTypes)("no call is made where an argument or an option must not be %s", async (_, value) => {
    const last = definition.parameters.length - 1;
    const places = definition.parameters.map(({ name: parameter }, index) => [parameter, index, value] as const);
    const options = definition.options.map(({ key }) => [key, last, [[key, value]]] as const);
    for (const [given, index, cells] of [...places, ...options]) {
      const values = [...(good[name] ?? [])];
      values[index] = cells;
      await tryOut(name, values);
      const error = await office.run(name, ...values).catch((reason: unknown) => reason);
      if (!(error instanceof AddinError) || error.code !== "invalid-argument") continue;
      office.forget();
      await office.run(name, ...values).catch(() => undefined);
      expect({ given, message: error.message, sent: office.sent }).toMatchObject({ sent: [] });
    }
  });

  if (definition.options.length > 0)
    test("every option may hold anything", async () => {
      const key = fc.constantFrom(...definition.options.map((option) => option.key));
      const property = fc.asyncProperty(key, cell, cell, (named, one, other) => {
        const values = [...(good[name] ?? [])];
        values[definition.parameters.length - 1] = [[named, one, other]];
        return tryOut(name, values);
      });
      await fc.assert(property, { numRuns: 4 * definition.options.length, seed: 4 });
    }, 60_000);
});
