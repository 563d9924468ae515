import { functions } from "../../../../src/formulas/functions";
import { failure } from "./failure";
import { goodArguments } from "./good-arguments";
import { type Office, openOffice } from "./office";

let office: Office;
let good: Readonly<Record<string, readonly unknown[]>>;

beforeAll(async () => {
  office = await openOffice();
  good = await goodArguments(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

/** Arguments that take one value, and `hints`, whose blank cells mean "no hint". All others are lists. */
const noLists = new Set([
  ...["universe", "from", "to", "limit", "by", "caseId", "maxCandidates", "instance", "entity", "sort", "granularity"],
  ...["keyword", "maxResults", "source", "state", "hints", "options", "cell", "item", "scope", "since"],
]);
/** The same names in functions where the argument differs. */
const lists = new Set(["ENTITY.CARD entity", "ANALYSIS.STATUS instance"]);
const single = new Set(["ENTITY.INDUSTRIES scheme", "UNIVERSE.LIST type"]);

const cases = functions.flatMap(({ name, parameters, result }) =>
  parameters.flatMap((parameter, index) => {
    const key = `${name} ${parameter.name}`;
    const isList = lists.has(key) || (!noLists.has(parameter.name) && !single.has(key));
    return isList ? [[name, parameter.name, index, result] as const] : [];
  }),
);

const blanks = [[null], [""], [0]];

describe("A range of blank cells as a list argument", () => {
  test.each(cases)("%s: %s is empty, and nothing is sent", async (name, argument, index, result) => {
    const values = [...(good[name] ?? [])];
    values[index] = blanks;
    const parameterAddresses = values.map((_, place) => (place === index ? "Sheet1!$H$2:$H$46" : ""));
    const context = { address: "Sheet1!A1", ...(result === "matrix" && { parameterAddresses }) };
    expect(await failure(office.runWith(context, name, ...values))).toMatchObject({
      code: "empty-list",
      message: result === "matrix" ? `${argument} (H2:H46) is empty.` : `${argument} is empty.`,
    });
    expect(office.sent).toEqual([]);
  });

  test("names the sheet where the range is on another one", async () => {
    // Hosts give an argument that is no reference as "", null or undefined.
    const parameterAddresses = [null, undefined, "", "", "'My list'!H2:H4"];
    const call = office.runWith(
      { address: "Sheet1!A1", parameterAddresses },
      "ESG.EVENTS",
      "EU Banks",
      5,
      null,
      null,
      blanks,
    );
    expect(await failure(call)).toMatchObject({ message: "entities ('My list'!H2:H4) is empty." });
  });

  test("is named without an address where Excel gives none", async () => {
    const call = office.run("ESG.EVENTS", "EU Banks", 5, null, null, blanks);
    expect(await failure(call)).toMatchObject({ message: "entities is empty." });
  });

  test.each([
    ["one blank cell", [[null]]],
    ["an empty text", ""],
    ["nothing", undefined],
  ])("%s still means the default", async (_, entities) => {
    const all = await office.run("ESG.EVENTS", "EU Banks", 5, null, null, entities, "id");
    expect(all.length).toBeGreaterThan(2);
  });

  test("has its address only in functions that ask Excel for it", () => {
    const asking = functions.filter(({ needsParameterAddresses }) => needsParameterAddresses === true);
    expect(asking.map(({ name }) => name)).toEqual(expect.arrayContaining(["ESG.EVENTS", "ENTITY.RESOLVE"]));
    // Excel takes `requiresParameterAddresses` only where the result is a matrix.
    expect(asking.filter(({ result, streaming }) => result !== "matrix" || streaming)).toEqual([]);
  });
});
