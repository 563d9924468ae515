import { resultColumns as resolveHeader } from "../../../../src/addin/taskpane/features/resolve/match-result";
import { functions } from "../../../../src/formulas/functions";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const events = (fields: string, options: string) =>
  office.run("ESG.EVENTS", "EU Banks", 5, null, null, null, fields, 5, options);

describe("Translation", () => {
  test("fields=title with translate shows the translated title, under the name title", async () => {
    const [header, ...rows] = await events("title,id", "translate=fr; headers=names");
    const both = await events("title,translated_title", "translate=fr; headers=no");
    expect(header).toEqual(["title", "id"]);
    expect(rows.map(([title]) => title)).toEqual(both.map(([, translated]) => translated));
    expect(both.some(([title, translated]) => title !== translated)).toBe(true);
  });

  test("a translated field without translate is refused, and nothing is sent", async () => {
    for (const fields of ["translated_title", "+Translated title"])
      expect(await failure(events(fields, ""))).toMatchObject({
        code: "invalid-argument",
        message: 'fields: "translated_title" needs a language: add for example "translate=fr" to options.',
      });
    expect(office.sent).toEqual([]);
  });

  test("all fields are shown without blank columns for translations", async () => {
    const [header] = await events("*", "headers=names");
    expect(header?.filter((name) => (name as string).startsWith("translated_"))).toEqual([]);
  });
});

