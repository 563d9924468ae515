import { AddinError } from "../../../../src/engine/http/addin-error";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;
let name: string;
let ticker: string;
let id: string;

beforeAll(async () => {
  office = await openOffice();
  // A company of the universe whose name and ticker are its own.
  const rows = await office.run("UNIVERSE.ENTITIES", "EU Banks", null, null, "id,name,ticker[1]", null, "headers=no");
  for (const [entityId, entityName, symbol] of rows as string[][]) {
    if (!/^[A-Z]+$/.test(symbol ?? "")) continue;
    const both = await office.run("ENTITY.ID", [[entityName, symbol]]);
    if (both[0]?.some((cell) => cell !== entityId) === true) continue;
    [id = "", name = "", ticker = ""] = [entityId, entityName, symbol];
    break;
  }
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const lines = (part: string): readonly string[] => office.sent.filter((line) => line.includes(part));

describe("A company by its name or ticker", () => {
  test("is found by ENTITY.GET, in one shared call", async () => {
    const formulas = [name, ticker, id].map((entity) => office.run("ENTITY.GET", entity, "id,name"));
    expect(await Promise.all(formulas)).toEqual([[[id, name]], [[id, name]], [[id, name]]]);
    expect(lines("msearch").length).toBeLessThanOrEqual(1);
  });

  test("keeps its events in ESG.EVENTS, as its id does", async () => {
    const events = (entity: string) => office.run("ESG.EVENTS", "EU Banks", null, null, null, entity, "id");
    const byId = await events(id);
    expect(await events(name)).toEqual(byId);
    expect(await events(ticker)).toEqual(byId);
  });

  test.each([
    ["SDG.DOCUMENTS", (entity: string) => [entity, null, null, null, null, "id"]],
    ["SDG.MATRIX", (entity: string) => [entity]],
    ["ENTITY.UNIVERSES", (entity: string) => [entity]],
    ["ENTITY.IDENTIFIERS", (entity: string) => [entity]],
    ["ENTITY.CARD", (entity: string) => [entity]],
    ["UNIVERSE.CONTAINS", (entity: string) => [entity, "EU Banks"]],
  ])("is taken by %s", async (called, values) => {
    const byId = await office.run(called, ...values(id));
    expect(await office.run(called, ...values(name))).toEqual(byId);
    expect(await office.run(called, ...values(ticker))).toEqual(byId);
  });

  test("is not lost where its ticker is part of many names: the ticker decides", async () => {
    const [row] = await office.run("ENTITY.RESOLVE", ticker, null, null, "entity_id,status,matched_on");
    expect(row).toEqual([id, "exact", "ticker"]);
  });
});

describe("A name that does not mean exactly one company", () => {
  test("is #N/A with the count and the first candidates", async () => {
    expect(await failure(office.run("ENTITY.GET", "Bank", "name"))).toMatchObject({
      code: "ambiguous",
      message: expect.stringMatching(/^\d+ companies match "Bank": [^,]+ \([A-Z][A-Za-z ]+\), .*…\./) as string,
    });
    expect(await failure(office.run("SDG.DOCUMENTS", "nobody knows this"))).toMatchObject({
      code: "not-found",
      message: 'No company was found for "nobody knows this".',
    });
  });

  test("is another thing than a valid identifier that the data lack, or one with a wrong check digit", async () => {
    const says = async (text: string): Promise<unknown> => await failure(office.run("ENTITY.GET", text, "name"));
    for (const [kind, text] of [
      ["ISIN", "US5949181045"],
      ["LEI", "INR2EJN1ERAN0W5ZP974"],
      ["FIGI", "BBG000BPH459"],
    ] as const)
      expect(await says(text)).toMatchObject({
        code: "not-found",
        message: `"${text}" is a valid ${kind}, but no company in the loaded data has it.`,
      });
    expect(await says("US5949181046")).toMatchObject({ message: '"US5949181046" has a wrong check digit.' });
  });

  test("is a last row of its own in a filtered listing, and never left out without a sign", async () => {
    const entities = [[id], ["Bank"], ["a;b"], ["nobody knows this"]];
    const rows = await office.run("ESG.EVENTS", "EU Banks", null, null, null, entities, "entity_id,score");
    const good = await office.run("ESG.EVENTS", "EU Banks", null, null, null, id, "entity_id,score");
    expect(rows.slice(0, -3)).toEqual(good);
    for (const row of rows.slice(-3)) expect(row).toEqual([expect.any(AddinError), expect.any(AddinError)]);
    const across = await office.run(
      "ESG.EVENTS",
      "EU Banks",
      null,
      null,
      null,
      entities,
      "score",
      null,
      "transpose=yes",
    );
    expect(across[0]).toHaveLength(rows.length);
  });

  test("fails a summary, because a number over a part would mislead", async () => {
    const call = office.run("ESG.SUMMARY", "EU Banks", null, null, null, [[id], ["Bank"]], "category");
    expect(await failure(call)).toMatchObject({
      code: "ambiguous",
      message: expect.stringMatching(
        /^entities: 1 of 2 do not name exactly one company.*companies match "Bank"/,
      ) as string,
    });
  });
});

describe("matched_on and similarity", () => {
  test("tell an equal name from a part of one and from an alias", async () => {
    const part = name.slice(1, -4);
    const fields = "entity_id,status,matched_on,suggestion";
    const rows = await office.run("ENTITY.RESOLVE", [[name], [part]], "name", null, fields);
    expect(rows[0]).toEqual([id, "single", "name", ""]);
    expect(rows[1]).toEqual(["", "ambiguous", "part of name", expect.any(String)]);
  });

  test("similarity is blank where an identifier was looked up, and shown on demand only", async () => {
    const isin = office.demo.entities[1]?.isin;
    const [row] = await office.run("ENTITY.RESOLVE", isin, null, null, "matched_on,similarity");
    expect(row).toEqual(["isin", ""]);
    const [header] = await office.run("ENTITY.RESOLVE", isin, null, null, null, "headers=yes");
    expect(header).not.toContain("Similarity");
  });
});

describe("ENTITY.UNIVERSES", () => {
  test("of several companies names the company in each row, one listing each", async () => {
    const other = office.demo.entities[2];
    const [header, ...rows] = await office.run("ENTITY.UNIVERSES", [[id], [other?.id], [id]]);
    expect(header).toEqual(["Entity name", "Universe name", "Type", "Description", "Universe ID", "Entity ID"]);
    expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set([id, other?.id]));
    expect(rows.find((row) => row.at(-1) === id)?.[0]).toBe(name);
  });

  test("of a range keeps its columns when only one cell of it is filled", async () => {
    const [header] = await office.run("ENTITY.UNIVERSES", [[id], [""]]);
    expect(header).toHaveLength(6);
  });
});
