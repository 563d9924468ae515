import { AddinError } from "../../../../src/engine/http/addin-error";
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

const placeOf = ({ parameters }: (typeof functions)[number]): number =>
  parameters.findIndex(({ control }) => control === "fields");
const withFields = functions.filter((definition) => placeOf(definition) >= 0);

test("most functions that show records let their columns be chosen", () => {
  expect(withFields.length).toBeGreaterThan(10);
});

test.each(withFields.map((definition) => [definition.name, definition] as const))(
  "%s: a name that no column has is told by the form as by the cell, and no call is made",
  async (name, definition) => {
    const place = placeOf(definition);
    const problem = definition.check([place, "nonsense_field"], { now: 0 });
    const values = (good[name] ?? []).slice();
    values[place] = "nonsense_field";
    office.forget();
    const refused: unknown = await office.run(name, ...(values as readonly unknown[])).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AddinError);
    expect(problem).toBe((refused as AddinError).message);
    expect(problem).toContain("nonsense_field");
    expect(office.sent).toEqual([]);
  },
);

test.each(withFields.map((definition) => [definition.name, definition] as const))(
  "%s: every name that the form offers is taken",
  (_, definition) => {
    const place = placeOf(definition);
    for (const { name } of definition.columns)
      expect([name, definition.check([place, name], { now: 0 })]).toEqual([name, undefined]);
  },
);
