import { AddinError } from "../../../../src/engine/http/addin-error";
import { notACompany } from "../../../../src/engine/state/choices";
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
const msearches = () => office.sent.filter((line) => line.startsWith("POST /v3/entities/msearch")).length;

describe("ENTITY.RESOLVE", () => {
  test("answers one row per cell in input order, in one call: exact, invalid, blank, none, duplicates", async () => {
    const ids = [[bank().isin], [""], ["SE0ZZ0000013"], [bank().isin], ["XS0000000009"], [other().id]];
    const rows = await office.run("ENTITY.RESOLVE", ids);
    expect(rows.map((row) => row[2])).toEqual(["exact", "blank", "invalid", "exact", "none", "exact"]);
    expect(rows[0]).toEqual([bank().id, bank().name, "exact", 1, "isin"]);
    expect(rows[3]).toEqual(rows[0]);
    expect(rows[1]).toEqual(["", "", "blank", "", ""]);
    expect(msearches()).toBe(1);
  });

  test("501 distinct identifiers take two calls", async () => {
    const ids = Array.from({ length: 501 }, (_, index) => [`nobody ${index} knows`]);
    const rows = await office.run("ENTITY.RESOLVE", ids, "alias");
    expect(rows).toHaveLength(501);
    expect(msearches()).toBe(2);
  });

  test("a hint decides between candidates, and other fields may be shown", async () => {
    const rows = await office.run("ENTITY.RESOLVE", [["Bank"]], "name", [["Sweden"]], "status,candidates,country");
    expect(office.sent[0]).toContain('"country":"sweden"');
    expect(Number(rows[0]?.[1])).toBeGreaterThan(0);
    expect(
      await failure(office.run("ENTITY.RESOLVE", [["a"], ["b"]], "name", [["Sweden"], ["x"], ["y"]])),
    ).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("2 cells and hints has 3") as string,
    });
  });

  test("a choice of the resolve form decides, and the cell depends on it", async () => {
    const [before] = await office.run("ENTITY.RESOLVE", [["Bank"]], "name");
    expect(before?.[2]).toBe("ambiguous");
    office.runtime.choices.choose({ name: "ilike:%Bank%" }, bank().id);
    const [after] = await office.run("ENTITY.RESOLVE", [["Bank"]], "name");
    expect(after?.slice(0, 3)).toEqual([bank().id, bank().name, "chosen"]);
    expect([...(office.runtime.requestLog.entries.get().at(-1)?.reads ?? [])]).toContain("choices");
    office.runtime.choices.choose({ name: "ilike:%Bank%" }, undefined);
  });

  test("an identifier with wrong check digits takes the company that was chosen for it in the pane", async () => {
    const { choices } = office.runtime;
    choices.choose({ text: "SE0ZZ0000013" }, bank().id);
    const [row] = await office.run("ENTITY.RESOLVE", [["se0zz0000013"]]);
    expect(row?.slice(0, 4)).toEqual([bank().id, bank().name, "chosen", 1]);
    expect(await office.run("ENTITY.ID", [["SE0ZZ0000013"]])).toEqual([[bank().id]]);
    choices.choose({ text: "SE0ZZ0000013" }, undefined);
    expect((await office.run("ENTITY.RESOLVE", [["SE0ZZ0000013"]]))[0]?.[2]).toBe("invalid");
  });

  test("what was marked as no company is blank, and has no id", async () => {
    const { choices } = office.runtime;
    const keys = [{ name: "ilike:%Cash position%" }, { text: "SE0ZZ0000013" }];
    for (const key of keys) choices.choose(key, notACompany);
    const ids = [["Cash position"], ["SE0ZZ0000013"]];
    const rows = await office.run("ENTITY.RESOLVE", ids);
    expect(rows).toEqual(ids.map(() => ["", "", "blank", "", ""]));
    expect(office.sent).toEqual([]);
    for (const [id] of ids) expect(await failure(office.run("ENTITY.ID", id))).toMatchObject({ code: "not-found" });
    for (const key of keys) choices.choose(key, undefined);
  });
});

describe("ENTITY.SEARCH", () => {
  test("cells that ask together share calls, and asking again makes none", async () => {
    const names = Array.from({ length: 700 }, (_, index) => `Company ${index}`);
    const ask = () =>
      Promise.all(names.map((name) => office.run("ENTITY.SEARCH", name, null, null, "name", 1, "headers=yes")));
    await ask();
    expect(msearches()).toBe(2);
    office.forget();
    await ask();
    expect(office.sent).toEqual([]);
  });

  test("query, rank and total come before the fields, unless the fields name one of them", async () => {
    const [header, row] = await office.run("ENTITY.SEARCH", bank().isin, null, null, "name,country");
    expect(header).toEqual(["Query", "Rank", "Total candidates", "Name", "Country"]);
    expect(row).toEqual([bank().isin, 1, 1, bank().name, "Sweden"]);
    const [chosen] = await office.run("ENTITY.SEARCH", bank().isin, null, null, "name,rank");
    expect(chosen).toEqual(["Name", "Rank"]);
  });

  test("by, country and the other keys travel as a search object of conditions", async () => {
    await office.run("ENTITY.SEARCH", "AB", "ticker", "FR", "name", 3, "sector=K,C; employee_count=100; isic4=64");
    expect(office.sent[0]).toContain(
      '{"entities":[{"ticker":"eq:AB","employee_count":["gte:100"],"isic4":["eq:64"],"sector":"in:K;C","country":"france"}]}',
    );
  });
});

