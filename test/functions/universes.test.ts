import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const bank = () => office.demo.entities[1]!;

describe("Universes", () => {
  test("UNIVERSE.COUNT reads the total from a page of size 1, with every filter", async () => {
    expect(await office.run("UNIVERSE.COUNT", "EU Banks")).toEqual([[40]]);
    expect(office.sent[0]).toContain("size=1");
    const [[french]] = (await office.run("UNIVERSE.COUNT", "EU Banks", null, "France")) as [[number]];
    const rows = await office.run("UNIVERSE.ENTITIES", "EU Banks", null, "France", "id", "all", "headers=no");
    expect(rows).toHaveLength(french);
  });

  test("UNIVERSE.CONTAINS answers beside each, a hundred ids a call", async () => {
    const outside = office.demo.entities.find(({ country }) => country === "united kingdom")!;
    expect(await office.run("UNIVERSE.CONTAINS", [[bank().id], [""], [outside.id]], "EU Banks")).toEqual([
      [true],
      [""],
      [false],
    ]);
    const many = Array.from({ length: 101 }, (_, index) => [
      `00000000-0000-4000-8000-${index.toString().padStart(12, "0")}`,
    ]);
    office.forget();
    expect((await office.run("UNIVERSE.CONTAINS", many, "EU Banks")).flat().every((held) => held === false)).toBe(true);
    expect(office.sent).toHaveLength(2);
  });

  test("UNIVERSE.ID and UNIVERSE.LIST know the catalogue and make no call", async () => {
    expect(await office.run("UNIVERSE.ID", "EU Banks")).toEqual([[office.universe("EU Banks")]]);
    const rows = await office.run("UNIVERSE.LIST", "PROVIDER");
    expect(rows.slice(1).every(([, , type]) => type === "PROVIDER")).toBe(true);
    expect(office.sent).toEqual([]);
  });

  test("an omitted universe is the selected one, and the cell follows a new selection", async () => {
    office.runtime.universes.select(office.universe("EU Banks"));
    expect(await office.run("UNIVERSE.COUNT")).toEqual([[40]]);
    expect([...(office.runtime.ledger.entries.get().at(-1)?.reads ?? [])]).toContain("selected-universe");
    office.runtime.universes.select(undefined);
  });
});
