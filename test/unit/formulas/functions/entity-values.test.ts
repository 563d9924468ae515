import fc from "fast-check";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { entityText } from "../../../../src/formulas/arguments/entity-text";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const bank = () => office.demo.entities[1]!;
const other = () => office.demo.entities[2]!;
const column = (values: readonly unknown[]): unknown[][] => values.map((value) => [value]);
const statuses = async (values: readonly unknown[]): Promise<unknown[]> =>
  (await office.run("ENTITY.RESOLVE", column(values), null, null, "status")).map(([status]) => status);

describe("A value that the service cannot take", () => {
  test("is invalid in its own row of ENTITY.RESOLVE, and the other rows are resolved", async () => {
    const values = [
      bank().isin,
      "BE0ZZ0004419;CA0ZZ0009726",
      "x".repeat(40_000),
      "bell\u0007",
      "\ud800",
      true,
      other().isin,
    ];
    expect(await statuses(values)).toEqual(["exact", "invalid", "invalid", "invalid", "invalid", "invalid", "exact"]);
    expect(office.sent).toHaveLength(1);
  });

  test("is an error in its own cell of ENTITY.ID, and says what is wrong", async () => {
    const rows = await office.run("ENTITY.ID", column([bank().isin, "a;b"]));
    expect(rows[0]).toEqual([bank().id]);
    expect(rows[1]?.[0]).toMatchObject({
      code: "invalid-argument",
      message: '"a;b" names no company: a value has at most 256 characters, no semicolon and no control characters.',
    });
  });

  test("is invalid in its own row of ENTITY.MATCH", async () => {
    const table = [
      ["name", "isin"],
      ["a;b", ""],
      ["", bank().isin],
      ["n/a", "-"],
    ];
    const rows = await office.run("ENTITY.MATCH", table, "status");
    expect(rows.map(([status]) => status)).toEqual(["Status", "invalid", "exact", "blank"]);
  });

  test("never fails a list: ENTITY.RESOLVE, ENTITY.ID, ENTITY.GET and entities= answer for the good value", async () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ maxLength: 20 }),
      fc.constantFrom("a;b", ";", "eq:", "in:;", "nin:x", "%", "_", "'", "''", "ISIN:", "isin: x", "-", "n/a", "#N/A"),
      fc.constantFrom("مرحبا", "\u202eabc", "漢字 🙂", "\ud800", "\u0000", "a\tb", "a\nb", " ", "x".repeat(40_000)),
      fc.constantFrom<unknown>(-1, 1e300, 45_000, true, false, "12", "00000000-0000-0000-0000-000000000000"),
    );
    const property = fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), async (values) => {
      const ids = column([...values, bank().isin]);
      const resolved = await office.run("ENTITY.RESOLVE", ids, null, null, "entity_id,status");
      expect(resolved).toHaveLength(ids.length);
      expect(resolved.at(-1)).toEqual([bank().id, "exact"]);
      expect((await office.run("ENTITY.ID", ids)).at(-1)).toEqual([bank().id]);
      expect((await office.run("ENTITY.GET", ids, "name")).at(-1)).toEqual([bank().name]);
      const events = await office.run(
        "ESG.EVENTS",
        "EU Banks",
        null,
        null,
        null,
        ids,
        "entity_id",
        null,
        "distinct=entity_id",
      );
      expect(events[0]).toHaveLength(1);
    });
    await fc.assert(property, { numRuns: 40, seed: 4 });
    expect(office.refusals).toEqual([]);
  }, 60_000);
});

describe("A value is cleaned where that is certain", () => {
  test.each([
    ["inner spaces", (isin: string) => `${isin.slice(0, 4)} ${isin.slice(4, 8)} ${isin.slice(8)}`],
    ["a non-breaking space", (isin: string) => `\u00a0${isin.slice(0, 2)}\u00a0${isin.slice(2)}`],
    ["an ISIN: prefix", (isin: string) => `ISIN: ${isin}`],
    ["an ISIN prefix without a colon", (isin: string) => `isin ${isin}`],
    ["a leading apostrophe", (isin: string) => `'${isin}`],
    ["small letters", (isin: string) => isin.toLowerCase()],
    ["a byte order mark", (isin: string) => `\ufeff${isin}`],
    ["all of them", (isin: string) => ` 'Isin:\u200b ${isin.slice(0, 6).toLowerCase()} ${isin.slice(6)}\n`],
  ])("%s", async (_, write) => {
    expect(await office.run("ENTITY.ID", write(String(bank().isin)))).toEqual([[bank().id]]);
  });

  test("a name that would be an ISIN without its space stays a name", () => {
    const names = Array.from({ length: 50 }, (_, index) => `Company ${10_000 + index}`);
    expect(names.map(entityText)).toEqual(names.map((text) => ({ state: "text", text })));
  });

  test("an identifier with wrong check digits stays invalid behind its prefix", async () => {
    expect(await statuses(["ISIN: SE0ZZ0000013", "Isin:Acme Bank"])).toEqual(["invalid", "invalid"]);
    expect(office.sent).toEqual([]);
  });

  test("n/a, #N/A as text and dashes are blank, and so are header words in look-ups", async () => {
    const blanks = ["n/a", "N/A", "#N/A", "#N/A Invalid Security", "-", "–"];
    expect(await statuses([...blanks, bank().isin])).toEqual([...blanks.map(() => "blank"), "exact"]);
    const ids = await office.run("ENTITY.ID", column(["ISIN", bank().isin, "n/a"]));
    expect(ids).toEqual([[""], [bank().id], [""]]);
  });

  test("a list of nothing but such words is empty, and so is one of them as a filter", async () => {
    for (const entities of [column(["ISIN", "n/a", null]), "n/a", [["-"]]])
      expect(await failure(office.run("ESG.EVENTS", "EU Banks", null, null, null, entities))).toMatchObject({
        code: "empty-list",
        message: "entities is empty.",
      });
    expect(office.sent).toEqual([]);
  });

  test("two spellings of one company are looked up once", async () => {
    const isin = String(bank().isin);
    await office.run("ENTITY.REVENUE", column([isin, ` ${isin.toLowerCase()}`, `ISIN:${isin}`]));
    expect(office.sent.map((line) => line.split("isin").length - 1)).toEqual([expect.any(Number)]);
    expect(office.sent[0]?.match(/eq:/g)).toHaveLength(1);
  });

  test("a company that looks like a header is found with its prefix", async () => {
    const search = await office.run("ENTITY.SEARCH", "name: company", null, null, "name", 1);
    expect(office.sent[0]).toContain('{"name":"ilike:%company%"}');
    expect(search[0]).toContain("Name");
  });
});

describe("An unresolved entity", () => {
  test("is an AddinError, not a blank", async () => {
    const [row] = await office.run("ENTITY.ID", [["nobody knows this", bank().isin]]);
    expect(row?.[0]).toBeInstanceOf(AddinError);
  });
});