describe("The other functions of companies", () => {
  test("ENTITY.ID keeps the shape of its range, a failure in its own cell", async () => {
    const [row] = await office.run("ENTITY.ID", [[bank().isin, "", "nobody knows this"]]);
    expect(row?.[0]).toBe(bank().id);
    expect(row?.[1]).toBe("");
    expect(row?.[2]).toBeInstanceOf(AddinError);
    expect(await failure(office.run("ENTITY.ID", "Bank"))).toMatchObject({
      code: "ambiguous",
      message: expect.stringMatching(
        /^\d+ companies match "Bank": .*Bank.* \(.+\), .*, …\. Choose one in Resolve/,
      ) as string,
    });
  });

  test("ENTITY.GET reads nested values by paths; missing is blank, never 0", async () => {
    const [row] = await office.run(
      "ENTITY.GET",
      bank().isin,
      "revenue,revenue.currency,revenue.date,isic4.section,isin[1],isin.count,client_code.NOPE",
    );
    expect(typeof row?.[0]).toBe("number");
    expect(row?.[1]).toMatch(/^[A-Z]{3}$/);
    expect(row?.[2]).toBeGreaterThan(30_000);
    expect(row?.[3]).toMatch(/^[A-U]$/);
    expect(row?.[4]).toBe(bank().isin);
    expect(row?.[6]).toBe("");
    expect(msearches()).toBe(1);
  });

  test("ENTITY.CARD is a card where the host shows it, the name elsewhere, and other functions take it back", async () => {
    expect(await office.run("ENTITY.CARD", bank().isin)).toEqual([[bank().name]]);
    const host = { formattedValues: true, entityCards: true, maxCharacters: 64_000_000, maxCells: 5_000_000 };
    const [[card] = []] = await office.runWith({ host }, "ENTITY.CARD", bank().isin);
    expect(card).toMatchObject({
      kind: "entity",
      text: bank().name,
      sections: { Identity: { "Entity id": bank().id } },
    });
    const cell = {
      type: "Entity",
      text: bank().name,
      properties: { "Entity id": { type: "String", basicValue: bank().id } },
    };
    expect(await office.run("ENTITY.GET", [[cell]], "name")).toEqual([[bank().name]]);
  });

  test("ENTITY.MATCH keeps the height of its table", async () => {
    const table = [
      ["Name", "Country", "ISIN"],
      [bank().name, "SE", ""],
      ["", "", ""],
      ["", "", "SE0ZZ0000013"],
    ];
    const rows = await office.run("ENTITY.MATCH", table);
    expect(rows.map((row) => row[2])).toEqual(["Status", "single", "blank", "invalid"]);
    expect(await failure(office.run("ENTITY.MATCH", [["nmae"], ["x"]]))).toMatchObject({
      message: expect.stringContaining('"nmae" in the first row is not a search key. Did you mean name?') as string,
    });
  });

  test("the long tables begin with the name of the company and end with its id", async () => {
    const identifiers = await office.run(
      "ENTITY.IDENTIFIERS",
      [[bank().isin], [other().isin]],
      "isin,lei",
      "headers=no",
    );
    const both = [bank(), other()];
    expect(new Set(identifiers.map(([name]) => name))).toEqual(new Set(both.map(({ name }) => name)));
    expect(new Set(identifiers.map((row) => row.at(-1)))).toEqual(new Set(both.map(({ id }) => id)));
    expect(new Set(identifiers.map(([, type]) => type))).toEqual(new Set(["isin", "lei"]));
    const latest = await office.run("ENTITY.REVENUE", [[bank().isin], [other().isin]], "latest=yes; headers=no");
    expect(latest.length).toBeLessThanOrEqual(2);
    const industries = await office.run("ENTITY.INDUSTRIES", bank().isin, "ISIC4", "leaves=yes; headers=no");
    expect(industries.every(([, scheme, , , , , , leaf]) => scheme === "ISIC4" && leaf === true)).toBe(true);
  });

  test("ENTITY.UNIVERSES lists the universes of the entity", async () => {
    const rows = await office.run("ENTITY.UNIVERSES", bank().isin);
    expect(rows[0]).toEqual(["Universe name", "Type", "Description", "Universe ID"]);
    expect(rows.map(([name]) => name)).toContain("EU Banks");
  });
});
