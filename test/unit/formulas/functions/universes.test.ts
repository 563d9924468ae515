import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

describe("Universes", () => {
  test("UNIVERSE.COUNT reads the total from a page of size 1, with every filter", async () => {
    expect(await office.run("UNIVERSE.COUNT", "EU Banks")).toEqual([[40]]);
    expect(office.sent[0]).toContain("size=1");
    const [[french]] = (await office.run("UNIVERSE.COUNT", "EU Banks", null, "France")) as [[number]];
    const rows = await office.run("UNIVERSE.ENTITIES", "EU Banks", null, "France", "id", "all", "headers=no");
    expect(rows).toHaveLength(french);
  });

  test.each([
    ["UNIVERSE.ENTITIES", ["EU Banks", null, null, null, 20]],
    ["ENTITY.SEARCH", ["Bank"]],
  ])("%s shows the currency beside the revenue without being asked", async (name, values) => {
    const [header = [], ...rows] = await office.run(name, ...values);
    const place = header.indexOf("Revenue");
    expect(header[place + 1]).toBe("Revenue currency");
    const known = rows.filter((row) => typeof row[place] === "number");
    expect(known).not.toHaveLength(0);
    for (const row of known) expect(row[place + 1]).toMatch(/^[A-Z]{3}$/);
  });

  test("UNIVERSE.ID and UNIVERSE.LIST know the catalogue and make no call", async () => {
    expect(await office.run("UNIVERSE.ID", "EU Banks")).toEqual([[office.universe("EU Banks")]]);
    const rows = await office.run("UNIVERSE.LIST", "PROVIDER");
    expect(rows.slice(1).every(([, type]) => type === "provider")).toBe(true);
    expect(office.sent).toEqual([]);
  });

  test("an omitted universe is the selected one, and the cell follows a new selection", async () => {
    office.runtime.universes.select(office.universe("EU Banks"));
    expect(await office.run("UNIVERSE.COUNT")).toEqual([[40]]);
    expect([...(office.runtime.requestLog.entries.get().at(-1)?.reads ?? [])]).toContain("selected-universe");
    office.runtime.universes.select(undefined);
  });
});
