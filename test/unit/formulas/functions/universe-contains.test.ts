import { AddinError } from "../../../../src/engine/http/addin-error";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;
/** Eight companies of EU Banks; `held`: in Demo Portfolio too, the last two are not. */
let banks: readonly { readonly id: string; readonly isin: string; readonly held: boolean }[];
let outside: string;

beforeEach(async () => {
  office = await openOffice();
  const idsIn = async (universe: string, fields: string): Promise<readonly (readonly unknown[])[]> =>
    office.run("UNIVERSE.ENTITIES", universe, null, null, fields, "all", "headers=no");
  const held = new Set((await idsIn("Demo Portfolio", "id")).flat());
  const rows = await idsIn("EU Banks", "id,isin[1]");
  const found = rows.map(([id, isin]) => ({ id: String(id), isin: String(isin), held: held.has(id) }));
  banks = [...found.filter((bank) => bank.held).slice(0, 6), ...found.filter((bank) => !bank.held).slice(0, 2)];
  const members = new Set(rows.map(([id]) => id));
  outside = office.demo.entities.find(({ id }) => !members.has(id) && !held.has(id))?.id ?? "";
  office.forget();
}, 60_000);
afterEach(() => office.close());

const universes = [["EU Banks", "Demo Portfolio"]];
const contains = (...values: readonly unknown[]) => office.run("UNIVERSE.CONTAINS", ...values);
const unknownId = (index: number): string => `00000000-0000-4000-8000-${index.toString().padStart(12, "0")}`;

describe("UNIVERSE.CONTAINS", () => {
  test("answers one row for each company, and #N/A for a blank cell", async () => {
    const [bank] = banks;
    expect(await contains([[bank?.id], [""], [outside], [bank?.id]], "EU Banks")).toEqual([
      [true],
      [expect.objectContaining({ code: "no-rows" })],
      [false],
      [true],
    ]);
  });

  test("answers one column for each universe, in the order given", async () => {
    const cells = banks.map(({ id }) => [id]);
    expect(await contains(cells, universes)).toEqual(banks.map(({ held }) => [true, held]));
    expect(await contains(cells, [["Demo Portfolio"], ["EU Banks"]])).toEqual(banks.map(({ held }) => [held, true]));
    expect(new Set(banks.map(({ held }) => held))).toEqual(new Set([true, false]));
  });

  test("names the columns with headers=yes, also those of ids, and keeps the column of a blank cell blank", async () => {
    const given = [[office.universe("Demo Portfolio"), "", "eu banks"]];
    expect(await contains([[banks[0]?.id], [outside]], given, "headers=yes")).toEqual([
      ["Demo Portfolio", "", "EU Banks"],
      [true, "", true],
      [false, "", false],
    ]);
  });

  test("means the selected universe where none is given", async () => {
    office.runtime.universes.select(office.universe("EU Banks"));
    expect(await contains([[banks[0]?.id], [outside]], null, "headers=yes")).toEqual([["EU Banks"], [true], [false]]);
  });

  test("shows the error of a company that is not found in its own row", async () => {
    const rows = await contains([[banks[0]?.id], ["nobody knows this"], ["a;b"], [outside]], universes);
    expect(rows[0]).toEqual([true, true]);
    for (const row of rows.slice(1, 3)) expect(row).toEqual([expect.any(AddinError), expect.any(AddinError)]);
    expect(rows[1]?.[0]).toMatchObject({ code: "not-found" });
    expect(rows[3]).toEqual([false, false]);
  });

  test("refuses an unknown universe with the nearest name, before any call", async () => {
    expect(await failure(contains([[banks[0]?.isin]], [["EU Banks", "Demo Portfolo"]]))).toMatchObject({
      code: "not-found",
      message: expect.stringContaining("Demo Portfolio") as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("shows a universe that the service refuses as a column of errors, and does not ask for it again", async () => {
    const cells = banks.map(({ id }) => [id]);
    const given = [["EU Banks", unknownId(1)]];
    const rows = await contains(cells, given);
    expect(rows).toEqual(banks.map(() => [true, expect.any(AddinError) as unknown]));
    expect(office.sent).toHaveLength(2);
    expect(await contains(cells, given)).toEqual(rows);
    expect(office.sent).toHaveLength(2);
  });
});

describe("Formulas with UNIVERSE.CONTAINS", () => {
  test("about one universe share one call in one recalculation, and one more when they are refreshed", async () => {
    const formulas = (reloadSince?: number) =>
      Promise.all(
        banks.slice(0, 4).map(({ id }) => office.runWith({ reloadSince }, "UNIVERSE.CONTAINS", id, "EU Banks")),
      );
    expect(await formulas()).toEqual([[[true]], [[true]], [[true]], [[true]]]);
    expect(office.sent).toHaveLength(1);
    await formulas();
    expect(office.sent).toHaveLength(1);
    await formulas(office.runtime.clock.now());
    expect(office.sent).toHaveLength(2);
  });

  test("that name companies by ISIN share one search and one listing", async () => {
    const formulas = banks.slice(0, 4).map(({ isin }) => contains(isin, "EU Banks"));
    expect(await Promise.all(formulas)).toEqual([[[true]], [[true]], [[true]], [[true]]]);
    expect(office.sent.map((line) => line.split(/[ ?]/, 2).join(" "))).toEqual([
      "POST /v3/entities/msearch",
      `GET /v3/universes/${office.universe("EU Banks")}/entities`,
    ]);
  });

  test("about two universes make one call for each of them, however many formulas there are", async () => {
    await Promise.all([
      contains([[banks[0]?.id], [banks[1]?.id]], universes),
      contains([[banks[1]?.id], [banks[2]?.id]], "Demo Portfolio"),
      contains(banks[3]?.id, "EU Banks"),
      contains(banks[4]?.id, [["Demo Portfolio"], ["EU Banks"]]),
    ]);
    expect(office.sent).toHaveLength(2);
  });

  test("ask only for the companies that no formula has asked for", async () => {
    await contains(
      banks.slice(0, 4).map(({ id }) => [id]),
      "EU Banks",
    );
    office.forget();
    await contains(
      banks.map(({ id }) => [id]),
      "EU Banks",
    );
    const added = banks.slice(4).map(({ id }) => id);
    expect(office.sent).toHaveLength(1);
    expect(office.sent[0]?.match(/eq:/g)).toHaveLength(added.length);
    for (const id of added) expect(office.sent[0]).toContain(`eq:${id}`);
  });

  test("ask for a hundred companies a call, and say that an id is that of no company", async () => {
    const many = [...Array.from({ length: 100 }, (_, index) => [unknownId(index)]), [outside]];
    const rows = await contains(many, "EU Banks");
    expect(rows.at(-1)).toEqual([false]);
    for (const [cell] of rows.slice(0, -1)) expect(cell).toMatchObject({ code: "not-found" });
    expect(office.sent.filter((line) => line.includes("/entities?"))).toHaveLength(2);
    expect(office.sent.filter((line) => line.includes("/msearch"))).toHaveLength(1);
  });

  test("answer FALSE from memory in a preview, like TRUE", async () => {
    const cells = [[banks[0]?.id], [outside]];
    await contains(cells, "EU Banks");
    office.forget();
    expect(await office.runWith({ preview: true }, "UNIVERSE.CONTAINS", cells, "EU Banks")).toEqual([[true], [false]]);
    expect(office.sent).toEqual([]);
  });
});