describe("A value outside of its set", () => {
  test.each([
    ["category", "ESG.EVENTS", ["EU Banks", null, null, null, null, null, null, "category=X"], "E, S or G"],
    ["category", "ESG.DOCUMENTS", ["EU Banks", null, null, null, null, null, null, "category=X"], "E, S or G"],
    [
      "ungc_classification",
      "ESG.EVENTS",
      ["EU Banks", null, null, null, null, null, null, "ungc_classification=bad"],
      "low risk, watchlist or violator",
    ],
    ["status", "TASKS.LIST", ["x"], "pending, running, completed or failed"],
  ])("%s of %s is refused with the allowed values, and nothing is sent", async (argument, name, values, allowed) => {
    expect(await failure(office.run(name, ...values))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining(`${argument} must be ${allowed}, got `) as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("the allowed values are taken in any letter case", async () => {
    await office.run(
      "ESG.EVENTS",
      "EU Banks",
      null,
      null,
      null,
      null,
      "id",
      1,
      "category=e; ungc_classification=Violator",
    );
    expect(office.sent[0]).toMatch(/category=E&ungc_classification=violator/);
  });
});

test("DOC.TITLE of an unknown document is #N/A; only a missing title is blank", async () => {
  expect(await failure(office.run("DOC.TITLE", "x", "2026-01-01"))).toMatchObject({ code: "not-found" });
  const fields = "title,datamarts_document_id,extract_date";
  const rows = await office.run("ESG.DOCUMENTS", "EU Banks", null, null, null, null, fields, null, "headers=no");
  const [, id, date] = rows.find(([title]) => title === "") ?? [];
  expect(id).toBeDefined();
  expect(await office.run("DOC.TITLE", id, date)).toEqual([[""]]);
  expect(await office.run("DOC.TITLE", id, date, "empty=na")).toEqual([[""]]);
  expect(await office.run("DOC.TITLE", id, date, "empty=no title")).toEqual([["no title"]]);
  expect(await office.run("DOC.CONTENT", id, date, "title,status")).toEqual([["", "ok"]]);
});

test("the header row that the pane writes above ENTITY.RESOLVE is that of the function", async () => {
  const [header] = await office.run("ENTITY.RESOLVE", [["x"]], null, null, null, "headers=yes");
  expect(resolveHeader).toEqual(header);
});

describe("A wrong number of arguments", () => {
  test("has a sentence where it reaches the function", async () => {
    expect(await failure(office.run("UNIVERSE.ID", "EU Banks", "more"))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(/^UNIVERSE\.ID takes 1 arguments? at most, got 2\./) as string,
    });
    expect(await failure(office.run("ENTITY.GET"))).toMatchObject({ code: "invalid-argument" });
  });

  test("does not count blank arguments", async () => {
    expect(await office.run("UNIVERSE.ID", "EU Banks", null, "")).toEqual([[office.universe("EU Banks")]]);
  });
});

describe("Options", () => {
  test("an operator with a semicolon works as the reference prints it", async () => {
    await office.run("UNIVERSE.COUNT", "EU Banks", null, null, "employee_count=between:10;500; isic4=64");
    expect(office.sent[0]).toMatch(/employee_count=between:10;500&isic4=eq:64/);
  });

  test("a text that starts with no pair is still refused", async () => {
    expect(await failure(office.run("UNIVERSE.COUNT", "EU Banks", null, null, "500; isic4=64"))).toMatchObject({
      code: "invalid-argument",
    });
  });

  test("an unknown key behind a semicolon is named, not taken for a part of the value", async () => {
    const call = office.run("UNIVERSE.COUNT", "EU Banks", null, null, "employee_count=between:10;500;isci4=64");
    expect(await failure(call)).toMatchObject({ message: expect.stringContaining("isci4") as string });
  });
});

describe("Dates", () => {
  test.each([
    ["01/02/2026", "2026-02-01 or 2026-01-02"],
    ["1.2.2026", "2026-02-01 or 2026-01-02"],
    ["03-04-26", "2026-04-03 or 2026-03-04"],
  ])("the text %s is refused with both readings, and nothing is sent", async (written, readings) => {
    expect(await failure(office.run("ESG.EVENTS", "EU Banks", null, written))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining(`from: "${written}" can mean ${readings}.`) as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("sentences show Excel dates as dates, never as serials", async () => {
    expect(await failure(office.run("ESG.EVENTS", "EU Banks", null, 46_054, 46_023.5))).toMatchObject({
      message: expect.stringContaining("from (2026-02-01) is later than to (2026-01-01)") as string,
    });
  });
});

describe("Headers", () => {
  const listing = (fields: unknown, options: string) =>
    office.run("ESG.EVENTS", "EU Banks", 5, null, null, null, fields, 3, options);

  test("are labels by default, the names of the service with headers=names, none with headers=no", async () => {
    const fields = "last_activity,entity.name,entity.isin[1],categories.E,id";
    const [labels, ...rows] = await listing(fields, "");
    expect(labels).toEqual(["Last activity", "Entity name", "Entity ISIN [1]", "Categories E", "ID"]);
    expect(await listing(fields, "headers=names")).toEqual([fields.split(","), ...rows]);
    expect(await listing(fields, "headers=no")).toEqual(rows);
  });

  test("are read back by fields as labels and as names", async () => {
    const [labels, ...rows] = await listing("*", "");
    const [names] = await listing("*", "headers=names");
    expect(await listing([labels], "headers=no")).toEqual(rows);
    expect(await listing([names], "headers=no")).toEqual(rows);
  });

  test.each(["UNIVERSE.ENTITIES", "ESG.DOCUMENTS"])("every label of %s names its own column", async (name) => {
    const values = name === "ESG.DOCUMENTS" ? ["EU Banks", null, null, null, null] : ["EU Banks", null, null];
    const [names] = await office.run(name, ...values, "*", 1, "headers=names");
    const [labels] = await office.run(name, ...values, "*", 1, "");
    expect((await office.run(name, ...values, [labels], 1, "headers=names"))[0]).toEqual(names);
  });

  test("of ENTITY.MATCH are understood as labels", async () => {
    const [row] = await office.run(
      "ENTITY.MATCH",
      [
        ["Employee count", "Name"],
        ["gte:1", "Wendilund Bank"],
      ],
      "status",
      "headers=no",
    );
    expect(row?.[0]).not.toBe("invalid");
    expect(office.sent[0]).toContain('"employee_count":["gte:1"]');
  });
});

describe("No rows", () => {
  const empty: Readonly<Record<string, readonly unknown[]>> = {
    "ESG.EVENTS": ["EU Banks", null, "1999-01-01", "1999-01-02", null, null, null],
    "ESG.DOCUMENTS": ["EU Banks", null, "1999-01-01", "1999-01-02", null, null, null],
    "ESG.SUMMARY": ["EU Banks", null, "1999-01-01", "1999-01-02", null, null],
    "SDG.DOCUMENTS": ["PT0ZZ0000216", null, "1999-01-01", "1999-01-02", null, null, null],
    "UNIVERSE.ENTITIES": ["EU Banks", "nobody has this name", null, null, null],
    "ENTITY.SEARCH": ["nobody has this name", null, null, null, null],
  };

  test.each(Object.entries(empty))(
    "of %s is the header row alone; with headers=no it is #N/A",
    async (name, values) => {
      const columns = functions.find((each) => each.name === name)?.columns.filter(({ shown }) => shown) ?? [];
      const matrix = await office.run(name, ...values);
      expect(matrix).toHaveLength(1);
      expect(matrix[0]?.length).toBeGreaterThanOrEqual(Math.min(columns.length, 2));
      expect(await failure(office.run(name, ...values, "headers=no"))).toMatchObject({
        code: "no-rows",
        message: "No rows.",
      });
    },
  );
});
