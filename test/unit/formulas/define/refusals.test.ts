import { CellError } from "../../../../src/formulas/table/matrix";
import { failure } from "../functions/failure";
import { type Office, openOffice } from "../functions/office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const events = (...values: unknown[]) => office.run("ESG.EVENTS", ...values);
const universe = "EU Banks";

describe("A wrong argument", () => {
  const cases: readonly (readonly [string, readonly unknown[], RegExp])[] = [
    ["a score of 9", [universe, 9], /^minScore must be a whole number from 1 to 5.*got 9\.$/],
    ["an operator the score does not take", [universe, "ilike:3"], /^minScore takes the operators .*got "ilike:3"\.$/],
    ["from after to", [universe, null, "today", "-30d"], /^from .* is later than to/],
    ["an impossible date", [universe, null, "2026-02-30"], /^from must be a date.*got "2026-02-30"\.$/],
    ["a wrong check digit", [universe, null, null, null, "SE0ZZ0000013"], /^"SE0ZZ0000013" has a wrong check digit\.$/],
    [
      "an unknown field",
      [universe, null, null, null, null, "scor"],
      /^fields: there is no field "scor"\. Did you mean score\?$/,
    ],
    ["an unknown path", [universe, null, null, null, null, "entity.revenue.euros"], /"revenue" has no field "euros"/],
    [
      "a limit of -1",
      [universe, null, null, null, null, null, -1],
      /^limit must be a whole number of at least 1, or "all", got -1\.$/,
    ],
    [
      "an unknown option",
      [universe, null, null, null, null, null, null, "ordr=score:desc"],
      /there is no option "ordr"\. Did you mean order\?$/,
    ],
    [
      "an unknown field to sort by",
      [universe, null, null, null, null, null, null, "sort=-score"],
      /^sort: there is no field "-score"\. Did you mean score\?$/,
    ],
    [
      "an unknown field for distinct",
      [universe, null, null, null, null, null, null, "distinct=entity.nme"],
      /^distinct: there is no field "nme"\. Did you mean name\?$/,
    ],
    [
      "a field for explode with a single value",
      [universe, null, null, null, null, null, null, "explode=title"],
      /^explode: "title" is a single value, not a list\.$/,
    ],
    ["a logical value as a company", [universe, null, null, null, true], /^TRUE names no company: a value has /],
    ["a share as a company", [universe, null, null, null, 0.5], /^0\.5 names no company/],
    ["a score that is a comma", [universe, ","], /^minScore must be a whole number from 1 to 5.*got ","\.$/],
    [
      "a flag with the name of a member of every object",
      [universe, null, null, null, null, null, null, "transpose=constructor"],
      /^transpose must be yes or no, got "constructor"\.$/,
    ],
    ["an option that is no pair", [universe, null, null, null, null, null, null, "score"], /is not a key=value pair/],
    [
      "the same twice and different",
      [universe, 3, null, null, null, null, null, "score=gte:4"],
      /^minScore is given twice/,
    ],
    [
      "an order the route lacks",
      [universe, null, null, null, null, null, null, "order=title:asc"],
      /^order must be a field and a direction/,
    ],
    [
      "a list of companies in the place of the universe",
      [[["SE0ZZ0000012"], ["FR0ZZ0000020"]], 3],
      /^universe takes one value, got 2 cells; companies go into entities\.$/,
    ],
    [
      "an open quote",
      [universe, null, null, null, null, null, null, "content='oil"],
      /closing single quote is missing/,
    ],
  ];
  test.each(cases)("%s is #VALUE! with a sentence, and no call is made", async (_, values, sentence) => {
    const error = await failure(events(...values));
    expect(error).toMatchObject({ code: "invalid-argument", message: expect.stringMatching(sentence) as string });
    expect(office.sent).toEqual([]);
  });

  test("a cell error in any argument becomes the result, and no call is made", async () => {
    const broken = new CellError("#DIV/0!");
    expect(await failure(events(universe, [[3, broken]]))).toBe(broken);
    expect(await failure(events("no such universe", null, null, null, null, null, null, broken))).toBe(broken);
    expect(office.sent).toEqual([]);
  });

  test("the error of an unknown universe names the nearest one and depends on the known universes", async () => {
    const error = await failure(events("EU Bonks", 3));
    expect(error).toMatchObject({ code: "not-found", message: expect.stringContaining("EU Banks") as string });
    const entry = office.runtime.requestLog.entries.get().at(-1);
    expect([...(entry?.reads ?? [])]).toContain("catalogue");
  });

  test("a result larger than Excel takes is refused with rows, columns, size and what fits, before the next page", async () => {
    const host = { formattedValues: false, entityCards: false, maxCharacters: 20_000, maxCells: 5_000_000 };
    const error = await failure(office.runWith({ host }, "ESG.EVENTS", universe, null, null, null, null, "*", "all"));
    expect(error).toMatchObject({
      code: "too-large",
      message: expect.stringMatching(/rows × 15 columns, .* MB\. Excel accepts 0\.0 MB here, about \d+ rows/) as string,
    });
    expect(office.sent.filter((line) => line.includes("esg/events")).length).toBeLessThanOrEqual(1);
  });

  test.each(["ENTITY.ID", "ENTITY.RESOLVE", "ENTITY.MATCH"])(
    "%s of a whole column is refused at once",
    async (name) => {
      const column = Array.from({ length: 700_000 }, (_, index) => [
        index === 0 ? "isin" : index === 1 ? "SE0ZZ0000012" : "",
      ]);
      expect(await failure(office.run(name, column))).toMatchObject({
        code: "too-large",
        message: expect.stringContaining("700,000 cells") as string,
      });
      expect(office.sent).toEqual([]);
    },
  );
});

test("an edition is no option of functions that speak of now", async () => {
  expect(await failure(office.run("QUERY.CHANGES", null, "today", "asof=2026-09-30"))).toMatchObject({
    message: expect.stringContaining('there is no option "asof"') as string,
  });
});

test("a key of options beside a blank cell has no value", async () => {
  const options = [["headers", ""]];
  expect(await office.run("UNIVERSE.ENTITIES", "Awkward Names", null, null, "name", 1, options)).toHaveLength(2);
});

test("a text for missing values that is longer than a cell holds is cut, so that the cell shows it", async () => {
  const matrix = await office.run("UNIVERSE.ENTITIES", "Awkward Names", null, null, "lei,isin[9]", 3, [
    ["empty", "x".repeat(100_000)],
  ]);
  const lengths = matrix.flat().map((value) => (typeof value === "string" ? value.length : 0));
  expect(Math.max(...lengths)).toBe(32_767);
});

describe("cell errors in a table of ENTITY.MATCH", () => {
  const broken = new CellError("#N/A");
  const known = ["Wendilund Bank", "sweden"];

  test("are shown in the row of the error, whichever column it stands in", async () => {
    const table = [["name", "country"], known, ["Wendilund Bank", broken], known];
    const rows = await office.run("ENTITY.MATCH", table, "name");
    expect(rows.slice(1)).toEqual([["Wendilund Bank AB"], [broken], ["Wendilund Bank AB"]]);
  });

  test("become the result where they stand in the header", async () => {
    expect(await failure(office.run("ENTITY.MATCH", [["name", broken], known]))).toBe(broken);
  });
});
