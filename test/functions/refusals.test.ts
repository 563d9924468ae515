import { CellError } from "../../src/error/cell-error";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const events = (...values: unknown[]) => office.run("ESG.EVENTS", ...values);
const universe = "EU Banks";

describe("What cannot be meant", () => {
  const cases: readonly (readonly [string, readonly unknown[], RegExp])[] = [
    ["a score of 9", [universe, 9], /^minScore must be a whole number from 1 to 5.*got 9\.$/],
    ["an operator the score does not take", [universe, "ilike:3"], /^minScore takes the operators .*got "ilike:3"\.$/],
    ["from after to", [universe, null, "today", "-30d"], /^from .* is after to/],
    ["a date that is none", [universe, null, "2026-02-30"], /^from must be a date.*got "2026-02-30"\.$/],
    [
      "a wrong check digit",
      [universe, null, null, null, "SE0ZZ0000013"],
      /^entities must be .*check digits.*got "SE0ZZ0000013"\.$/,
    ],
    [
      "an unknown field",
      [universe, null, null, null, null, "scor"],
      /^fields: there is no "scor" here\. Nearest: score\.$/,
    ],
    ["an unknown path", [universe, null, null, null, null, "entity.revenue.euros"], /"revenue" has no "euros"/],
    [
      "a limit of -1",
      [universe, null, null, null, null, null, -1],
      /^limit must be a whole number of at least 1, or "all", got -1\.$/,
    ],
    [
      "an unknown option",
      [universe, null, null, null, null, null, null, "ordr=score:desc"],
      /there is no "ordr" here\. Nearest: order\.$/,
    ],
    [
      "an unknown field to sort by",
      [universe, null, null, null, null, null, null, "sort=-score"],
      /^sort: there is no "-score" here\. Nearest: score\.$/,
    ],
    [
      "an unknown field to keep apart",
      [universe, null, null, null, null, null, null, "distinct=entity.nme"],
      /^distinct: there is no "nme" here\. Nearest: name\.$/,
    ],
    [
      "a field to spread that holds one value",
      [universe, null, null, null, null, null, null, "explode=title"],
      /^explode: "title" holds one value, not several\.$/,
    ],
    ["an option that is no pair", [universe, null, null, null, null, null, null, "score"], /is no key=value pair/],
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
    ["two universes", [[[universe, "Holdings"]], 3], /^universe takes one value, got 2 cells\.$/],
    ["an open quote", [universe, null, null, null, null, null, null, "content='oil"], /quote is not closed/],
  ];
  test.each(cases)("%s is #VALUE! with a sentence, and no call is made", async (_, values, sentence) => {
    const error = await failure(events(...values));
    expect(error).toMatchObject({ code: "invalid-argument", message: expect.stringMatching(sentence) as string });
    expect(office.sent).toEqual([]);
  });

  test("a cell error in any argument comes out again, and no call is made", async () => {
    const broken = new CellError("#DIV/0!");
    expect(await failure(events(universe, [[3, broken]]))).toBe(broken);
    expect(await failure(events("no such universe", null, null, null, null, null, null, broken))).toBe(broken);
    expect(office.sent).toEqual([]);
  });

  test("an unknown universe names the nearest and heals when it is added", async () => {
    const error = await failure(events("EU Bonks", 3));
    expect(error).toMatchObject({ code: "not-found", message: expect.stringContaining("EU Banks") as string });
    const entry = office.runtime.ledger.entries.get().at(-1);
    expect([...(entry?.reads ?? [])]).toContain("catalogue");
  });

  test("a result larger than Excel takes is refused with rows, columns, size and what fits, before the next page", async () => {
    const host = { formattedValues: false, entityCards: false, maxCharacters: 20_000, maxCells: 5_000_000 };
    const error = await failure(office.runWith({ host }, "ESG.EVENTS", universe, null, null, null, null, "*", "all"));
    expect(error).toMatchObject({
      code: "too-large",
      message: expect.stringMatching(/rows × 17 columns, .* MB; Excel takes 0\.0 MB here, about \d+ rows/) as string,
    });
    expect(office.sent.filter((line) => line.includes("esg/events")).length).toBeLessThanOrEqual(1);
  });

  test.each(["ENTITY.ID", "ENTITY.RESOLVE", "ENTITY.MATCH"])(
    "%s of a whole column is refused at once",
    async (name) => {
      const column = Array.from({ length: 700_000 }, (_, index) => [index === 0 ? "isin" : ""]);
      expect(await failure(office.run(name, column))).toMatchObject({
        code: "too-large",
        message: expect.stringContaining("700,000 cells") as string,
      });
      expect(office.sent).toEqual([]);
    },
  );
});

test("a text for missing values that is longer than a cell holds is cut, so that the cell shows it", async () => {
  const matrix = await office.run("UNIVERSE.ENTITIES", "Awkward Names", null, null, "lei,isin[9]", 3, [
    ["empty", "x".repeat(100_000)],
  ]);
  const lengths = matrix.flat().map((value) => (typeof value === "string" ? value.length : 0));
  expect(Math.max(...lengths)).toBe(32_767);
});
